// Every page and state: no finding of axe in both themes, and no overflow, overlap or tiny target at three widths.
import { expect, test, type Page } from "@playwright/test";
import { expectAccessible } from "./axe";
import { deal, openTable, playSome, prefer, pressUntil, watchErrors } from "./lib";

/** Deals; cards are drawn one after the other, and have no names before. */
async function dealt(page: Page, game: string): Promise<void> {
  await deal(page, game);
  await page.waitForSelector(".hand.settled");
}

/** Chooses how a game is dealt, and deals it. */
async function dealTo(page: Page, game: string, seats: number, settings: Record<string, unknown> = {}): Promise<void> {
  await page.goto("/settings");
  await page.evaluate(
    ([game, seats, settings]) => {
      const choice = { game, seats: { [game as string]: seats }, level: "newcomer" };
      localStorage.setItem("eights.choice", JSON.stringify(choice));
      const kept = JSON.parse(localStorage.getItem("eights.settings") ?? "{}") as object;
      localStorage.setItem("eights.settings", JSON.stringify({ ...kept, ...(settings as object) }));
    },
    [game, seats, settings] as const,
  );
  await deal(page, game);
}

const PAGES: Record<string, (page: Page) => Promise<unknown>> = {
  home: (page) => page.goto("/"),
  tables: (page) => page.goto("/tables"),
  rules: (page) => page.goto("/rules"),
  ruleset: async (page) => {
    await page.goto("/rules/crazy-eights/score-race");
    await page.waitForSelector("dl");
  },
  compose: async (page) => {
    await page.goto("/compose/crazy-eights/action");
    await page.waitForSelector("[id='deal.cards']");
  },
  rulebook: (page) => page.goto("/rulebook"),
  "rulebook page": async (page) => {
    await page.goto("/rulebook/crazier-eights/card-pooka");
    await page.waitForSelector("article h1");
  },
  "first hand": async (page) => {
    await page.goto("/learn/crazier-eights");
    await page.waitForSelector(".slot.hinted");
  },
  history: (page) => page.goto("/history"),
  "history of games": async (page) => {
    await page.goto("/history");
    await page.waitForSelector(".panel a");
    await page.evaluate(played);
    await page.reload();
    await page.waitForSelector(".sums");
  },
  "chapters of a game": async (page) => {
    await page.goto("/rules/crazier-eights");
    await page.waitForSelector(".contents li");
  },
  lobby: async (page) => {
    await openTable(page, { seats: 4, bots: { C: "normal" } });
  },
  settings: (page) => page.goto("/settings"),
  "missing table": (page) => page.goto("/t/NONE"),
  "missing game": async (page) => {
    await page.goto("/play/none");
    await page.waitForSelector(".notice");
  },
  lost: (page) => page.goto("/no/such/page/at/all"),
  "table of Crazy Eights": (page) => dealt(page, "crazy-eights"),
  "table of Crazier Eights": (page) => dealt(page, "crazier-eights"),
  "table of Crazy 8-Ball": (page) => dealt(page, "crazy-8-ball"),
  "end of a hand": async (page) => {
    await dealTo(page, "crazy-eights", 3);
    await playSome(page, 200, true);
    await page.getByRole("button", { name: "wait" }).click();
  },
  "end of a match": async (page) => {
    await dealTo(page, "crazier-eights", 2);
    await playSome(page, 400);
    await page.waitForSelector(".match-end");
  },
  "card that was played": async (page) => {
    await dealTo(page, "crazier-eights", 2, { speed: 1 });
    // Whose turn it is does not matter: sooner or later somebody plays a card.
    await pressUntil(page, [".answer", ".tray button", ".seat .pick"], ".presented .stop", { press: true });
  },
  "gallery, a card read": async (page) => {
    await page.goto("/rulebook/crazier-eights/cards");
    await page.locator(".gallery [data-card]").first().click();
    await page.waitForSelector("dialog[open]");
  },
  "question of the composer": async (page) => {
    await page.goto("/compose/crazy-eights/action");
    await page.getByRole("button", { name: /^Special cards/ }).click();
    await page
      .getByRole("button", { name: /^Change / })
      .first()
      .click();
    await page.waitForSelector(".edit");
  },
};

