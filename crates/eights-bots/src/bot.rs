//! What a bot is, and the two simplest ones.

use eights::{Dice, Game, Seat};

/// What a bot is asked with: the rules, its seat, what that seat may know, and dice of its own.
pub struct Ask<'g, G: Game> {
    /// The rules.
    pub game: &'g G,
    /// Where the bot sits.
    pub seat: Seat,
    /// What that seat may know.
    pub view: &'g G::View,
    /// Luck that has nothing to do with the match's.
    pub dice: &'g mut Dice,
}

/// A bot sees a view and picks one of the options it is shown.
pub trait Bot<G: Game>: Send {
    /// Picks one of the options, of which there is at least one.
    fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action;

    /// What the seat saw happen since it was last asked. Most bots do not care.
    fn witness(&mut self, _seen: &[G::Seen]) {}
}

/// Any option, each as likely as the others.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        ask.dice.pick(options).unwrap_or(&options[0])
    }
}

/// Games in which an option can be rated at a glance.
pub trait Rate: Game {
    /// How good an option looks to a seat; more is better.
    fn rate(&self, view: &Self::View, seat: Seat, option: Self::Action) -> i32;
}

/// The option that looks best at a glance.
pub struct Greedy;

impl<G: Rate> Bot<G> for Greedy {
    fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        let rate = |option: &G::Action| ask.game.rate(ask.view, ask.seat, *option);
        let best = options.iter().map(rate).max();
        let equal: Vec<&G::Action> = options.iter().filter(|option| Some(rate(option)) == best).collect();
        ask.dice.pick(&equal).copied().unwrap_or(&options[0])
    }
}
