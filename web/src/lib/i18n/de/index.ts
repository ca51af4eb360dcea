// Deutsch.
import type { Language } from "../language";
import { names } from "./names";
import { page } from "./page";
import { table } from "./table";
import { tell } from "./tell";

export const de: Language = { id: "de", page, table, tell, names, phrases: () => import("./phrases.txt?raw") };
export default de;
