// Measures what the page promises about speed, in headless Chromium from a cold cache, and prints the table.
// node scripts/measure.mjs [--json]; ends with 1 when a bound is not kept. EIGHTS_BIN names the program that serves the page: measure a release build.
import { brotliCompressSync, deflateRawSync } from "node:zlib";
import { readFileSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { launch } from "./pipe.mjs";
import { serve } from "./serve.mjs";

const dist = resolve(import.meta.dirname, "../dist");
const { stop, url } = await serve();
const browser = await launch();
const rows = [];
/** A row of the table; one without a bound is only told. */
const row = (what, value, bound, unit) => rows.push({ what, value, bound, unit, ok: bound === null || value <= bound });
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const tenth = (value) => Math.round(value * 10) / 10;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const RUNS = 5;
const DEALS = 9;

/** What measured pages have at hand, put there before anything of their own. */
function tools() {
  globalThis.until = (test) =>
    new Promise((done) => {
      const look = () => (test() ? done() : requestAnimationFrame(look));
      look();
    });
  /** Resolves when the first frame of which this is true is painted: a message to oneself, sent in a frame, comes back then. */
  globalThis.painted = (test = () => true) =>
    new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = done;
      const look = () => (test() ? port2.postMessage(0) : requestAnimationFrame(look));
      requestAnimationFrame(look);
    });
  globalThis.middle = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x: x + width / 2, y: y + height / 2 };
  };
  // The browser says when it has painted something; by then the whole page is there, or the rest is waited for.
  const drawn = new Promise((done) => new PerformanceObserver(done).observe({ type: "paint", buffered: true }));
  const deal = () => document.querySelector("button.deal");
  globalThis.shown = drawn.then(() => globalThis.until(() => deal()?.checkVisibility({ visibilityProperty: true })));
}

/**
 * Opens the front page from nothing on a processor that is four times slower, and clicks as soon as it is to be seen: a real
 * click, through the browser. The clock is the page's own, from the start of the navigation.
 */
async function clicked(where, answered) {
  const page = await browser.open(4, tools);
  await page.go(url);
  await page.click(await page.ask(where));
  return { page, found: await page.ask(answered) };
}

/** How long a fixed piece of work takes: minutes and machines are not alike, and a figure without that says little. */
async function work() {
  const page = await browser.open(1, tools);
  const time = await page.ask(() => {
    const [began, words] = [performance.now(), new Map()];
    for (let n = 0; n < 1_000_000; n++) words.set(`w${n % 5000}`, (words.get(`w${(n * 7) % 5000}`) ?? 0) + n);
    return performance.now() - began;
  });
  await page.close();
  return time;
}

{
  const where = () => globalThis.shown.then(() => {
    globalThis.before = document.querySelector("#rules").textContent;
    return globalThis.middle(document.querySelectorAll("label.game")[1]);
  });
  // Interactive is the page when the rules of the game that was clicked are painted, which only its script can do.
  const answered = () =>
    globalThis
      .painted(() => document.querySelector("#rules").textContent !== globalThis.before)
      .then(() => ({ at: performance.now(), drawn: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? performance.now() }));
  const fetched = () =>
    performance
      .getEntriesByType("resource")
      .filter((one) => /\.(js|css)$/.test(one.name))
      .reduce((sum, one) => sum + one.encodedBodySize, 0);
  const [times, drawn, pace] = [[], [], []];
  let first = 0;
  // A browser that has just been started is still busy with itself: its first page does not count.
  await (await clicked(where, answered)).page.close();
  for (let n = 0; n < RUNS; n++) {
    const { page, found } = await clicked(where, answered);
    times.push(found.at);
    drawn.push(found.drawn);
    pace.push(await work());
    await pause(2500);
    first = await page.ask(fetched);
    await page.close();
  }
  row("script and style of the first page, compressed", tenth(first / 1000), 90, "KB");
  const wasm = readdirSync(resolve(dist, "assets")).find((name) => name.endsWith(".wasm"));
  row("engine, compressed", tenth(brotliCompressSync(readFileSync(resolve(dist, "assets", wasm))).length / 1000), 450, "KB");
  row("this machine: a fixed piece of work between the next runs", Math.round(median(pace)), null, "ms");
  row("home drawn, cold, 4× slower processor", Math.round(median(drawn)), 1000, "ms");
  row("home interactive, cold, 4× slower processor, a click answered", Math.round(median(times)), 1000, "ms");
}

