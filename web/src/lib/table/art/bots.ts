// Which animal a bot is. Bots have faces and people have letters, so that nobody takes one for the other.

export type Mood = "calm" | "glad" | "sore" | "think";

export const ANIMALS = ["badger", "cat", "duck", "elephant", "fox", "goat", "hedgehog", "owl"] as const;
export type Animal = (typeof ANIMALS)[number];

/** The names of the engine's first bots begin as their animals live: Ben the badger, Cleo the cat. */
const KNOWN: Record<string, Animal> = {
  Ada: "owl",
  Ben: "badger",
  Cleo: "cat",
  Dora: "duck",
  Emil: "elephant",
  Finn: "fox",
  Greta: "goat",
  Hugo: "hedgehog",
};

/** The animal of a bot, always the same for a name. */
export function animalOf(name: string): Animal {
  const known = KNOWN[name];
  if (known) return known;
  const sum = [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  return ANIMALS[sum % ANIMALS.length] ?? "owl";
}

/** Where an animal has its eyes, and in which colour. */
export const EYES: Record<Animal, { left: number; right: number; y: number; colour: string }> = {
  badger: { left: 20, right: 44, y: 32, colour: "#fffaf0" },
  cat: { left: 22, right: 42, y: 34, colour: "#1d2233" },
  duck: { left: 22, right: 42, y: 27, colour: "#fffaf0" },
  elephant: { left: 23, right: 41, y: 29, colour: "#1d2233" },
  fox: { left: 22, right: 42, y: 31, colour: "#1d2233" },
  goat: { left: 22, right: 42, y: 31, colour: "#1d2233" },
  hedgehog: { left: 23, right: 41, y: 35, colour: "#1d2233" },
  owl: { left: 21, right: 43, y: 29, colour: "#1d2233" },
};
