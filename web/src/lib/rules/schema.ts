// A form out of a JSON Schema: what can be asked, and how. Knows schemas, not rules.

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Sheet = { [key: string]: Json };

/** Something that can be filled in. */
export type Node =
  | { kind: "choice"; options: Option[] }
  | { kind: "number"; min: number; max: number; optional: boolean }
  | { kind: "text"; optional: boolean }
  | { kind: "flag" }
  | { kind: "group"; fields: Field[] }
  | { kind: "list"; of: Node }
  | { kind: "map"; of: Node; /** Keys that somebody might write, as the schema names them. */ examples: string[] };

/** One of several answers: a plain word, or something with more in it. */
export interface Option {
  name: string;
  about: string;
  /** The word itself, where the answer is a plain word. */
  word?: string;
  node?: Node;
}

export interface Field {
  key: string;
  about: string;
  node: Node;
  default: Json | undefined;
  required: boolean;
}

interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  const?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: boolean | Schema;
  description?: string;
  default?: Json;
  minimum?: number;
  maximum?: number;
}

const SCHEMAS = import.meta.glob<unknown>("../../../../schema/*.schema.json", { import: "default" });

/** The schema of a game's sheets, with its words; the engine checks sheets against one without. */
export async function loadSchema(game: string): Promise<unknown> {
  const load = SCHEMAS[`../../../../schema/${game}.schema.json`];
  if (!load) throw new Error(`no schema for ${game}`);
  return load();
}

/** The fields of a whole sheet. */
export function fieldsOf(schema: unknown): Field[] {
  const root = schema as Schema;
  const node = nodeOf(root, root.$defs ?? {});
  return node.kind === "group" ? node.fields : [];
}

function nodeOf(schema: Schema, defs: Record<string, Schema>): Node {
  const known = schema.$ref ? defs[schema.$ref.replace("#/$defs/", "")] : undefined;
  if (known) return nodeOf(known, defs);
  const several = schema.oneOf ?? schema.anyOf;
  if (several) return { kind: "choice", options: several.flatMap((one) => optionsOf(one, defs)) };
  if (schema.enum) return { kind: "choice", options: schema.enum.map((word) => ({ name: word, about: "", word })) };
  const types = [schema.type ?? "object"].flat();
  const optional = types.includes("null");
  if (types.includes("integer")) {
    return { kind: "number", min: schema.minimum ?? 0, max: schema.maximum ?? 65_535, optional };
  }
  if (types.includes("boolean")) return { kind: "flag" };
  if (types.includes("string")) return { kind: "text", optional };
  if (types.includes("array")) return { kind: "list", of: nodeOf(schema.items ?? { type: "string" }, defs) };
  if (schema.properties) return { kind: "group", fields: group(schema, defs) };
  const of = typeof schema.additionalProperties === "object" ? schema.additionalProperties : { type: "string" };
  const examples = [...(schema.description ?? "").matchAll(/`([^`{]+)`/g)].flatMap(([, key]) => (key ? [key] : []));
  return { kind: "map", of: nodeOf(of, defs), examples };
}

function group(schema: Schema, defs: Record<string, Schema>): Field[] {
  return Object.entries(schema.properties ?? {}).map(([key, inner]) => ({
    key,
    about: plain(inner.description ?? ""),
    node: nodeOf(inner, defs),
    default: inner.default,
    required: schema.required?.includes(key) ?? false,
  }));
}

function optionsOf(schema: Schema, defs: Record<string, Schema>): Option[] {
  const about = plain(schema.description ?? "");
  if (schema.const !== undefined) return [{ name: schema.const, about, word: schema.const }];
  const node = nodeOf(schema, defs);
  // A choice inside of a choice is one longer list.
  if (node.kind === "choice") return node.options;
  const only = node.kind === "group" && node.fields.length === 1 ? node.fields[0]?.key : undefined;
  return [{ name: only ? `${only} …` : node.kind, about, node }];
}

/** The first thing to put where nothing is. */
export function blank(node: Node): Json {
  switch (node.kind) {
    case "choice":
      return optionValue(node.options[0]);
    case "number":
      return node.optional ? null : node.min;
    case "text":
      return node.optional ? null : "";
    case "flag":
      return false;
    case "list":
      return [];
    case "map":
      return {};
    case "group":
      return Object.fromEntries(
        node.fields.filter((field) => field.required).map((f) => [f.key, f.default ?? blank(f.node)]),
      );
  }
}

export function optionValue(option: Option | undefined): Json {
  if (!option) return null;
  return option.word ?? (option.node ? blank(option.node) : null);
}

/** Which of the options a value is; -1 for none of them. */
export function chosen(options: readonly Option[], value: Json | undefined): number {
  return options.findIndex((option) =>
    option.word !== undefined ? option.word === value : option.node ? fits(option.node, value) : false,
  );
}

/** Whether a value has the shape of a node. */
export function fits(node: Node, value: Json | undefined): boolean {
  const object = typeof value === "object" && value !== null && !Array.isArray(value);
  switch (node.kind) {
    case "choice":
      return chosen(node.options, value) >= 0;
    case "number":
      return typeof value === "number" || (node.optional && value === null);
    case "text":
      return typeof value === "string" || (node.optional && value === null);
    case "flag":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value);
    case "map":
      return object;
    case "group":
      return (
        object &&
        Object.keys(value).every((key) => node.fields.some((field) => field.key === key)) &&
        node.fields.every((field) => !field.required || field.key in value)
      );
  }
}

/** `after-draw` as people write it. */
export function human(key: string): string {
  const words = key.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function plain(text: string): string {
  return text.replaceAll("`", "").replaceAll("\n", " ");
}
