//! A bot that searches: single-observer information set Monte Carlo tree
//! search, ISMCTS (Cowling, Powley & Whitehouse 2012).
//!
//! The tree has one node per information set of the searching seat. Every
//! iteration samples a world that agrees with the view (a determinization),
//! descends the tree through it, adds one edge, and plays the rest with the
//! heuristic policy. Answers that a world does not allow are skipped there;
//! edges count how often they were available.
//!
//! Variations on the textbook algorithm:
//!
//! - edges are selected by PUCT with the heuristic policy as prior, and
//!   unvisited ones start with a first-play urgency (`tree.rs`);
//! - with enough iterations the root uses sequential halving with common
//!   random numbers (`halving.rs`);
//! - where a game has a network for it, a line ends at the value of the position beyond the
//!   tree instead of a rollout (`rollout.rs`);
//! - several threads each search a tree of their own (`parallel.rs`);
//! - positions with nothing hidden are solved exactly (`solve.rs`);
//! - `flat:N` is flat Monte Carlo, without a tree (`flat.rs`).
//!
//! If it knows which policy the others follow, the search approximates the best response to that policy
//! ([`SearchConfig::best_response`], [`SearchConfig::local_best_response`]).

mod budget;
mod flat;
mod halving;
mod parallel;
mod rollout;
mod simulator;
mod solve;
mod task;
mod tree;

use eights::{Dice, Seat, sort_by};
use eights_kit::{BeliefModel, HeuristicPolicy, HintCorrection, KnownPolicy, Simulator};

use crate::{
    bot::{Bot, FOR_MEASURING},
    question::Question,
};
use budget::Budget;
use rollout::RolloutPlayer;
pub use rollout::RolloutPolicy;
use simulator::GameSimulator;
use tree::Tree;

/// The parameters of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchConfig {
    /// Simulated games per answer; sampled worlds if `flat`.
    pub iterations: u32,
    /// The same where a network values positions.
    pub valued_iterations: u32,
    /// Flat Monte Carlo instead of a tree.
    pub flat: bool,
    /// How games are played beyond the tree.
    pub rollout: RolloutPolicy,
    /// Whether to use the game's fast simulator and its fast rollouts.
    pub fast: bool,
    /// Whether to infer hidden cards from the others' actions, or only from what was seen.
    pub infer: bool,
    /// The policy that all others follow, if it is known: for measuring how much a policy can be exploited.
    pub knows: Option<KnownPolicy>,
    /// How often the others follow the policy of their kind inside the tree, from 0 to 1, instead of
    /// choosing what is best for them there.
    pub others_follow: f32,
    /// Whether to use sequential halving at the root.
    pub halving: bool,
    /// The exploration constant of PUCT.
    pub exploration: f32,
    /// The same where a network values positions.
    pub valued_exploration: f32,
    /// The prior probability of the heuristic answer, from 0 to 1; the rest is
    /// shared equally by all options.
    pub prior_weight: f32,
    /// How many simulated games the estimate of the game's network is worth at the root; 0 to do without.
    pub network_games: u32,
    /// After how many answers beyond the tree the game's network values a position, instead of playing on; `None` to
    /// do without. Makes no difference in games without such a network.
    pub value_after: Option<u32>,
    /// Whether to reduce the iterations, and what the network is worth, where rollouts are expensive.
    pub scaled: bool,
    /// Number of threads, each with a tree of its own. The answer depends on
    /// this number but not on scheduling.
    pub threads: u8,
}

/// Positions the exact solver may visit before it gives up.
const MAX_SOLVER_POSITIONS: u32 = 20_000;

/// A search smaller than this is no better than the heuristic policy.
const MIN_ITERATIONS: u32 = 12;

/// How many simulated games an estimate of the network is worth. Against `greedy`, 500 simulated games win 66.5 %
/// alone, and 67.8, 69.7 and 68.7 % with 100, 400 and 1,000 of these (± 1.5; docs/bots.md).
const NETWORK_GAMES: u32 = 400;

