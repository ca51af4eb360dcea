// The next shots in words.

import type { Language } from "../../lib/i18n/language";
import type { Play } from "../../lib/table/offers";
import { fill } from "../../lib/table/words";
import { capital, inWords, spotName } from "./names";
import type { NextShot, Part } from "./next-shots";

export interface ShotWords {
  title: string;
  text: string;
}

/** The name of the ball of a row: "Blue", "The 8 with red". */
export function ballOf({ ball, colour, missing }: NextShot, { names, pool }: Language): string {
  const c = names.colours[colour] ?? colour;
  if (ball !== "8") return capital(c);
  return missing.length < 3 ? fill(pool.eightWith, { c }) : pool.eight;
}

/** What is there, and what is missing. `asked` is whether the reader may act now; a brief one says only what is missing. */
export function describeShot(shot: NextShot, asked: boolean, lang: Language, brief = false): ShotWords {
  const w = lang.pool;
  const b = ballOf(shot, lang);
  if (shot.missing.length === 0) {
    const [only] = shot.pockets;
    const p =
      shot.pockets.length === 1 && only
        ? fill(w.here1, { p: spotName(only, lang) })
        : fill(w.hereMany, { k: inWords(shot.pockets.length, lang) });
    const text = brief ? "" : fill(w.hereWith, { p });
    return { title: fill(w.isHere, { b }), text: asked ? text : `${text} ${w.notYet}`.trim() };
  }
  const parts = shot.missing.map((part) =>
    part === "pocket" ? missingPocket(shot, lang) : part === "stick" ? w.aStick : w.aCue,
  );
  const missing = parts.length === 3 ? w.allThree : fill(w.missing, { x: listed(parts, lang) });
  return { title: `${b}:`, text: [missing, ...(brief ? [] : there(shot, lang))].join(" ") };
}

/** The same for balls that share a row. */
export function describeGroup(group: readonly NextShot[], asked: boolean, lang: Language, brief = false): ShotWords {
  const [only] = group;
  if (only && group.length === 1) return describeShot(only, asked, lang, brief);
  const colours = group.map(({ colour }) => lang.names.colours[colour] ?? colour);
  // They share a row because they lack the same, and none of it depends on the colour.
  const text = only ? describeShot(only, asked, lang, true).text : "";
  return { title: `${capital(listed(colours, lang))}:`, text };
}

/** Only what is missing, in a few words: balls that lack the same are told together. */
export function shortly(shots: readonly NextShot[], lang: Language): string[] {
  const w = lang.pool;
  const words: Record<Part, string> = { stick: w.shortStick, cue: w.shortCue, pocket: w.shortPocket };
  const lacks = (shot: NextShot): string => shot.missing.join();
  return [...new Set(shots.map(lacks))].map((lack) => {
    const same = shots.filter((shot) => lacks(shot) === lack);
    const parts = same[0]?.missing ?? [];
    const x =
      parts.length === 3
        ? w.shortAll
        : parts.length === 0
          ? w.shortNone
          : listed(
              parts.map((part) => words[part]),
              lang,
            );
    return capital(
      fill(w.short, {
        b: listed(
          same.map((shot) => lang.names.colours[shot.colour] ?? shot.colour),
          lang,
        ),
        x,
      }),
    );
  });
}

function missingPocket({ room, colour }: NextShot, { names, pool: w }: Language): string {
  const text = { corner: w.aCorner, side: w.aSide, both: w.aPocket, none: w.noPlace }[room];
  return fill(text, { c: names.colours[colour] ?? colour });
}

function there({ missing, pockets, holdsPocket }: NextShot, lang: Language): string[] {
  const w = lang.pool;
  const [stick, cue] = [!missing.includes("stick"), !missing.includes("cue")];
  const found: string[] = [];
  if (stick && cue) found.push(w.haveBoth);
  else if (stick) found.push(w.haveStick);
  else if (cue) found.push(w.haveCue);
  const [only] = pockets;
  if (only && pockets.length === 1) found.push(fill(w.open1, { p: spotName(only, lang) }));
  else if (only) found.push(capital(fill(w.openMany, { k: inWords(pockets.length, lang) })));
  else if (holdsPocket) found.push(w.layFirst);
  return found;
}

function listed(parts: readonly string[], { table }: Language): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} ${table.and} ${parts.at(-1)}` : (parts[0] ?? "");
}

/** "Shoot the blue ball", with its pocket where that has to be said. */
export function shotLabel(play: Play, withPocket: boolean, lang: Language): string {
  const { names, pool: w } = lang;
  const balls = play.names.map((ball) => (ball === "8" ? w.theEight : (names.colours[ball] ?? ball)));
  const [ball = ""] = play.names;
  const x =
    play.names.length > 1
      ? capital(fill(w.shootBoth, { x: listed(balls, lang) }))
      : ball === "8"
        ? w.shootEight
        : fill(w.shootBall, { c: names.ballColours[ball] ?? ball });
  return withPocket ? fill(w.shootAt, { x, p: play.places.map((spot) => spotName(spot, lang)).join(" + ") }) : x;
}
