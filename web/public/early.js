// Sets theme and text size before anything is drawn, so that nothing flashes. A file of its own, for a strict policy.
try {
  const kept = JSON.parse(localStorage.getItem("eights.settings") || "{}");
  const root = document.documentElement;
  if (kept.theme && kept.theme !== "auto") root.dataset.theme = kept.theme;
  if (kept.contrast) root.dataset.contrast = "more";
  if (kept.fourColours) root.dataset.suits = "four";
  if (kept.text) root.style.setProperty("--text", String(kept.text));
  if (kept.language) root.lang = kept.language;
} catch {
  // Without storage the page looks as designed.
}