/// After how many answers beyond the tree the levels ask the network. In Crazy 8-Ball, with the same time, 0, 3 and 10
/// answers won 70.1, 66.3 and 63.9 % (± 5.5; docs/bots.md).
const VALUE_AFTER: u32 = 0;

/// How many options a search of this size can tell apart; any others are
/// dropped by [`HeuristicPolicy::shortlist`].
const fn max_options(iterations: u32) -> usize {
    match iterations {
        0..16 => 2,
        16..64 => iterations as usize / 8,
        _ => 7 + iterations as usize / 64,
    }
}

impl SearchConfig {
    /// For hints: six times a master's search, but at most 8,000 games, so
    /// that nobody waits longer than a blink.
    pub const fn for_hints<G: HeuristicPolicy>() -> SearchConfig {
        let games = 6 * G::LEVELS.master_games;
        let games = if games < 8_000 { games } else { 8_000 };
        SearchConfig::for_level(games).tuned_to::<G>()
    }

    /// The same search with the exploration constants of a game.
    #[must_use]
    pub const fn tuned_to<G: HeuristicPolicy>(self) -> SearchConfig {
        SearchConfig { exploration: G::EXPLORATION, valued_exploration: G::VALUED_EXPLORATION, ..self }
    }

    /// A tree search with the default parameters.
    pub const fn tree(iterations: u32) -> SearchConfig {
        SearchConfig {
            iterations,
            valued_iterations: iterations,
            flat: false,
            rollout: RolloutPolicy::Heuristic,
            fast: true,
            infer: true,
            knows: None,
            others_follow: 0.0,
            halving: true,
            exploration: 1.0,
            valued_exploration: 1.0,
            prior_weight: 0.2,
            network_games: 0,
            value_after: None,
            scaled: false,
            threads: 1,
        }
    }

    /// A tree search for a level: fewer iterations where rollouts are expensive, and the network of the
    /// game beside them, if it has one.
    pub const fn for_level(iterations: u32) -> SearchConfig {
        SearchConfig {
            scaled: true,
            network_games: NETWORK_GAMES,
            value_after: Some(VALUE_AFTER),
            ..SearchConfig::tree(iterations)
        }
    }

    /// The same search on several threads. In a browser there is always one.
    #[must_use]
    pub const fn with_threads(self, threads: u8) -> SearchConfig {
        SearchConfig { threads, ..self }
    }

    /// A best response to a policy that all others follow, by search: the worlds, the tree and the rollouts let
    /// the others answer exactly as the policy does (as in ISMCTS-BR, Timbers et al. 2022).
    pub const fn best_response<G: HeuristicPolicy>(policy: KnownPolicy, iterations: u32) -> SearchConfig {
        SearchConfig { knows: Some(policy), others_follow: 1.0, ..SearchConfig::tree(iterations) }
            .tuned_to::<G>()
    }

    /// The local best response to a policy that all others follow (LBR, Lisý & Bowling 2017): looks one answer
    /// ahead in this many worlds, and goes on by the heuristic policy where the paper only checks and calls.
    pub const fn local_best_response(policy: KnownPolicy, worlds: u32) -> SearchConfig {
        SearchConfig { knows: Some(policy), ..SearchConfig::flat(worlds) }
    }

    /// Flat Monte Carlo: every option is tried in every sampled world.
    pub const fn flat(worlds: u32) -> SearchConfig {
        SearchConfig { flat: true, ..SearchConfig::tree(worlds) }
    }
}

/// What a search found out about one option.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionStats<A> {
    /// The option.
    pub action: A,
    /// Simulated games that began with it.
    pub visits: u32,
    /// The mean share of the win in those games, from 0 to 1.
    pub wins: f32,
}

