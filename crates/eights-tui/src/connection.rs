//! The connection to a table, whether it is in this program or on a server.

use std::time::Duration;

use eights_wire::{ToClient, ToServer};

/// A connection to a table.
pub trait Connection: Send {
    fn send(&mut self, message: ToServer);

    /// The messages received since the last call. Never blocks.
    fn poll(&mut self) -> Vec<ToClient>;

    fn state(&self) -> ConnectionState {
        ConnectionState::Open
    }

    /// Sets how long bots wait before they answer. Only has an effect if they run in this program.
    fn pace(&mut self, pace: Pace) {
        let _ = pace;
    }

    /// Pauses the bots, or lets them continue.
    fn hold(&mut self, hold: bool) {
        let _ = hold;
    }

    /// What a guided hand tells the player to do now.
    fn guidance(&self) -> Option<&str> {
        None
    }

    /// Whether the table is in this program.
    fn is_local(&self) -> bool {
        false
    }
}

/// The state of a connection, with a sentence about it where it is not open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    Open,
    /// It is being established, for the first time or again.
    Reconnecting(String),
    /// It has ended for good.
    Closed(String),
}

/// How fast bots answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// Slow enough to read everything.
    Slow,
    /// At the speed of people.
    #[default]
    Steady,
    Brisk,
    /// Without a pause.
    AtOnce,
}

impl Pace {
    /// Slowest first.
    pub const ALL: [Pace; 4] = [Pace::Slow, Pace::Steady, Pace::Brisk, Pace::AtOnce];

    /// How long a bot waits before it answers.
    pub const fn wait(self) -> Duration {
        Duration::from_millis(match self {
            Pace::Slow => 1800,
            Pace::Steady => 800,
            Pace::Brisk => 250,
            Pace::AtOnce => 0,
        })
    }

    /// The next faster or slower pace; stays at the ends.
    #[must_use]
    pub fn step(self, faster: bool) -> Pace {
        let at = Pace::ALL.iter().position(|pace| *pace == self).unwrap_or(1);
        let next = if faster { (at + 1).min(3) } else { at.saturating_sub(1) };
        Pace::ALL[next]
    }

    /// The name shown to players.
    pub const fn word(self) -> &'static str {
        match self {
            Pace::Slow => "slow",
            Pace::Steady => "steady",
            Pace::Brisk => "brisk",
            Pace::AtOnce => "at once",
        }
    }
}
