//! Lists the legal answers, and checks single ones without listing.

use std::ops::Range;

use eights::{CardSet, Seat};

use crate::{
    Ball,
    color::{Balls, Color, Colors},
    face::{BLOCKS, Face, POCKETS, cues_of, faces_in, sticks_of},
    place::Place,
    play::{
        action::{Action, Set},
        state::{State, Step},
    },
    spot::{N_SPOTS, Spot},
};

impl Ball {
    /// Appends every legal answer of a seat, sorted and without duplicates.
    #[inline]
    pub(crate) fn list(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        if state.public.turn != seat {
            return;
        }
        match state.public.step {
            Step::Choose => out.extend([Balls::Solids, Balls::Stripes].map(Action::Choose)),
            Step::Act => self.list_actions(state, seat, out),
            Step::Fill => {
                out.push(Action::Draw);
                if state.cards.len(Place::Discard) > 0 {
                    out.push(Action::Take);
                }
            }
            Step::Over(_) => (),
        }
    }

    fn list_actions(&self, state: &State, seat: Seat, out: &mut Vec<Action>) {
        let public = &state.public;
        let hand = state.cards.set(Place::Hand(seat));
        let faces = self.pack.faces_of(hand);
        out.extend(faces_in(faces).map(Action::Discard));
        if state.cards.len(Place::Discard) > 0 {
            out.extend(faces_in(faces).map(Action::Swap));
        }
        let wanted = public.wanted(seat);
        let open = public.tops.open_colors();
        for pocket in faces_in(faces & POCKETS).filter(|pocket| pocket.colors().meets(wanted)) {
            let spots = pocket.shape().map_or(&[][..], |shape| shape.spots()).iter();
            let free = spots.filter(|spot| open[spot.index()].is_empty());
            out.extend(free.map(|spot| Action::Pocket(pocket, *spot)));
        }
        for block in faces_in(faces & BLOCKS) {
            out.extend(spots_with(&open, block.colors()).map(|spot| Action::Block(block, spot)));
        }
        let pairs = sticks_of(faces).and(cues_of(faces));
        let shots = pairs.and(wanted);
        if !shots.is_empty() {
            let row = public.rows[seat];
            let start = out.len();
            for color in shots.iter() {
                let single = if row.is_empty() { Action::ShootEight } else { Action::Shoot };
                let sets = spots_with(&open, Colors::only(color)).map(|at| Set { color, at });
                out.extend(sets.map(single));
            }
            // A combo needs two complete sets.
            if out.len() > start && hand.len() >= 4 && !row.is_empty() {
                let singles = start..out.len();
                list_two(singles.clone(), out);
                if row.len() == 1 {
                    self.list_last_and_eight(&open, pairs, hand, singles, out);
                }
            }
        }
    }

    /// Lists combos that pocket the last ball with one of these single shots, and then the 8-ball.
    fn list_last_and_eight(
        &self,
        open: &[Colors; N_SPOTS],
        pairs: Colors,
        hand: CardSet,
        singles: Range<usize>,
        out: &mut Vec<Action>,
    ) {
        for last in singles {
            let Action::Shoot(last) = out[last] else { continue };
            for color in pairs.iter().filter(|color| self.has_set_twice(hand, last.color, *color)) {
                let eights = spots_with(open, Colors::only(color)).filter(|at| *at != last.at);
                out.extend(eights.map(|at| Action::ShootLastAndEight(last, Set { color, at })));
            }
        }
    }

    /// Whether a hand has a set of each of the two colours, or two sets if the colours are the same.
    fn has_set_twice(&self, hand: CardSet, first: Color, second: Color) -> bool {
        let n = if first == second { 2 } else { 1 };
        [Face::stick(first), Face::cue(first), Face::stick(second), Face::cue(second)]
            .into_iter()
            .all(|face| hand.and(self.pack.cards_of(face)).len() >= n)
    }

    /// Whether an answer is legal; equivalent to [`Ball::list`], but without listing.
    pub(crate) fn allows(&self, state: &State, seat: Seat, action: Action) -> bool {
        let public = &state.public;
        let hand = state.cards.set(Place::Hand(seat));
        let holds = |face: Face| !hand.and(self.pack.cards_of(face)).is_empty();
        let has_discard = || state.cards.len(Place::Discard) > 0;
        let open = |spot: Spot| public.tops[spot].open();
        let is_open = |set: Set| open(set.at).is_some_and(|pocket| pocket.colors().has(set.color));
        let is_set = |set: Set| is_open(set) && holds(Face::stick(set.color)) && holds(Face::cue(set.color));
        let row = public.rows[seat];
        if public.turn != seat {
            return false;
        }
        match (public.step, action) {
            (Step::Choose, Action::Choose(_)) | (Step::Fill, Action::Draw) => true,
            (Step::Fill, Action::Take) => has_discard(),
            (Step::Act, Action::Discard(face)) => holds(face),
            (Step::Act, Action::Swap(face)) => holds(face) && has_discard(),
            (Step::Act, Action::Pocket(face, at)) => {
                face.shape() == Some(at.shape())
                    && holds(face)
                    && open(at).is_none()
                    && face.colors().meets(public.wanted(seat))
            }
            (Step::Act, Action::Block(face, at)) => {
                face.is_block()
                    && holds(face)
                    && open(at).is_some_and(|pocket| pocket.colors().meets(face.colors()))
            }
            (Step::Act, Action::Shoot(set)) => row.has(set.color) && is_set(set),
            (Step::Act, Action::ShootTwo(a, b)) => {
                let balls = row.has(a.color) && row.has(b.color) && a.color < b.color;
                balls && a.at != b.at && is_set(a) && is_set(b)
            }
            (Step::Act, Action::ShootEight(set)) => row.is_empty() && is_set(set),
            (Step::Act, Action::ShootLastAndEight(last, eight)) => {
                let pockets = last.at != eight.at && is_open(last) && is_open(eight);
                row == Colors::only(last.color)
                    && pockets
                    && self.has_set_twice(hand, last.color, eight.color)
            }
            _ => false,
        }
    }
}

/// The positions with an open pocket of one of these colours.
#[inline]
fn spots_with(open: &[Colors; N_SPOTS], colors: Colors) -> impl Iterator<Item = Spot> + '_ {
    Spot::ALL.into_iter().filter(move |spot| open[spot.index()].meets(colors))
}

/// Lists combos of two of these single shots.
fn list_two(singles: Range<usize>, out: &mut Vec<Action>) {
    for first in singles.clone() {
        for second in singles.clone() {
            if let (Action::Shoot(first), Action::Shoot(second)) = (out[first], out[second])
                && first.color < second.color
                && first.at != second.at
            {
                out.push(Action::ShootTwo(first, second));
            }
        }
    }
}
