//! The trait `Bot`, and the bots that do not search.

use eights::{Game, Imagine};
use eights_kit::HeuristicPolicy;

use crate::question::Question;

/// Whether bots that only measurements ask for are there, with their kinds of search: flat ones, known policies, random
/// rollouts. The page offers levels only, and its engine is 1.5 KB (of 451) smaller without the others.
pub(crate) const FOR_MEASURING: bool = cfg!(not(target_arch = "wasm32"));

/// A computer player for one seat of one game.
pub trait Bot<G: Game>: Send {
    /// Picks one of the options; there is always at least one.
    fn choose<'a>(&mut self, question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action;

    /// Receives the events its seat saw since the last call. Ignored by default.
    fn witness(&mut self, _seen: &[G::Seen]) {}

    /// Whether this bot uses [`Bot::witness`]. If no bot at a table does, the
    /// caller need not produce events at all.
    fn listens(&self) -> bool {
        false
    }
}

/// Picks uniformly among the legal options.
pub struct Random;

impl<G: Game> Bot<G> for Random {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        question.dice().pick(options).unwrap_or(&options[0])
    }
}

/// A fixed baseline for strength measurements; its play must not change.
pub struct Greedy;

impl<G: HeuristicPolicy> Bot<G> for Greedy {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        let answer = question.game().greedy(question.seat_view(), question.dice());
        matching_option(options, answer)
    }
}

/// Plays the game's heuristic policy, except for a share of random slips that
/// makes the levels below normal weaker.
pub struct Heuristic {
    /// How many answers in a hundred are slips.
    pub slip_percent: u32,
}

impl<G: HeuristicPolicy + Imagine> Bot<G> for Heuristic {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        if let [only] = options {
            return only;
        }
        let slips = self.slip_percent > 0 && question.dice().below(100) < self.slip_percent;
        let (game, seat_view) = (question.game(), question.seat_view());
        let answer = if slips {
            game.random_slip(seat_view, question.dice())
        } else {
            game.heuristic(seat_view, question.dice())
        };
        matching_option(options, answer)
    }
}

/// Finds an answer among the options, so that the caller gets a borrow of them.
pub(crate) fn matching_option<A: Ord>(options: &[A], answer: A) -> &A {
    let found = options.binary_search(&answer);
    debug_assert!(found.is_ok(), "policies give legal answers");
    &options[found.unwrap_or(0)]
}
