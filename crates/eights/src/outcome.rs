//! How a deal and a match ended.

use serde::Serialize;

use crate::seat::{BySeat, Seats};

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// The winners; empty in a draw.
    pub winners: Seats,
    /// What each seat scored in it.
    pub points: BySeat<i32>,
    /// Whether it ended because no player could continue.
    pub blocked: bool,
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Final {
    /// The winners; empty in a draw.
    pub winners: Seats,
    /// The total points of the match.
    pub points: BySeat<i32>,
}
