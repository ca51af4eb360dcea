// The cards that come with Crazier Eights; loaded with the game.

import printed from "../../generated/cards.json";
import { addCards, type Printed } from "./cards";

addCards(printed as Record<string, Printed>);
