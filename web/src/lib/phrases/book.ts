// A phrasebook: turns what the engine says in English into another language, phrase by phrase.
//
// A book is a text, one file a language. `[kind]` begins a list of phrases; a line is `English = other language` (`==`
// where the English has a `=` of its own) and goes on in the next line if that is indented. `{kind}` is a gap for a
// phrase of that kind, `{kind1}` and `{kind2}` where there are several. The other language may give forms of a phrase,
// `one | two | three`: `{kind:2}` takes the second form, `{kind}` the one that is wanted of the whole, and a missing
// form is the first; `{^kind}` begins with a capital letter. `~` is nothing, `_` at the beginning of a phrase a space.

/** How a gap is filled that no list of phrases can hold: by what it looks like, and what it then becomes. */
export interface Leaf {
  looks: RegExp;
  becomes: (text: string) => string;
}

type Part = { text: string } | { kind: string; name: string };

interface Phrase {
  parts: Part[];
  forms: string[];
}

/** A phrase that was found, with what its gaps hold; or a leaf, already in the other language. */
type Found = { phrase: Phrase; gaps: Map<string, Found> } | string;

type Match = { end: number; found: Found };

/** A seat stands between these until somebody knows who sits there. */
const [OPEN, CLOSE] = ["\u2066", "\u2069"];

/** A seat, to be filled in by `say`. */
export const seatMark = (seat: string): string => `${OPEN}${seat}${CLOSE}`;

/** A phrase of this kind may begin with a capital letter or without, and always does in the other language. */
const SENTENCE = "sentence";

export class Book {
  private readonly kinds = new Map<string, Phrase[]>();
  private readonly known = new Map<string, string | null>();
  private readonly leaves: Record<string, Leaf>;

  constructor(text: string, leaves: Record<string, Leaf>) {
    this.leaves = leaves;
    let kind = SENTENCE;
    for (const line of text.replace(/\n[ \t]+/g, " ").split("\n")) {
      const head = /^\[(\w+)\]$/.exec(line.trim());
      if (head?.[1]) kind = head[1];
      else if (line.trim() !== "" && !line.startsWith("#")) this.add(kind, line);
    }
  }

  private add(kind: string, line: string): void {
    const [english = "", other = english] = line
      .split(line.includes(" == ") ? " == " : " = ")
      .map((side) => side.trim());
    const plain = (form: string): string => (form === "~" ? "" : form.replace(/^_/, " "));
    const list = this.kinds.get(kind) ?? [];
    list.push({ parts: partsOf(plain(english)), forms: other.split(" | ").map(plain) });
    this.kinds.set(kind, list);
  }

  /** Some sentences, or a phrase of another kind, in the other language; null when the book does not have it all. */
  say(english: string, kind = SENTENCE, names: Record<string, string> = {}): string | null {
    const key = `${kind}:${english}`;
    let said = this.known.get(key);
    if (said === undefined) {
      said = kind === SENTENCE ? this.sentences(english) : this.one(kind, english);
      this.known.set(key, said);
    }
    return said?.replace(/\u2066(.)\u2069/g, (_, seat: string) => names[seat] ?? seat) ?? null;
  }

  private one(kind: string, english: string): string | null {
    for (const { end, found } of this.match(kind, english, 0, true)) {
      if (end === english.length) return capital(render(found, 0));
    }
    return null;
  }

  private sentences(english: string): string | null {
    for (const { end, found } of this.match(SENTENCE, english, 0, true)) {
      if (end === english.length) return render(found, 0);
      if (english[end] !== " ") continue;
      const rest = this.sentences(english.slice(end + 1));
      if (rest !== null) return `${render(found, 0)} ${rest}`;
    }
    return null;
  }

  /** Every way in which a phrase of a kind stands at a place; soft: a capital letter does not matter. */
  private *match(kind: string, text: string, at: number, soft: boolean): Generator<Match> {
    const leaf = this.leaves[kind];
    if (leaf) yield* leafAt(leaf, text, at);
    for (const phrase of this.kinds.get(kind) ?? []) {
      for (const { end, gaps } of this.fill(phrase.parts, text, at, soft || kind === SENTENCE)) {
        const found: Found = { phrase, gaps };
        yield { end, found: kind === SENTENCE ? capital(render(found, 0)) : found };
      }
    }
  }

  private *fill(
    parts: Part[],
    text: string,
    at: number,
    soft: boolean,
  ): Generator<{ end: number; gaps: Map<string, Found> }> {
    const [part, ...rest] = parts;
    if (!part) {
      yield { end: at, gaps: new Map() };
    } else if ("text" in part) {
      if (stands(part.text, text, at, soft)) yield* this.fill(rest, text, at + part.text.length, false);
    } else {
      for (const { end, found } of this.match(part.kind, text, at, soft)) {
        for (const { end: last, gaps } of this.fill(rest, text, end, soft && end === at)) {
          yield { end: last, gaps: new Map(gaps).set(part.name, found) };
        }
      }
    }
  }

  /** Gaps for which there is neither a list nor a leaf, and gaps that the English side does not have. */
  faults(): string[] {
    const faults: string[] = [];
    for (const [kind, list] of this.kinds) {
      for (const { parts, forms } of list) {
        const gaps = parts.flatMap((part) => ("kind" in part ? [part] : []));
        for (const gap of gaps) {
          if (!this.kinds.has(gap.kind) && !this.leaves[gap.kind]) faults.push(`[${kind}] {${gap.name}}: no such kind`);
        }
        for (const [, , name] of forms.join(" ").matchAll(GAP)) {
          if (!gaps.some((gap) => gap.name === name))
            faults.push(`[${kind}] ${forms[0]}: {${name}} is not in the English`);
        }
      }
    }
    return faults;
  }
}

const GAP = /\{(\^?)(\w+)(?::(\d))?\}/g;

function partsOf(english: string): Part[] {
  const parts: Part[] = [];
  for (const piece of english.split(/(\{\w+\})/)) {
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name) parts.push({ name, kind: name.replace(/\d+$/, "") });
    else if (piece !== "") parts.push({ text: piece });
  }
  return parts;
}

function stands(part: string, text: string, at: number, soft: boolean): boolean {
  if (text.startsWith(part, at)) return true;
  return soft && part[0]?.toLowerCase() === text[at]?.toLowerCase() && text.startsWith(part.slice(1), at + 1);
}

/** A leaf may be short or long: `looks` is tried at every length, shortest first. */
function* leafAt(leaf: Leaf, text: string, at: number): Generator<Match> {
  const most = new RegExp(leaf.looks.source, "y");
  most.lastIndex = at;
  const whole = most.exec(text)?.[0];
  if (!whole) return;
  const exact = new RegExp(`^(?:${leaf.looks.source})$`);
  for (let n = 1; n <= whole.length; n++) {
    const piece = whole.slice(0, n);
    if (exact.test(piece)) yield { end: at + n, found: leaf.becomes(piece) };
  }
}

function render(found: Found, form: number): string {
  if (typeof found === "string") return found;
  const text = found.phrase.forms[form] ?? found.phrase.forms[0] ?? "";
  return text.replace(GAP, (whole, high: string, name: string, wanted: string | undefined) => {
    const inner = found.gaps.get(name);
    if (inner === undefined) return whole;
    const said = render(inner, wanted ? Number(wanted) - 1 : form);
    return high ? capital(said) : said;
  });
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
