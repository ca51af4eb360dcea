//! Samples full deals of the hidden cards from a belief.

use eights::{CardId, Dice, HiddenDeal, MAX_CARDS, Place, Seat, Sight, Viewer, sort_by};

use super::{
    Inference,
    tracker::{BeliefTracker, Recorded, Slot, hand_owner},
};

/// Deals, of 256, that ignore everything ruled out: people do not always play
/// the obvious card.
const NOISE: u32 = 16;

/// How often, of 256 times, an unlikely card is accepted for a slot.
const UNLIKELY: u32 = 64;

/// Deals from which the first state of the chain is drawn.
const INITIAL_DEALS: u32 = 24;

/// Hidden cards in hands that are tracked; larger hands are dealt at random.
const MAX_HIDDEN: usize = 64;

/// Cards of a hand that are passed to [`Inference::likelihood`].
const MAX_HAND: usize = 32;

/// Marks a hidden card that is in no hand.
const NOT_IN_HAND: u8 = u8::MAX;

/// A belief about one position, prepared for drawing many samples.
pub struct Sampler<G: Inference> {
    view: G::View,
    me: Seat,
    /// The hidden cards in hands, each with its number; the most constrained come first.
    held: Vec<(u8, Slot)>,
    /// The recorded actions, each with the number of the first hidden card of that hand.
    actions: Vec<(usize, Recorded<G>)>,
    /// For every hidden card in the order of places: its number in `held`, or [`NOT_IN_HAND`].
    gaps: Vec<u8>,
}

impl<G: Inference> Sampler<G> {
    /// Combines the current view with what was inferred so far.
    pub(crate) fn new(game: &G, view: &G::View, me: Seat, tracker: &BeliefTracker<G>) -> Sampler<G> {
        let mut sampler =
            Sampler { view: view.clone(), me, held: Vec::new(), actions: Vec::new(), gaps: Vec::new() };
        for place in (0..game.before_the_deal().0).map(G::Place::at) {
            let hidden = G::pile(view, place).iter().filter(|sight| matches!(sight, Sight::Back)).count();
            let first = sampler.held.len();
            match hand_owner(place).filter(|seat| *seat != me) {
                Some(seat) if first + hidden <= MAX_HIDDEN => {
                    sampler.gaps.extend((first..first + hidden).map(|slot| slot as u8));
                    sampler.add_hand(seat, hidden, tracker);
                }
                _ => sampler.gaps.extend(std::iter::repeat_n(NOT_IN_HAND, hidden)),
            }
        }
        if sampler.held.iter().all(|(_, slot)| is_unconstrained(slot)) && sampler.actions.is_empty() {
            // All deals are equally likely: an empty list makes `fall` just shuffle.
            sampler.held.clear();
        }
        // Fill the most constrained slots first, so that they rarely run out of candidates.
        sort_by(&mut sampler.held, |(_, a), (_, b)| b.ruled_out.len().cmp(&a.ruled_out.len()));
        sampler
    }

    /// Adds the hidden cards of a hand with what was inferred about them.
    fn add_hand(&mut self, seat: Seat, hidden: usize, tracker: &BeliefTracker<G>) {
        let first = self.held.len();
        // A bot that joined late has not seen every card arrive; its slots do not match.
        let hand = tracker.hands.get(seat.index()).filter(|hand| hand.slots.len() == hidden);
        let slots = hand.map_or(&[][..], |hand| &hand.slots).iter().copied();
        let slots = slots.chain(std::iter::repeat(Slot::default())).take(hidden);
        self.held.extend(slots.zip(first as u8..).map(|(slot, number)| (number, slot)));
        let revealing = hand.into_iter().flat_map(|hand| &hand.actions).filter(|recorded| recorded.slots > 0);
        self.actions.extend(revealing.map(|recorded| (first, recorded.clone())));
    }

    /// Samples a state that agrees with the view.
    pub(crate) fn sample(&self, game: &G, chain: &mut Chain, dice: &mut Dice) -> G::State {
        let mut deal = BeliefDeal { game, sampler: self, chain, dice };
        game.imagine_by(&self.view, Viewer::Seat(self.me), &mut deal)
    }

    /// The likelihood of all recorded actions, given the hidden cards of every hand.
    fn likelihood(&self, game: &G, dealt: &[CardId; MAX_HIDDEN]) -> f32 {
        let mut product = 1.0;
        for (first, recorded) in &self.actions {
            let hidden = dealt[*first..*first + recorded.slots].iter().map(|card| game.face_of(*card));
            let mut faces = recorded.shown.iter().copied().chain(hidden);
            let Some(one) = faces.next() else { continue };
            // An array on the stack: this runs several times per sample and must not allocate.
            let mut hand = [one; MAX_HAND];
            let mut n = 1;
            for (slot, face) in hand[1..].iter_mut().zip(faces) {
                *slot = face;
                n += 1;
            }
            product *= game.likelihood(&recorded.observed, &hand[..n]);
        }
        product
    }
}

fn is_unconstrained(slot: &Slot) -> bool {
    slot.ruled_out.is_empty() && slot.unlikely.is_empty()
}

/// The current state of the Markov chain: the hidden cards as last dealt.
#[derive(Clone)]
pub struct Chain {
    /// The hidden cards in hands, by number.
    dealt: [CardId; MAX_HIDDEN],
    /// The hidden cards that are in no hand.
    rest: [CardId; MAX_CARDS],
    n_rest: usize,
    /// The likelihood of the recorded actions with these hands; `None` before the first deal.
    likelihood: Option<f32>,
}

