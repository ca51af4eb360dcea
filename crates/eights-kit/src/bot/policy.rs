//! The traits a game implements so that bots can play it.

use eights::{Dice, Game, Imagine, Seat};

use super::simulator::{Shares, Simulator};

/// How the levels of a game differ. The values are found by playing adjacent
/// levels against each other until the steps up to `expert` are even; `master` and `analyst` have
/// about 10 and 150 ms for an answer. See `docs/bots.md`.
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

/// How far chances of winning are from the shares of simulated games, near one half as a difference of log-odds. Shares
/// of 0 and 1 stay what they are.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct HintCorrection {
    /// How much better a player does than the simulated games say.
    pub shift: f32,
    /// How much further from one half the chance is; below 0 it is nearer.
    pub stretch: f32,
}

impl HintCorrection {
    /// The chance of winning for a share of simulated games.
    pub fn chance(&self, share: f32) -> f32 {
        share + share * (1.0 - share) * (self.shift + self.stretch * (2.0 * share - 1.0))
    }
}

/// A fast move policy and what search needs to know about a game.
pub trait HeuristicPolicy: Game {
    /// What one seat may see, borrowed from the state.
    type SeatView<'a>: Copy;

    /// How strong each level plays.
    const LEVELS: LevelTuning;

    /// Simulated games per answer of an expert where a network values positions, which says more than playing on.
    const VALUED_EXPERT_GAMES: u32 = Self::LEVELS.expert_games;

    /// The exploration constant of the tree search. Games whose rollouts end
    /// in a graded evaluation need less than games that end in a win or a loss.
    const EXPLORATION: f32;

    /// The same where a network values positions: its values are graded, and vary less than games.
    const VALUED_EXPLORATION: f32 = Self::EXPLORATION;

    /// A rollout is stopped after this many answers and evaluated.
    const ROLLOUT_LIMIT: u32;

    /// Borrows what a seat may see of a state.
    fn seat_view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::SeatView<'a>;

    /// A good answer, found without search. The seat must be the one to act;
    /// the answer is always legal.
    fn heuristic(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// The answer of the fixed baseline bot. Always legal.
    fn greedy(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// The answer of an inattentive player: any playable card, wild cards too
    /// early, calls forgotten. Always legal.
    fn random_slip(&self, seat_view: Self::SeatView<'_>, dice: &mut Dice) -> Self::Action;

    /// A seat's estimated share of the win in an unfinished game, from 0 to 1.
    fn evaluate(&self, state: &Self::State, seat: Seat) -> f32;

    /// Whether the game has a network that knows these rules, and its weights are not loaded, as in the browser.
    fn lacks_network(&self) -> bool {
        false
    }

    /// Takes the weights of the game's network if there are none yet. Returns whether they are used from now on.
    fn load_network(&self, weights: &[u8]) -> bool {
        let _ = weights;
        false
    }

    /// Whether the game has a network for [`HeuristicPolicy::value`].
    fn values_positions(&self) -> bool {
        false
    }

    /// Whether that network values the positions that a search from here comes to.
    fn values_from(&self, seat_view: Self::SeatView<'_>) -> bool {
        let _ = seat_view;
        self.values_positions()
    }

    /// Each seat's share of the win in an unfinished game, estimated by a network that knows all cards, if the game
    /// has one. Only sampled worlds are valued, so a bot learns nothing about the true one.
    fn value(&self, state: &Self::State) -> Option<Shares> {
        let _ = state;
        None
    }

    /// The cost of a rollout from here, in percent of one with two players and
    /// the simplest rules. Levels divide their number of games by it.
    fn rollout_cost(&self, seat_view: Self::SeatView<'_>) -> u32;

    /// Truncates the options to the `most` best-looking ones, for searches too
    /// small to try them all. Keeps all of them by default.
    fn shortlist(&self, seat_view: Self::SeatView<'_>, options: &mut Vec<Self::Action>, most: usize) {
        let _ = (seat_view, options, most);
    }

    /// Plays a state to its end with the heuristic policy and returns each
    /// seat's share of the win, if the game has a faster way than answer by answer.
    fn fast_rollout(&self, state: &Self::State, dice: &mut Dice) -> Option<Shares> {
        let _ = (state, dice);
        None
    }

    /// How a hint corrects the share of simulated games before it shows it as the chance of winning. `eights lab
    /// calibrate` measures it. No bot's answer depends on it.
    fn hint_correction(&self, seat_view: Self::SeatView<'_>) -> HintCorrection {
        let _ = seat_view;
        HintCorrection::default()
    }

    /// Hash of the seat's private information; worlds with equal hashes share
    /// a node of the search tree.
    fn private_hash(&self, seat_view: Self::SeatView<'_>) -> u64;

    /// Why an answer looks good, as the rest of a sentence that starts with "It".
    fn reason(&self, seat_view: Self::SeatView<'_>, action: Self::Action) -> String;
}

/// A policy that the others are known to follow, for measuring how much it can be exploited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownPolicy {
    /// [`HeuristicPolicy::greedy`].
    Greedy,
    /// [`HeuristicPolicy::heuristic`].
    Heuristic,
}

/// Sampling of the cards a seat cannot see, given what it saw and what the others did.
pub trait BeliefModel: HeuristicPolicy + Imagine {
    /// What a seat remembers about the others' actions.
    type Memory: Clone + Default + Send;
    /// A belief about one position, prepared for drawing many samples.
    type Belief: Send + Sync;
    /// State carried from one sample to the next, for Markov chain sampling.
    type Chain: Default + Send;
    /// A faster simulator than the game itself; [`NoFastSimulator`](crate::NoFastSimulator)
    /// if there is none.
    type FastSimulator<'a>: Simulator<Action = Self::Action>;

    /// Updates the memory with an event the seat saw.
    fn remember(&self, memory: &mut Self::Memory, seat: Seat, seen: &Self::Seen);

    /// Combines the current view with the memory.
    fn believe(&self, view: &Self::View, seat: Seat, memory: &Self::Memory) -> Self::Belief;

    /// Estimates each option's share of the win with a network, if the game has one. Returns whether it has.
    fn estimate(
        &self,
        seat_view: Self::SeatView<'_>,
        memory: &Self::Memory,
        options: &[Self::Action],
        out: &mut Vec<f32>,
    ) -> bool {
        let _ = (seat_view, memory, options, out);
        false
    }

    /// Makes this the belief of a seat that knows which policy all others follow. Returns whether the
    /// game can do that; by default it cannot.
    fn assume(&self, belief: &mut Self::Belief, policy: KnownPolicy) -> bool {
        let _ = (belief, policy);
        false
    }

    /// Samples a full state (a determinization) that agrees with the view,
    /// with a probability that follows the belief.
    fn sample(&self, belief: &Self::Belief, chain: &mut Self::Chain, dice: &mut Dice) -> Self::State;

    /// The fast simulator, if the rules are simple enough for it.
    fn fast_simulator<'a>(
        &'a self,
        belief: &'a Self::Belief,
        dice: &mut Dice,
    ) -> Option<Self::FastSimulator<'a>> {
        let _ = (belief, dice);
        None
    }

    /// Whether two players are left who know every card and nothing is left to
    /// chance, so that the position can be solved exactly.
    fn is_perfect_information(&self, belief: &Self::Belief) -> bool {
        let _ = belief;
        false
    }

    /// A reason for an answer that comes from the memory, such as "names
    /// hearts, which B could not follow". Completes a sentence that starts with "It".
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
