// The room of a table that the engine is still opening, so that the table is drawn before the cards arrive.
import type { OpenRequest } from "./engine/worker-api";
import { RULES, gameTitle } from "./games";
import type { Chair, Room, RulesBrief, Settings } from "../generated/wire";

/**
 * The room of a table that is about to be opened, as far as the page can know it: what bots are called comes with the real one.
 * Several people at one screen see a curtain first, and nothing is to be drawn before it.
 */
export function placeholderRoom({ game, rules, chairs }: OpenRequest): Room | null {
  if (chairs.filter((one) => "person" in one).length > 1) return null;
  const shipped = RULES.find((one) => one.game === game && one.name === rules);
  const title =
    shipped?.title ??
    (typeof rules === "object" && typeof rules["title"] === "string" ? rules["title"] : gameTitle(game));
  const seated = chairs.map((one, index) => ({
    seat: String.fromCharCode(65 + index),
    who:
      "person" in one
        ? {
            person: {
              guest: String.fromCharCode(65 + index),
              name: one.person.name,
              here: true,
              host: true,
              bot: null,
              missed: 0,
            },
          }
        : { bot: { name: "", level: one.bot.level } },
    ready: true,
  }));
  const you = seated.find(({ who }) => "person" in who)?.seat ?? null;
  return localRoom({ game, name: shipped?.name ?? "", title, about: "", hash: shipped?.hash ?? "" }, seated, you);
}

/** The room of a table in this browser, at which a match is played. */
export function localRoom(rules: RulesBrief, chairs: Chair[], you: string | null): Room {
  const settings: Settings = { public: false, "turn-seconds": null, chat: false, door: "open" };
  return {
    code: "",
    rules,
    chairs,
    you,
    guest: you ?? "",
    phase: "playing",
    may: [],
    settings,
    watchers: 0,
    watching: [],
    muted: [],
    "match-id": null,
    shuffle: null,
  };
}
