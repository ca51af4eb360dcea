// English, which is always there.
import type { Language } from "../language";
import { crazier } from "./crazier";
import { ending } from "./ending";
import { names } from "./names";
import { page } from "./page";
import { pool } from "./pool";
import { table } from "./table";
import { narration } from "./narration";

export const en: Language = {
  id: "en",
  page,
  crazier,
  pool,
  ending,
  table,
  narration,
  names,
  questions: () => import("./questions"),
  phrases: () => import("./phrases.txt?raw"),
};
