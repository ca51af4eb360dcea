//! Any bot by its name: the levels, and the yardsticks that figures are compared with.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{
    bot::{Bot, Greedy, Heuristic, Random},
    level::Level,
    policy::{BeliefModel, HeuristicPolicy},
    search::{Search, SearchConfig},
};

/// What sits on a chair that no person takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BotKind {
    /// One of the seven levels.
    Level(Level),
    /// Plays anything that is allowed.
    Random,
    /// The plainest sensible player.
    Greedy,
    /// Searches, with so many imagined games an answer.
    Search {
        /// How many.
        iterations: u32,
        /// How many think side by side.
        threads: u8,
    },
    /// Tries every answer in so many imagined worlds, without looking deeper.
    Flat {
        /// How many.
        worlds: u32,
    },
}

/// As many imagined games as a name may ask for.
const MAX_ITERATIONS: u32 = 10_000_000;

/// As many as may think side by side.
const MAX_THREADS: u8 = 64;

impl BotKind {
    /// The bot of this name: a level, `random`, `greedy`, `search:1000`,
    /// `search:1000x4` with four who think side by side, `flat:100`.
    ///
    /// # Errors
    ///
    /// A sentence that names what there is.
    pub fn named(name: &str) -> Result<BotKind, String> {
        if let Some(level) = Level::named(name) {
            return Ok(BotKind::Level(level));
        }
        let number = |text: &str| text.parse().ok().filter(|n| (1..=MAX_ITERATIONS).contains(n));
        let read = match name.split_once(':') {
            None if name.eq_ignore_ascii_case("random") => Some(BotKind::Random),
            None if name.eq_ignore_ascii_case("greedy") => Some(BotKind::Greedy),
            Some(("search", n)) => {
                let (games, threads) = n.split_once('x').unwrap_or((n, "1"));
                let threads = threads.parse().ok().filter(|n| (1..=MAX_THREADS).contains(n));
                number(games)
                    .zip(threads)
                    .map(|(iterations, threads)| BotKind::Search { iterations, threads })
            }
            Some(("flat", n)) => number(n).map(|worlds| BotKind::Flat { worlds }),
            _ => None,
        };
        read.ok_or_else(|| format!("there is no bot {name:?}: there is {}", BotKind::names()))
    }

    /// Everything that can be named, in a list for people.
    pub fn names() -> String {
        let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        format!(
            "{}; for comparison also random, greedy, search:N and flat:N with N imagined games from 1 to {MAX_ITERATIONS}, \
             search:NxT with T threads from 1 to {MAX_THREADS}",
            levels.join(", ")
        )
    }

    /// What people should know before they sit down with it.
    pub const fn about(&self) -> &'static str {
        match self {
            BotKind::Level(level) => level.about(),
            BotKind::Random => "plays anything that is allowed",
            BotKind::Greedy => "plays the plainest sensible card",
            BotKind::Search { .. } => "searches through imagined games",
            BotKind::Flat { .. } => "tries every answer in imagined worlds",
        }
    }

    /// A bot of this kind, for a seat at a game.
    pub fn build<G: BeliefModel>(&self) -> Box<dyn Bot<G>> {
        match (self, self.config::<G>()) {
            (_, Some(config)) => Box::new(Search::<G>::new(config)),
            (BotKind::Random, _) => Box::new(Random),
            (BotKind::Greedy, _) => Box::new(Greedy),
            (BotKind::Level(level), _) => Box::new(Heuristic { slip_percent: slip_percent::<G>(*level) }),
            _ => Box::new(Heuristic { slip_percent: 0 }),
        }
    }

    /// Whether it plays better when it has seen what happened before.
    pub const fn remembers(&self) -> bool {
        use Level::{Analyst, Expert, Master};
        matches!(
            self,
            BotKind::Level(Expert | Master | Analyst) | BotKind::Search { .. } | BotKind::Flat { .. }
        )
    }

    /// How it searches, if it does.
    pub(crate) const fn config<G: HeuristicPolicy>(&self) -> Option<SearchConfig> {
        let config = match self {
            BotKind::Level(Level::Expert) => SearchConfig::for_level(G::LEVELS.expert_games),
            BotKind::Level(Level::Master) => SearchConfig::for_level(G::LEVELS.master_games),
            BotKind::Level(Level::Analyst) => SearchConfig::for_level(G::LEVELS.analyst_games),
            BotKind::Search { iterations, threads } => SearchConfig::tree(*iterations).with_threads(*threads),
            BotKind::Flat { worlds } => SearchConfig::flat(*worlds),
            _ => return None,
        };
        Some(SearchConfig { exploration: G::EXPLORATION, ..config })
    }
}

/// How many answers of a hundred a level gives without thinking.
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
