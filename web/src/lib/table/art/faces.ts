// How the cards of each game look. A board brings its own, so that nobody loads the others.

import type { Component } from "svelte";
import type { Code, GameId } from "../types";

export type Face = Component<{ code: Code; large?: boolean }>;

export const faces: Partial<Record<GameId, Face>> = {};
