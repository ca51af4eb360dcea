// A sheet of house rules: a base set and what is changed in it.
import type { Problem } from "../engine/worker-api";
import type { Field, Json, Sheet } from "./schema";

const TABLES = (value: Json | undefined): value is Sheet =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function same(a: Json | undefined, b: Json | undefined): boolean {
  return JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));
}

function sorted(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((one) => sorted(one) as Json);
  if (!TABLES(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key]) as Json]),
  );
}

/** What holds for a field of a section: the change, else the base, else the default. */
export function holds(sheet: Sheet, base: Sheet, section: Field, key?: string): Json | undefined {
  const own = sheet[section.key];
  const from = base[section.key] ?? section.default;
  if (key === undefined) return own ?? from;
  const inner = section.node.kind === "group" ? section.node.fields.find((field) => field.key === key) : undefined;
  const ownValue = TABLES(own) ? own[key] : undefined;
  const fromValue = TABLES(from) ? from[key] : undefined;
  return ownValue ?? fromValue ?? inner?.default;
}

/** What the base says of a field. */
export function ofBase(base: Sheet, section: Field, key?: string): Json | undefined {
  return holds({}, base, section, key);
}

/** The sheet with one value changed; a value that the base has anyway is no change. */
export function change(sheet: Sheet, base: Sheet, section: Field, key: string | undefined, value: Json): Sheet {
  const next: Sheet = { ...sheet };
  if (key === undefined) {
    if (same(value, ofBase(base, section))) delete next[section.key];
    else next[section.key] = value;
    return next;
  }
  const own: Sheet = TABLES(next[section.key]) ? { ...(next[section.key] as Sheet) } : {};
  if (same(value, ofBase(base, section, key))) delete own[key];
  else own[key] = value;
  if (Object.keys(own).length === 0) delete next[section.key];
  else next[section.key] = own;
  return next;
}

/** The sheet without what it says about one entry of a section. */
export function unset(sheet: Sheet, section: Field, key: string): Sheet {
  const own = sheet[section.key];
  if (!TABLES(own)) return sheet;
  const { [key]: _, ...rest } = own;
  const { [section.key]: __, ...others } = sheet;
  return Object.keys(rest).length > 0 ? { ...others, [section.key]: rest } : others;
}

/** How many things are changed. */
export function changes(sheet: Sheet): number {
  const words = ["extends", "title", "about", "source", "names", "place", "kin"];
  const count = (value: Json): number => (TABLES(value) ? Object.keys(value).length : 1);
  return Object.entries(sheet).reduce((sum, [key, value]) => sum + (words.includes(key) ? 0 : count(value)), 0);
}

/** The problems of one field. */
export function problemsAt(problems: readonly Problem[], path: string): Problem[] {
  return problems.filter((problem) => {
    const at = problem.path.replaceAll('"', "");
    return at === path || at.startsWith(`${path}.`) || at.startsWith(`${path}[`);
  });
}