/// A bot that searches.
pub struct Search<G: BeliefModel> {
    config: SearchConfig,
    memory: G::Memory,
    /// Events witnessed since the last answer; the memory needs the rules, which come with a question.
    unread: Vec<G::Seen>,
    /// One tree per thread, reused across moves to avoid reallocating.
    trees: Vec<Tree<G::Action>>,
    stats: Vec<ActionStats<G::Action>>,
    /// What the network thinks of the options; empty without one.
    estimates: Vec<f32>,
    /// [`HeuristicPolicy::hint_correction`] of the last question.
    correction: HintCorrection,
}

impl<G: BeliefModel> Search<G> {
    /// Creates a bot that searches with these parameters.
    pub fn new(config: SearchConfig) -> Search<G> {
        Search {
            config,
            memory: G::Memory::default(),
            unread: Vec::new(),
            trees: Vec::new(),
            stats: Vec::new(),
            estimates: Vec::new(),
            correction: HintCorrection::default(),
        }
    }

    /// What the last search found out about the options, best first.
    pub fn stats(&self) -> &[ActionStats<G::Action>] {
        &self.stats
    }

    /// The chance of winning with the best answer of the last search, as hints show it: the share of simulated games
    /// that it won, corrected by what `eights lab calibrate` has found.
    pub fn chance(&self) -> Option<f32> {
        Some(self.correction.chance(self.stats.first()?.wins))
    }

    /// Searches and leaves the result in `stats`.
    fn think(&mut self, question: &mut Question<'_, G>, options: &[G::Action]) {
        let (game, seat) = (question.game(), question.seat());
        for seen in self.unread.drain(..) {
            game.remember(&mut self.memory, seat, &seen);
        }
        self.stats.clear();
        if options.len() == 1 {
            self.stats.push(ActionStats { action: options[0], visits: 1, wins: 0.5 });
            return;
        }
        self.correction = HintCorrection::default();
        let view = question.view();
        let nothing = G::Memory::default();
        let memory = if self.config.infer { &self.memory } else { &nothing };
        let mut belief = game.believe(&view, seat, memory);
        if let Some(policy) = self.config.knows.filter(|_| FOR_MEASURING) {
            game.assume(&mut belief, policy);
        }
        // The solver lets the others play as well as they can, which a known policy may not do.
        if self.config.infer && self.config.knows.is_none() && game.is_perfect_information(&belief) {
            // Any sample is the true state now.
            let mut dice = fork_dice(question.dice());
            let world = game.sample(&belief, &mut G::Chain::default(), &mut dice);
            let positions = MAX_SOLVER_POSITIONS.min(2 * self.config.iterations);
            if let Some(stats) = solve::Solver::new(game, &mut dice, positions).solve(&world, seat, options) {
                self.stats = stats;
                return self.sort();
            }
        }
        self.correction = game.hint_correction(question.seat_view());
        let mut config = self.config;
        config.value_after = config.value_after.filter(|_| game.values_from(question.seat_view()));
        if config.value_after.is_some() {
            config.exploration = config.valued_exploration;
            config.iterations = config.valued_iterations;
        }
        if config.scaled {
            let cost = u64::from(game.rollout_cost(question.seat_view()).max(1));
            let scaled = |games: u32| (u64::from(games) * 100 / cost) as u32;
            config.iterations = scaled(config.iterations).max(MIN_ITERATIONS);
            // An estimate that outweighs all simulations is no better than itself: an expert of pickup won 62.6 % against
            // `normal` with 400 games of it, and 69.0 with these (± 3.1; docs/bots.md).
            config.network_games = scaled(config.network_games);
        }
        let mut shortlist = Vec::new();
        let mut options = options;
        let most = if config.knows.is_some() { usize::MAX } else { max_options(config.iterations) };
        if !question.is_timed() && options.len() > most {
            shortlist.extend_from_slice(options);
            game.shortlist(question.seat_view(), &mut shortlist, most);
            options = &shortlist;
        }
        self.estimates.clear();
        if config.network_games > 0 {
            game.estimate(question.seat_view(), memory, options, &mut self.estimates);
        }
        let mut dice = fork_dice(question.dice());
        // The fast simulator can only play the heuristic policy.
        let fast = !FOR_MEASURING || config.fast && config.rollout == RolloutPolicy::Heuristic;
        match game.fast_simulator(&belief, &mut dice).filter(|_| fast) {
            Some(simulator) => self.search(simulator, &config, question, options),
            None => {
                let simulator = GameSimulator::new(game, &belief, RolloutPlayer::new(&config), dice);
                self.search(simulator, &config, question, options);
            }
        }
        self.sort();
    }

