//! What can be written, and what is read back.

use eights_match::{Entry, Head};

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
    /// An unfinished match is abandoned: nothing of it is kept.
    DropMatch(MatchId),
    /// Somebody, new or changed.
    Person(PersonRow),
    /// A rule sheet.
    Sheet(SheetRow),
    /// The server ran for some time, and these were used meanwhile.
    MarkUsed(Used),
    /// Drops people and rule sheets that have not been used for a long time, a few hundred at once.
    DropUnused(IdleLimits),
}

impl Op {
    /// The match that it is about.
    pub(crate) fn of_match(&self) -> Option<MatchId> {
        match self {
            Op::Open(opened) => Some(opened.id),
            Op::Append(id, _) | Op::Finish { id, .. } | Op::DropMatch(id) => Some(*id),
            Op::Room { .. }
            | Op::DropRoom(_)
            | Op::Person(_)
            | Op::Sheet(_)
            | Op::MarkUsed(_)
            | Op::DropUnused(_) => None,
        }
    }
}

/// What was used while the server ran. Idle time is counted in minutes of uptime, so neither a stopped server
/// nor a wrong date ages anything.
#[derive(Clone, Debug, Default)]
pub struct Used {
    /// Uptime since the last mark, in minutes.
    pub minutes: u64,
    /// Tables with somebody connected.
    pub rooms: Vec<String>,
    /// People who sent a request.
    pub people: Vec<PersonId>,
    /// Rule sheets that were read or played by: game and hash.
    pub sheets: Vec<(String, String)>,
}

/// How many minutes of uptime something may stay unused before it is dropped.
#[derive(Clone, Copy, Debug)]
pub struct IdleLimits {
    /// For people. Those who sat at a match or saved a rule sheet that is still there are never dropped.
    pub people: u64,
    /// For rule sheets.
    pub sheets: u64,
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

/// A table in the store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRow {
    /// Its code.
    pub code: String,
    /// Everything about it.
    pub saved: String,
    /// Minutes of uptime since it was last used or changed.
    pub idle: u64,
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
