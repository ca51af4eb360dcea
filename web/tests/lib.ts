// What the browser tests share: people and their tables on a server, dealing a game, and playing it through the page.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  expect,
  test as base,
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from "@playwright/test";
import { serve, type ServeOptions, type Served } from "../scripts/serve.mjs";
import type { NewTable, OpenedTable } from "../src/generated/api";

/**
 * Settings and choices are put in place before the page first runs. The page's random numbers come from a fixed
 * sequence, so that a table in the browser is dealt and played alike every time: a match that happens to take
 * four times as many moves would run out of time. With `shuffle` every byte is that number.
 */
export async function prefer(
  page: Page,
  settings: Record<string, unknown>,
  choice: Record<string, unknown> = {},
  shuffle: number | null = null,
): Promise<void> {
  await page.addInitScript((shuffle) => {
    crypto.getRandomValues = <T extends ArrayBufferView | null>(array: T): T => {
      // The number survives a reload, since the next table needs another name than the last one.
      const drawn = Number(localStorage.getItem("test.random") ?? 0);
      localStorage.setItem("test.random", String(drawn + 1));
      let state = drawn;
      if (array instanceof Uint8Array)
        for (let i = 0; i < array.length; i++) {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          array[i] = shuffle ?? state >>> 24;
        }
      return array;
    };
  }, shuffle);
  await page.addInitScript(
    ([settings, choice]) => {
      if (!localStorage.getItem("eights.settings")) localStorage.setItem("eights.settings", settings as string);
      if (!localStorage.getItem("eights.choice") && choice !== "{}")
        localStorage.setItem("eights.choice", choice as string);
    },
    [JSON.stringify({ language: "en", speed: 0, sound: false, ...settings }), JSON.stringify(choice)],
  );
}

export const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** Opens a page for somebody in a browser of their own. */
export type Person = (name?: string, options?: BrowserContextOptions) => Promise<Page>;

