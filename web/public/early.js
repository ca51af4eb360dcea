// Sets theme and text size before anything is drawn, so that nothing flashes. A file of its own, for a strict policy.
const root = document.documentElement;
let kept = {};
let chosen = null;
try {
  kept = JSON.parse(localStorage.getItem("eights.settings") || "{}");
  chosen = localStorage.getItem("eights.choice");
  if (kept.theme && kept.theme !== "auto") root.dataset.theme = kept.theme;
  if (kept.contrast) root.dataset.contrast = "more";
  if (kept.fourColours) root.dataset.suits = "four";
  if (kept.text) root.style.setProperty("--text", String(kept.text));
  if (kept.language) root.lang = kept.language;
} catch {
  // Without storage the page looks as designed.
}

// The file holds the front page in English as a newcomer sees it. Elsewhere it is not wanted; who has chosen something
// before sees it when the script has put the choice in.
if (location.pathname !== "/" || !(kept.language || navigator.language).startsWith("en")) root.dataset.shell = "no";
else if (chosen) root.dataset.shell = "wait";

// A table needs some files that the first script would ask for only after it has run: `scripts/preload.ts` lists them.
// Which game is played there is not in the address, but most people play the game of last time again.
const needed = "__PRELOAD__";
if (needed.table && /^\/(play|t)\//.test(location.pathname)) {
  let game = "";
  try {
    game = JSON.parse(chosen || "{}").game;
  } catch {
    // Then the board is asked for later.
  }
  for (const name of [...needed.table, ...(needed.games[game] || [])]) {
    const link = document.createElement("link");
    link.href = `/${name}`;
    link.rel = name.endsWith(".js") ? "modulepreload" : "preload";
    if (name.endsWith(".css")) link.as = "style";
    document.head.append(link);
  }
}

// No transitions before the script has come: browsers draw the page while it is still arriving, and the cloths would grow
// and push the button away from under the pointer.
root.dataset.still = "";

// Who is faster than the script has not clicked in vain.
addEventListener("submit", (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (event.target.matches(".hero")) document.documentElement.dataset.early = "deal";
});