{
  const where = () => globalThis.shown.then(() => globalThis.middle(document.querySelector("button.deal")));
  const dealt = () =>
    globalThis
      .painted(() => document.querySelector(".hand button .card"))
      .then(() => performance.now());
  const times = [];
  for (let n = 0; n < RUNS; n++) {
    const { page, found } = await clicked(where, dealt);
    times.push(found);
    await page.close();
  }
  row("solo game dealt, cold, 4× slower processor, with the click", Math.round(median(times)), 2000, "ms");
}

/** Notes every frame, and how late what the worker says is on the screen. */
function clocks() {
  localStorage.setItem("eights.settings", JSON.stringify({ language: "en", speed: 1, sound: false }));
  const state = { frames: [], last: 0, late: [], dealt: null, faced: 0 };
  globalThis.measured = state;
  const frame = (now) => {
    if (state.last > 0) state.frames.push(now - state.last);
    state.last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const Real = globalThis.Worker;
  globalThis.Worker = class extends Real {
    set onmessage(hear) {
      super.onmessage = (event) => {
        const at = performance.now();
        hear(event);
        if (!event.data?.said?.some((one) => "update" in one)) return;
        void globalThis.painted().then(() => state.late.push(performance.now() - at));
        if (state.dealt !== null) return;
        state.dealt = 0;
        const twenty = (what) => globalThis.painted(() => document.querySelectorAll(`.hand ${what}`).length === 20).then(() => performance.now() - at);
        void twenty("button").then((time) => (state.dealt = time));
        void twenty("button .card").then((time) => (state.faced = time));
      };
    }
  };
}

/** Deals twenty cards at the full speed of the processor. */
async function dealTwenty() {
  const page = await browser.open(1, `() => { (${tools})(); (${clocks})(); }`);
  const sheet = { extends: "basic", title: "Twenty", players: { min: 2, max: 2 }, deck: { packs: 2 }, deal: { cards: 20 } };
  await page.go(`${url}/house/crazy-eights#z=${deflateRawSync(JSON.stringify(sheet)).toString("base64url")}`);
  await page.ask(() => globalThis.until(() => document.querySelector("aside button.main:not(:disabled)")));
  // As long as a person takes to see what it is.
  await pause(500);
  await page.ask(() => (globalThis.measured.frames = []).length);
  await page.click(await page.ask(() => globalThis.middle(document.querySelector("aside button.main"))));
  await page.ask(() => globalThis.until(() => globalThis.measured.faced > 0));
  return page;
}

{
  const [dealt, faced, frames] = [[], [], []];
  let page;
  // One after the other: a second page that still moves its cards would slow the one that is measured.
  for (let n = 0; n < DEALS; n++) {
    await page?.close();
    page = await dealTwenty();
    await pause(3000);
    const found = await page.ask(() => globalThis.measured);
    dealt.push(found.dealt);
    faced.push(found.faced);
    frames.push(...found.frames);
  }
  await page.ask(() => (globalThis.measured.late = []).length);
  for (let n = 0; n < 12; n++) {
    // The first card that may be played, or one from the stock; if it is an eight, the first suit.
    await page.ask(() => globalThis.until(() => document.querySelector(".hand .can, .stock.can")).then(() => document.querySelector(".hand .can, .stock.can").click()));
    await pause(200);
    await page.ask(() => document.querySelector("[role=dialog] button")?.click());
    await pause(700);
  }
  const { late } = await page.ask(() => globalThis.measured);
  const sorted = [...frames].sort((a, b) => a - b);
  row(`frame while 20 cards are dealt, 95 of 100 in ${dealt.length} deals`, tenth(sorted[Math.floor(sorted.length * 0.95)]), 17.5, "ms");
  row(`deal on screen: the frame from which on twenty cards can be used, median of ${dealt.length}`, tenth(median(dealt)), 33.4, "ms");
  row(`deal: the faces of all twenty cards drawn before the first card lands, median of ${faced.length}`, tenth(median(faced)), 340, "ms");
  row(`answer on screen: waiting for the next frame, and painting it, median of ${late.length}`, tenth(median(late)), 33.4, "ms");
  await page.close();
}

await browser.close();
stop();
if (process.argv.includes("--json")) console.log(JSON.stringify(rows));
else {
  for (const { what, value, bound, unit, ok } of rows) {
    const [mark, promise] = bound === null ? ["    ", ""] : [ok ? "ok  " : "OVER", `  (at most ${bound})`];
    console.log(`${mark} ${what.padEnd(84)} ${String(value).padStart(7)} ${unit}${promise}`);
  }
}
process.exitCode = rows.every((one) => one.ok) ? 0 : 1;
