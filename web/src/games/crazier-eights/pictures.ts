// The pictures of the cards: cut paper on 120 × 90, one file a card, loaded with the game.

import type { Code } from "../../lib/table/types";

const files = import.meta.glob<string>("./pictures/*.svg", { query: "?raw", import: "default", eager: true });

const addresses = new Map(
  Object.entries(files).map(([path, svg]) => [
    path.replace(/^.*\/|\.svg$/g, ""),
    `data:image/svg+xml,${encodeURIComponent(svg)}`,
  ]),
);

/** The address of a card's picture; a card from somebody's own card file has none. */
export function pictureOf(code: Code): string | null {
  return addresses.get(code.replace(/~\d+$/, "")) ?? null;
}
