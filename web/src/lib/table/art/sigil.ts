// A sigil for every card of Crazier Eights: a rosette that follows from its name, so that no two look alike.

/** A small number that follows from a text alone. */
function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i += 1) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}

/** The outline of petals around (50, 50), and how often the ring of dots is repeated. */
export function sigil(name: string): { petals: string; inner: string; dots: number } {
  const h = hash(name);
  const n = 5 + (h % 5);
  const round = 8 + ((h >>> 4) % 9);
  const reach = 40 + ((h >>> 8) % 7);
  const inner = 4 + ((h >>> 12) % 4);
  return { petals: rosette(n, reach, round), inner: rosette(inner, reach * 0.62, round * 0.8), dots: n * (1 + ((h >>> 16) % 2)) };
}

function rosette(n: number, reach: number, round: number): string {
  const at = (angle: number, far: number): string =>
    `${(50 + far * Math.cos(angle)).toFixed(1)} ${(50 + far * Math.sin(angle)).toFixed(1)}`;
  const step = (2 * Math.PI) / n;
  let path = `M${at(-Math.PI / 2 - step / 2, reach - round)}`;
  for (let i = 0; i < n; i += 1) {
    const middle = -Math.PI / 2 + i * step;
    path += `Q${at(middle, reach + round * 1.4)} ${at(middle + step / 2, reach - round)}`;
  }
  return `${path}Z`;
}
