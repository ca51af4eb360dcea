//! The view of one seat borrowed from a state, and heuristic answers based on it.

use std::cell::RefCell;

use eights::{CardSet, Dice, Seat, Viewer, sort, sort_by};

use crate::bot::rating::Eye;
use crate::play::action::Action;
use crate::play::place::Pile;
use crate::play::state::{Public, State};
use crate::rules::Crazier;

/// A game as one seat may see it. The underlying state is not accessible through it.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    game: &'a Crazier,
    state: &'a State,
    seat: Seat,
}

impl<'a> SeatView<'a> {
    /// The seat whose view this is.
    pub fn seat(self) -> Seat {
        self.seat
    }

    /// The rules of the game.
    pub fn game(self) -> &'a Crazier {
        self.game
    }

    /// Everything public except the cards.
    pub fn public(self) -> &'a Public {
        &self.state.public
    }

    /// The cards at a place that the seat knows.
    pub fn cards(self, pile: Pile) -> CardSet {
        self.state.cards.set(pile).and(self.state.cards.known_to(Viewer::Seat(self.seat)))
    }

    /// The number of cards at a place.
    pub fn count(self, pile: Pile) -> usize {
        self.state.cards.len(pile)
    }

    /// A hash of the cards in the seat's hand.
    pub fn secret(self) -> u64 {
        let hand = self.cards(Pile::Hand(self.seat));
        let words = hand.words();
        words[0] ^ words[1].rotate_left(17).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ words[2].rotate_left(41)
    }
}

thread_local! {
    /// A reusable buffer for the list of answers, to avoid allocating.
    static LIST: RefCell<Vec<Action>> = const { RefCell::new(Vec::new()) };
}

impl Crazier {
    /// The view of a state from a seat.
    pub fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        SeatView { game: self, state, seat }
    }

    /// The answer rated best by the heuristic, for the seat whose answer is due.
    pub fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        let eye = Eye::at(self, seat_view.state, seat_view.seat);
        self.best(seat_view, dice, |action| eye.rate(action))
    }

    /// Keeps only the `most` answers that the heuristic rates best.
    pub fn shortlist(&self, seat_view: SeatView<'_>, answers: &mut Vec<Action>, most: usize) {
        let eye = Eye::at(self, seat_view.state, seat_view.seat);
        let mut rated: Vec<_> = answers.iter().map(|action| (eye.rate(*action), *action)).collect();
        sort_by(&mut rated, |a, b| b.0.cmp(&a.0));
        answers.clear();
        answers.extend(rated.iter().take(most).map(|(_, action)| *action));
        sort(answers);
    }

    /// A weak policy: discards and plays at random, and ends a turn only when nothing else is possible.
    pub fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        self.best(seat_view, dice, |action| i32::from(!matches!(action, Action::End | Action::Draw)))
    }

    /// The best-rated answer; ties are broken at random.
    fn best(&self, seat_view: SeatView<'_>, dice: &mut Dice, rate: impl Fn(Action) -> i32) -> Action {
        LIST.with_borrow_mut(|list| {
            list.clear();
            self.list(seat_view.state, seat_view.seat, list);
            let mut best = (list.first().copied().unwrap_or(Action::End), i32::MIN, 1);
            if list.len() == 1 {
                return best.0;
            }
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