for (const [name, go] of Object.entries(PAGES)) {
  test(`axe finds nothing, and nothing overflows or overlaps: ${name}`, async ({ page }) => {
    const errors = watchErrors(page);
    await prefer(page, { speed: 0 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await go(page);
    // What a page shows may come in parts of its own.
    await page.waitForLoadState("networkidle");
    await expectAccessible(page, name);
    for (const [width, height] of [
      [1440, 900],
      [768, 1024],
      [360, 740],
    ] as const) {
      await page.setViewportSize({ width, height });
      // Cards that fly or turn need a moment; then everything must lie right.
      await expect.poll(() => page.evaluate(geometry), { message: `${name} at ${width}` }).toEqual([]);
    }
    // German words are longer, and some people want all text larger; the narrower screens must hold them too.
    for (const [how, set, screens] of [
      [
        "in German",
        { language: "de" },
        [
          [360, 740],
          [768, 1024],
        ],
      ],
      [
        "in large German",
        { language: "de", text: 1.3 },
        [
          [360, 740],
          [768, 1024],
          [1024, 768],
        ],
      ],
    ] as const) {
      await page.evaluate((set) => {
        const kept = JSON.parse(localStorage.getItem("eights.settings") ?? "{}") as object;
        localStorage.setItem("eights.settings", JSON.stringify({ ...kept, ...set }));
      }, set);
      await page.reload();
      await expect(page.locator("html")).toHaveAttribute("lang", "de");
      for (const [width, height] of screens) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate(geometry), { message: `${name} ${how} at ${width}` }).toEqual([]);
      }
    }
    expect(errors).toEqual([]);
  });
}

/** Keeps some matches and an unfinished game, as if they had been played: runs in the page. */
function played(): Promise<unknown> {
  return new Promise((done, fail) => {
    const asked = indexedDB.open("eights");
    asked.onerror = fail;
    asked.onsuccess = () => {
      const kept = asked.result.transaction(["matches", "games"], "readwrite");
      const common = { at: Date.now(), title: "Action cards", names: ["You", "Ben"] };
      ["crazy-eights", "crazier-eights", "crazy-8-ball"].forEach((game, i) => {
        kept.objectStore("matches").put({
          ...common,
          id: `m${i}`,
          game,
          hash: "",
          people: [0],
          winners: [i === 1 ? "B" : "A"],
          points: {},
          steps: 120 + i,
          journal: "",
        });
      });
      kept.objectStore("games").put({ ...common, id: "g", game: "crazy-eights", step: 3, save: "" });
      kept.oncomplete = done;
      kept.onerror = fail;
    };
  });
}

/** What is wrong with the layout: runs in the page. */
function geometry(): string[] {
  const wrong: string[] = [];
  const name = (one: Element): string =>
    `${one.tagName.toLowerCase()}.${one.getAttribute("class") ?? ""} "${(one.getAttribute("aria-label") ?? one.textContent ?? "").trim().slice(0, 30)}"`;
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width)
    wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${width}`);
  const shown = (one: Element): boolean =>
    one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    one.closest("[aria-hidden=true], .sr, .skip") === null;
  const scrolls = (one: Element): boolean => {
    for (let up = one.parentElement; up; up = up.parentElement)
      if (
        /(auto|scroll)/.test(getComputedStyle(up).overflowX + getComputedStyle(up).overflowY) &&
        up !== document.documentElement
      )
        return true;
    return false;
  };
  const targets = [...document.querySelectorAll("main button, main a[href], main select, main input, nav a")].filter(
    shown,
  );
  const boxes = targets.map((one) => {
    const outer =
      one instanceof HTMLInputElement && /radio|checkbox/.test(one.type) ? (one.closest("label") ?? one) : one;
    return { one, outer, box: outer.getBoundingClientRect() };
  });
  for (const { one, box } of boxes) {
    if (box.width === 0 || scrolls(one)) continue;
    if (box.left < -1 || box.right > width + 1)
      wrong.push(`${name(one)} sticks out: ${Math.round(box.left)}–${Math.round(box.right)} of ${width}`);
    // Nobody likes to read a column of single words.
    if (one.matches(".list .what") && box.width < width / 2)
      wrong.push(`${name(one)} is squeezed into ${Math.round(box.width)} of ${width}`);
    // A link in running text may be as high as its line; everything else can be hit by a thumb.
    const inText = one.tagName === "A" && one.closest("p, li p, .hint") !== null;
    if (!inText && !one.closest(".table") && Math.min(box.height, Math.max(box.width, box.height)) < 43.5)
      wrong.push(`${name(one)} is only ${Math.round(box.width)}×${Math.round(box.height)}`);
  }
  // Two things to press never lie on each other, but in a fan of cards.
  const flat = boxes.filter(
    ({ one, box }) => box.width > 0 && !one.closest(".table, .frame > header nav") && !one.closest("dialog"),
  );
  for (let i = 0; i < flat.length; i++) {
    for (let j = i + 1; j < flat.length; j++) {
      const [a, b] = [flat[i], flat[j]];
      if (!a || !b || a.outer === b.outer || a.outer.contains(b.one) || b.outer.contains(a.one)) continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 1 && down > 1) wrong.push(`${name(a.one)} lies on ${name(b.one)}`);
    }
  }
  return wrong;
}
