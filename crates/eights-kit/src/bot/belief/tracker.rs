//! Tracks every hidden card in the other hands and what was inferred about it.

use eights::{CardEvent, CardSet, MAX_SEATS, Place, Seat, Sight};

use super::Inference;

/// A hidden card in another player's hand.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// Cards it is not, as long as its owner plays sensibly.
    pub(super) ruled_out: CardSet,
    /// Cards it is less often than others.
    pub(super) unlikely: CardSet,
}

/// An observed action and the hand it was chosen from.
pub(super) struct Recorded<G: Inference> {
    pub(super) observed: G::Observed,
    /// How many of the slots that are still hidden were held then. Slots are
    /// in order of arrival, so these are the first ones.
    pub(super) slots: usize,
    /// The rest of that hand: known at the time, or revealed since.
    pub(super) shown: Vec<G::Face>,
}

pub(super) struct Hand<G: Inference> {
    /// The hidden cards, in order of arrival.
    pub(super) slots: Vec<Slot>,
    /// The cards in this hand that the tracking seat knows.
    open: Vec<G::Face>,
    pub(super) actions: Vec<Recorded<G>>,
}

/// Actions remembered per seat. Older ones say little, since most cards of
/// that hand have been played.
const MAX_RECORDED: usize = 6;

/// What one seat has inferred about the other hands.
pub struct BeliefTracker<G: Inference> {
    /// One per seat; empty until the first event.
    pub(super) hands: Vec<Hand<G>>,
    /// What the game tracks beside the cards.
    pub context: G::Context,
}

impl<G: Inference> BeliefTracker<G> {
    /// Updates the tracker with an event that `me` saw.
    pub(crate) fn remember(&mut self, game: &G, me: Seat, seen: &G::Seen) {
        if self.hands.is_empty() {
            self.hands.resize_with(MAX_SEATS, Hand::default);
        }
        // Infer first: an action says something about the hand it was chosen
        // from, before its card has left.
        game.infer(self, me, seen);
        if let Some(event) = G::card_event(seen) {
            self.follow(game, me, event);
        }
    }

    /// Forgets all hands, for a new deal.
    pub fn reset(&mut self) {
        self.hands.iter_mut().for_each(|hand| *hand = Hand::default());
    }

    /// Records that a seat probably holds none of these cards now.
    pub fn rule_out(&mut self, seat: Seat, ruled_out: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.ruled_out = slot.ruled_out.or(ruled_out));
        }
    }

    /// Records that a seat holds these cards less often than others.
    pub fn make_unlikely(&mut self, seat: Seat, unlikely: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.unlikely = slot.unlikely.or(unlikely));
        }
    }

    /// Records an action of a seat together with its current hand.
    pub fn record(&mut self, seat: Seat, observed: G::Observed) {
        let Some(hand) = self.hands.get_mut(seat.index()) else { return };
        if hand.actions.len() == MAX_RECORDED {
            hand.actions.remove(0);
        }
        hand.actions.push(Recorded { observed, slots: hand.slots.len(), shown: hand.open.clone() });
    }

    /// The last recorded action of a seat, for actions that are seen in two parts.
    pub fn last_recorded_mut(&mut self, seat: Seat) -> Option<&mut G::Observed> {
        self.hands.get_mut(seat.index())?.actions.last_mut().map(|recorded| &mut recorded.observed)
    }

    /// Moves the cards of an event from hand to hand.
    fn follow(&mut self, game: &G, me: Seat, event: &CardEvent<G::Place, Sight<G::Face>>) {
        let other_hand = |place: G::Place| hand_owner(place).filter(|seat| *seat != me).map(Seat::index);
        match event {
            CardEvent::Moved { card, from, to, .. } | CardEvent::Buried { card, from, to } => {
                if let Some(seat) = other_hand(*from) {
                    self.hands[seat].remove(game, *card);
                }
                if let Some(seat) = other_hand(*to) {
                    self.hands[seat].add(*card);
                }
            }
            CardEvent::Shown { card: Sight::Face(face), at } => {
                if let Some(seat) = other_hand(*at) {
                    self.hands[seat].show(game, *face);
                }
            }
            CardEvent::Gathered { from, .. } => {
                if let Some(seat) = other_hand(*from) {
                    self.hands[seat] = Hand::default();
                }
            }
            CardEvent::Rotated { .. } => self.hands.iter_mut().for_each(|hand| *hand = Hand::default()),
            CardEvent::Shown { card: Sight::Back, .. } | CardEvent::Shuffled { .. } => (),
        }
    }
}

/// The seat whose hand a place is: the only one that sees cards there.
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
            Sight::Face(face) => match self.open.iter().position(|open| *open == face) {
                Some(at) => drop(self.open.remove(at)),
                None => self.reveal(game, face),
            },
            // Any of the slots may have left; dropping the newest loses least,
            // since most is known about the old ones.
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

    /// Removes the slot that turned out to be this card: the newest one that
    /// could be it, since cards held longer were kept for a reason.
    fn reveal(&mut self, game: &G, face: G::Face) {
        let cards = game.cards_of(face);
        let could_be = |slot: &Slot| !cards.without(slot.ruled_out).is_empty();
        let at = self.slots.iter().rposition(could_be).unwrap_or_else(|| {
            // An inference was wrong, and there is no telling which one: forget all.
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

// Derives would demand `G: Default` and `G: Clone`.

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
