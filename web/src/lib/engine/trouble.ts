// Trouble that the engine reports by itself. Apart, so that the first page need not load the engine's side.
type Hear = (trouble: "storage") => void;
let hear: Hear | null = null;

export function hearTrouble(listener: Hear): void {
  hear = listener;
}

export function reportTrouble(trouble: "storage"): void {
  hear?.(trouble);
}
