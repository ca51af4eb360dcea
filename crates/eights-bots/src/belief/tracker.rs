//! Every hidden card in another hand, and what its owner has given away.

use eights::{CardEvent, CardSet, MAX_SEATS, Place, Seat, Sight};

use super::Inference;

/// A hidden card in another hand.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// What it is not, unless its owner acts on a whim.
    pub(super) ruled_out: CardSet,
    /// What it is more rarely than other cards are.
    pub(super) unlikely: CardSet,
}

/// A deed, and what its doer held then.
pub(super) struct Recorded<G: Inference> {
    pub(super) observed: G::Observed,
    /// How many of the cards that are still hidden were held then: the first so many.
    pub(super) slots: usize,
    /// What else was held then: known at that time, or shown since.
    pub(super) shown: Vec<G::Face>,
}

pub(super) struct Hand<G: Inference> {
    /// The hidden cards, in the order in which they came.
    pub(super) slots: Vec<Slot>,
    open: Vec<G::Face>,
    pub(super) actions: Vec<Recorded<G>>,
}

/// As many deeds of a seat as are remembered: the cards of long ago are gone.
const MAX_RECORDED: usize = 6;

/// What a seat remembers of what the others did.
pub struct BeliefTracker<G: Inference> {
    /// By seat; none before the first card is seen to move.
    pub(super) hands: Vec<Hand<G>>,
    /// What the game follows beside the cards.
    pub context: G::Context,
}

impl<G: Inference> BeliefTracker<G> {
    /// Takes down what a seat saw happen.
    pub(crate) fn remember(&mut self, game: &G, me: Seat, seen: &G::Seen) {
        if self.hands.is_empty() {
            self.hands.resize_with(MAX_SEATS, Hand::default);
        }
        game.infer(self, me, seen);
        if let Some(event) = G::card_event(seen) {
            self.follow(game, me, event);
        }
    }

    /// Forgets all hands: a new deal begins.
    pub fn reset(&mut self) {
        self.hands.iter_mut().for_each(|hand| *hand = Hand::default());
    }

    /// Every hidden card of a seat is probably none of these.
    pub fn rule_out(&mut self, seat: Seat, ruled_out: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.ruled_out = slot.ruled_out.or(ruled_out));
        }
    }

    /// Every hidden card of a seat is one of these more rarely than others are.
    pub fn make_unlikely(&mut self, seat: Seat, unlikely: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.unlikely = slot.unlikely.or(unlikely));
        }
    }

    /// Takes down a deed of a seat, with what it holds now.
    pub fn record(&mut self, seat: Seat, observed: G::Observed) {
        let Some(hand) = self.hands.get_mut(seat.index()) else { return };
        if hand.actions.len() == MAX_RECORDED {
            hand.actions.remove(0);
        }
        hand.actions.push(Recorded { observed, slots: hand.slots.len(), shown: hand.open.clone() });
    }

    /// The last deed of a seat, for acts of which the rest is seen later.
    pub fn last_recorded_mut(&mut self, seat: Seat) -> Option<&mut G::Observed> {
        self.hands.get_mut(seat.index())?.actions.last_mut().map(|recorded| &mut recorded.observed)
    }

    fn follow(&mut self, game: &G, me: Seat, event: &CardEvent<G::Place, Sight<G::Face>>) {
        let theirs = |place: G::Place| hand_owner(place).filter(|seat| *seat != me).map(Seat::index);
        match event {
            CardEvent::Moved { card, from, to, .. } | CardEvent::Buried { card, from, to } => {
                if let Some(seat) = theirs(*from) {
                    self.hands[seat].remove(game, *card);
                }
                if let Some(seat) = theirs(*to) {
                    self.hands[seat].add(*card);
                }
            }
            CardEvent::Shown { card: Sight::Face(face), at } => {
                if let Some(seat) = theirs(*at) {
                    self.hands[seat].show(game, *face);
                }
            }
            CardEvent::Gathered { from, .. } => {
                if let Some(seat) = theirs(*from) {
                    self.hands[seat] = Hand::default();
                }
            }
            CardEvent::Rotated { .. } => self.hands.iter_mut().for_each(|hand| *hand = Hand::default()),
            CardEvent::Shown { card: Sight::Back, .. } | CardEvent::Shuffled { .. } => (),
        }
    }
}

/// Whose hand a place is: who alone sees what comes to lie there.
pub(super) fn hand_owner(place: impl Place) -> Option<Seat> {
    let eyes = place.open_to();
    let seats = if eyes.are_all() { return None } else { eyes.as_seats() };
    seats.iter().next().filter(|_| seats.len() == 1)
}

impl<G: Inference> Hand<G> {
    fn add(&mut self, card: Sight<G::Face>) {
        match card {
            Sight::Face(face) => self.open.push(face),
            Sight::Back => self.slots.push(Slot::default()),
        }
    }

    fn remove(&mut self, game: &G, card: Sight<G::Face>) {
        match card {
            Sight::Face(face) => match self.open.iter().position(|it| *it == face) {
                Some(at) => drop(self.open.remove(at)),
                None => self.reveal(game, face),
            },
            // Which one went is not known: the one that came last is as good a guess as any.
            Sight::Back => {
                self.slots.pop();
                let n = self.slots.len();
                self.actions.iter_mut().for_each(|recorded| recorded.slots = recorded.slots.min(n));
            }
        }
    }

    fn show(&mut self, game: &G, face: G::Face) {
        if !self.open.contains(&face) {
            self.reveal(game, face);
            self.open.push(face);
        }
    }

    /// A hidden card turns out to be this one: the last to come that could be it,
    /// since those held longer were kept for a reason.
    fn reveal(&mut self, game: &G, face: G::Face) {
        let cards = game.cards_of(face);
        let could = |slot: &Slot| !cards.without(slot.ruled_out).is_empty();
        let at = self.slots.iter().rposition(could).unwrap_or_else(|| {
            // What was concluded was wrong: forget it.
            self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
            self.slots.len().saturating_sub(1)
        });
        if at >= self.slots.len() {
            return;
        }
        self.slots.remove(at);
        for recorded in self.actions.iter_mut().filter(|recorded| recorded.slots > at) {
            recorded.slots -= 1;
            recorded.shown.push(face);
        }
    }
}

impl<G: Inference> Default for Hand<G> {
    fn default() -> Hand<G> {
        Hand { slots: Vec::new(), open: Vec::new(), actions: Vec::new() }
    }
}

impl<G: Inference> Default for BeliefTracker<G> {
    fn default() -> BeliefTracker<G> {
        BeliefTracker { hands: Vec::new(), context: G::Context::default() }
    }
}

impl<G: Inference> Clone for Recorded<G> {
    fn clone(&self) -> Recorded<G> {
        Recorded { observed: self.observed.clone(), slots: self.slots, shown: self.shown.clone() }
    }
}

impl<G: Inference> Clone for Hand<G> {
    fn clone(&self) -> Hand<G> {
        Hand { slots: self.slots.clone(), open: self.open.clone(), actions: self.actions.clone() }
    }
}

impl<G: Inference> Clone for BeliefTracker<G> {
    fn clone(&self) -> BeliefTracker<G> {
        BeliefTracker { hands: self.hands.clone(), context: self.context.clone() }
    }
}
