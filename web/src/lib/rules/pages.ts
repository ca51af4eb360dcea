// The pages of the rulebook, loaded game by game.
export type Pages = Record<string, string>;

const BOOKS: Record<string, () => Promise<{ default: Pages }>> = {
  "crazy-eights": () => import("virtual:rulebook/crazy-eights"),
  "crazier-eights": () => import("virtual:rulebook/crazier-eights"),
  "crazy-8-ball": () => import("virtual:rulebook/crazy-8-ball"),
};

export async function pagesOf(game: string): Promise<Pages | null> {
  const book = BOOKS[game];
  return book ? (await book()).default : null;
}
