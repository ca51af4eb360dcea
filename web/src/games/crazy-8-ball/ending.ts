// What the last screen says about a game of Crazy 8-Ball.

import type { View } from "../../generated/games/crazy-8-ball";
import type { Ending, GameModule, OfferContext } from "../../lib/table/game-module";
import type { Seat } from "../../lib/table/types";
import { fill } from "../../lib/table/words";
import { BALL_COLOURS } from "./balls";
import { inWords, spotName } from "./names";
import { SPOTS } from "./view";

/** The winning shot lies on the table: stick and cue ball under the eight. */
export const ending: NonNullable<GameModule<View>["ending"]> = (view, winners, { scene, names, lang }): Ending => {
  const w = lang.pool;
  const [winner = ""] = winners;
  const spot = SPOTS.find((spot) => {
    const top = view.tops[spot];
    return typeof top === "object" && "eight" in top;
  });
  const pile = spot === undefined ? undefined : view.table[spot];
  const [stick, cue] = Array.isArray(pile) ? pile.slice(-2) : [];
  const loser = Object.keys(view.rows).find((seat) => seat !== winner) ?? "";
  const left = view.rows[loser]?.length ?? 0;
  const facts = [{ n: view.turns, text: w.turnsPlayed }];
  if (winner !== "" && left > 0)
    facts.unshift({
      n: left,
      text: fill((loser === scene.you ? w.ballsYouHad : w.ballsLeft).split("|")[left === 1 ? 0 : 1] ?? "", {
        a: names[loser] ?? loser,
      }),
    });
  return {
    cards: spot === undefined ? [] : [...(stick ? [stick] : []), "ball-8", ...(cue ? [cue] : [])],
    text: spot === undefined ? "" : fill(w.sankIn, { p: spotName(spot, lang) }),
    facts,
  };
};

/** How far a seat came, in place of points. */
export function standing(view: View, seat: Seat, { lang }: OfferContext): string {
  const left = view.rows[seat]?.length ?? BALL_COLOURS.length;
  const won = SPOTS.some((spot) => {
    const top = view.tops[spot];
    return typeof top === "object" && "eight" in top && top.eight === seat;
  });
  if (won) return lang.pool.allDown;
  const down = BALL_COLOURS.length - left;
  return down === 0 ? lang.pool.noneDown : fill(lang.pool.downOf, { k: inWords(down, lang) });
}
