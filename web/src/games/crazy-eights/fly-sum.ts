// Animates the points of a hand as they fly to the winner.

/** Starts the flight from one element to another once this many hands have been opened. Returns a function that stops it. */
export function flySum(sum: HTMLElement, to: HTMLElement, hands: number, speed: number): () => void {
  const [here, there] = [sum.getBoundingClientRect(), to.getBoundingClientRect()];
  const across = there.x + there.width / 2 - here.x - here.width / 2;
  const up = there.y + there.height / 2 - here.y - here.height / 2;
  const delay = (1300 + 350 * hands) * speed;
  const flies = sum.animate(
    [
      { transform: "none", opacity: 1, easing: "cubic-bezier(.3, 0, .2, 1)" },
      { transform: `translate(${across}px, ${up}px) scale(.7)`, opacity: 1, offset: 0.85 },
      { transform: `translate(${across}px, ${up}px) scale(.4)`, opacity: 0 },
    ],
    { duration: 620 * speed, delay },
  );
  const pops = to.animate([{ transform: "none" }, { transform: "scale(1.14)" }, { transform: "none" }], {
    duration: 260 * speed,
    delay: delay + 520 * speed,
  });
  return () => [flies, pops].forEach((animation) => animation.cancel());
}
