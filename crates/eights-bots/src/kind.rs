//! Every kind of bot, by name: the levels people choose from, and the
//! baselines used to measure them.

use std::fmt;

use eights_kit::{BeliefModel, HeuristicPolicy};
use serde::{Serialize, Serializer};

use crate::network::Networked;
use crate::{
    bot::{Bot, FOR_MEASURING, Greedy, Heuristic, Random},
    level::Level,
    search::{Search, SearchConfig},
};

/// A kind of bot, independent of the game it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// One of the seven levels.
    Level(Level),
    /// Plays uniformly at random; written `random`.
    Random,
    /// The fixed baseline; written `greedy`.
    Greedy,
    /// The game's network, without search; written `network`.
    Network,
    /// A tree search of a given size; written `search:1000` or `search:1000x4`.
    Search {
        /// Simulated games per answer, over all threads.
        iterations: u32,
        /// How many threads share them.
        threads: u8,
    },
    /// Flat Monte Carlo, without a tree; written `flat:100`.
    Flat {
        /// Sampled worlds per answer; every option is tried in each.
        worlds: u32,
    },
}

const MAX_ITERATIONS: u32 = 10_000_000;
const MAX_THREADS: u8 = 64;

/// A name that is not one of [`BotKind::names`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBotError(String);

impl fmt::Display for UnknownBotError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "there is no bot {:?}; choose {}", self.0, BotKind::names())
    }
}

impl std::error::Error for UnknownBotError {}

impl BotKind {
    /// Parses the name of a bot: a level, `random`, `greedy`, `network`, `search:1000`,
    /// `search:1000x4` (four threads) or `flat:100`.
    ///
    /// # Errors
    ///
    /// [`UnknownBotError`], whose message lists the valid names.
    pub fn named(name: &str) -> Result<BotKind, UnknownBotError> {
        if let Some(level) = Level::named(name) {
            return Ok(BotKind::Level(level));
        }
        let kind = match name.split_once(':') {
            _ if !FOR_MEASURING => None,
            None if name.eq_ignore_ascii_case("random") => Some(BotKind::Random),
            None if name.eq_ignore_ascii_case("greedy") => Some(BotKind::Greedy),
            None if name.eq_ignore_ascii_case("network") => Some(BotKind::Network),
            Some(("search", size)) => search_kind(size),
            Some(("flat", worlds)) => iterations(worlds).map(|worlds| BotKind::Flat { worlds }),
            _ => None,
        };
        kind.ok_or_else(|| UnknownBotError(name.to_owned()))
    }

    /// All valid names, as a list for error messages and help texts.
    pub fn names() -> String {
        let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        format!(
            "{}; for comparison also random, greedy, network, search:N and flat:N with N simulated games from 1 to \
             {MAX_ITERATIONS}, search:NxT with T threads from 1 to {MAX_THREADS}",
            levels.join(", ")
        )
    }

    /// A description for the people who choose a bot.
    pub const fn about(&self) -> &'static str {
        match self {
            BotKind::Level(level) => level.about(),
            BotKind::Random => "plays any legal move at random",
            BotKind::Greedy => "plays the simplest sensible move",
            BotKind::Network => "plays what a trained network likes best",
            BotKind::Search { .. } => "searches a tree of simulated games",
            BotKind::Flat { .. } => "tries every move in simulated games",
        }
    }

    /// Creates a bot of this kind for one seat of a game.
    pub fn build<G: BeliefModel>(&self) -> Box<dyn Bot<G>> {
        match (self, self.search_config::<G>()) {
            (_, Some(config)) => Box::new(Search::<G>::new(config)),
            (BotKind::Random, _) if FOR_MEASURING => Box::new(Random),
            (BotKind::Greedy, _) if FOR_MEASURING => Box::new(Greedy),
            (BotKind::Network, _) if FOR_MEASURING => Box::new(Networked::<G>::new()),
            (BotKind::Level(level), _) => Box::new(Heuristic { slip_percent: slip_percent::<G>(*level) }),
            _ => Box::new(Heuristic { slip_percent: 0 }),
        }
    }

    /// Whether it plays better when it has witnessed the hand so far.
    pub const fn remembers(&self) -> bool {
        use Level::{Analyst, Expert, Master};
        matches!(
            self,
            BotKind::Level(Expert | Master | Analyst)
                | BotKind::Network
                | BotKind::Search { .. }
                | BotKind::Flat { .. }
        )
    }

    /// Whether it asks the network of a game that has one.
    pub const fn uses_network(&self) -> bool {
        use Level::{Analyst, Expert, Master};
        matches!(self, BotKind::Level(Expert | Master | Analyst) | BotKind::Network)
    }

    /// How a bot of this kind searches; nothing for those that do not.
    const fn search_config<G: HeuristicPolicy>(&self) -> Option<SearchConfig> {
        let config = match self {
            BotKind::Level(Level::Expert) => SearchConfig {
                valued_iterations: G::VALUED_EXPERT_GAMES,
                ..SearchConfig::for_level(G::LEVELS.expert_games)
            },
            BotKind::Level(Level::Master) => SearchConfig::for_level(G::LEVELS.master_games),
            BotKind::Level(Level::Analyst) => SearchConfig::for_level(G::LEVELS.analyst_games),
            BotKind::Search { iterations, threads } => SearchConfig::tree(*iterations).with_threads(*threads),
            BotKind::Flat { worlds } => SearchConfig::flat(*worlds),
            _ => return None,
        };
        Some(config.tuned_to::<G>())
    }
}

/// Parses what follows `search:`, such as `1000` or `1000x4`.
fn search_kind(size: &str) -> Option<BotKind> {
    let (games, threads) = size.split_once('x').unwrap_or((size, "1"));
    let threads = threads.parse().ok().filter(|n| (1..=MAX_THREADS).contains(n))?;
    Some(BotKind::Search { iterations: iterations(games)?, threads })
}

fn iterations(text: &str) -> Option<u32> {
    text.parse().ok().filter(|n| (1..=MAX_ITERATIONS).contains(n))
}

fn slip_percent<G: HeuristicPolicy>(level: Level) -> u32 {
    match level {
        Level::Newcomer => G::LEVELS.newcomer_slips,
        Level::Learner => G::LEVELS.learner_slips,
        Level::Casual => G::LEVELS.casual_slips,
        _ => 0,
    }
}

impl From<Level> for BotKind {
    fn from(level: Level) -> BotKind {
        BotKind::Level(level)
    }
}

impl fmt::Display for BotKind {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BotKind::Level(level) => level.fmt(f),
            BotKind::Random => f.pad("random"),
            BotKind::Greedy => f.pad("greedy"),
            BotKind::Network => f.pad("network"),
            BotKind::Search { iterations, threads: 1 } => f.pad(&format!("search:{iterations}")),
            BotKind::Search { iterations, threads } => f.pad(&format!("search:{iterations}x{threads}")),
            BotKind::Flat { worlds } => f.pad(&format!("flat:{worlds}")),
        }
    }
}

impl Serialize for BotKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
