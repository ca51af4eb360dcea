//! Conditions: requirements, "if", "while" and "as soon as".
//!
//! A condition reads only public information: cards in play, the discard pile, and sizes. So the list
//! of legal answers never reveals a hidden card. ("It is a green card" reads the card in focus, which
//! either the chooser or everybody has seen.)

use serde::Serialize;

use super::act::Extra;
use super::number::Number;
use super::player::{Actor, Rival, Subject};
use super::select::Kindred;

/// A yes-or-no question about the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Condition {
    /// "You control two or more other assets."
    Control {
        /// The player it is about.
        who: Subject,
        /// How many cards.
        range: Range,
        /// Which kind of card.
        what: Kindred,
    },
    /// "An opponent has two or fewer cards in hand."
    Hand {
        /// The player it is about.
        who: Subject,
        /// How many cards.
        range: Range,
    },
    /// "An opponent has fewer cards in hand than you."
    Compare {
        /// The player compared with you.
        who: Rival,
        /// Whether they must have more than you, or fewer.
        more: bool,
        /// What is compared.
        of: Measure,
    },
    /// "There are two or more queens in the discard pile."
    There {
        /// How many cards.
        range: Range,
        /// Which kind of card.
        what: Kindred,
        /// Where the cards are counted.
        heap: Heap,
    },
    /// "The draw pile has ten or more cards."
    Stock(Range),
    /// "You have discarded no cards this turn."
    Tally {
        /// The player it is about.
        who: Actor,
        /// Whether discards or plays are counted.
        what: Extra,
        /// How many of them.
        range: Range,
    },
    /// "The top card of the discard pile is a blue card." Reads the printed colours; a named colour
    /// does not matter.
    Top(Kindred),
    /// "It is a green card": the card in focus.
    It(Kindred),
}

impl Condition {
    /// The player it is about, if it compares what a player has.
    pub fn subject(&self) -> Option<Subject> {
        match self {
            Condition::Control { who, .. } | Condition::Hand { who, .. } => Some(*who),
            Condition::Compare { who: Rival::Opponent, .. } => Some(Subject::Opponent),
            Condition::Compare { who: Rival::They, .. } => Some(Subject::They),
            _ => None,
        }
    }

    /// Whether it brings a player into focus, as "an opponent" and "a player" do.
    pub fn singles_out(&self) -> bool {
        matches!(self.subject(), Some(Subject::Opponent | Subject::Player))
    }

    /// Whether it refers to the player in focus.
    pub fn reads_focus(&self) -> bool {
        self.subject() == Some(Subject::They) || matches!(self, Condition::Tally { who: Actor::They, .. })
    }
}

/// A bound on a number of cards.
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
    /// Whether a count is in the range.
    pub fn holds(self, count: usize) -> bool {
        match self {
            Range::AtLeast(number) => count >= usize::from(number.get()),
            Range::AtMost(number) => count <= usize::from(number.get()),
            Range::None => count == 0,
        }
    }
}

/// What two players are compared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    /// Cards in hand.
    Hand,
    /// Cards of that kind in play.
    Control(Kindred),
}

/// A place where cards are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Heap {
    /// In play, on any player's side.
    Play,
    /// In the discard pile.
    Discard,
}
