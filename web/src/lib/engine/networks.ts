// The networks of strong bots.
import { keptOrFetched } from "./kept";

/** The weights of a game's network; null if it has none or they cannot be fetched. */
export async function weightsOf(game: string): Promise<Uint8Array | null> {
  const answer = await keptOrFetched(`${game}.bin`);
  return answer && new Uint8Array(await answer.arrayBuffer());
}
