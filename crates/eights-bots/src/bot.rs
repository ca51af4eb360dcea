//! What a bot is, and the ones that do not search.

use eights::{Game, Imagine};

use crate::{ask::Ask, instinct::Instinct};

/// A bot sees what its seat may see and picks one of the options it is shown.
pub trait Bot<G: Game>: Send {
    /// Picks one of the options, of which there is at least one.
    fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action;

    /// What the seat saw happen since it was last told. Most bots do not care.
    fn witness(&mut self, _seen: &[G::Seen]) {}

    /// Whether it wants to be told what happens: if no bot at a table does,
    /// nothing needs to be written down.
    fn listens(&self) -> bool {
        false
    }
}

/// Any option, each as likely as the others.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose<'a>(&mut self, mut ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        ask.dice().pick(options).unwrap_or(&options[0])
    }
}

/// The plainest sensible player, kept as it is so that figures can be compared.
pub struct Greedy;

impl<G: Instinct> Bot<G> for Greedy {
    fn choose<'a>(&mut self, mut ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        let answer = ask.game().greedy(ask.glance(), ask.dice());
        among(options, answer)
    }
}

/// What looks best at a glance, but for so many answers of a hundred that are
/// given without thinking.
pub struct Gut {
    /// How many answers of a hundred are given without thinking.
    pub careless: u32,
}

impl<G: Instinct + Imagine> Bot<G> for Gut {
    fn choose<'a>(&mut self, mut ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        if let [only] = options {
            return only;
        }
        let dreams = self.careless > 0 && ask.dice().below(100) < self.careless;
        let (game, glance) = (ask.game(), ask.glance());
        let answer =
            if dreams { game.careless(glance, ask.dice()) } else { game.instinct(glance, ask.dice()) };
        among(options, answer)
    }
}

/// The option that an answer is.
pub(crate) fn among<A: Ord>(options: &[A], answer: A) -> &A {
    let at = options.binary_search(&answer);
    debug_assert!(at.is_ok(), "instinct gives legal answers");
    &options[at.unwrap_or(0)]
}
