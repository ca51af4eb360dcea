// The names of the cards and positions of Crazy 8-Ball.

import type { Language } from "../../lib/i18n/language";

/** What a card is drawn and named as. Balls and the parts of the table are cards too, but nobody holds them. */
export type Kind =
  "stick" | "cue" | "corner" | "side" | "block" | "wild" | "solid" | "stripe" | "eight" | "tableCorner" | "tableMiddle";

export interface BallCard {
  kind: Kind;
  colours: string[];
}

/** The kind and the colours of a card: `stick-red`, `pocket-blue-red`, `block-wild`, `ball-8`, `table-corner`. */
export function ballCard(code: string, striped = false): BallCard {
  const [word = "", ...rest] = code.split("-");
  if (word === "block" && rest[0] === "wild") return { kind: "wild", colours: [] };
  if (word === "table") return { kind: rest[0] === "corner" ? "tableCorner" : "tableMiddle", colours: [] };
  if (word === "ball")
    return rest[0] === "8" ? { kind: "eight", colours: [] } : { kind: striped ? "stripe" : "solid", colours: rest };
  if (word === "pocket") return { kind: rest.length > 1 ? "corner" : "side", colours: rest };
  return { kind: word as Kind, colours: rest };
}

/** "red cue stick", "blue and red corner pocket". */
export function ballCardName(code: string, { names: w, pool }: Language): string {
  const { kind, colours } = ballCard(code);
  if (kind === "wild") return w.wildBlock;
  if (kind === "eight") return pool.eightName;
  return w.ball(
    w.kinds[kind] ?? kind,
    colours.map((colour) => w.colours[colour] ?? colour),
  );
}

/** One such card in a sentence: "a red cue stick", "a corner pocket, blue and red". */
export function oneBallCard(code: string, { names: w }: Language): string {
  const { kind, colours } = ballCard(code);
  return w.oneBall(
    kind === "wild" ? w.wildBlock : (w.kinds[kind] ?? kind),
    colours.map((colour) => w.colours[colour] ?? colour),
  );
}

/** A position of the pool table. */
export function spotName(spot: string, lang: Language): string {
  return lang.names.spots[spot] ?? spot;
}

/** A number in a sentence, up to twelve in words. */
export const inWords = (n: number, lang: Language): string => lang.names.numbers[n] ?? String(n);

/** A sentence begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
