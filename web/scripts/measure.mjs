// Measures what the page promises about speed, in headless Chromium from a cold cache, and prints the table.
// node scripts/measure.mjs [--json]; ends with 1 when a bound is not kept.
import { brotliCompressSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { chromium } from "@playwright/test";
import { args, executablePath } from "./browser.mjs";
import { serve } from "./serve.mjs";

const dist = resolve(import.meta.dirname, "../dist");
const { server, url } = await serve(dist);
const browser = await chromium.launch({ executablePath, args });
const rows = [];
const row = (what, value, bound, unit) => rows.push({ what, value, bound, unit, ok: value <= bound });

/** A fresh browser profile whose processor is four times slower. */
async function slow() {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", locale: "en-GB" });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const loaded = [];
  session.on("Network.responseReceived", ({ requestId, response }) => loaded.push({ requestId, url: response.url, kind: response.mimeType }));
  const sizes = new Map();
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => sizes.set(requestId, encodedDataLength));
  return { context, page, session, bytes: (test) => loaded.filter((one) => test(one)).reduce((sum, one) => sum + (sizes.get(one.requestId) ?? 0), 0) };
}

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const RUNS = 3;

{
  const times = [];
  let first = 0;
  for (let n = 0; n < RUNS; n++) {
    const { context, page, bytes } = await slow();
    const began = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.locator("button.deal").waitFor();
    // Interactive: a click on a game is answered by the page.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    times.push(performance.now() - began);
    await page.waitForTimeout(500);
    first = bytes((one) => /javascript|css/.test(one.kind));
    await context.close();
  }
  row("script and style of the first page, compressed", Math.round(first / 102.4) / 10, 90, "KB");
  const wasm = readdirSync(resolve(dist, "assets")).find((name) => name.endsWith(".wasm"));
  row("engine, compressed", Math.round(brotliCompressSync(readFileSync(resolve(dist, "assets", wasm))).length / 102.4) / 10, 450, "KB");
  row("home interactive, cold, 4× slower processor", Math.round(median(times)), 1000, "ms");
}

{
  const times = [];
  for (let n = 0; n < RUNS; n++) {
    const { context, page } = await slow();
    const began = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.locator("button.deal").click();
    await page.locator(".hand button").first().waitFor();
    times.push(performance.now() - began);
    await context.close();
  }
  row("solo game dealt, cold, 4× slower processor, with the click", Math.round(median(times)), 2000, "ms");
}

{
  // Twenty cards fanned and dealt: how long the frames are while they fly. This runs at full speed of the processor.
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, serviceWorkers: "block", locale: "en-GB" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem("eights.settings", JSON.stringify({ language: "en", speed: 1, sound: false }));
    const state = { frames: [], last: 0, late: [] };
    globalThis.measured = state;
    const frame = (now) => {
      if (state.last > 0) state.frames.push(now - state.last);
      state.last = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    // How long it takes from a message of the worker to the next frame on screen.
    const Real = globalThis.Worker;
    globalThis.Worker = class extends Real {
      set onmessage(hear) {
        super.onmessage = (event) => {
          const at = performance.now();
          hear(event);
          if (event.data?.table) requestAnimationFrame(() => {
            // A message to oneself, sent in a frame, comes back when the frame is painted.
            const painted = new MessageChannel();
            painted.port1.onmessage = () => state.late.push(performance.now() - at);
            painted.port2.postMessage(0);
          });
        };
      }
    };
  });
  const sheet = { extends: "basic", title: "Twenty", players: { min: 2, max: 4 }, deck: { packs: 2 }, deal: { cards: 20 } };
  const { deflateRawSync } = await import("node:zlib");
  const packed = deflateRawSync(JSON.stringify(sheet)).toString("base64url");
  await page.goto(`${url}/house/crazy-eights#z=${packed}`);
  await page.getByLabel("Players").fill("2");
  await page.getByLabel("Players").press("Tab");
  await page.evaluate(() => (globalThis.measured.frames = []));
  await page.getByRole("button", { name: "Play now" }).click();
  await page.locator(".hand button").nth(19).waitFor();
  await page.waitForTimeout(3000);
  const { frames, late } = await page.evaluate(() => globalThis.measured);
  const sorted = [...frames].sort((a, b) => a - b);
  row("frame while 20 cards are dealt, 95 of 100", Math.round(sorted[Math.floor(sorted.length * 0.95)] * 10) / 10, 17.5, "ms");
  row("view on screen: waiting for the next frame, and painting it, median", Math.round(median(late) * 10) / 10, 33.4, "ms");
  await context.close();
}

await browser.close();
server.close();
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else for (const { what, value, bound, unit, ok } of rows) console.log(`${ok ? "ok  " : "OVER"} ${what.padEnd(76)} ${String(value).padStart(7)} ${unit}  (at most ${bound})`);
process.exitCode = rows.every((one) => one.ok) ? 0 : 1;
