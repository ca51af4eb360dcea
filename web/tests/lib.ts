// What the browser tests share: dealing a game, and playing it through the page.
import { expect, type Page } from "@playwright/test";

/** Settings and choices are put in place before the page first runs. */
export async function prefer(page: Page, settings: Record<string, unknown>, choice: Record<string, unknown> = {}): Promise<void> {
  await page.addInitScript(
    ([settings, choice]) => {
      if (!localStorage.getItem("eights.settings")) localStorage.setItem("eights.settings", settings as string);
      if (!localStorage.getItem("eights.choice") && choice !== "{}") localStorage.setItem("eights.choice", choice as string);
    },
    [JSON.stringify({ language: "en", speed: 0, sound: false, ...settings }), JSON.stringify(choice)],
  );
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
    if (message.type() === "error" && /Content Security Policy|svelte/i.test(message.text())) errors.push(message.text());
  });
  return errors;
}

/** What the table waits for, read in one go so that nothing changes in between. */
interface Waits {
  what: "over" | "sheet" | "pick" | "curtain" | "tray" | "card" | "key" | "button" | "others";
  /** Which card of the hand, or which key. */
  at: number;
  key: string;
}

function look(page: Page): Promise<Waits> {
  return page.evaluate(() => {
    const one = (query: string): Element | null => document.querySelector(query);
    const waits = (what: Waits["what"], at = 0, key = ""): Waits => ({ what, at, key });
    if (one(".veil.final .sheet")) return waits("over");
    if (one(".veil .sheet")) return waits("sheet");
    if (one(".curtain")) return waits("curtain");
    if (one(".last button")) return waits("pick");
    // What is still offered has been answered already.
    if (one('.table[aria-busy="true"]')) return waits("others");
    if (!one(".bar.mine")) return waits("others");
    if (one(".tray button")) return waits("tray");
    const labels = [...document.querySelectorAll(".hand button")].map((card) => card.getAttribute("aria-label") ?? card.textContent ?? "");
    const at = labels.findIndex((label) => label.includes(", playable,"));
    if (at >= 0) return waits("card", at);
    const answer = one(".answer");
    const key = answer?.getAttribute("aria-keyshortcuts");
    return answer === null ? waits("others") : key ? waits("key", 0, key) : waits("button");
  });
}

/** Plays a match to its end by the keyboard alone, always the first card that can be played. */
export async function playByKeys(page: Page, most = 400): Promise<void> {
  if (!(await playSome(page, most))) throw new Error(`the match did not end within ${most} answers`);
}

/** Gives so many answers by the keyboard alone; whether the match is over then. */
export async function playSome(page: Page, most: number): Promise<boolean> {
  let idle = 0;
  for (let n = 0; n < most; n++) {
    const { what, at, key } = await look(page);
    if (what === "over") return true;
    idle = what === "others" ? idle + 1 : 0;
    if (idle > 300) throw new Error("nobody answers any more");
    if (what === "others") {
      n--;
      await page.waitForTimeout(40);
    } else if (what === "sheet") {
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
    } else if (what === "pick") await page.keyboard.press("Enter");
    else if (what === "curtain") {
      await reach(page, ".curtain button");
      await page.keyboard.press("Enter");
    } else if (what === "tray") {
      await reach(page, ".tray button");
      await page.keyboard.press("Enter");
    } else if (what === "card") {
      await reach(page, ".hand button");
      await page.keyboard.press("Home");
      for (let i = 0; i < at; i++) await page.keyboard.press("ArrowRight");
      await page.keyboard.press("Enter");
    } else if (what === "key") await page.keyboard.press(key);
    else {
      await reach(page, ".answer");
      await page.keyboard.press("Enter");
    }
  }
  return false;
}

/** Moves the focus with Tab until it is on something of a kind. */
export async function reach(page: Page, query: string): Promise<void> {
  for (let n = 0; n < 60; n++) {
    if (await page.evaluate((query) => document.activeElement?.matches(query) ?? false, query)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab never comes to ${query}`);
}
