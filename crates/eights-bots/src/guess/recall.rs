//! Every hidden card in another hand, and what its owner has given away.

use eights::{CardEvent, CardSet, MAX_SEATS, Place, Seat, Sight};

use super::Telling;

/// A hidden card in another hand.
#[derive(Clone, Copy, Default)]
pub(super) struct Slot {
    /// What it is not, unless its owner acts on a whim.
    pub(super) lacks: CardSet,
    /// What it is more rarely than other cards are.
    pub(super) doubts: CardSet,
}

/// A deed, and what its doer held then.
pub(super) struct Noted<G: Telling> {
    pub(super) deed: G::Deed,
    /// How many of the cards that are still hidden were held then: the first so many.
    pub(super) slots: usize,
    /// What else was held then: known at that time, or shown since.
    pub(super) shown: Vec<G::Face>,
}

pub(super) struct Hand<G: Telling> {
    /// The hidden cards, in the order in which they came.
    pub(super) slots: Vec<Slot>,
    open: Vec<G::Face>,
    pub(super) deeds: Vec<Noted<G>>,
}

/// As many deeds of a seat as are remembered: the cards of long ago are gone.
const DEEDS: usize = 6;

/// What a seat remembers of what the others did.
pub struct Recall<G: Telling> {
    /// By seat; none before the first card is seen to move.
    pub(super) hands: Vec<Hand<G>>,
    /// What the game follows beside the cards.
    pub watch: G::Watch,
}

impl<G: Telling> Recall<G> {
    /// Takes down what a seat saw happen.
    pub(crate) fn remember(&mut self, game: &G, me: Seat, seen: &G::Seen) {
        if self.hands.is_empty() {
            self.hands.resize_with(MAX_SEATS, Hand::default);
        }
        game.tells(self, me, seen);
        if let Some(event) = G::card_event(seen) {
            self.follow(game, me, event);
        }
    }

    /// Forgets all hands: a new deal begins.
    pub fn deal_anew(&mut self) {
        self.hands.iter_mut().for_each(|hand| *hand = Hand::default());
    }

    /// Every hidden card of a seat is probably none of these.
    pub fn conclude(&mut self, seat: Seat, lacks: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.lacks = slot.lacks.or(lacks));
        }
    }

    /// Every hidden card of a seat is one of these more rarely than others are.
    pub fn doubt(&mut self, seat: Seat, doubts: CardSet) {
        if let Some(hand) = self.hands.get_mut(seat.index()) {
            hand.slots.iter_mut().for_each(|slot| slot.doubts = slot.doubts.or(doubts));
        }
    }

    /// Takes down a deed of a seat, with what it holds now.
    pub fn note(&mut self, seat: Seat, deed: G::Deed) {
        let Some(hand) = self.hands.get_mut(seat.index()) else { return };
        if hand.deeds.len() == DEEDS {
            hand.deeds.remove(0);
        }
        hand.deeds.push(Noted { deed, slots: hand.slots.len(), shown: hand.open.clone() });
    }

    /// The last deed of a seat, for acts of which the rest is seen later.
    pub fn last_mut(&mut self, seat: Seat) -> Option<&mut G::Deed> {
        self.hands.get_mut(seat.index())?.deeds.last_mut().map(|noted| &mut noted.deed)
    }

    fn follow(&mut self, game: &G, me: Seat, event: &CardEvent<G::Place, Sight<G::Face>>) {
        let theirs = |place: G::Place| owner(place).filter(|seat| *seat != me).map(Seat::index);
        match event {
            CardEvent::Moved { card, from, to, .. } | CardEvent::Buried { card, from, to } => {
                if let Some(seat) = theirs(*from) {
                    self.hands[seat].leave(game, *card);
                }
                if let Some(seat) = theirs(*to) {
                    self.hands[seat].come(*card);
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
pub(super) fn owner(place: impl Place) -> Option<Seat> {
    let eyes = place.open_to();
    let seats = if eyes.are_all() { return None } else { eyes.as_seats() };
    seats.iter().next().filter(|_| seats.len() == 1)
}

impl<G: Telling> Hand<G> {
    fn come(&mut self, card: Sight<G::Face>) {
        match card {
            Sight::Face(face) => self.open.push(face),
            Sight::Back => self.slots.push(Slot::default()),
        }
    }

    fn leave(&mut self, game: &G, card: Sight<G::Face>) {
        match card {
            Sight::Face(face) => match self.open.iter().position(|it| *it == face) {
                Some(at) => drop(self.open.remove(at)),
                None => self.reveal(game, face),
            },
            // Which one went is not known: the one that came last is as good a guess as any.
            Sight::Back => {
                self.slots.pop();
                let n = self.slots.len();
                self.deeds.iter_mut().for_each(|noted| noted.slots = noted.slots.min(n));
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
        let could = |slot: &Slot| !cards.without(slot.lacks).is_empty();
        let at = self.slots.iter().rposition(could).unwrap_or_else(|| {
            // What was concluded was wrong: forget it.
            self.slots.iter_mut().for_each(|slot| *slot = Slot::default());
            self.slots.len().saturating_sub(1)
        });
        if at >= self.slots.len() {
            return;
        }
        self.slots.remove(at);
        for noted in self.deeds.iter_mut().filter(|noted| noted.slots > at) {
            noted.slots -= 1;
            noted.shown.push(face);
        }
    }
}

impl<G: Telling> Default for Hand<G> {
    fn default() -> Hand<G> {
        Hand { slots: Vec::new(), open: Vec::new(), deeds: Vec::new() }
    }
}

impl<G: Telling> Default for Recall<G> {
    fn default() -> Recall<G> {
        Recall { hands: Vec::new(), watch: G::Watch::default() }
    }
}

impl<G: Telling> Clone for Noted<G> {
    fn clone(&self) -> Noted<G> {
        Noted { deed: self.deed.clone(), slots: self.slots, shown: self.shown.clone() }
    }
}

impl<G: Telling> Clone for Hand<G> {
    fn clone(&self) -> Hand<G> {
        Hand { slots: self.slots.clone(), open: self.open.clone(), deeds: self.deeds.clone() }
    }
}

impl<G: Telling> Clone for Recall<G> {
    fn clone(&self) -> Recall<G> {
        Recall { hands: self.hands.clone(), watch: self.watch.clone() }
    }
}
