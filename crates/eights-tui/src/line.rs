//! One line to a table: in this program or across the network, the client cannot tell.

use std::time::Duration;

use eights_wire::{ToClient, ToServer};

/// A line to a table.
pub trait Line: Send {
    /// Says something to the table.
    fn send(&mut self, message: ToServer);

    /// What the table has said since. Never waits.
    fn poll(&mut self) -> Vec<ToClient>;

    /// How the line is.
    fn health(&self) -> Health {
        Health::Fine
    }

    /// Sets how long the bots think before they answer, where they are in this program.
    fn pace(&mut self, pace: Pace) {
        let _ = pace;
    }

    /// Lets the bots wait, or go on.
    fn hold(&mut self, hold: bool) {
        let _ = hold;
    }

    /// Whether the table is in this program.
    fn is_local(&self) -> bool {
        false
    }
}

/// How a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Health {
    /// Messages go both ways.
    Fine,
    /// It was lost and is being made again.
    Mending(String),
    /// It has ended.
    Gone(String),
}

/// How fast bots answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// So that everything can be read.
    Slow,
    /// As people do.
    #[default]
    Steady,
    /// Quickly.
    Brisk,
    /// As fast as they can.
    AtOnce,
}

impl Pace {
    /// All of them, slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Steady, Pace::Brisk, Pace::AtOnce];

    /// How long a bot waits.
    pub const fn wait(self) -> Duration {
        Duration::from_millis(match self {
            Pace::Slow => 1800,
            Pace::Steady => 800,
            Pace::Brisk => 250,
            Pace::AtOnce => 0,
        })
    }

    /// The next faster one, or the next slower one.
    #[must_use]
    pub fn step(self, faster: bool) -> Pace {
        let at = Pace::ALL.iter().position(|it| *it == self).unwrap_or(1);
        let next = if faster { (at + 1).min(3) } else { at.saturating_sub(1) };
        Pace::ALL[next]
    }

    /// What people call it.
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Slow => "slow",
            Pace::Steady => "steady",
            Pace::Brisk => "brisk",
            Pace::AtOnce => "at once",
        }
    }
}
