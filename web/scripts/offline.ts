// After the build: the service worker with the list of all files, and a pressed copy of each.
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import type { Plugin } from "vite";

export function offline(): Plugin {
  return {
    name: "eights-offline",
    apply: "build",
    generateBundle(_, bundle) {
      const built = Object.keys(bundle).filter((name) => !name.endsWith(".map") && name !== "index.html");
      const fixed = ["icon.svg", "icon-192.png", "icon-512.png", "manifest.webmanifest"];
      const files = ["/", ...[...built, ...fixed].sort().map((name) => `/${name}`)];
      const page = bundle["index.html"];
      const stamp = createHash("sha256").update(JSON.stringify(files));
      if (page?.type === "asset") stamp.update(page.source);
      const version = stamp.digest("hex").slice(0, 12);
      const source = readFileSync(resolve(import.meta.dirname, "service-worker.js"), "utf8")
        .replace('"__VERSION__"', JSON.stringify(version))
        .replace('"__FILES__"', JSON.stringify(files));
      this.emitFile({ type: "asset", fileName: "service-worker.js", source });
    },
    writeBundle(options) {
      if (options.dir) press(options.dir);
    },
  };
}

/** Lays a pressed copy beside every text and the engine, so that a server need not press anything itself. */
function press(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!/\.(js|css|html|svg|wasm|webmanifest)$/.test(name)) continue;
    const bytes = readFileSync(resolve(folder, name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(resolve(folder, `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}
