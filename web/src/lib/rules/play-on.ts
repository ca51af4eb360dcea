// Goes on from a position of the rulebook at a table of one's own.
import { callEngine } from "../engine/engine";
import { t } from "../i18n/index.svelte";
import { settings } from "../settings.svelte";
import { randomSeed, startTable } from "../start-table";

/** Opens a table at a line of an example, with the reader in the seat to move. */
export async function playOn(example: string, line: number): Promise<void> {
  const name = settings.name.trim() || t("home.you");
  const request = await callEngine("examplePlayOn", example, line, name, "casual", randomSeed());
  startTable({ kind: "open", request });
}
