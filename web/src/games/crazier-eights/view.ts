// What the board reads from the view of Crazier Eights.

import type { Done, View } from "../../generated/games/crazier-eights";
import type { Scene } from "../../lib/table/scene";
import type { Seat } from "../../lib/table/types";

/** What a seat has done in this turn; nothing before the deal. */
export function tallyOf(scene: Scene, seat: Seat | null): Done | undefined {
  return seat === null ? undefined : (scene.view as View | null)?.["this-turn"][seat];
}
