//! What a bot is, and the ones that do not search.

use eights::{Game, Imagine};

use crate::{policy::HeuristicPolicy, question::Question};

/// A bot sees what its seat may see and picks one of the options it is shown.
pub trait Bot<G: Game>: Send {
    /// Picks one of the options, of which there is at least one.
    fn choose<'a>(&mut self, question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action;

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
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        question.dice().pick(options).unwrap_or(&options[0])
    }
}

/// The plainest sensible player, kept as it is so that figures can be compared.
pub struct Greedy;

impl<G: HeuristicPolicy> Bot<G> for Greedy {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        let answer = question.game().greedy(question.seat_view(), question.dice());
        matching_option(options, answer)
    }
}

/// What looks best at a glance, but for so many answers of a hundred that are
/// given without thinking.
pub struct Heuristic {
    /// How many answers of a hundred are given without thinking.
    pub slip_percent: u32,
}

impl<G: HeuristicPolicy + Imagine> Bot<G> for Heuristic {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        if let [only] = options {
            return only;
        }
        let dreams = self.slip_percent > 0 && question.dice().below(100) < self.slip_percent;
        let (game, seat_view) = (question.game(), question.seat_view());
        let answer = if dreams {
            game.random_slip(seat_view, question.dice())
        } else {
            game.heuristic(seat_view, question.dice())
        };
        matching_option(options, answer)
    }
}

/// The option that an answer is.
pub(crate) fn matching_option<A: Ord>(options: &[A], answer: A) -> &A {
    let at = options.binary_search(&answer);
    debug_assert!(at.is_ok(), "instinct gives legal answers");
    &options[at.unwrap_or(0)]
}
