// After the build: a service worker that lists exactly the files on disk, and a Brotli copy of each text file.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

export function offline(): Plugin {
  return {
    name: "eights-offline",
    apply: "build",
    // Listed from the folder and not from the bundle: chunks may be merged or inlined after `generateBundle`, and a single
    // name that the server does not know keeps the whole worker from being installed.
    writeBundle(options) {
      if (!options.dir) return;
      writeServiceWorker(options.dir);
      compress(options.dir);
    },
  };
}

/** Every file a page needs at once; `/` stands for index.html. Networks and the fast engine are kept when a bot needs them. */
export function offlineFiles(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => resolve(entry.parentPath, entry.name).slice(resolve(folder).length).replaceAll("\\", "/"))
    .filter(
      (name) => !/\.(map|br|bin)$|\/fast_bg-/.test(name) && name !== "/index.html" && name !== "/service-worker.js",
    );
  return ["/", ...names.sort()];
}

function writeServiceWorker(folder: string): void {
  const files = offlineFiles(folder);
  const stamp = createHash("sha256");
  for (const name of files)
    stamp.update(name).update(readFileSync(resolve(folder, name === "/" ? "index.html" : `.${name}`)));
  const source = readFileSync(resolve(import.meta.dirname, "service-worker.js"), "utf8")
    .replace('"__VERSION__"', JSON.stringify(stamp.digest("hex").slice(0, 12)))
    .replace('"__FILES__"', JSON.stringify(files));
  writeFileSync(resolve(folder, "service-worker.js"), source);
}

/** How well to compress: `make play` has no time for the best. */
const QUALITY = Number(process.env["BROTLI_QUALITY"] ?? constants.BROTLI_MAX_QUALITY);

/** Writes a Brotli copy beside every text file and the engine, so that the server never compresses anything itself. */
function compress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css|html|svg|wasm|bin|webmanifest)$/.test(name)) continue;
    const bytes = readFileSync(resolve(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(resolve(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}
