//! Any bot by its name: the levels, and the yardsticks that figures are compared with.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::{
    bot::{Bot, Greedy, Gut, Random},
    instinct::{Believe, Instinct},
    level::Level,
    search::{Plan, Search},
};

/// What sits on a chair that no person takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brain {
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
const MOST: u32 = 10_000_000;

/// As many as may think side by side.
const MOST_THREADS: u8 = 64;

impl Brain {
    /// The bot of this name: a level, `random`, `greedy`, `search:1000`,
    /// `search:1000x4` with four who think side by side, `flat:100`.
    ///
    /// # Errors
    ///
    /// A sentence that names what there is.
    pub fn named(name: &str) -> Result<Brain, String> {
        if let Some(level) = Level::named(name) {
            return Ok(Brain::Level(level));
        }
        let number = |text: &str| text.parse().ok().filter(|n| (1..=MOST).contains(n));
        let read = match name.split_once(':') {
            None if name.eq_ignore_ascii_case("random") => Some(Brain::Random),
            None if name.eq_ignore_ascii_case("greedy") => Some(Brain::Greedy),
            Some(("search", n)) => {
                let (games, threads) = n.split_once('x').unwrap_or((n, "1"));
                let threads = threads.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
                number(games).zip(threads).map(|(iterations, threads)| Brain::Search { iterations, threads })
            }
            Some(("flat", n)) => number(n).map(|worlds| Brain::Flat { worlds }),
            _ => None,
        };
        read.ok_or_else(|| format!("there is no bot {name:?}: there is {}", Brain::names()))
    }

    /// Everything that can be named, in a list for people.
    pub fn names() -> String {
        let levels: Vec<&str> = Level::ALL.iter().map(|level| level.name()).collect();
        format!(
            "{}; for comparison also random, greedy, search:N and flat:N with N imagined games from 1 to {MOST}, \
             search:NxT with T threads from 1 to {MOST_THREADS}",
            levels.join(", ")
        )
    }

    /// What people should know before they sit down with it.
    pub const fn about(&self) -> &'static str {
        match self {
            Brain::Level(level) => level.about(),
            Brain::Random => "plays anything that is allowed",
            Brain::Greedy => "plays the plainest sensible card",
            Brain::Search { .. } => "searches through imagined games",
            Brain::Flat { .. } => "tries every answer in imagined worlds",
        }
    }

    /// A bot of this kind, for a seat at a game.
    pub fn seat<G: Believe>(&self) -> Box<dyn Bot<G>> {
        match (self, self.plan::<G>()) {
            (_, Some(plan)) => Box::new(Search::<G>::new(plan)),
            (Brain::Random, _) => Box::new(Random),
            (Brain::Greedy, _) => Box::new(Greedy),
            (Brain::Level(level), _) => Box::new(Gut { careless: careless::<G>(*level) }),
            _ => Box::new(Gut { careless: 0 }),
        }
    }

    /// Whether it plays better when it has seen what happened before.
    pub const fn remembers(&self) -> bool {
        use Level::{Analyst, Expert, Master};
        matches!(self, Brain::Level(Expert | Master | Analyst) | Brain::Search { .. } | Brain::Flat { .. })
    }

    /// How it searches, if it does.
    pub(crate) const fn plan<G: Instinct>(&self) -> Option<Plan> {
        let plan = match self {
            Brain::Level(Level::Expert) => Plan::level(G::IMAGINED[0]),
            Brain::Level(Level::Master) => Plan::level(G::IMAGINED[1]),
            Brain::Level(Level::Analyst) => Plan::level(G::IMAGINED[2]),
            Brain::Search { iterations, threads } => Plan::tree(*iterations).side_by_side(*threads),
            Brain::Flat { worlds } => Plan::flat(*worlds),
            _ => return None,
        };
        Some(Plan { curiosity: G::CURIOSITY, ..plan })
    }
}

/// How many answers of a hundred a level gives without thinking.
fn careless<G: Instinct>(level: Level) -> u32 {
    match level {
        Level::Newcomer => G::CARELESS[0],
        Level::Learner => G::CARELESS[1],
        Level::Casual => G::CARELESS[2],
        _ => 0,
    }
}

impl From<Level> for Brain {
    fn from(level: Level) -> Brain {
        Brain::Level(level)
    }
}

impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Brain::Level(level) => level.fmt(f),
            Brain::Random => f.pad("random"),
            Brain::Greedy => f.pad("greedy"),
            Brain::Search { iterations, threads: 1 } => f.pad(&format!("search:{iterations}")),
            Brain::Search { iterations, threads } => f.pad(&format!("search:{iterations}x{threads}")),
            Brain::Flat { worlds } => f.pad(&format!("flat:{worlds}")),
        }
    }
}

impl Serialize for Brain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
