//! What can go wrong in the lab.

/// Why an experiment cannot be made, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// Nothing to do.
    #[error("no games to play: ask for at least one")]
    NoGames,
    /// Not enough bots.
    #[error("an arena needs at least two bots")]
    TooFewBots,
    /// A gate is between two bots.
    #[error("--gate compares two bots, the first with the second, not {0}")]
    SprtOfMany(usize),
    /// The bounds of a gate.
    #[error("the bounds of a gate rise, as in 0,5: {0},{1} do not")]
    SprtBounds(f64, f64),
    /// So many cannot play.
    #[error("{0} players: by these rules {1} to {2} can play{even}", even = if (*.1..=*.2).contains(.0) { ", in equal teams" } else { "" })]
    Seats(u8, u8, u8),
    /// The rule sets to compare are of different games.
    #[error("{0} and {1} are different games and cannot be compared")]
    DifferentGames(String, String),
    /// The system gives no threads.
    #[error("the system gives no threads: {0}")]
    Threads(String),
    /// A file cannot be written.
    #[error("cannot write {0}: {1}")]
    Write(String, String),
    /// A chart cannot be drawn.
    #[error("cannot draw a chart: {0}")]
    Chart(String),
}
