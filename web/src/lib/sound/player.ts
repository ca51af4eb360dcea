// Plays sounds if they are wanted. With sound off nothing is loaded, and before the first touch or key nothing is made.

import type { Cue } from "./sounds";
import type { Synth } from "./synth";

export interface SoundSettings {
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
}

/** A sound that comes later than this after what it belongs to is better not heard, in milliseconds. */
const LATE = 700;

export class Player {
  private synth: Promise<Synth | null> | null = null;

  constructor(
    private readonly load: () => Promise<Synth>,
    /** Browsers let a page sound only after somebody has touched it. */
    private readonly mayPlay: () => boolean,
  ) {}

  async play(cues: readonly Cue[], { sound, volume }: SoundSettings): Promise<void> {
    if (!sound || volume <= 0 || cues.length === 0) return;
    const asked = performance.now();
    const synth = await this.ready({ sound, volume });
    if (performance.now() - asked > LATE) return;
    try {
      synth?.play(cues, volume);
    } catch {
      // No sound is no reason to stop a game.
    }
  }

  /** Loads what makes the sounds, so that the first of them is in time. */
  async ready({ sound, volume }: SoundSettings): Promise<Synth | null> {
    if (!sound || volume <= 0 || !this.mayPlay()) return null;
    this.synth ??= this.load().catch(() => null);
    return this.synth;
  }
}

export const player = new Player(
  async () => new (await import("./synth")).Synth(),
  () => navigator.userActivation?.hasBeenActive ?? true,
);
