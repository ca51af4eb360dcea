// The shape of the composer's questions. They are keyed by the path of the option that they set, so that an option which
// means the same in two games is asked the same way; an option without a question keeps the words of its schema.

export interface Question {
  ask: string;
  /** What the answers are called, by the name of the option without its `…`. */
  answers?: Record<string, string>;
  hint?: string;
}

export type Questions = Record<string, Question>;