/** `person` brings somebody to a test, and closes their page when the test ends: Playwright would keep it open, and drawing, until its worker ends. */
export const test = base.extend<{ person: Person }>({
  person: async ({ browser }, use) => {
    const contexts: BrowserContext[] = [];
    await use(async (name = "", options = {}) => {
      const context = await browser.newContext({ locale: "en-GB", ...options });
      contexts.push(context);
      const page = await context.newPage();
      await prefer(page, { name });
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

/** A server that each test of a file or group has to itself. Its data is on disk, so it can be stopped and started again. */
export class OwnServer {
  data = "";
  #served: Served | null = null;
  #port = 0;

  constructor(private readonly options: ServeOptions) {}

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Starts it at the same address as before. */
  async start(options: ServeOptions = this.options): Promise<void> {
    this.data ||= mkdtempSync(join(tmpdir(), "eights-"));
    this.#served = await serve({ ...options, data: this.data, port: this.#port });
    this.#port = this.#served.port;
  }

  /** Kills it: it has no time to tidy up. */
  async stop(): Promise<void> {
    await this.#served?.stop();
    this.#served = null;
  }

  /** Stops it and forgets everything. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.data, { recursive: true, force: true });
    [this.data, this.#port] = ["", 0];
  }
}

/** Starts a server before each test of this file or group, and removes it afterwards. */
export function ownServer(options: ServeOptions = {}): OwnServer {
  const server = new OwnServer(options);
  test.beforeEach(() => server.start());
  test.afterEach(() => server.remove());
  return server;
}

const TABLE = { game: "crazy-eights", rules: "action", seats: 2 };

/** Opens a table in the name of whoever sends these requests; returns its code. */
export async function newTable(request: APIRequestContext, table: Partial<NewTable> = {}, url = ""): Promise<string> {
  // Asking who one is makes a first visitor known to the server.
  await request.get(`${url}/api/me`);
  const opened = await request.post(`${url}/api/tables`, {
    headers: { "X-Eights": "1" },
    data: { ...TABLE, ...table },
  });
  expect(opened.ok(), await opened.text()).toBe(true);
  return ((await opened.json()) as OpenedTable).code;
}

/** Opens a table and goes to its lobby, as its host. */
export async function openTable(page: Page, table: Partial<NewTable> = {}, url = ""): Promise<void> {
  const code = await newTable(page.request, table, url);
  await page.goto(`${url}/t/${code}`);
  await expect(page.getByLabel("You are")).toBeVisible();
}

/** Comes to somebody's table by its link and sits down. */
export async function sitDown(guest: Page, host: Page): Promise<void> {
  await guest.goto(host.url());
  await guest.getByRole("button", { name: "Sit here" }).first().click();
  await expect(guest.getByLabel("You are")).toBeVisible();
}

/** The guest gets ready, and the host deals when that is seen, as people do. */
export async function dealFor(host: Page, guest: Page): Promise<void> {
  await guest.getByRole("button", { name: "I’m ready" }).click();
  await expect(host.getByText("Everybody is ready.")).toBeVisible();
  await host.getByRole("button", { name: "Deal" }).click();
  for (const page of [host, guest]) await expect(page.locator(".hand button").first()).toBeVisible();
}

/** Picks a game on the home page and deals. */
export async function deal(page: Page, game = "crazy-eights", url = "/"): Promise<void> {
  await page.goto(url);
  await page.locator(`.game:has(input[value="${game}"])`).click();
  await page.getByRole("button", { name: "Deal" }).click();
  await page.waitForURL(/\/play\//);
  await expect(page.locator(".host")).toBeVisible();
}

/** Everything on the page that was thrown or logged as an error. */
export function watchErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy|svelte/i.test(message.text()))
      errors.push(message.text());
  });
  return errors;
}

/** What the table waits for: what is to be pressed, and how it is reached by keyboard. */
interface Waits {
  what: "over" | "next" | "press" | "others";
  /** Selects the kind of button, and which of them. */
  query: string;
  at: number;
  /** The shortcut, where there is one. */
  key: string;
}

/** Reads in one go what the table waits for, so that nothing changes in between. Runs in the page. */
function look(): Waits {
  const waits = (what: Waits["what"], query = "", at = 0, key = ""): Waits => ({ what, query, at, key });
  const seen = (query: string): boolean => document.querySelector(query) !== null;
  if (seen(".match-end")) return waits("over");
  if (seen(".hand-end")) return waits("next", ".hand-end .button.main");
  if (seen(".veil .sheet")) return waits("press", ".veil .sheet button:not(.quiet)");
  for (const query of [".curtain button", ".last button"]) if (seen(query)) return waits("press", query);
  // What is still offered has been answered already.
  if (seen('.table[aria-busy="true"]') || !seen(".bar.mine")) return waits("others");
  if (seen(".tray button")) return waits("press", ".tray button");
  const labels = [...document.querySelectorAll(".hand button")].map(
    (card) => card.getAttribute("aria-label") ?? card.textContent ?? "",
  );
  const playable = labels.findIndex((label) => label.includes(", playable,"));
  if (playable >= 0) return waits("press", ".hand button", playable);
  const answer = document.querySelector(".answer");
  if (answer) return waits("press", ".answer", 0, answer.getAttribute("aria-keyshortcuts") ?? "");
  const thrown = labels.findIndex((label) => label.includes(", can be thrown away,"));
  return thrown >= 0 ? waits("press", ".hand button", thrown) : waits("others");
}

/** So many milliseconds without anything to do mean that nobody answers any more. */
const PATIENCE = 60_000;

/** Plays a match to its end, always the first card that can be played. */
export async function playMatch(page: Page, most = 400): Promise<void> {
  if (!(await playSome(page, most))) throw new Error(`the match did not end within ${most} answers`);
}

/**
 * Gives up to `most` answers, or stops where a hand ends; returns whether the match is over.
 * The buttons are pressed from inside the page, which takes a quarter of the time that keys from outside take.
 */
export async function playSome(page: Page, most: number, oneHand = false): Promise<boolean> {
  const args = JSON.stringify({ most, oneHand, patience: PATIENCE });
  return page.evaluate<boolean>(`(${pressOn.toString()})(${look.toString()}, ${args})`);
}

interface PressOn {
  most: number;
  oneHand: boolean;
  patience: number;
}

async function pressOn(look: () => Waits, { most, oneHand, patience }: PressOn): Promise<boolean> {
  let pressed = performance.now();
  for (let n = 0; n < most;) {
    const { what, query, at } = look();
    if (what === "over") return true;
    if (what === "next" && oneHand) return false;
    // At the end of a hand there is no button while others are waited for.
    const button = what === "others" ? undefined : [...document.querySelectorAll<HTMLElement>(query)][at];
    if (button) pressed = performance.now();
    if (performance.now() - pressed > patience) throw new Error("nobody answers any more");
    button?.focus();
    button?.click();
    await new Promise((done) => setTimeout(done, button ? 0 : 20));
    await new Promise(requestAnimationFrame);
    // A card that asks what to do with it is not an answer yet.
    if (button && document.querySelector(".last button") === null) n += 1;
  }
  return false;
}

/**
 * Presses the first of `ways` that is on the screen, again and again, until `wanted` is; with `press` that is pressed too,
 * in the same moment. What is on the screen for a second only is not missed, however slow the machine is.
 */
export async function pressUntil(
  page: Page,
  ways: readonly string[],
  wanted: string,
  { press = false } = {},
): Promise<void> {
  const args = JSON.stringify({ ways, wanted, press });
  await page.evaluate(`(${pressUntilSeen.toString()})(${args})`);
}

interface PressUntil {
  ways: string[];
  wanted: string;
  press: boolean;
}

async function pressUntilSeen({ ways, wanted, press }: PressUntil): Promise<void> {
  const seen = (query: string): HTMLElement | undefined =>
    [...document.querySelectorAll<HTMLElement>(query)].find((one) => one.checkVisibility());
  const deadline = performance.now() + 120_000;
  while (performance.now() < deadline) {
    const found = seen(wanted);
    if (found) {
      if (press) found.click();
      return;
    }
    // What is still offered has been answered already.
    const way = seen('.table[aria-busy="true"]') ? undefined : ways.map(seen).find((one) => one !== undefined);
    way?.click();
    await new Promise((done) => setTimeout(done, way ? 0 : 20));
    await new Promise(requestAnimationFrame);
  }
  throw new Error(`${wanted} is never on the screen`);
}

/** Waits in the page until the table asks for something. */
async function untilAsked(look: () => Waits, patience: number): Promise<Waits> {
  const began = performance.now();
  for (;;) {
    const waits = look();
    if (waits.what !== "others") return waits;
    if (performance.now() - began > patience) throw new Error("nobody answers any more");
    await new Promise(requestAnimationFrame);
  }
}

/** Plays a match to its end by the keyboard alone, always the first card that can be played. */
export async function playByKeys(page: Page, most = 400): Promise<void> {
  for (let n = 0; n < most; n++) {
    const { what, query, at, key } = await page.evaluate<Waits>(
      `(${untilAsked.toString()})(${look.toString()}, ${PATIENCE})`,
    );
    if (what === "over") return;
    if (key) await page.keyboard.press(key);
    else {
      await reach(page, query);
      if (query === ".hand button") {
        await page.keyboard.press("Home");
        for (let i = 0; i < at; i++) await page.keyboard.press("ArrowRight");
      }
      await page.keyboard.press("Enter");
    }
  }
  throw new Error(`the match did not end within ${most} answers`);
}

/** Moves the focus with Tab until it is on something of a kind. */
export async function reach(page: Page, query: string): Promise<void> {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate((query) => document.activeElement?.matches(query) ?? false, query)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${query}`);
}
