// Who plays along, as the front page says it: the animals by name, and the people at this screen.
import { t } from "../i18n/index.svelte";

/** What the engine calls the bots on the chairs, in order. */
const NAMES = ["Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Greta", "Hugo"];

/** More people than this are counted, not named. */
const MOST_NAMED = 3;

/** Everybody but the reader, for a number of people at this screen. */
export function company(seats: number, people: number): string {
  const friends = people - 1;
  const bots = seats - people;
  const named =
    bots <= MOST_NAMED
      ? Array.from({ length: bots }, (_, i) => NAMES[people + i] ?? "")
      : [t("home.animals", { n: numberWord(bots) })];
  return joined([
    ...(friends > 0 ? [friends === 1 ? t("home.friend") : t("home.friends", { n: numberWord(friends) })] : []),
    ...named,
  ]);
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? "";
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(", ")} ${t("home.and")} ${last}`;
}

/** Numbers up to twelve in words. */
export function numberWord(n: number): string {
  return t("home.numbers").split(" ")[n] ?? String(n);
}
