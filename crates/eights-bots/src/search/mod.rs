//! Bots that imagine worlds and play them out.
//!
//! The tree is one over what the seat can know (information sets): every
//! imagined game goes through it in another world, so that answers which a
//! world does not allow are simply not there ("availability").

mod budget;
mod flat;
mod halving;
mod parallel;
mod rollout;
mod simulator;
mod solve;
mod tree;

use eights::{Dice, Seat};

use crate::{
    bot::Bot,
    policy::{BeliefModel, HeuristicPolicy},
    question::Question,
};
use budget::Budget;
pub use rollout::RolloutPolicy;
pub use simulator::{GameSimulator, Simulator};
use tree::Tree;

/// How a search is done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchConfig {
    /// How many imagined games, or worlds when it is flat.
    pub iterations: u32,
    /// Whether it looks no deeper than the first answer.
    pub flat: bool,
    /// How imagined games are played to their end.
    pub rollout: RolloutPolicy,
    /// Whether it guesses from what the others did, not only from what was seen.
    pub infer: bool,
    /// Whether the first answer is found by dropping the worse half of the
    /// options again and again, each tried in the same worlds.
    pub halving: bool,
    /// How much it looks at what it knows little about.
    pub exploration: f32,
    /// How sure it is at first that instinct is right, from 0 to 1.
    pub prior_weight: f32,
    /// Whether it imagines fewer games where each takes longer.
    pub scaled: bool,
    /// How many think side by side, each about a part of the imagined games.
    /// The answer depends on how many they are, not on who is faster.
    pub threads: u8,
}

/// As many positions as are looked at for exact play.
const MAX_SOLVER_POSITIONS: u32 = 20_000;

/// Fewer imagined games than this tell nothing.
const MIN_ITERATIONS: u32 = 12;

/// How many options are tried with so many imagined games; of more, only those that look best.
const fn worth_trying(games: u32) -> usize {
    match games {
        0..16 => 2,
        16..64 => games as usize / 8,
        _ => 7 + games as usize / 64,
    }
}

impl SearchConfig {
    /// What hints are found with. The levels of a game keep a step's distance to each other; a hint is as
    /// good as some milliseconds allow.
    pub(crate) const fn for_hints<G: HeuristicPolicy>() -> SearchConfig {
        let games = 3 * G::LEVELS.analyst_games;
        let games = if games < 8_000 { games } else { 8_000 };
        SearchConfig { exploration: G::EXPLORATION, ..SearchConfig::for_level(games) }
    }

    /// A tree search with so many imagined games.
    pub const fn tree(iterations: u32) -> SearchConfig {
        SearchConfig {
            iterations,
            flat: false,
            rollout: RolloutPolicy::Heuristic,
            infer: true,
            halving: true,
            exploration: 1.0,
            prior_weight: 0.2,
            scaled: false,
            threads: 1,
        }
    }

    /// The same for a level: fewer games where each takes longer.
    pub const fn for_level(iterations: u32) -> SearchConfig {
        SearchConfig { scaled: true, ..SearchConfig::tree(iterations) }
    }

    /// The same with so many who think side by side. In a browser there is only one.
    #[must_use]
    pub const fn with_threads(self, threads: u8) -> SearchConfig {
        SearchConfig { threads, ..self }
    }

    /// Every answer tried in so many worlds.
    pub const fn flat(worlds: u32) -> SearchConfig {
        SearchConfig { flat: true, ..SearchConfig::tree(worlds) }
    }
}

/// What a search found out about one answer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ActionStats<A> {
    /// The answer.
    pub action: A,
    /// In how many imagined games it was given.
    pub visits: u32,
    /// How many of them were won on average; shared wins count in part.
    pub wins: f32,
}

/// A bot that searches.
pub struct Search<G: BeliefModel> {
    config: SearchConfig,
    memory: G::Memory,
    heard: Vec<G::Seen>,
    /// One tree for each who thinks.
    trees: Vec<Tree<G::Action>>,
    stats: Vec<ActionStats<G::Action>>,
}

impl<G: BeliefModel> Search<G> {
    /// A bot that searches by this plan.
    pub fn new(config: SearchConfig) -> Search<G> {
        Search {
            config,
            memory: G::Memory::default(),
            heard: Vec::new(),
            trees: Vec::new(),
            stats: Vec::new(),
        }
    }

    /// What the last search found out about each option.
    pub fn stats(&self) -> &[ActionStats<G::Action>] {
        &self.stats
    }

