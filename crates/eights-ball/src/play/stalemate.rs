//! Detects a stalemate right after the action that causes it (clause EB-STALE-1).
//!
//! [`Outlook`] gives the proof. This module adds a cheaper check before it, which nearly always shows
//! that a player can still finish.

use eights::{CardSet, Seat};

use crate::{
    Ball,
    color::Colors,
    face::{Face, N_FACES},
    place::Place,
    play::{
        outlook::Outlook,
        state::{Public, State, other},
    },
    spot::{N_SPOTS, Shape},
};

/// The pockets that a player can count on.
struct Sure {
    /// Pocket cards in hands and piles that can be played, as the first word of a card set.
    usable: u64,
    /// The colours of the open pocket on each position.
    open: [Colors; N_SPOTS],
}

impl Ball {
    /// Whether neither player can ever finish, even with the other's help.
    pub fn is_dead(&self, state: &State) -> bool {
        let public = &state.public;
        let seats = [public.turn, other(public.turn)];
        if let Some(sure) = self.sure(state)
            && seats.iter().any(|seat| self.has_plenty(public.rows[*seat], &sure))
        {
            return false;
        }
        let outlook = self.outlook(state);
        !seats.iter().any(|seat| outlook.can_finish(seat.index()))
    }

    /// The pockets that both players can count on, if every shape has a free position or a ball can
    /// free one, with a different ball for each shape. The open pockets of a full shape are then not
    /// counted, because one of them gets covered.
    fn sure(&self, state: &State) -> Option<Sure> {
        let public = &state.public;
        let mut open = public.tops.open_colors();
        let (mut covering, mut n_full) = (0, 0);
        for shape in [Shape::Corner, Shape::Side] {
            if public.tops.is_full(shape) {
                let colors = shape.spots().iter().map(|spot| std::mem::take(&mut open[spot.index()]));
                let balls = balls_of(public, colors.fold(Colors::NONE, Colors::or));
                if balls == 0 {
                    return None;
                }
                covering |= balls;
                n_full += 1;
            }
        }
        (covering.count_ones() >= n_full)
            .then(|| Sure { usable: off_table(state).words()[0] & self.pack.pockets(), open })
    }

    /// Whether each ball of a row finds a pocket regardless of what the others take, and the 8-ball one
    /// more. If the scarcest ball has one pocket, the next two, and so on, each can take one that is
    /// still left.
    fn has_plenty(&self, row: Colors, sure: &Sure) -> bool {
        // How many balls have exactly this many pockets; seven count as plenty.
        let mut balls = [0; 8];
        for color in row.iter() {
            let n = (sure.usable & self.pack.pockets_with(color)).count_ones() as usize;
            let n = n + sure.open.iter().filter(|colors| colors.has(color)).count();
            balls[n.min(7)] += 1;
        }
        let mut scarcer = 0;
        for (n, more) in balls[..7].iter().enumerate() {
            scarcer += more;
            if scarcer > n {
                return false;
            }
        }
        let n_open = sure.open.iter().filter(|colors| !colors.is_empty()).count();
        sure.usable.count_ones() as usize + n_open > row.len()
    }

    fn outlook(&self, state: &State) -> Outlook {
        let off_table = off_table(state);
        let mut left = [0; N_FACES];
        for face in Face::all() {
            left[face.index()] = off_table.and(self.pack.cards_of(face)).len() as u8;
        }
        Outlook::new(&left, &state.public)
    }
}

/// The balls of both rows that have one of these colours, one bit each.
fn balls_of(public: &Public, colors: Colors) -> u16 {
    let of = |seat| u16::from(public.rows[seat].and(colors).bits());
    of(Seat::A) | of(other(Seat::A)) << 7
}

/// The cards in hands and piles.
fn off_table(state: &State) -> CardSet {
    let hands = state.cards.set(Place::Hand(Seat::A)).or(state.cards.set(Place::Hand(other(Seat::A))));
    hands.or(state.cards.set(Place::Stock)).or(state.cards.set(Place::Discard))
}
