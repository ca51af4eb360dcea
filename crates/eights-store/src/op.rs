//! The operations that a store accepts, and the rows it returns.

use eights_match::{Entry, Head};

use crate::ids::{MatchId, PersonId};

/// One operation of a unit.
#[derive(Clone, Debug)]
pub enum Op {
    /// Starts a match.
    Open(Box<Opened>),
    /// Appends the next step of a match.
    Append(MatchId, Entry),
    /// Ends a match.
    Finish {
        id: MatchId,
        /// When, in milliseconds since 1970.
        at: u64,
        /// Winners and points, as JSON.
        result: String,
    },
    /// Stores the state of a table.
    Room {
        code: String,
        /// The state, as JSON.
        saved: String,
    },
    /// Deletes a table.
    DropRoom(String),
    /// Deletes an unfinished match with all its steps.
    DropMatch(MatchId),
    /// Adds or replaces a person.
    Person(PersonRow),
    /// Adds a rule sheet.
    Sheet(SheetRow),
    /// Bans a person or an address, as the operator's command names it.
    Ban(String),
    /// Lifts a ban.
    Unban(String),
    /// Records uptime, and what was used during it.
    MarkUsed(Used),
    /// Drops people and rule sheets that have been unused for too long, a few hundred at once.
    DropUnused(IdleLimits),
    /// Deletes a finished match with all its steps.
    DropFinished(MatchId),
    /// Takes a person out of a match: their seat gets another name, and the match is no longer
    /// listed as theirs. Its journal stays valid.
    Anonymize { id: MatchId, person: PersonId, name: String },
    /// Deletes a person. Their rule sheets stay, without an author.
    DropPerson(PersonId),
}

impl Op {
    /// The match that the operation concerns.
    pub(crate) fn of_match(&self) -> Option<MatchId> {
        match self {
            Op::Open(opened) => Some(opened.id),
            Op::Append(id, _) | Op::Finish { id, .. } | Op::DropMatch(id) | Op::DropFinished(id) => Some(*id),
            Op::Room { .. }
            | Op::DropRoom(_)
            | Op::Person(_)
            | Op::Sheet(_)
            | Op::Ban(_)
            | Op::Unban(_)
            | Op::MarkUsed(_)
            | Op::DropUnused(_)
            // The head of a match does not concern its steps.
            | Op::Anonymize { .. }
            | Op::DropPerson(_) => None,
        }
    }
}

/// What was used during some uptime. Idle time is counted in minutes of uptime, so neither a
/// stopped server nor a wrong date ages anything.
#[derive(Clone, Debug, Default)]
pub struct Used {
    /// Uptime since the last mark, in minutes.
    pub minutes: u64,
    /// Codes of tables with connected guests.
    pub rooms: Vec<String>,
    /// People who sent a request.
    pub people: Vec<PersonId>,
    /// Rule sheets that were read or played: game and hash.
    pub sheets: Vec<(String, String)>,
}

/// Minutes of uptime after which unused things are dropped.
#[derive(Clone, Copy, Debug)]
pub struct IdleLimits {
    /// For people. Those who played a match, or whose rule sheet still exists, are never dropped.
    pub people: u64,
    pub sheets: u64,
}

/// Minutes of uptime for which things are kept; none for ever.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeepLimits {
    /// For matches, since they ended.
    pub matches: Option<u64>,
    /// For people, since their last visit. Those in an unfinished match are kept in any case.
    pub people: Option<u64>,
}

/// What has been kept for longer than its limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expired {
    pub matches: Vec<MatchId>,
    pub people: Vec<PersonId>,
}

/// The author of rule sheets whose author was deleted.
pub(crate) const NOBODY: PersonId = PersonId::new(0);

/// A new match.
#[derive(Clone, Debug)]
pub struct Opened {
    pub id: MatchId,
    /// The head of its journal.
    pub head: Head,
    /// The title of its rules.
    pub title: String,
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// The people among the players, with their seats.
    pub people: Vec<(PersonId, u8)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PersonRow {
    pub id: PersonId,
    /// The hash of the token in their cookie.
    pub token: [u8; 32],
    pub name: String,
    /// When the token was made, in milliseconds since 1970.
    pub since: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomRow {
    pub code: String,
    /// The state, as JSON.
    pub saved: String,
    /// Minutes of uptime since it was last used or changed.
    pub idle: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRow {
    pub game: String,
    /// Its name; see `library::sheet_name` in the server.
    pub hash: String,
    /// The sheet, as JSON.
    pub sheet: String,
    pub by: PersonId,
    /// When, in milliseconds since 1970.
    pub at: u64,
}

/// A finished match, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedRow {
    pub id: MatchId,
    pub game: String,
    /// The title of its rules.
    pub title: String,
    /// The hash of its rules.
    pub hash: String,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// The names, in seat order.
    pub names: Vec<String>,
    /// The people among the players, with their seats.
    pub people: Vec<(PersonId, u8)>,
    /// Winners and points, as JSON.
    pub result: String,
    pub steps: u64,
}
