//! The errors of the lab.

/// Why an experiment cannot be run.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    #[error("no games to play: ask for at least one")]
    NoGames,
    #[error("an arena needs at least two bots")]
    TooFewBots,
    #[error("--gate compares exactly two bots, not {0}")]
    SprtOfMany(usize),
    #[error("the bounds of a gate must increase, as in 0,5: {0},{1} do not")]
    SprtBounds(f64, f64),
    #[error("luck can be corrected only in single hands")]
    AdjustedMatch,
    /// The number of players, and the fewest and most the rules allow.
    #[error("these rules are for {range} players{even}, not {0}", range = range(*.1, *.2), even = if (*.1..=*.2).contains(.0) { " in equal teams" } else { "" })]
    Seats(u8, u8, u8),
    #[error("{0} and {1} are different games and cannot be compared")]
    DifferentGames(String, String),
    #[error(
        "{0:?} is not a small game: write suits x ranks, hand and drawing, as in 2x4-2-must, with 2 to 4 suits, \
         2 to 8 ranks, at most 16 cards, and must, may or five"
    )]
    SmallGame(String),
    #[error(
        "best responses can be searched only where one pack is used and cards at most name suits, skip, reverse or make the next player draw, as in openspiel and action"
    )]
    UnknowablePolicy,
    #[error("{0} is too large to be solved: it has more than {1} public positions")]
    TooLarge(String, usize),
    #[error("cannot start threads: {0}")]
    Threads(String),
    #[error("cannot write {0}: {1}")]
    Write(String, String),
    #[error("cannot draw a chart: {0}")]
    Chart(String),
}

/// `2`, or `2 to 8`.
fn range(least: u8, most: u8) -> String {
    if least == most { least.to_string() } else { format!("{least} to {most}") }
}
