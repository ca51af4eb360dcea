// Deals a game to one person and bots, as it was set up last.
import { t } from "../i18n/index.svelte";
import { chosenRules, chosenSeats, lastSetup, saveSetup } from "../last-setup.svelte";
import { settings } from "../settings.svelte";
import { randomSeed, seatPlayers, startTable } from "../start-table";

export function dealAlone(game: string): void {
  const rules = chosenRules(game);
  if (!rules) return;
  lastSetup.game = game;
  saveSetup();
  const you = settings.name.trim() || t("home.you");
  const chairs = seatPlayers(chosenSeats(game, rules.seats), [you], lastSetup.level);
  startTable({ kind: "open", request: { game, rules: rules.name, chairs, seed: randomSeed() } });
}
