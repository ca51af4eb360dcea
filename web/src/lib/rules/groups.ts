// The composer's groups, in the order in which one plays, and the order of the questions in each of them.
import type { Field } from "./schema";

export const GROUPS = ["before", "turn", "special", "ending", "scoring", "more"] as const;
export type Group = (typeof GROUPS)[number];

/** What everybody asks first comes first. An option that is not listed follows the others of its section. */
const ORDER: Record<Group, readonly string[]> = {
  before: [
    "deal.cards",
    "deal.hand",
    "players.min",
    "players.max",
    "teams",
    "deck.cards",
    "deck.kind",
    "deck.jokers",
    "deck.leave-out",
    "deck.copies",
    "deck.names",
    "deck.packs",
    "deck.packs-for",
    "deal.with-more-packs",
    "deal.schedule",
    "dealer.next",
    "starter.wild",
    "starter.special",
    "starter.counts",
    "starter.reverse",
    "starter.back-cards",
    "starter.exchange",
    "starter.opening",
  ],
  turn: [
    "turn.direction",
    "turn.follow",
    "turn.duty",
    "turn.draw",
    "turn.after-draw",
    "several.shape",
    "several.matching",
    "several.effects",
    "several.price",
    "jump-in",
    "skip.answer",
    "skip.two-players",
    "reverse.two-players",
    "stock.empty",
    "stock.when",
    "stock.keeps",
    "stock.pressure",
  ],
  special: [
    "cards",
    "wild.names",
    "wild.when",
    "wild.same-suit",
    "wild.while-named",
    "penalty.answer",
    "penalty.other-rank",
    "penalty.sum",
    "penalty.ending",
    "penalty.first-drawn",
    "penalty.after",
    "penalty.nothing-to-draw",
  ],
  ending: [
    "hand.ends",
    "finish.ban",
    "finish.ban-cards",
    "finish.ban-for",
    "finish.breach",
    "finish.effect",
    "finish.brings-back",
    "finish.another-turn",
    "finish.doubles-on-wild",
    "last-card.forgot",
    "last-card.noticed",
    "last-card.price",
    "last-card.forgot-last",
    "last-card.false-call",
    "hand.limit",
    "hand.blocked",
    "stalemate.winner",
  ],
  scoring: ["score.mode", "match.end", "match.tie", "values"],
  // Bounds that only keep a game from going on for ever.
  more: ["stock.circling", "stalemate.turn-cap", "fuel"],
};
const PLACES = GROUPS.flatMap((group) => ORDER[group].map((path) => ({ group, path })));
const sectionOf = (path: string): string => path.split(".")[0] ?? "";

/** One question of the form: a section as a whole, or one of its fields. */
export interface Entry {
  section: Field;
  /** The field of the section; none where the section itself is asked. */
  field?: Field;
  path: string;
  group: Group;
}

/** Every question that a sheet of a game has, in the order in which they are asked. */
export function entriesOf(sections: readonly Field[]): Entry[] {
  const words = ["extends", "title", "about", "source", "names", "place", "kin"];
  return sections
    .filter(({ key }) => !words.includes(key))
    .flatMap((section): Omit<Entry, "group">[] => {
      if (section.node.kind !== "group") return [{ section, path: section.key }];
      return section.node.fields.map((field) => ({ section, field, path: `${section.key}.${field.key}` }));
    })
    .map((entry) => ({ entry, at: placeOf(entry.path) }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry, at }) => ({ ...entry, group: PLACES[Math.floor(at)]?.group ?? "more" }));
}

/** The place of an option among all of them; after the last of its section where it is not listed. */
function placeOf(path: string): number {
  const own = PLACES.findIndex((place) => place.path === path);
  if (own >= 0) return own;
  const last = PLACES.findLastIndex((place) => place.group !== "more" && sectionOf(place.path) === sectionOf(path));
  return last >= 0 ? last + 0.5 : Infinity;
}
