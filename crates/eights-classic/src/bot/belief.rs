//! What a seat believes about the hidden cards, prepared for sampling many worlds.

use eights::{CardId, Cards, Dice, Eyes, MAX_CARDS, MAX_SEATS, Seat, Sight, Silent, sort_by};
use eights_kit::KnownPolicy;

use crate::{
    bot::{
        fast_rollout::{Deed, KindWeights},
        memory::Memory,
    },
    play::{
        event::Event,
        game::{imagined_fresh, imagined_guilt},
        state::{PLACES, Pile, State, View},
    },
    rules::Classic,
    sheet::{Duty, StockEmpty},
};

/// The belief of a seat at one moment.
pub struct Belief {
    /// The state with all known cards in place and without the hidden ones.
    pub(crate) base: State,
    /// All hidden cards.
    pub(crate) hidden: Vec<CardId>,
    /// The hidden cards in hands, with their owner and the faces they probably lack. Those with the
    /// most evidence come first.
    pub(crate) held: Vec<Held>,
    /// The stock from the bottom: known cards, and `None` for hidden ones.
    pub(crate) stock: Vec<Option<CardId>>,
    /// The probability, in 1/256, that players do not play as assumed in this deal.
    pub(crate) whim: u32,
    /// The observed plays of every seat.
    pub(crate) deeds: Vec<Vec<Deed>>,
    /// How likely each seat is of each kind of player, from the earlier hands of the match.
    pub(crate) kinds: [Option<KindWeights>; MAX_SEATS],
    /// The policy of the others, if it is known.
    pub(crate) known: Option<KnownPolicy>,
}

#[derive(Clone, Copy)]
pub(crate) struct Held {
    pub(crate) seat: Seat,
    pub(crate) lacks: u64,
    /// Faces it is a little likelier to have.
    pub(crate) likes: u64,
    /// The index of this hidden card, counted from the first one of the first seat.
    pub(crate) slot: usize,
}

impl Classic {
    /// Builds a belief from the current view and the memory of earlier events.
    pub fn believe(&self, view: &View, me: Seat, memory: &Memory) -> Belief {
        let pack = self.rules.layout(view.public.seats).pack;
        let mut spare = pack;
        let mut cards: Cards<Pile, PLACES> = Cards::none();
        let mut stock = Vec::new();
        let mut held = Vec::new();
        for (place, pile) in view.table.piles() {
            let mut hidden = 0;
            for sight in pile {
                let known = match sight {
                    Sight::Face(face) => face.cards().and(spare).first(),
                    Sight::Back => None,
                };
                known.into_iter().for_each(|card| spare.remove(card));
                match (place, known) {
                    (Pile::Stock, known) => stock.push(known),
                    (_, Some(card)) => {
                        cards.place(card, place);
                        cards.show::<Event<_>, _>(card, place, Eyes::of(me), &mut Silent);
                    }
                    (_, None) => hidden += 1,
                }
            }
            if let Pile::Hand(seat) = place {
                hold(&mut held, seat, hidden, memory);
            }
        }
        sort_by(&mut held, |a, b| b.lacks.count_ones().cmp(&a.lacks.count_ones()));
        let whim = if self.rules.choices.duty == Duty::Must { 4 } else { 16 };
        let deeds = memory.deeds[..view.public.seats as usize].to_vec();
        let hidden = spare.iter().collect();
        Belief {
            base: self.around(view, cards),
            hidden,
            held,
            stock,
            whim,
            deeds,
            kinds: memory.kinds,
            known: None,
        }
    }

    /// Whether two players know all cards and none will be drawn any more.
    pub fn is_settled(&self, belief: &Belief) -> bool {
        belief.stock.is_empty()
            && belief.base.public.playing.len() == 2
            && belief.base.public.seats == 2
            && self.rules.choices.stock_empty != StockEmpty::Reshuffle
    }

    /// Samples a world; likelier ones come more often.
    pub fn sample(&self, belief: &Belief, dice: &mut Dice) -> State {
        let mut state = belief.base.clone();
        let mut pool = [CardId::new(0); MAX_CARDS];
        let mut n = belief.hidden.len();
        pool[..n].copy_from_slice(&belief.hidden);
        // Whether the inferences are ignored is decided once per deal, not per card.
        let whims = if belief.held.is_empty() { 0 } else { dice.below(256) };
        for held in &belief.held {
            if n == 0 {
                break;
            }
            let lacks = if whims < belief.whim { 0 } else { held.lacks };
            let face = |at: usize| 1 << (pool[at].index() & 63);
            let at = pick(n, face, lacks, held.likes, |n| dice.below(n));
            state.cards.place(pool[at], Pile::Hand(held.seat));
            n -= 1;
            pool[at] = pool[n];
        }
        dice.shuffle(&mut pool[..n]);
        let mut rest = pool[..n].iter();
        for known in &belief.stock {
            let Some(card) = known.or_else(|| rest.next().copied()) else { break };
            state.cards.place(card, Pile::Stock);
        }
        imagined_fresh(self, &mut state);
        imagined_guilt(self, &mut state);
        state
    }
}

/// Adds the hidden cards of a hand with the inferences about them.
fn hold(held: &mut Vec<Held>, seat: Seat, hidden: usize, memory: &Memory) {
    let lacks = &memory.lacks[seat.index()];
    let likes = memory.named[seat.index()]
        .filter(|name| name.as_suit().is_some())
        .and_then(|name| name.faces())
        .unwrap_or(0);
    let known = lacks.iter().copied().chain(std::iter::repeat(0)).take(hidden);
    let first = held.len();
    held.extend(known.enumerate().map(|(slot, lacks)| Held { seat, lacks, likes, slot: first + slot }));
}

/// Picks one of `n` cards at random, consistent with `lacks` and with a slight preference for
/// `likes`.
#[inline]
pub(crate) fn pick(
    n: usize,
    face: impl Fn(usize) -> u64,
    lacks: u64,
    likes: u64,
    mut below: impl FnMut(u32) -> u32,
) -> usize {
    let mut at = below(n as u32) as usize;
    if likes != 0 && face(at) & likes == 0 {
        at = below(n as u32) as usize;
    }
    for _ in 0..8 {
        if face(at) & lacks == 0 {
            return at;
        }
        at = below(n as u32) as usize;
    }
    // Few cards qualify, so check each one.
    let start = at;
    (start..n).chain(0..start).find(|at| face(*at) & lacks == 0).unwrap_or(start)
}