    /// Runs the configured search on a simulator.
    fn search<S>(
        &mut self,
        mut simulator: S,
        config: &SearchConfig,
        question: &mut Question<'_, G>,
        options: &[G::Action],
    ) where
        S: Simulator<Action = G::Action>,
    {
        let me = question.seat();
        let games = if question.is_timed() { u32::MAX } else { config.iterations };
        let mut keep_going = || question.keep_going();
        if config.flat && FOR_MEASURING {
            let mut budget = Budget::new(games, &mut keep_going);
            flat::search(&mut simulator, me, &mut budget, options, &mut self.stats);
        } else {
            let task = task::SearchTask { config, me, games, options, estimates: &self.estimates };
            task.run(&mut simulator, &mut self.trees, &mut keep_going, &mut self.stats);
        }
    }

    /// Sorts the best option to the front: the one with the best mean among
    /// those visited nearly as often as the most visited.
    ///
    /// The mean alone would favour options with a few lucky visits; visits
    /// alone would ignore which of two finalists of sequential halving won more.
    fn sort(&mut self) {
        let most = self.stats.iter().map(|stats| stats.visits).max().unwrap_or(0);
        let is_finalist = |stats: &ActionStats<G::Action>| stats.visits + stats.visits / 16 >= most;
        sort_by(&mut self.stats, |a, b| {
            let by_wins = b.wins.total_cmp(&a.wins);
            let by_visits = b.visits.cmp(&a.visits);
            let by_merit = if is_finalist(a) && is_finalist(b) {
                by_wins.then(by_visits)
            } else {
                by_visits.then(by_wins)
            };
            is_finalist(b).cmp(&is_finalist(a)).then(by_merit).then(a.action.cmp(&b.action))
        });
    }

    /// The best option, and one sentence that says why.
    pub fn advise(&mut self, mut question: Question<'_, G>, options: &[G::Action]) -> (G::Action, String) {
        self.think(&mut question, options);
        let (game, seat_view, view) = (question.game(), question.seat_view(), question.view());
        let best = self.stats[0];
        if options.len() == 1 {
            return (best.action, "It is your only option.".to_owned());
        }
        let inferred = game.inferred_reason(&self.memory, &view, best.action);
        let why = inferred.unwrap_or_else(|| game.reason(seat_view, best.action));
        let wins = (100.0 * self.chance().unwrap_or(best.wins)).round();
        (best.action, format!("It {why}: you win about {wins} of 100 such games."))
    }
}

impl<G: BeliefModel> Bot<G> for Search<G> {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        self.think(&mut question, options);
        crate::bot::matching_option(options, self.stats[0].action)
    }

    fn witness(&mut self, seen: &[G::Seen]) {
        self.unread.extend_from_slice(seen);
    }

    fn listens(&self) -> bool {
        self.config.infer
    }
}

/// Dice for simulated games, seeded from two rolls of the caller's. The
/// caller's dice then do not depend on how much was simulated.
fn fork_dice(dice: &mut Dice) -> Dice {
    let number = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
    Dice::at(&eights::Seed::from_number(number), 0)
}

/// The seat to act, or the outcome if the game is over.
fn to_act<G: BeliefModel>(game: &G, state: &G::State) -> Result<Seat, eights::Outcome> {
    match game.turn(state) {
        eights::Turn::Act(seat) => Ok(seat),
        eights::Turn::Over(outcome) => Err(outcome),
    }
}
