//! What must be so: requirements, "if", "while" and "as soon as".
//!
//! A condition reads only what everybody may know: cards in play, the discard
//! pile, and sizes. So a legal answer never gives a hidden card away. ("It is a
//! green card" reads the card in focus, which the chooser has seen or everybody
//! has.)

use serde::Serialize;

use super::act::Extra;
use super::player::{Actor, Rival, Subject};
use super::select::{Kindred, Number};

/// A question about the table with the answer yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// "You control two or more other assets."
    Control {
        /// Of whom it speaks.
        who: Subject,
        /// How many.
        range: Range,
        /// Of what kind.
        what: Kindred,
    },
    /// "An opponent has two or fewer cards in hand."
    Hand {
        /// Of whom it speaks.
        who: Subject,
        /// How many.
        range: Range,
    },
    /// "An opponent has fewer cards in hand than you."
    Compare {
        /// With whom.
        who: Rival,
        /// Whether they have more of it than you, or fewer.
        more: bool,
        /// Of what.
        of: Measure,
    },
    /// "There are two or more queens in the discard pile."
    There {
        /// How many.
        range: Range,
        /// Of what kind.
        what: Kindred,
        /// Where.
        heap: Heap,
    },
    /// "The draw pile has ten or more cards."
    Stock(Range),
    /// "You have discarded no cards this turn."
    Tally {
        /// Who.
        who: Actor,
        /// What was done.
        what: Extra,
        /// How often.
        range: Range,
    },
    /// "The top card of the discard pile is a blue card." A named colour does not matter.
    Top(Kindred),
    /// "It is a green card": the card in focus.
    It(Kindred),
}

impl Condition {
    /// Of whom it speaks, where it is about what a player has.
    pub fn subject(&self) -> Option<Subject> {
        match self {
            Condition::Control { who, .. } | Condition::Hand { who, .. } => Some(*who),
            Condition::Compare { who: Rival::Opponent, .. } => Some(Subject::Opponent),
            Condition::Compare { who: Rival::They, .. } => Some(Subject::They),
            _ => None,
        }
    }

    /// Whether it brings a player into focus: "an opponent", "a player".
    pub fn singles_out(&self) -> bool {
        matches!(self.subject(), Some(Subject::Opponent | Subject::Player))
    }

    /// Whether it speaks of the player in focus.
    pub fn reads_focus(&self) -> bool {
        self.subject() == Some(Subject::They) || matches!(self, Condition::Tally { who: Actor::They, .. })
    }
}

/// How many are enough, or too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Range {
    /// "A queen", "two or more queens".
    AtLeast(Number),
    /// "Two or fewer cards".
    AtMost(Number),
    /// "No cards".
    None,
}

impl Range {
    /// Whether a count lies in the range.
    pub fn holds(self, count: usize) -> bool {
        match self {
            Range::AtLeast(number) => count >= usize::from(number.get()),
            Range::AtMost(number) => count <= usize::from(number.get()),
            Range::None => count == 0,
        }
    }
}

/// Of what two players are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Cards in hand.
    Hand,
    /// Cards in play of that kind.
    Control(Kindred),
}

/// Where cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Heap {
    /// In play, before anybody.
    Play,
    /// In the discard pile.
    Discard,
}
