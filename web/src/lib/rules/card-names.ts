// Finds the names of cards in prose, so that their pictures can stand beside them.
import type { Language } from "../i18n/language";
import type { GameModule } from "../table/game-module";
import type { Code } from "../table/types";

/** A piece of text, and the card whose name it is. */
export interface Piece {
  text: string;
  card: Code | null;
}

export interface CardNames {
  game: GameModule;
  /** The text in pieces; a card that is named again is not pictured again. */
  split(text: string): Piece[];
}

/** The names of a game's cards in a language; null for a game whose cards prose does not name. */
export function cardNames(game: GameModule, lang: Language): CardNames | null {
  if (!game.namedCards) return null;
  const byName = new Map(game.namedCards().map((code) => [game.cardName(code, lang), code]));
  const names = [...byName.keys()].sort((a, b) => b.length - a.length);
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const pattern = new RegExp(`(?<![\\p{L}-])(?:${escaped.join("|")})(?![\\p{L}-])`, "gu");
  return {
    game,
    split(text) {
      const pieces: Piece[] = [];
      const seen = new Set<Code>();
      let last = 0;
      for (const hit of text.matchAll(pattern)) {
        const card = byName.get(hit[0]);
        if (!card || seen.has(card)) continue;
        seen.add(card);
        if (hit.index > last) pieces.push({ text: text.slice(last, hit.index), card: null });
        pieces.push({ text: hit[0], card });
        last = hit.index + hit[0].length;
      }
      if (last < text.length) pieces.push({ text: text.slice(last), card: null });
      return pieces;
    },
  };
}
