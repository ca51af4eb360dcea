//! The view of one seat borrowed from a state, and heuristic answers based on it.

use std::cell::RefCell;

use eights::{CardSet, Dice, Seat, Viewer, sort, sort_by};

use crate::{
    Ball,
    bot::rating::Judge,
    face::Face,
    place::Place,
    play::{
        action::Action,
        state::{Public, State, other},
    },
};

/// A game as one seat may see it. The underlying state is not accessible through it.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    game: &'a Ball,
    state: &'a State,
    seat: Seat,
}

impl<'a> SeatView<'a> {
    /// The seat whose view this is.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// Everything public except the cards.
    pub fn public(self) -> &'a Public {
        &self.state.public
    }

    /// The faces in the seat's own hand, as bits.
    pub fn faces(self) -> u64 {
        self.game.pack.faces_of(self.hand())
    }

    /// The top of the discard pile.
    pub fn top(self) -> Option<Face> {
        self.state.cards.top(Place::Discard).map(|card| self.game.pack.face_of(card))
    }

    /// The number of cards in the draw pile.
    pub fn n_stock(self) -> usize {
        self.state.cards.len(Place::Stock)
    }

    fn hand(self) -> CardSet {
        self.state.cards.set(Place::Hand(self.seat))
    }

    /// The faces that the seat knows in the other hand, as bits.
    pub fn known(self) -> u64 {
        let theirs = self.state.cards.set(Place::Hand(other(self.seat)));
        self.game.pack.faces_of(theirs.and(self.state.cards.known_to(Viewer::Seat(self.seat))))
    }

    /// A hash of the seat's own hand; copies of a face are equal.
    pub fn secret(self) -> u64 {
        let (once, twice) = self.held();
        once ^ twice.rotate_left(32).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    /// The faces held, and those held more than once, as bits.
    fn held(self) -> (u64, u64) {
        self.hand().iter().fold((0, 0), |(all, twice), card| {
            let bit = self.game.pack.face_of(card).bit();
            (all | bit, twice | all & bit)
        })
    }

    fn judge(self) -> Judge<'a> {
        Judge::of(&self.state.public, self.seat, self.held(), self.known(), self.top())
    }
}

thread_local! {
    /// A reusable buffer for the list of answers, to avoid allocating.
    static LIST: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

impl Ball {
    /// The view of a state from a seat.
    pub fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        SeatView { game: self, state, seat }
    }

    /// The answer rated best by the heuristic, for the seat whose answer is due.
    pub fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        let judge = seat_view.judge();
        let now = judge.hand(judge.held);
        self.best(seat_view, dice, |action| judge.rate(action, now))
    }

    /// Keeps only the `most` answers that the heuristic rates best.
    pub fn shortlist(&self, seat_view: SeatView<'_>, answers: &mut Vec<Action>, most: usize) {
        let judge = seat_view.judge();
        let now = judge.hand(judge.held);
        let mut rated: Vec<_> = answers.iter().map(|action| (judge.rate(*action, now), *action)).collect();
        sort_by(&mut rated, |a, b| b.0.cmp(&a.0));
        answers.clear();
        answers.extend(rated.iter().take(most).map(|(_, action)| *action));
        sort(answers);
    }

    /// An estimate of a seat's winning chance from 0 to 1: mainly by balls, then by the value of the hands.
    pub fn standing(&self, state: &State, seat: Seat) -> f32 {
        let worth = |seat: Seat| {
            let judge = self.seat_view(state, seat).judge();
            judge.hand(judge.held) as f32
        };
        let left = |seat: Seat| state.public.rows[seat].len() as f32;
        let balls = left(other(seat)) - left(seat);
        let hands = worth(seat) - worth(other(seat));
        1.0 / (1.0 + (-(0.5 * balls + 0.004 * hands)).exp())
    }

    /// A weak policy: shoots when possible, and otherwise plays pockets, discards and draws at random.
    pub fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        self.best(seat_view, dice, |action| match action {
            Action::ShootEight(_) | Action::ShootLastAndEight(..) => 3,
            Action::Shoot(_) | Action::ShootTwo(..) => 2,
            Action::Pocket(..) | Action::Discard(_) | Action::Draw | Action::Choose(_) => 1,
            Action::Swap(_) | Action::Block(..) | Action::Take => 0,
        })
    }

    /// The best-rated answer; ties are broken at random.
    fn best(&self, seat_view: SeatView<'_>, dice: &mut Dice, rate: impl Fn(Action) -> i32) -> Action {
        LIST.with_borrow_mut(|list| {
            list.clear();
            self.list(seat_view.state, seat_view.seat, list);
            let mut best = (list.first().copied().unwrap_or(Action::Draw), i32::MIN, 1);
            for action in list.iter() {
                let rate = rate(*action);
                if rate > best.1 {
                    best = (*action, rate, 1);
                } else if rate == best.1 {
                    // Reservoir sampling: each of the tied answers is equally likely.
                    best.2 += 1;
                    if dice.below(best.2) == 0 {
                        best.0 = *action;
                    }
                }
            }
            best.0
        })
    }
}
