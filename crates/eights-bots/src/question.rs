//! What a bot is asked with.

use eights::{Dice, Game, Seat, Viewer};

use crate::policy::HeuristicPolicy;

/// What a bot is asked with: the rules, its seat, what that seat may know, and
/// dice of its own. The state it is made from stays out of reach.
pub struct Question<'g, G: Game> {
    game: &'g G,
    state: &'g G::State,
    seat: Seat,
    dice: &'g mut Dice,
    budget: Option<&'g mut dyn FnMut() -> bool>,
}

impl<'g, G: Game> Question<'g, G> {
    /// A question, made by whoever holds the match.
    pub fn new(game: &'g G, state: &'g G::State, seat: Seat, dice: &'g mut Dice) -> Question<'g, G> {
        Question { game, state, seat, dice, budget: None }
    }

    /// The same question with a budget of time: bots that think longer ask
    /// now and then whether they may go on.
    #[must_use]
    pub fn within(mut self, keep_going: &'g mut dyn FnMut() -> bool) -> Question<'g, G> {
        self.budget = Some(keep_going);
        self
    }

    /// The rules.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// Where the bot sits.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// What that seat may know, as a view made for the occasion.
    pub fn view(&self) -> G::View {
        self.game.view(self.state, Viewer::Seat(self.seat))
    }

    /// Luck that has nothing to do with the match's.
    pub fn dice(&mut self) -> &mut Dice {
        self.dice
    }

    /// Whether there is a budget of time instead of a count.
    pub fn is_timed(&self) -> bool {
        self.budget.is_some()
    }

    /// Whether there is time left; always, when nobody looks at a clock.
    pub fn keep_going(&mut self) -> bool {
        self.budget.as_mut().is_none_or(|keep_going| keep_going())
    }
}

impl<'g, G: HeuristicPolicy> Question<'g, G> {
    /// What that seat may know, read where it lies: much cheaper than a view.
    pub fn seat_view(&self) -> G::SeatView<'g> {
        self.game.seat_view(self.state, self.seat)
    }
}
