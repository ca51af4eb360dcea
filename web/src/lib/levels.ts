// How well bots play, weakest first: the same names in every client.
export const LEVELS = ["newcomer", "learner", "casual", "normal", "expert", "master", "analyst"] as const;
export type Level = (typeof LEVELS)[number];
