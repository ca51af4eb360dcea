//! The question that a bot answers: rules, seat, view and dice.

use eights::{Dice, Game, Seat, Viewer};

use eights_kit::HeuristicPolicy;

/// The rules, the bot's seat, what that seat may know, and dice of the bot's
/// own. The state behind it is private, so a bot cannot read hidden cards.
pub struct Question<'g, G: Game> {
    game: &'g G,
    state: &'g G::State,
    seat: Seat,
    dice: &'g mut Dice,
    keep_going: Option<&'g mut dyn FnMut() -> bool>,
}

impl<'g, G: Game> Question<'g, G> {
    /// Creates a question without a time limit. `dice` must not be the dice of
    /// the match: a bot that saw those could predict the next shuffle.
    pub fn new(game: &'g G, state: &'g G::State, seat: Seat, dice: &'g mut Dice) -> Question<'g, G> {
        Question { game, state, seat, dice, keep_going: None }
    }

    /// Limits thinking by time instead of by a count of simulated games:
    /// searching bots poll `keep_going` and stop soon after it returns false.
    #[must_use]
    pub fn within(mut self, keep_going: &'g mut dyn FnMut() -> bool) -> Question<'g, G> {
        self.keep_going = Some(keep_going);
        self
    }

    /// The compiled rules of the match.
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The seat that has to answer.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// An owned view of what the seat may know.
    pub fn view(&self) -> G::View {
        self.game.view(self.state, Viewer::Seat(self.seat))
    }

    /// The bot's own dice, independent of those of the match.
    pub fn dice(&mut self) -> &mut Dice {
        self.dice
    }

    /// Whether thinking is limited by time rather than by a count.
    pub fn is_timed(&self) -> bool {
        self.keep_going.is_some()
    }

    /// Whether there is time left; always true without a time limit.
    pub fn keep_going(&mut self) -> bool {
        self.keep_going.as_mut().is_none_or(|keep_going| keep_going())
    }
}

impl<'g, G: HeuristicPolicy> Question<'g, G> {
    /// What the seat may know, borrowed from the state. Much cheaper than
    /// [`Question::view`], which builds a new value.
    pub fn seat_view(&self) -> G::SeatView<'g> {
        self.game.seat_view(self.state, self.seat)
    }
}
