//! What one seat may see of a hand, read where it lies: no view is made.

use eights::{CardSet, Seat, Viewer};

use crate::{
    face::Face,
    play::state::{Pile, Public, State},
    rules::Classic,
};

/// A hand as one seat may see it. The state behind it stays out of reach.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    pub(crate) game: &'a Classic,
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
}

impl Classic {
    /// What a seat may see of a state.
    pub fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        SeatView { game: self, state, seat }
    }
}

impl<'a> SeatView<'a> {
    /// Who looks.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The rules.
    pub fn game(self) -> &'a Classic {
        self.game
    }

    /// What everybody knows beside the cards.
    pub fn public(self) -> &'a Public {
        &self.state.public
    }

    /// The cards of one's own hand.
    pub fn hand(self) -> CardSet {
        self.state.cards.set(Pile::Hand(self.seat))
    }

    /// The faces of one's own hand, as bits.
    #[inline]
    pub fn faces(self) -> u64 {
        self.state.faces(self.seat)
    }

    /// How many cards a seat holds.
    #[inline]
    pub fn n_cards(self, seat: Seat) -> usize {
        self.state.n_cards(seat)
    }

    /// How many cards lie in the stock.
    pub fn n_stock(self) -> usize {
        self.state.cards.len(Pile::Stock)
    }

    /// The top of the discard pile.
    pub fn top(self) -> Option<Face> {
        self.state.top()
    }

    /// The cards of another hand that one knows.
    pub fn known(self, seat: Seat) -> CardSet {
        self.state.cards.known_to(Viewer::Seat(self.seat)).and(self.state.cards.set(Pile::Hand(seat)))
    }

    /// The cards that one does not know where they are.
    pub fn unseen(self) -> CardSet {
        let pack = self.game.rules.layout(self.state.public.seats).pack;
        pack.without(self.state.cards.known_to(Viewer::Seat(self.seat)))
    }

    /// How many cards with one of these faces are unseen.
    #[inline]
    pub(crate) fn n_unseen(self, faces: u64) -> u32 {
        self.unseen().words().iter().map(|word| (word & faces).count_ones()).sum()
    }

    /// How many of one's own cards have one of these faces, copies counted.
    #[inline]
    pub(crate) fn n_held(self, faces: u64) -> u32 {
        let words = self.state.cards.at(Pile::Hand(self.seat)).words();
        words.iter().map(|word| (word & faces).count_ones()).sum()
    }

    /// The faces that the seat could lay now, whether it holds them or not.
    pub fn fitting(self) -> u64 {
        self.game.fitting(self.state, self.seat)
    }

    /// Whether sampled hands are rolled out in bits from here.
    pub fn has_fast_rollout(self) -> bool {
        self.game.has_fast_rollout(self.state)
    }

    /// Whether a card is just played, at most naming a suit, so that answers are found by bits.
    pub fn is_simple(self) -> bool {
        self.game.rules.simple
    }

    /// How many packs there are.
    pub(crate) fn packs(self) -> i32 {
        i32::from(self.game.rules.layout(self.state.public.seats).packs).max(1)
    }

    /// The fewest cards that somebody else holds.
    pub(crate) fn nearest(self) -> usize {
        let others = self.state.public.playing.iter().filter(|seat| *seat != self.seat);
        others.map(|seat| self.state.n_cards(seat)).min().unwrap_or(7)
    }

    /// A word for one's own hand and what one knows of the others'.
    pub fn secret(self) -> u64 {
        let mut word = hash(self.state.cards.at(Pile::Hand(self.seat)).words());
        if let Some(fresh) = self.state.fresh.filter(|_| self.state.public.turn == self.seat) {
            word = word.rotate_left(7) ^ fresh.bit();
        }
        word
    }
}

/// Copies of a face are equal: only how many there are counts.
fn hash(words: &[u64; 3]) -> u64 {
    let (one, two, three) = (words[0] | words[1] | words[2], pairs(words), words[0] & words[1] & words[2]);
    one ^ two.rotate_left(21).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ three.rotate_left(42)
}

fn pairs(words: &[u64; 3]) -> u64 {
    words[0] & words[1] | words[0] & words[2] | words[1] & words[2]
}
