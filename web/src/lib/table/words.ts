// The words of the table, and how their gaps are filled.

export type { TableWords as Words } from "../i18n/language";

/** A text with its gaps filled: `{a}`, `{k}`. */
export function fill(text: string, gaps: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (_, gap: string) => String(gaps[gap] ?? ""));
}

/** The form of `one|many` that goes with a number. */
export function plural(forms: string, n: number): string {
  const [one = "", many = one] = forms.split("|");
  return n === 1 ? one : many;
}
