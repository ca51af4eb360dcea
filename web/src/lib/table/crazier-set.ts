// The cards that come with Crazier Eights; loaded only where that game is drawn or told.

import printed from "./cards.json";
import { addCards, type Printed } from "./crazier-cards";

addCards(printed as Record<string, Printed>);
