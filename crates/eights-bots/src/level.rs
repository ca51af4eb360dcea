//! The seven levels that people choose from.

use std::fmt;

use serde::{Serialize, Serializer};

/// How well a bot plays, weakest first. The names are the same in every client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Makes random slips most of the time.
    Newcomer,
    /// Makes random slips in about half of its answers.
    Learner,
    /// Makes a random slip now and then.
    Casual,
    /// Plays the heuristic policy without slips.
    Normal,
    /// Searches for about a millisecond.
    Expert,
    /// Searches for some milliseconds.
    Master,
    /// Searches until more thinking hardly changes the answer.
    Analyst,
}

impl Level {
    /// Every level, weakest first.
    pub const ALL: [Level; 7] = [
        Level::Newcomer,
        Level::Learner,
        Level::Casual,
        Level::Normal,
        Level::Expert,
        Level::Master,
        Level::Analyst,
    ];

    /// Looks a level up by name, ignoring case.
    pub fn named(name: &str) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.name().eq_ignore_ascii_case(name))
    }

    /// The name used on the command line, in the protocol and in clients.
    pub const fn name(self) -> &'static str {
        match self {
            Level::Newcomer => "newcomer",
            Level::Learner => "learner",
            Level::Casual => "casual",
            Level::Normal => "normal",
            Level::Expert => "expert",
            Level::Master => "master",
            Level::Analyst => "analyst",
        }
    }

    /// A description for the people who choose a level.
    pub const fn about(self) -> &'static str {
        match self {
            Level::Newcomer => "plays the first card that fits, and wild cards far too early",
            Level::Learner => "knows what matters, and forgets it half of the time",
            Level::Casual => "plays well when paying attention, which is most of the time",
            Level::Normal => "plays what looks best at a glance and makes no slips",
            Level::Expert => "remembers who could not follow and tries out what could happen",
            Level::Master => "thinks several times as long as an expert",
            Level::Analyst => "thinks until more thought would hardly change its mind",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
