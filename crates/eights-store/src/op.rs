//! What can be written, and what is read back.

use eights_table::{Entry, Head};

use crate::ids::{MatchId, PersonId};

/// One thing to write.
#[derive(Clone, Debug)]
pub enum Op {
    /// A match begins.
    Open(Box<Opened>),
    /// The next step of a match.
    Append(MatchId, Entry),
    /// A match is over.
    Finish {
        /// Which.
        id: MatchId,
        /// When, in milliseconds since 1970.
        at: u64,
        /// Winners and points, as the table tells them.
        result: String,
    },
    /// A table as it is now.
    Room {
        /// Its code.
        code: String,
        /// Everything about it.
        saved: String,
    },
    /// A table is cleared away.
    DropRoom(String),
    /// Somebody, new or changed.
    Person(PersonRow),
    /// A rule sheet.
    Sheet(SheetRow),
}

impl Op {
    /// The match that it is about.
    pub(crate) fn of_match(&self) -> Option<MatchId> {
        match self {
            Op::Open(opened) => Some(opened.id),
            Op::Append(id, _) | Op::Finish { id, .. } => Some(*id),
            Op::Room { .. } | Op::DropRoom(_) | Op::Person(_) | Op::Sheet(_) => None,
        }
    }
}

/// A match that begins.
#[derive(Clone, Debug)]
pub struct Opened {
    /// Its number.
    pub id: MatchId,
    /// Where it starts from.
    pub head: Head,
    /// What people call its rules.
    pub title: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who of the people sits where.
    pub people: Vec<(PersonId, u8)>,
}

/// Somebody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    /// Their number.
    pub id: PersonId,
    /// The hash of the token by which they are known again.
    pub token: [u8; 32],
    /// What they call themselves.
    pub name: String,
    /// When the token was made, in milliseconds since 1970.
    pub since: u64,
}

/// A saved rule sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    /// The game.
    pub game: String,
    /// The name by which it is found.
    pub hash: String,
    /// The sheet, as JSON.
    pub sheet: String,
    /// Who saved it.
    pub by: PersonId,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A finished match, in short.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRow {
    /// Its number.
    pub id: MatchId,
    /// The game.
    pub game: String,
    /// What people call its rules.
    pub title: String,
    /// What the rules mean.
    pub hash: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Who sat where.
    pub names: Vec<String>,
    /// The seats of people, by their numbers.
    pub people: Vec<(PersonId, u8)>,
    /// Winners and points, as the table told them.
    pub result: String,
    /// How many steps it had.
    pub steps: u64,
}
