// Crazy Eights on plain objects, for every peer the same: 2 to 5 players, a card is rank * 4 + suit,
// rank 6 is the eight, which names a suit as it is played. Up to five cards are drawn in a turn, then passed.
export const EIGHT = 6;
export const pack = () => Array.from({ length: 52 }, (_, card) => card);

export function deal(players, shuffled) {
  const stock = shuffled.slice();
  const hands = Array.from({ length: players }, () => stock.splice(0, players === 2 ? 7 : 5));
  const [top] = stock.splice(stock.findIndex((card) => card >> 2 !== EIGHT), 1);
  return { hands, stock, top, suit: top & 3, drawn: 0, passes: 0, plays: 0 };
}

export const fits = (state, card) =>
  card >> 2 === EIGHT || (card & 3) === state.suit || card >> 2 === state.top >> 2;

// What somebody may do who sees their hand and how many cards the stock has: [kind, card, suit].
export function options(state, hand, stock, random) {
  const all = hand.filter((card) => fits(state, card)).map((card) => ['play', card, Math.floor(random() * 4)]);
  if (stock && state.drawn < 5) all.push(['draw']);
  else all.push(['pass']);
  return all;
}

// Does one of them in place; false when it is not allowed. `next` is called when the turn ends.
export function act(state, player, [kind, card, suit], next) {
  const hand = state.hands[player];
  if (kind === 'play') {
    const at = hand.indexOf(card);
    if (at < 0 || !fits(state, card)) return false;
    hand.splice(at, 1);
    state.top = card;
    state.suit = card >> 2 === EIGHT ? suit : card & 3;
    state.drawn = state.passes = 0;
    state.plays++;
    next();
  } else if (kind === 'draw') {
    if (!state.stock.length || state.drawn >= 5) return false;
    hand.push(state.stock.pop());
    state.drawn++;
    state.passes = 0;
  } else {
    if (state.stock.length && state.drawn < 5) return false;
    state.passes = state.stock.length ? 0 : state.passes + 1;
    state.drawn = 0;
    next();
  }
  return true;
}

export const isOver = (state) =>
  state.hands.some((hand) => !hand.length) || state.passes > state.hands.length || state.plays >= 100;

// A small generator, so that runs are alike.
export function dice(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function shuffle(cards, random) {
  const all = cards.slice();
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [all[i], all[j]] = [all[j], all[i]];
  }
  return all;
}
