// A browser without a driver in its pages. Playwright puts scripts and worlds of its own into every page, which cost a tenth of
// the time that is measured here; this only opens pages, clicks, and asks in the end. It speaks to Chromium through two pipes.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { args, executablePath } from "./browser.mjs";

/**
 * A new window first loads what the browser itself draws with: pages of its own for the address bar, some five hundred modules.
 * That is not ours to measure, and nobody who types an address has just got the window. It is over after so many milliseconds;
 * the headless shell has no window.
 */
const SETTLED = executablePath.endsWith("headless-shell") ? 300 : 2500;

/** Starts the browser. */
export async function launch() {
  const profile = mkdtempSync(join(tmpdir(), "eights-browser-"));
  const own = ["--remote-debugging-pipe", `--user-data-dir=${profile}`, "--lang=en-GB", "--window-size=1280,800"];
  const child = spawn(executablePath, [...args, ...own, "about:blank"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
  });
  const gone = new Promise((done) => child.on("exit", done));
  const [to, from] = [child.stdio[3], child.stdio[4]];
  const asked = new Map();
  let [rest, last] = ["", 0];
  from.setEncoding("utf8").on("data", (text) => {
    const messages = (rest + text).split("\0");
    rest = messages.pop();
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      if (error) asked.get(id)?.fail(new Error(error.message));
      else asked.get(id)?.done(result);
      asked.delete(id);
    }
  });
  void gone.then(() => asked.forEach(({ fail }) => fail(new Error("the browser has ended"))));

  const send = (method, params = {}, sessionId) =>
    new Promise((done, fail) => {
      asked.set(++last, { done, fail });
      to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
    });

  /**
   * A page in a profile of its own, on a processor that is so many times slower; `script` runs before anything else there. The
   * screen is a desk's unless another is given.
   */
  async function open(rate, script, screen = null) {
    const { browserContextId } = await send("Target.createBrowserContext");
    const { targetId } = await send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
    const say = (method, params) => send(method, params, sessionId);
    await say("Page.enable");
    await say("Page.addScriptToEvaluateOnNewDocument", { source: `(${script})()` });
    await say("Emulation.setCPUThrottlingRate", { rate });
    if (screen) await say("Emulation.setDeviceMetricsOverride", { ...screen, deviceScaleFactor: 2, mobile: true });
    await new Promise((done) => setTimeout(done, SETTLED));
    return {
      go: (url) => say("Page.navigate", { url }),
      async click(at) {
        for (const type of ["mousePressed", "mouseReleased"])
          await say("Input.dispatchMouseEvent", { type, ...at, button: "left", clickCount: 1 });
      },
      /** What a function says in the page; it may promise it. */
      async ask(what) {
        const { result, exceptionDetails } = await say("Runtime.evaluate", {
          expression: `(${what})()`,
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      },
      close: () => send("Target.disposeBrowserContext", { browserContextId }),
    };
  }

  async function close() {
    await send("Browser.close").catch(() => undefined);
    await gone;
    rmSync(profile, { recursive: true, force: true });
  }
  return { open, close };
}
