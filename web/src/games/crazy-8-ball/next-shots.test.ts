// The panel of next shots, from recorded views.
import { expect, test } from "vitest";
import type { View } from "../../generated/games/crazy-8-ball";
import { de } from "../../lib/i18n/de";
import { en } from "../../lib/i18n/en";
import { tapes } from "../../lib/table/fixtures";
import { playsOf } from "../../lib/table/offers";
import { BALL_COLOURS } from "./balls";
import { grouped, nextShots, offeredShots } from "./next-shots";
import { describeGroup, describeShot, shortly, shotLabel } from "./shot-words";

const { room, updates } = tapes.ball2;
const you = room.you ?? "";
const at = (step: number): { view: View; plays: ReturnType<typeof playsOf> } => {
  const update = updates.find((update) => update.step === step);
  if (!update) throw new Error(`the tape has no step ${step}`);
  return { view: update.view as View, plays: playsOf(update.offers) };
};
const told = (view: View, plays: ReturnType<typeof playsOf>, lang = en): string[] =>
  nextShots(view, you, plays).map((shot) => {
    const { title, text } = describeShot(shot, true, lang);
    return `${title} ${text}`;
  });

test("whenever a shot is offered nothing is missing for its ball, and the other way round", () => {
  const acting = updates.filter((update) => update.asks === you && (update.view as View).step === "act");
  expect(acting.length).toBeGreaterThan(3);
  for (const update of acting) {
    const plays = playsOf(update.offers);
    const rows = nextShots(update.view as View, you, plays);
    const offered = new Set(
      plays
        .filter(({ verb }) => verb === "shoot")
        .flatMap(({ names }) => names)
        .filter((name) => name !== "8"),
    );
    expect(
      new Set(
        rows.filter(({ ball, missing }) => ball !== "8" && missing.length === 0).map(({ ball }) => ball as string),
      ),
      `step ${update.step}`,
    ).toEqual(offered);
    expect(rows.map(({ ball }) => ball)).toEqual(expect.arrayContaining((update.view as View).rows[you] ?? []));
  }
});

test("what is there and what is missing is said in words, fewest missing first", () => {
  const { view, plays } = at(152);
  expect(told(view, plays)).toEqual([
    "Blue: Still missing: a cue ball. You have the stick. Three pockets are open.",
    "Purple: Still missing: a cue stick. You have the cue ball. The far right corner is open.",
    "Maroon: Still missing: a cue stick. You have the cue ball. The far left corner is open.",
  ]);
  expect(told(view, plays, de)[1]).toBe(
    "Violett: Es fehlt noch: ein Queue. Den Spielball hast du. Eine Tasche ist offen: oben rechts.",
  );
  expect(shortly(nextShots(view, you, plays), en)).toEqual(["Blue: cue ball.", "Purple and maroon: cue stick."]);
});

test("balls for which nothing is there yet share one row, and no ball is left out", () => {
  for (const update of updates) {
    const rows = nextShots(update.view as View, you, playsOf(update.offers));
    for (const low of [false, true]) {
      const groups = grouped(rows, low);
      expect(groups.flat().length).toBe(rows.length);
      expect(new Set(groups.flat())).toEqual(new Set(rows));
      // What is said of the first is true of all.
      for (const group of groups)
        expect(new Set(group.map((shot) => describeShot(shot, true, en, true).text)).size, `step ${update.step}`).toBe(
          1,
        );
    }
    const bare = grouped(rows).filter(([first]) => first?.missing.length === 3 && !first.holdsPocket);
    expect(bare.length).toBeLessThan(2);
  }
  const row = (colour: (typeof BALL_COLOURS)[number]) => ({
    ball: colour,
    colour,
    missing: ["stick" as const, "cue" as const, "pocket" as const],
    pockets: [],
    holdsPocket: false,
    room: "both" as const,
    plays: [],
  });
  expect(describeGroup([row("blue"), row("red")], true, en)).toEqual({
    title: "Blue and red:",
    text: "Still missing: stick, cue ball and pocket.",
  });
});

test("a missing pocket is named with its colour and where it could lie", () => {
  const { view, plays } = at(152);
  const closed: View = { ...view, tops: { ...view.tops, NW: "nothing" } };
  expect(told(closed, plays)[2]).toBe(
    "Maroon: Still missing: a cue stick and a pocket with maroon. You have the cue ball. Lay your pocket first.",
  );
  const sides: View = { ...closed, tops: { ...closed.tops, N: { pocket: "pocket-red" } } };
  expect(told(sides, plays)[2]).toContain("a corner pocket with maroon");
  const open = { pocket: "pocket-yellow-red" };
  const corners: View = { ...view, tops: { ...view.tops, NW: open, NE: open, SW: open, SE: open } };
  expect(told(corners, plays)[2]).toContain("a side pocket with maroon");
  const full: View = {
    ...corners,
    tops: { ...corners.tops, N: { pocket: "pocket-red" }, S: { pocket: "pocket-red" } },
  };
  expect(told(full, plays)[0]).toContain("a free place for a pocket with blue");
});

test("a shot that is offered comes first and says that everything is here", () => {
  const { view } = at(152);
  const held: View = {
    ...view,
    table: { ...view.table, [`hand ${you}`]: ["stick-maroon", "cue-maroon", "stick-blue", "cue-blue"] },
  };
  const plays = playsOf([
    { say: "shoot blue at S", verb: "shoot", cards: ["stick-blue", "cue-blue"], places: ["S"], names: ["blue"] },
    {
      say: "shoot maroon at NW",
      verb: "shoot",
      cards: ["stick-maroon", "cue-maroon"],
      places: ["NW"],
      names: ["maroon"],
    },
    {
      say: "shoot blue at S and maroon at NW",
      verb: "shoot",
      cards: ["stick-blue", "cue-blue", "stick-maroon", "cue-maroon"],
      places: ["S", "NW"],
      names: ["blue", "maroon"],
    },
  ]);
  expect(told(held, plays).slice(0, 2)).toEqual([
    "Blue: everything is here. Stick, cue ball and three pockets.",
    "Maroon: everything is here. Stick, cue ball and the far left corner.",
  ]);
  expect(offeredShots(plays).map((play) => shotLabel(play, false, en))).toEqual([
    "Shoot blue and maroon together",
    "Shoot the blue ball",
    "Shoot the maroon ball",
  ]);
  expect(offeredShots(plays).map((play) => shotLabel(play, true, de))).toEqual([
    "Blau und Weinrot zusammen stoßen, unten in der Mitte + oben links",
    "Die blaue Kugel stoßen, unten in der Mitte",
    "Die weinrote Kugel stoßen, oben links",
  ]);
});

test("with only the eight left the row is for the colour with which least is missing", () => {
  const { view } = at(152);
  const last: View = { ...view, rows: { ...view.rows, [you]: [] } };
  expect(told(last, [])).toEqual([
    "The 8 with blue: Still missing: a cue ball. You have the stick. Three pockets are open.",
  ]);
  const held: View = {
    ...last,
    table: { ...last.table, [`hand ${you}`]: ["stick-purple", "cue-purple", "cue-blue", "cue-red"] },
  };
  const plays = playsOf([
    {
      say: "shoot 8 with purple at NE",
      verb: "shoot",
      cards: ["stick-purple", "cue-purple"],
      places: ["NE"],
      names: ["8"],
    },
  ]);
  expect(told(held, plays)).toEqual([
    "The 8 with purple: everything is here. Stick, cue ball and the far right corner.",
  ]);
  expect(shotLabel(plays[0]!, false, en)).toBe("Shoot the 8");
  expect(BALL_COLOURS).toHaveLength(7);
});
