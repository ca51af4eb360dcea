// A guided first hand, read from the rulebook page `first-hand`: numbered sentences, and the play that they lead through.
import { parts, type Inline } from "../rules/markdown";

/** The page of a game's rulebook that the guided first hand is read from. */
export const LESSON_PAGE = "first-hand";

/** The newcomer's seat. */
export const PUPIL = "A";

/** One position that is played through. */
export interface LessonScene {
  /** The line of the page on which its script begins. */
  line: number;
  /** What the newcomer is told before each move, in order. */
  sentences: Inline[][];
}

export interface Lesson {
  scenes: LessonScene[];
  /** What is said at the end. */
  closing: Inline[];
}

/** The guided first hand that a page describes; null where it has none. */
export function lessonOf(page: string): Lesson | null {
  const scenes: LessonScene[] = [];
  let sentences: Inline[][] = [];
  let closing: Inline[] = [];
  for (const part of parts(page)) {
    if (part.kind === "list" && part.ordered) sentences = part.items;
    else if (part.kind === "play") {
      scenes.push({ line: part.line, sentences });
      sentences = [];
      closing = [];
    } else if (part.kind === "para") closing = part.text;
  }
  return scenes.length > 0 ? { scenes, closing } : null;
}

/** A run of text without its decorations. */
export function plainText(text: readonly Inline[]): string {
  return text.map((one) => one.text).join("");
}
