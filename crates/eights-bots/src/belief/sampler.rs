//! Dealing hidden cards by what is recalled of them.

use eights::{CardId, Dice, Lots, MAX_CARDS, Place, Seat, Sight, Viewer};

use super::{
    Inference,
    tracker::{BeliefTracker, Recorded, Slot, hand_owner},
};

/// How often, of 256 deals, nobody is taken to have done what everybody would.
const NOISE: u32 = 16;

/// How often, of 256 times, a card that is doubted is dealt all the same.
const UNLIKELY: u32 = 64;

/// How many deals the first world is taken from, where deeds tell something.
const INITIAL_DEALS: u32 = 24;

/// As many hidden cards in hands as are told apart.
const MAX_HIDDEN: usize = 64;

/// As many cards of a hand as are looked at for a deed.
const MAX_HAND: usize = 32;

/// Stands for a hidden card that is in nobody's hand.
const NOT_IN_HAND: u8 = u8::MAX;

/// What a seat believes at one moment, made ready for many worlds.
pub struct Sampler<G: Inference> {
    view: G::View,
    me: Seat,
    /// What is recalled of the hidden cards in hands; those of which most is known come first.
    held: Vec<(u8, Slot)>,
    /// The deeds that may tell something, each with the number of its doer's first hidden card.
    actions: Vec<(usize, Recorded<G>)>,
    /// Of every hidden card in the order of their places, which one in a hand it is.
    gaps: Vec<u8>,
}

impl<G: Inference> Sampler<G> {
    /// What to believe, from what is seen now and what is recalled.
    pub(crate) fn new(game: &G, view: &G::View, me: Seat, tracker: &BeliefTracker<G>) -> Sampler<G> {
        let mut sampler =
            Sampler { view: view.clone(), me, held: Vec::new(), actions: Vec::new(), gaps: Vec::new() };
        for place in (0..game.before_the_deal().0).map(G::Place::at) {
            let hidden = G::pile(view, place).iter().filter(|sight| matches!(sight, Sight::Back)).count();
            let first = sampler.held.len();
            match hand_owner(place).filter(|seat| *seat != me) {
                Some(seat) if first + hidden <= MAX_HIDDEN => {
                    sampler.gaps.extend((first..first + hidden).map(|slot| slot as u8));
                    sampler.hold(seat, hidden, tracker);
                }
                _ => sampler.gaps.extend(std::iter::repeat_n(NOT_IN_HAND, hidden)),
            }
        }
        if sampler.held.iter().all(|(_, slot)| is_free(slot)) && sampler.actions.is_empty() {
            // Nothing is known that would make one deal likelier than another.
            sampler.held.clear();
        }
        sampler.held.sort_by_key(|(_, slot)| std::cmp::Reverse(slot.ruled_out.len()));
        sampler
    }

    /// The hidden cards of a hand with what is recalled of them.
    fn hold(&mut self, seat: Seat, hidden: usize, tracker: &BeliefTracker<G>) {
        let first = self.held.len();
        // Whoever came late to the table has not seen every card arrive.
        let hand = tracker.hands.get(seat.index()).filter(|hand| hand.slots.len() == hidden);
        let slots = hand.map_or(&[][..], |hand| &hand.slots).iter().copied();
        let slots = slots.chain(std::iter::repeat(Slot::default())).take(hidden);
        self.held.extend(slots.zip(first as u8..).map(|(slot, number)| (number, slot)));
        let telling = hand.into_iter().flat_map(|hand| &hand.actions).filter(|recorded| recorded.slots > 0);
        self.actions.extend(telling.map(|recorded| (first, recorded.clone())));
    }

    /// One world that could be so, the likelier the more often.
    pub(crate) fn sample(&self, game: &G, chain: &mut Chain, dice: &mut Dice) -> G::State {
        let mut drawn = BeliefDeal { game, sampler: self, chain, dice };
        game.imagine_by(&self.view, Viewer::Seat(self.me), &mut drawn)
    }

    /// How likely everybody who held these cards was to do what was seen.
    fn likelihood(&self, game: &G, dealt: &[CardId; MAX_HIDDEN]) -> f32 {
        let mut likely = 1.0;
        for (first, recorded) in &self.actions {
            let hidden = dealt[*first..*first + recorded.slots].iter().map(|card| game.face_of(*card));
            let mut faces = recorded.shown.iter().copied().chain(hidden);
            let Some(one) = faces.next() else { continue };
            let mut hand = [one; MAX_HAND];
            let mut n = 1;
            for (slot, face) in hand[1..].iter_mut().zip(faces) {
                *slot = face;
                n += 1;
            }
            likely *= game.likelihood(&recorded.observed, &hand[..n]);
        }
        likely
    }
}

