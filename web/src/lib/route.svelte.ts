// The tiny router: the address says which page is shown, and links are plain links.

export interface Route {
  /** The name of the page. */
  page: string;
  /** What the address says besides. */
  at: Record<string, string>;
}

/** Every page with its address; `:name` stands for one part. */
export const ADDRESSES: readonly (readonly [pattern: string, page: string])[] = [
  ["/", "home"],
  ["/tables", "tables"],
  ["/t/:code", "room"],
  ["/play/:id", "local"],
  ["/learn/:game", "learn"],
  ["/replay/:where/:id", "replay"],
  ["/rules", "rules"],
  ["/rules/:game", "rules"],
  ["/rules/:game/:name", "ruleset"],
  ["/compose/:game", "compose"],
  ["/compose/:game/:base", "compose"],
  ["/house/:game", "house"],
  ["/rulebook", "rulebook"],
  ["/rulebook/:game", "rulebook"],
  ["/rulebook/:game/:name", "rulebook"],
  ["/history", "history"],
  ["/settings", "settings"],
];

/** The page of an address; `lost` for an unknown one. */
export function match(path: string): Route {
  const parts = path.split("/").filter((part) => part !== "");
  for (const [pattern, page] of ADDRESSES) {
    const wanted = pattern.split("/").filter((part) => part !== "");
    if (wanted.length !== parts.length) continue;
    const at: Record<string, string> = {};
    const fits = wanted.every((part, i) => {
      const given = parts[i] ?? "";
      if (!part.startsWith(":")) return part === given;
      at[part.slice(1)] = plain(given);
      return true;
    });
    if (fits) return { page, at };
  }
  return { page: "lost", at: {} };
}

function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const now = $state({ path: typeof location === "undefined" ? "/" : location.pathname, turn: 0 });

/** Where we are. `turn` counts moves, so that a page can tell a new visit from the same one. */
export const router = {
  get path(): string {
    return now.path;
  },
  get turn(): number {
    return now.turn;
  },
  get route(): Route {
    return match(now.path);
  },
};

/** Goes to an address of this page. */
export function go(to: string, replace = false): void {
  if (replace) history.replaceState(null, "", to);
  else history.pushState(null, "", to);
  arrive();
}

function arrive(): void {
  now.path = location.pathname;
  now.turn += 1;
}

/** Handles clicks on links within the page, and the back button. */
export function startRouting(): void {
  addEventListener("popstate", arrive);
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = (event.target as Element | null)?.closest?.("a");
    if (!link || link.target !== "" || link.hasAttribute("download")) return;
    const url = new URL(link.href);
    if (url.origin !== location.origin || match(url.pathname).page === "lost") return;
    // A place on the same page is the browser's business.
    if (url.pathname === location.pathname && url.hash !== "") return;
    event.preventDefault();
    go(url.pathname + url.search + url.hash);
  });
}