impl Default for Chain {
    fn default() -> Chain {
        let none = CardId::new(0);
        Chain { dealt: [none; MAX_HIDDEN], rest: [none; MAX_CARDS], n_rest: 0, likelihood: None }
    }
}

/// Assigns hidden cards to places by the belief, for [`eights::Imagine`].
struct BeliefDeal<'a, G: Inference> {
    game: &'a G,
    sampler: &'a Sampler<G>,
    chain: &'a mut Chain,
    dice: &'a mut Dice,
}

impl<G: Inference> BeliefDeal<'_, G> {
    /// Deals all hidden cards anew, slot by slot, ignoring recorded actions.
    fn deal(&mut self, hidden: &[CardId]) {
        let chain = &mut *self.chain;
        let mut n = hidden.len();
        chain.rest[..n].copy_from_slice(hidden);
        // Noise applies to the whole deal: a player who ignores the obvious
        // once tends to do so again.
        let is_noise = self.dice.below(256) < NOISE;
        for (number, slot) in &self.sampler.held {
            let slot = if is_noise { &Slot::default() } else { slot };
            let at = pick(&chain.rest[..n], slot, self.dice);
            chain.dealt[*number as usize] = chain.rest[at];
            n -= 1;
            chain.rest[at] = chain.rest[n];
        }
        chain.n_rest = n;
    }

    /// Starts the chain with one of several deals, chosen in proportion to its
    /// likelihood (sampling–importance resampling, with a reservoir of one).
    fn start_chain(&mut self, hidden: &[CardId]) {
        let mut total = 0.0;
        let mut chosen = Chain::default();
        for _ in 0..INITIAL_DEALS {
            self.deal(hidden);
            let likelihood = self.sampler.likelihood(self.game, &self.chain.dealt);
            total += likelihood;
            if self.dice.below(1 << 16) as f32 <= likelihood / total * 65_536.0 {
                chosen = Chain { likelihood: Some(likelihood), ..self.chain.clone() };
            }
        }
        *self.chain = chosen;
    }

    /// One Metropolis–Hastings step: swaps a card of a hand with one outside,
    /// and undoes it with a probability that grows as the likelihood drops.
    ///
    /// The proposal already respects the slot's constraints, so only the
    /// likelihood ratio of the recorded actions decides.
    fn step(&mut self) {
        let (n, before) = (self.chain.n_rest, self.chain.likelihood.unwrap_or(0.0));
        let nth = self.dice.below(self.sampler.held.len() as u32) as usize;
        let (number, slot) = &self.sampler.held[nth];
        if n == 0 {
            return;
        }
        let at = pick(&self.chain.rest[..n], slot, self.dice);
        let chain = &mut *self.chain;
        std::mem::swap(&mut chain.dealt[*number as usize], &mut chain.rest[at]);
        let likelihood = self.sampler.likelihood(self.game, &chain.dealt);
        if likelihood < before && self.dice.below(1 << 16) as f32 >= likelihood / before * 65_536.0 {
            std::mem::swap(&mut chain.dealt[*number as usize], &mut chain.rest[at]);
        } else {
            chain.likelihood = Some(likelihood);
        }
    }
}

impl<G: Inference> HiddenDeal<G::Place> for BeliefDeal<'_, G> {
    fn assign(&mut self, hidden: &mut [CardId], places: &[G::Place]) {
        let sampler = self.sampler;
        // Without any belief, or if the game hides other cards than the view
        // did, every deal is as good as another.
        if sampler.held.is_empty() || sampler.gaps.len() != places.len() || hidden.len() < sampler.held.len()
        {
            self.dice.shuffle(hidden);
            return;
        }
        match self.chain.likelihood {
            _ if sampler.actions.is_empty() => self.deal(hidden),
            None => self.start_chain(hidden),
            Some(_) => (0..G::CHAIN_STEPS).for_each(|_| self.step()),
        }
        let n = self.chain.n_rest;
        self.dice.shuffle(&mut self.chain.rest[..n]);
        let mut rest = self.chain.rest[..n].iter().copied();
        let gaps = sampler.gaps.iter().copied().chain(std::iter::repeat(NOT_IN_HAND));
        for (card, gap) in hidden.iter_mut().zip(gaps) {
            let next = if gap == NOT_IN_HAND { rest.next() } else { Some(self.chain.dealt[gap as usize]) };
            *card = next.unwrap_or(*card);
        }
    }
}

/// Picks a random card that fits the slot's constraints and returns its index.
fn pick(pool: &[CardId], slot: &Slot, dice: &mut Dice) -> usize {
    let n = pool.len() as u32;
    let mut at = dice.below(n) as usize;
    if is_unconstrained(slot) {
        return at;
    }
    // Rejection sampling is fastest while most cards fit.
    for _ in 0..12 {
        let card = pool[at];
        if !slot.ruled_out.has(card) && (!slot.unlikely.has(card) || dice.below(256) < UNLIKELY) {
            return at;
        }
        at = dice.below(n) as usize;
    }
    // Few cards fit: scan from a random place. If none does, the belief is wrong; take any.
    let start = at;
    (start..pool.len()).chain(0..start).find(|at| !slot.ruled_out.has(pool[*at])).unwrap_or(start)
}