/// Whether nothing is known of a hidden card.
fn is_free(slot: &Slot) -> bool {
    slot.ruled_out.is_empty() && slot.unlikely.is_empty()
}

/// The hands of the last world that was dealt. Where deeds tell something the
/// next world is found from it: a few cards are dealt anew, and if that makes
/// what was done less likely it is taken back the more often.
#[derive(Clone)]
pub struct Chain {
    dealt: [CardId; MAX_HIDDEN],
    /// The hidden cards that are in no hand.
    rest: [CardId; MAX_CARDS],
    n_rest: usize,
    /// How likely what was done is with these hands; nothing before the first deal.
    likely: Option<f32>,
}

impl Default for Chain {
    fn default() -> Chain {
        let none = CardId::new(0);
        Chain { dealt: [none; MAX_HIDDEN], rest: [none; MAX_CARDS], n_rest: 0, likely: None }
    }
}

/// Lots that fall as somebody believes.
struct BeliefDeal<'a, G: Inference> {
    game: &'a G,
    sampler: &'a Sampler<G>,
    chain: &'a mut Chain,
    dice: &'a mut Dice,
}

impl<G: Inference> BeliefDeal<'_, G> {
    /// Deals the hidden cards of all hands, each by what is known of it.
    fn deal(&mut self, hidden: &[CardId]) {
        let chain = &mut *self.chain;
        let mut n = hidden.len();
        chain.rest[..n].copy_from_slice(hidden);
        // Whoever acts on a whim at all does so for the whole deal.
        let whims = self.dice.below(256) < NOISE;
        for (number, slot) in &self.sampler.held {
            let slot = if whims { &Slot::default() } else { slot };
            let at = pick(&chain.rest[..n], slot, self.dice);
            chain.dealt[*number as usize] = chain.rest[at];
            n -= 1;
            chain.rest[at] = chain.rest[n];
        }
        chain.n_rest = n;
    }

    /// Deals several times and takes one deal, the likelier the more often.
    fn begin(&mut self, hidden: &[CardId]) {
        let mut all = 0.0;
        let mut taken = Chain::default();
        for _ in 0..INITIAL_DEALS {
            self.deal(hidden);
            let likely = self.sampler.likelihood(self.game, &self.chain.dealt);
            all += likely;
            if self.dice.below(1 << 16) as f32 <= likely / all * 65_536.0 {
                taken = Chain { likely: Some(likely), ..self.chain.clone() };
            }
        }
        *self.chain = taken;
    }

    /// Deals a card anew, and takes it back the more often the less likely that makes what was done.
    fn step(&mut self) {
        let (n, before) = (self.chain.n_rest, self.chain.likely.unwrap_or(0.0));
        let nth = self.dice.below(self.sampler.held.len() as u32) as usize;
        let (number, slot) = &self.sampler.held[nth];
        if n == 0 {
            return;
        }
        let at = pick(&self.chain.rest[..n], slot, self.dice);
        let chain = &mut *self.chain;
        std::mem::swap(&mut chain.dealt[*number as usize], &mut chain.rest[at]);
        let likely = self.sampler.likelihood(self.game, &chain.dealt);
        if likely < before && self.dice.below(1 << 16) as f32 >= likely / before * 65_536.0 {
            std::mem::swap(&mut chain.dealt[*number as usize], &mut chain.rest[at]);
        } else {
            chain.likely = Some(likely);
        }
    }
}

impl<G: Inference> Lots<G::Place> for BeliefDeal<'_, G> {
    fn fall(&mut self, hidden: &mut [CardId], places: &[G::Place]) {
        let sampler = self.sampler;
        if sampler.held.is_empty() || sampler.gaps.len() != places.len() || hidden.len() < sampler.held.len()
        {
            self.dice.shuffle(hidden);
            return;
        }
        match self.chain.likely {
            _ if sampler.actions.is_empty() => self.deal(hidden),
            None => self.begin(hidden),
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

/// One of these cards that agrees with what is known of it, at random.
fn pick(pool: &[CardId], slot: &Slot, dice: &mut Dice) -> usize {
    let n = pool.len() as u32;
    let mut at = dice.below(n) as usize;
    if is_free(slot) {
        return at;
    }
    for _ in 0..12 {
        let card = pool[at];
        if !slot.ruled_out.has(card) && (!slot.unlikely.has(card) || dice.below(256) < UNLIKELY) {
            return at;
        }
        at = dice.below(n) as usize;
    }
    // Few are left that could be it: look at each.
    let start = at;
    (start..pool.len()).chain(0..start).find(|at| !slot.ruled_out.has(pool[*at])).unwrap_or(start)
}
