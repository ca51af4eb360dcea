// The little Markdown that the rulebook uses, as a list of parts. Texts stay texts: nothing is ever put in as HTML.

export type Inline =
  { kind: "text" | "code" | "strong" | "em"; text: string } | { kind: "link"; text: string; to: string };

export type Part =
  | { kind: "heading"; level: number; text: Inline[] }
  | { kind: "para" | "quote"; text: Inline[] }
  | { kind: "list"; items: Inline[][]; ordered: boolean }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  /** An example that can be played; the line of the page on which its fence stands, from 1. */
  | { kind: "play"; text: string; line: number };

export function parts(page: string): Part[] {
  const lines = page.split("\n");
  const found: Part[] = [];
  let at = 0;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const fence = /^\s*(`{3,})\s*(\S*)/.exec(line);
    if (fence) {
      const end = lines.findIndex((one, i) => i > at && one.trim() === fence[1]);
      const last = end < 0 ? lines.length : end;
      const text = lines.slice(at + 1, last).join("\n");
      found.push(fence[2] === "play" ? { kind: "play", text, line: at + 1 } : { kind: "code", text });
      at = last + 1;
    } else if (line.trim() === "") at += 1;
    else {
      const [part, next] = block(lines, at);
      found.push(part);
      at = next;
    }
  }
  return found;
}

function block(lines: string[], at: number): [Part, number] {
  const line = lines[at] ?? "";
  const heading = /^(#{1,6})\s+(.*)$/.exec(line);
  if (heading) return [{ kind: "heading", level: heading[1]?.length ?? 1, text: inline(heading[2] ?? "") }, at + 1];
  const run = (fits: (line: string) => boolean): number => {
    let end = at;
    while (end < lines.length && fits(lines[end] ?? "")) end += 1;
    return end;
  };
  if (/^>/.test(line)) {
    const end = run((one) => /^>/.test(one));
    const text = lines
      .slice(at, end)
      .map((one) => one.replace(/^>\s?/, ""))
      .join(" ");
    return [{ kind: "quote", text: inline(text) }, end];
  }
  if (/^\|/.test(line)) {
    const end = run((one) => /^\|/.test(one));
    const rows = lines
      .slice(at, end)
      .filter((one) => !/^\|[\s:|-]+\|?$/.test(one))
      .map(cells);
    return [{ kind: "table", head: rows[0] ?? [], rows: rows.slice(1) }, end];
  }
  const bullet = /^\s*([-*]|\d+\.)\s+/;
  if (bullet.test(line)) {
    const end = run((one) => one.trim() !== "" && (bullet.test(one) || /^\s{2,}\S/.test(one)));
    const items: string[] = [];
    for (const one of lines.slice(at, end)) {
      if (bullet.test(one)) items.push(one.replace(bullet, ""));
      else items[items.length - 1] += ` ${one.trim()}`;
    }
    return [{ kind: "list", ordered: /^\s*\d/.test(line), items: items.map(inline) }, end];
  }
  const end = run((one) => one.trim() !== "" && !/^(#|>|\||\s*```)/.test(one) && !bullet.test(one));
  return [{ kind: "para", text: inline(lines.slice(at, Math.max(end, at + 1)).join(" ")) }, Math.max(end, at + 1)];
}

function cells(row: string): Inline[][] {
  return row
    .replace(/^\||\|\s*$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));
}

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*(?! )([^*]*[^* ])\*|\[([^\]]+)\]\(([^)]+)\)/g;
  let last = 0;
  for (const hit of text.matchAll(pattern)) {
    if (hit.index > last) found.push({ kind: "text", text: text.slice(last, hit.index) });
    const [whole, code, strong, em, label, to] = hit;
    if (code !== undefined) found.push({ kind: "code", text: code });
    else if (strong !== undefined) found.push({ kind: "strong", text: strong });
    else if (em !== undefined) found.push({ kind: "em", text: em });
    else found.push({ kind: "link", text: label ?? "", to: to ?? "" });
    last = hit.index + whole.length;
  }
  if (last < text.length) found.push({ kind: "text", text: text.slice(last) });
  return found;
}

/** What is easily forgotten about a page's subject. */
export interface Forgotten {
  title: Inline[];
  items: Inline[][];
}

/** Takes off the list under the last heading of a page, which says what is easily forgotten; null where there is none. */
export function splitForgotten(page: readonly Part[]): { rest: readonly Part[]; forgotten: Forgotten | null } {
  const [heading, list] = page.slice(-2);
  if (heading?.kind !== "heading" || list?.kind !== "list" || list.ordered) return { rest: page, forgotten: null };
  return { rest: page.slice(0, -2), forgotten: { title: heading.text, items: list.items } };
}

/** Something that a page explains, and the examples of it. */
export interface Point {
  prose: Part[];
  examples: { text: string; line: number }[];
}

/** The points of a page: an example belongs to what stands before it. */
export function points(page: readonly Part[]): Point[] {
  const found: Point[] = [];
  for (const part of page) {
    const last = found.at(-1);
    if (part.kind === "play") {
      if (last) last.examples.push({ text: part.text, line: part.line });
      else found.push({ prose: [], examples: [{ text: part.text, line: part.line }] });
    } else if (last && last.examples.length === 0) last.prose.push(part);
    else found.push({ prose: [part], examples: [] });
  }
  return found;
}

/** The title of a page: its first heading. */
export function titleOf(page: string): string {
  return (/^#\s+(.*)$/m.exec(page)?.[1] ?? "").replaceAll("`", "");
}
