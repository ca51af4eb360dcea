// A small file server over web/dist, for tests and measurements: every unknown address is the page, nothing else is known.
import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";

const KINDS = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** The same policy as that of the server: what it forbids must not be needed. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves a folder; resolves to the server and its address. */
export function serve(folder, port = 0) {
  const server = createServer((request, answer) => {
    const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
    if (/^\/(api|ws)\b/.test(path)) {
      answer.writeHead(404, { "content-type": "application/json" }).end('{"error":"there is no server for tables here"}');
      return;
    }
    let file = join(folder, normalize(path));
    if (!file.startsWith(folder) || !existsSync(file) || statSync(file).isDirectory()) file = join(folder, "index.html");
    const kind = KINDS[extname(file)] ?? "application/octet-stream";
    const lasting = file.includes("/assets/") ? "public, max-age=31536000, immutable" : "no-cache";
    const head = { "content-type": kind, "cache-control": lasting, "content-security-policy": POLICY };
    const pressed = `${file}.br`;
    if (!/\bbr\b/.test(request.headers["accept-encoding"] ?? "") || !existsSync(pressed)) {
      answer.writeHead(200, head);
      createReadStream(file).pipe(answer);
      return;
    }
    answer.writeHead(200, { ...head, "content-encoding": "br", "content-length": statSync(pressed).size });
    createReadStream(pressed).pipe(answer);
  });
  return new Promise((done) => {
    server.listen(port, "127.0.0.1", () => done({ server, url: `http://127.0.0.1:${server.address().port}` }));
  });
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { url } = await serve(process.env.EIGHTS_DIST ?? resolve(import.meta.dirname, "../dist"), Number(process.argv[2] ?? 0));
  console.log(url);
}
