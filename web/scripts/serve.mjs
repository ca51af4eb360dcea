// Starts `eights serve` for tests, pictures and measurements: the page is always served by the real program.
import { spawn } from "node:child_process";
import { resolve } from "node:path";

/** The program under test; a debug build reads web/dist from disk, a release build has it embedded. */
export const program = process.env.EIGHTS_BIN ?? resolve(import.meta.dirname, "../../target/debug/eights");

/** Settings under which tests run: one address makes every request. */
const SETTINGS = ["request-rate=0", "max-per-address=0", "max-tables=0"];

/** The command line of a server on a port; without a folder it keeps everything in memory. Bots do not pause unless told to, and hands as long as usual (milliseconds). */
export function serveArgs({ port = 0, data = "", botPause = 0, handPause = 12_000 } = {}) {
  const store = ["--store", data ? `sqlite:${data}` : "memory"];
  return [
    "serve",
    "--bind",
    `127.0.0.1:${port}`,
    ...store,
    "--no-qr",
    ...[`bot-pause=${botPause}`, `hand-pause=${handPause}`, ...SETTINGS].flatMap((pair) => ["--set", pair]),
  ];
}

/** Starts a server; resolves to its process, its address and a way to stop it. */
export function serve(options = {}) {
  const child = spawn(program, serveArgs(options), { stdio: ["ignore", "pipe", "inherit"] });
  const gone = new Promise((done) => child.once("exit", done));
  // Whoever starts another server needs its port and its folder, so stopping ends when the process has.
  const stop = async () => {
    child.kill("SIGKILL");
    await gone;
  };
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.once("exit", (code) => failed(new Error(`the server exited with ${code}`)));
    let text = "";
    child.stdout.on("data", (part) => {
      text += part.toString();
      const url = /served at (http:\S+)/.exec(text)?.[1];
      if (url) done({ process: child, url, port: Number(new URL(url).port), stop });
    });
  });
}
