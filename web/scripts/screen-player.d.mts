// Types of screen-player.mjs, for the browser tests.
import type { Page } from "@playwright/test";

export interface EyeOptions {
  /** Fingers instead of a mouse. */
  touch?: boolean;
  /** After so many presses the match must be over. */
  most?: number;
  /** Told before every press. */
  seen?: (moment: { presses: number; why: string }) => Promise<void>;
}

export function playByEye(page: Page, options?: EyeOptions): Promise<number>;
export function sitDown(page: Page, url: string, game: string): Promise<void>;
