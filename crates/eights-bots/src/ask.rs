//! What a bot is asked with.

use eights::{Dice, Game, Seat, Viewer};

use crate::instinct::Instinct;

/// What a bot is asked with: the rules, its seat, what that seat may know, and
/// dice of its own. The state it is made from stays out of reach.
pub struct Ask<'g, G: Game> {
    game: &'g G,
    state: &'g G::State,
    seat: Seat,
    dice: &'g mut Dice,
    patience: Option<&'g mut dyn FnMut() -> bool>,
}

impl<'g, G: Game> Ask<'g, G> {
    /// A question, made by whoever holds the match.
    pub fn new(game: &'g G, state: &'g G::State, seat: Seat, dice: &'g mut Dice) -> Ask<'g, G> {
        Ask { game, state, seat, dice, patience: None }
    }

    /// The same question with a budget of time: bots that think longer ask
    /// now and then whether they may go on.
    #[must_use]
    pub fn within(mut self, go_on: &'g mut dyn FnMut() -> bool) -> Ask<'g, G> {
        self.patience = Some(go_on);
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
        self.patience.is_some()
    }

    /// Whether there is time left; always, when nobody looks at a clock.
    pub fn go_on(&mut self) -> bool {
        self.patience.as_mut().is_none_or(|go_on| go_on())
    }
}

impl<'g, G: Instinct> Ask<'g, G> {
    /// What that seat may know, read where it lies: much cheaper than a view.
    pub fn glance(&self) -> G::Glance<'g> {
        self.game.glance(self.state, self.seat)
    }
}
