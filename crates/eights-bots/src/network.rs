//! A bot that plays what the network of its game likes best, without search.

use eights_kit::BeliefModel;

use crate::{
    bot::{Bot, matching_option},
    question::Question,
};

/// Asks the network of the game, or the heuristic policy where there is no network.
pub struct Networked<G: BeliefModel> {
    memory: G::Memory,
    /// Events witnessed since the last answer; the memory needs the rules, which come with a question.
    unread: Vec<G::Seen>,
    estimates: Vec<f32>,
}

impl<G: BeliefModel> Networked<G> {
    /// Creates a bot that has seen nothing yet.
    pub fn new() -> Networked<G> {
        Networked { memory: G::Memory::default(), unread: Vec::new(), estimates: Vec::new() }
    }
}

impl<G: BeliefModel> Default for Networked<G> {
    fn default() -> Networked<G> {
        Networked::new()
    }
}

impl<G: BeliefModel> Bot<G> for Networked<G> {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        let (game, seat) = (question.game(), question.seat());
        for seen in self.unread.drain(..) {
            game.remember(&mut self.memory, seat, &seen);
        }
        if let [only] = options {
            return only;
        }
        if !game.estimate(question.seat_view(), &self.memory, options, &mut self.estimates) {
            let answer = game.heuristic(question.seat_view(), question.dice());
            return matching_option(options, answer);
        }
        let best = (0..options.len()).max_by(|a, b| self.estimates[*a].total_cmp(&self.estimates[*b]));
        &options[best.unwrap_or(0)]
    }

    fn witness(&mut self, seen: &[G::Seen]) {
        self.unread.extend_from_slice(seen);
    }

    fn listens(&self) -> bool {
        true
    }
}
