// Plays a match like somebody who sees the page for the first time: by the names of things, by what can be pressed, and by the yellow that means "this, now".

/** How often the screen is looked at while others play, in milliseconds. */
const PACE = 40;

/** Nobody waits longer than this for the others. */
const PATIENCE = 20_000;

/** Pressing the same thing so often without any effect means being stuck. */
const STUBBORN = 6;

/**
 * What a person would press now, and where; `over` when the match has ended, `wait` when nothing can be done.
 * Runs in the page. It uses roles, names and colours, which people have too, and no class or attribute of the program.
 */
function glance() {
  const LAMP = "rgb(255, 203, 61)";
  const name = (one) => (one.getAttribute("aria-label") ?? one.textContent ?? "").replace(/\s+/g, " ").trim();
  const isLit = (one) => getComputedStyle(one).backgroundColor === LAMP;
  const named = (role, label) =>
    [...document.querySelectorAll(`[role=${role}]`)].filter((one) => one.getAttribute("aria-label") === label);
  /** Where a finger would hit it; null if it is covered or out of sight. */
  const point = (one) => {
    const box = one.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return null;
    for (const [across, down] of [
      [0.5, 0.5],
      [0.12, 0.3],
      [0.12, 0.7],
      [0.88, 0.5],
    ]) {
      const at = { x: box.left + box.width * across, y: box.top + box.height * down };
      const hit = document.elementFromPoint(at.x, at.y);
      if (hit && (one === hit || one.contains(hit))) return at;
    }
    return null;
  };
  const buttons = (place) =>
    [...place.querySelectorAll("button")].filter((one) => !one.disabled && one.checkVisibility());
  /** The first of these that can be hit; what is scrolled out of sight is brought in first. */
  const press = (why, list) => {
    for (const one of list) {
      let at = point(one);
      if (!at) {
        one.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
        at = point(one);
      }
      if (at) return { what: "press", why, name: name(one), at };
    }
    return null;
  };

  const all = buttons(document);
  if (all.some((one) => name(one) === "Again, same table")) return { what: "over", name: "" };
  if (document.querySelector("[aria-busy=true]")) return { what: "wait", name: "" };
  const onward = press(
    "goes on",
    all.filter((one) => /^(Deal the next hand|See the result|Go on)$/.test(name(one))),
  );
  if (onward) return onward;

  // A card was picked up: what it is for is lit; otherwise the first thing that is not chosen yet.
  const asks = [...named("dialog", "What with it?"), ...named("group", "What with it?")].flatMap(buttons);
  // What only explains the card decides nothing.
  const open = asks.filter((one) => !one.hasAttribute("aria-pressed") && !one.hasAttribute("aria-haspopup"));
  const asked = press("decides", [...open.filter(isLit), ...open]);
  if (asked) return asked;

  // A question with cards or people to choose from.
  const shown = [...document.querySelectorAll("ul[aria-label]")].filter((list) => !/^Cards in play/.test(name(list)));
  const marked = all.filter((one) => /^Choose a player: |\. Choose a card$/.test(name(one)));
  const chosen = press("chooses", [...shown.flatMap(buttons), ...marked]);
  if (chosen) return chosen;

  const hand = named("group", "Your hand").flatMap(buttons);
  const card = press(
    "plays",
    hand.filter((one) => / playable, Card/.test(name(one)) && !/ not playable, Card/.test(name(one))),
  );
  if (card) return card;
  const lit = press(
    "follows the lamp",
    all.filter((one) => isLit(one) && !hand.includes(one)),
  );
  if (lit) return lit;
  const thrown = press(
    "throws away",
    hand.filter((one) => / can be thrown away, Card/.test(name(one))),
  );
  if (thrown) return thrown;
  const answers = press("answers", named("group", "What you can do").flatMap(buttons));
  return answers ?? { what: "wait", name: "" };
}

/**
 * Plays until the match is over and returns how many presses that took; fails when nothing on the screen leads further.
 * `seen` is told before every press.
 */
export async function playByEye(page, { touch = false, most = 1500, seen = async () => undefined } = {}) {
  let presses = 0;
  let waiting = 0;
  let [last, again] = ["", 0];
  while (presses < most) {
    const found = await page.evaluate(glance);
    if (found.what === "over") {
      await seen({ presses, why: "over" });
      return presses;
    }
    if (found.what === "wait") {
      waiting += PACE;
      if (waiting > PATIENCE)
        throw new Error(`nothing on the screen can be pressed any more, after ${presses} presses`);
      await page.waitForTimeout(PACE);
      continue;
    }
    waiting = 0;
    const same = `${found.why} ${found.name} ${Math.round(found.at.x)} ${Math.round(found.at.y)}`;
    again = same === last ? again + 1 : 0;
    last = same;
    if (again > STUBBORN) throw new Error(`“${found.name}” does nothing when it is pressed`);
    await seen({ presses, why: found.why });
    if (touch) await page.touchscreen.tap(found.at.x, found.at.y);
    else await page.mouse.click(found.at.x, found.at.y);
    presses += 1;
    await page.waitForTimeout(PACE);
  }
  throw new Error(`the match did not end within ${most} presses`);
}

/** Deals a game from the front page, as fast and as easy as its settings allow. */
export async function sitDown(page, url, game) {
  await page.goto(`${url}/settings`);
  await page.getByText("Instant", { exact: true }).click();
  await page.goto(`${url}/`);
  await page.getByText(game, { exact: true }).click();
  await page.getByLabel("Opponents").selectOption({ index: 0 });
  await page.getByRole("button", { name: "Deal", exact: true }).click();
  await page.getByRole("group", { name: "Your hand" }).waitFor();
}