    /// Thinks about the options, most promising first in [`Search::found`].
    fn think(&mut self, question: &mut Question<'_, G>, options: &[G::Action]) {
        let (game, seat) = (question.game(), question.seat());
        for seen in self.heard.drain(..) {
            game.remember(&mut self.memory, seat, &seen);
        }
        self.stats.clear();
        if options.len() == 1 {
            self.stats.push(ActionStats { action: options[0], visits: 1, wins: 0.5 });
            return;
        }
        let view = question.view();
        let nothing = G::Memory::default();
        let memory = if self.config.infer { &self.memory } else { &nothing };
        let belief = game.believe(&view, seat, memory);
        if self.config.infer && game.is_perfect_information(&belief) {
            let mut dice = fork_dice(question.dice());
            let world = game.sample(&belief, &mut G::Chain::default(), &mut dice);
            let most = MAX_SOLVER_POSITIONS.min(2 * self.config.iterations);
            if let Some(stats) = solve::Solver::new(game, &mut dice, most).solve(&world, seat, options) {
                self.stats = stats;
                return self.sort();
            }
        }
        let mut config = self.config;
        if config.scaled {
            let games = u64::from(config.iterations) * 100
                / u64::from(game.rollout_cost(question.seat_view()).max(1));
            config.iterations = (games as u32).max(MIN_ITERATIONS);
        }
        let mut short = Vec::new();
        let mut options = options;
        let most = worth_trying(config.iterations);
        if !question.is_timed() && options.len() > most {
            short.extend_from_slice(options);
            game.shortlist(question.seat_view(), &mut short, most);
            options = &short;
        }
        let mut dice = fork_dice(question.dice());
        match game.fast_simulator(&belief, &mut dice).filter(|_| config.rollout == RolloutPolicy::Heuristic) {
            Some(worlds) => self.imagine(worlds, &config, question, options),
            None => self.imagine(
                GameSimulator::new(game, &belief, config.rollout, dice),
                &config,
                question,
                options,
            ),
        }
        self.sort();
    }

    /// Goes through imagined worlds.
    fn imagine<W>(
        &mut self,
        mut worlds: W,
        config: &SearchConfig,
        question: &mut Question<'_, G>,
        options: &[G::Action],
    ) where
        W: Simulator<Action = G::Action>,
    {
        let me = question.seat();
        let games = if question.is_timed() { u32::MAX } else { config.iterations };
        let mut keep_going = || question.keep_going();
        if config.flat {
            let mut budget = Budget::new(games, &mut keep_going);
            flat::think(&mut worlds, me, &mut budget, options, &mut self.stats);
        } else {
            let task = parallel::SearchTask { config, me, games, options };
            task.run(&mut worlds, &mut self.trees, &mut keep_going, &mut self.stats);
        }
    }

    /// Puts the best answer first: of those looked at closely, the one that won most.
    fn sort(&mut self) {
        let most = self.stats.iter().map(|it| it.visits).max().unwrap_or(0);
        let close = |it: &ActionStats<G::Action>| it.visits + it.visits / 16 >= most;
        let order = |a: &ActionStats<G::Action>, b: &ActionStats<G::Action>| {
            let wins = b.wins.total_cmp(&a.wins);
            let visits = b.visits.cmp(&a.visits);
            let last = if close(a) && close(b) { wins.then(visits) } else { visits.then(wins) };
            close(b).cmp(&close(a)).then(last).then(a.action.cmp(&b.action))
        };
        self.stats.sort_by(order);
    }

    /// The best answer, and one sentence about why.
    pub(crate) fn advise(
        &mut self,
        mut question: Question<'_, G>,
        options: &[G::Action],
    ) -> (G::Action, String) {
        self.think(&mut question, options);
        let (game, seat_view, view) = (question.game(), question.seat_view(), question.view());
        let best = self.stats[0];
        if options.len() == 1 {
            return (best.action, "It is all you can do.".to_owned());
        }
        let telling = game.inferred_reason(&self.memory, &view, best.action);
        let why = telling.unwrap_or_else(|| game.reason(seat_view, best.action));
        let wins = (100.0 * best.wins).round();
        (best.action, format!("It {why}: about {wins} of 100 games that could follow are won."))
    }
}

impl<G: BeliefModel> Bot<G> for Search<G> {
    fn choose<'a>(&mut self, mut question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
        self.think(&mut question, options);
        crate::bot::matching_option(options, self.stats[0].action)
    }

    fn witness(&mut self, seen: &[G::Seen]) {
        self.heard.extend_from_slice(seen);
    }

    fn listens(&self) -> bool {
        self.config.infer
    }
}

/// Dice for imagined games: the caller's own are asked once.
fn fork_dice(dice: &mut Dice) -> Dice {
    let number = u64::from(dice.below(u32::MAX)) << 32 | u64::from(dice.below(u32::MAX));
    Dice::at(&eights::Seed::from_number(number), 0)
}

/// Who got how much of the win: one share a seat.
pub type Shares = [f32; eights::MAX_SEATS];

/// Seats that are asked in an imagined game.
fn to_act<G: BeliefModel>(game: &G, state: &G::State) -> Result<Seat, eights::Outcome> {
    match game.turn(state) {
        eights::Turn::Act(seat) => Ok(seat),
        eights::Turn::Over(outcome) => Err(outcome),
    }
}
