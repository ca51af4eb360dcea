//! What a game must offer so that bots can play it.

use eights::{Dice, Game, Imagine, MAX_SEATS, Seat};

use crate::search::Simulator;

/// How the levels of a game differ. The values are found by playing adjacent
/// levels against each other until the steps are even; see `docs/bots.md`.
#[derive(Clone, Copy, Debug)]
pub struct LevelTuning {
    /// Random slips of a newcomer, in a hundred answers.
    pub newcomer_slips: u32,
    /// Random slips of a learner, in a hundred answers.
    pub learner_slips: u32,
    /// Random slips of a casual player, in a hundred answers.
    pub casual_slips: u32,
    /// Simulated games per answer of an expert, with two players and the simplest rules.
    pub expert_games: u32,
    /// The same for a master.
    pub master_games: u32,
    /// The same for an analyst.
    pub analyst_games: u32,
}

/// Games in which a good answer can be found at a glance, without listing them all.
pub trait HeuristicPolicy: Game {
    /// What one seat may see, read where it lies.
    type SeatView<'a>: Copy;

    /// How strong each level plays.
    const LEVELS: LevelTuning;

    /// How much a search looks at what it knows little about: less where
    /// imagined games are judged in small steps than where they are won or lost.
    const EXPLORATION: f32;

    /// After how many answers an imagined game is broken off and judged.
    const ROLLOUT_LIMIT: u32;

    /// What a seat may see of a state.
    fn seat_view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::SeatView<'a>;

    /// A good answer of the seat, which must be asked: always a legal one.
    fn heuristic(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// The plainest sensible answer, as a yardstick: always a legal one.
    fn greedy(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// The answer of somebody who does not think: anything that can be
    /// played, wild cards too early, calls forgotten. Always a legal one.
    fn random_slip(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// How well a seat stands in a game that is not over, from 0 to 1: where
    /// imagined games are broken off.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f32;

    /// How many times longer an imagined game takes here than with two players
    /// and the plainest rules, in hundredths: the levels imagine that many times fewer.
    fn rollout_cost(&self, seat_view: Self::SeatView<'_>) -> u32;

    /// Keeps only so many of the options, those that look best: where there is
    /// too little time to try them all.
    fn shortlist(&self, seat_view: Self::SeatView<'_>, options: &mut Vec<Self::Action>, most: usize) {
        let _ = (seat_view, options, most);
    }

    /// Plays an imagined game to its end by instinct and says who got how much
    /// of the win, where the game knows a faster way than answer by answer.
    fn fast_rollout(&self, state: &Self::State, dice: &mut Dice) -> Option<[f32; MAX_SEATS]> {
        let _ = (state, dice);
        None
    }

    /// A word for everything hidden that the seat knows now: worlds with
    /// different words are different to it.
    fn private_hash(&self, seat_view: Self::SeatView<'_>) -> u64;

    /// What speaks for an answer, in half a sentence that continues "it …",
    /// as far as that can be seen at a glance.
    fn reason(&self, seat_view: Self::SeatView<'_>, action: Self::Action) -> String;
}

/// Games in which a bot can guess what is hidden: from what was seen, and from
/// what was done.
pub trait BeliefModel: HeuristicPolicy + Imagine {
    /// What a seat remembers of what the others did.
    type Memory: Clone + Default + Send;
    /// What a seat believes at one moment, made ready for many worlds.
    type Belief: Send + Sync;
    /// The last world, where the next one is found from it.
    type Chain: Default + Send;
    /// Imagined worlds that are faster than the whole game, where there are such.
    type FastSimulator<'a>: Simulator<Action = Self::Action>;

    /// Takes down what the seat saw happen.
    fn remember(&self, memory: &mut Self::Memory, seat: Seat, seen: &Self::Seen);

    /// What to believe, from what is seen now and what was done before.
    fn believe(&self, view: &Self::View, seat: Seat, memory: &Self::Memory) -> Self::Belief;

    /// One world that could be so, the likelier the more often.
    fn sample(&self, belief: &Self::Belief, chain: &mut Self::Chain, dice: &mut Dice) -> Self::State;

    /// The same worlds in a form that is played faster, if the rules are plain enough.
    fn fast_simulator<'a>(
        &'a self,
        belief: &'a Self::Belief,
        dice: &mut Dice,
    ) -> Option<Self::FastSimulator<'a>> {
        let _ = (belief, dice);
        None
    }

    /// Whether nothing is hidden and nothing left to luck, with two players:
    /// then the best answer can be found exactly.
    fn is_perfect_information(&self, belief: &Self::Belief) -> bool {
        let _ = belief;
        false
    }

    /// What is remembered about an answer's effect on the others, for hints:
    /// half a sentence such as "names the suit that B showed to lack".
    fn inferred_reason(
        &self,
        memory: &Self::Memory,
        view: &Self::View,
        action: Self::Action,
    ) -> Option<String> {
        let _ = (memory, view, action);
        None
    }
}
