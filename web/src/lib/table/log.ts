// What is left out of the log: a deal is one line, not one a card.

/** The events of a step in which cards were dealt: what came before the deal, and after it. */
export function aroundDeal(events: readonly unknown[]): { before: unknown[]; after: unknown[] } {
  const at = events.findIndex(isDealt);
  if (at < 0) return { before: [...events], after: [] };
  return { before: events.slice(0, at), after: events.slice(at).filter((event) => !isDealt(event)) };
}

function isDealt(event: unknown): boolean {
  const text = JSON.stringify(event);
  return text.includes('"from":"stock"') && text.includes('"to":"hand ');
}
