// What every sound is made of: paper is filtered noise, wood a low tone that dies at once, and notes are a kalimba's.

import type { Sound } from "./sounds";

/** Seconds and hertz; `loud` is a part of the loudest that a sound may be. */
export type Voice =
  | { is: "paper"; at: number; length: number; pitch: number; loud: number; swells?: boolean; tears?: boolean }
  | { is: "wood"; at: number; length: number; pitch: number; loud: number }
  | { is: "note"; at: number; length: number; pitch: number; loud: number };

const [G4, B4, D5, E5, G5, A5] = [392, 493.9, 587.3, 659.3, 784, 880];

const flick = (at: number, loud = 0.7): Voice => ({ is: "paper", at, length: 0.035, pitch: 2500, loud });
const tap = (at: number, loud = 0.8): Voice => ({ is: "wood", at, length: 0.06, pitch: 120, loud });
const note = (at: number, pitch: number, loud = 0.6): Voice => ({ is: "note", at, length: 0.38, pitch, loud });

export const RECIPES: Readonly<Record<Sound, readonly Voice[]>> = {
  deal: [flick(0, 0.5)],
  play: [flick(0), tap(0.02)],
  draw: [{ is: "paper", at: 0, length: 0.07, pitch: 2500, loud: 0.5, swells: true }],
  shuffle: [0, 0.03, 0.055, 0.085, 0.11, 0.14, 0.165, 0.2].map((at, i) => flick(at, 0.3 + (i % 3) * 0.1)),
  turn: [note(0, G4)],
  owed: [note(0, D5), note(0.12, B4)],
  // The four suits or colours, each with its own pitch.
  "named-1": [note(0, G4)],
  "named-2": [note(0, B4)],
  "named-3": [note(0, D5)],
  "named-4": [note(0, G5, 0.5)],
  asset: [tap(0, 1), { is: "wood", at: 0.005, length: 0.09, pitch: 190, loud: 0.5 }],
  destroyed: [{ is: "paper", at: 0, length: 0.28, pitch: 1700, loud: 0.9, tears: true }],
  "last-card": [note(0, E5), note(0.08, A5, 0.5)],
  click: [
    { is: "wood", at: 0, length: 0.03, pitch: 1250, loud: 0.6 },
    { is: "paper", at: 0, length: 0.012, pitch: 4200, loud: 0.5 },
  ],
  roll: [{ is: "paper", at: 0, length: 0.38, pitch: 240, loud: 1, swells: true }],
  drop: [
    { is: "wood", at: 0, length: 0.11, pitch: 160, loud: 0.9 },
    { is: "wood", at: 0.07, length: 0.07, pitch: 230, loud: 0.4 },
  ],
  "hand-won": [note(0, G4), note(0.1, B4), note(0.2, D5)],
  "match-won": [note(0, G4), note(0.11, B4), note(0.22, D5), note(0.36, G5)],
  "match-lost": [note(0, D5, 0.4), note(0.22, B4, 0.35)],
};
