//! Why a table refuses a message or the server a request: one variant per reason, with its code and sentence.

use eights::{RefusalCode, Seat};
use eights_wire::{MAX_CHAT, MessageError};

use crate::library::RulesError;

/// What somebody hears whom the operator has banned.
pub(crate) const BANNED: &str = "the operator of this server has banned you";

/// Why something was refused. It changed nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the host of the table must let you in first")]
    NotAdmitted,
    #[error("this table is quiet: its host has switched talking off")]
    ChatOff,
    #[error("only the host of the table may do that")]
    HostOnly,
    #[error("only somebody on a chair may do that")]
    SeatedOnly,
    #[error("you sit on no chair")]
    NotSeated,
    #[error("spectators cannot play")]
    Spectator,
    #[error("while a match is played, one can only return to one's own chair")]
    OwnChairOnly,
    #[error("not before a match has been played")]
    NotBeforeMatch,
    #[error("not while a match is played")]
    NotDuringMatch,
    #[error("not after a match is over")]
    NotAfterMatch,
    #[error("no match is played")]
    NoMatch,
    #[error("that chair is taken")]
    ChairTaken,
    #[error("somebody sits there")]
    PersonSeated,
    #[error("there is no such chair")]
    NoSuchChair,
    #[error("the cards are shuffled already")]
    AlreadyShuffled,
    #[error("up to {0} characters can be added to the shuffle")]
    EntropyTooLong(usize),
    #[error("there is no bot of level {0:?}")]
    NoSuchLevel(String),
    #[error("a bot can only play for somebody who is away")]
    PlayerPresent,
    #[error("the {0} of these rules has more than {1} characters")]
    RulesTextTooLong(&'static str, usize),
    #[error("a turn has 3 seconds at least and a day at most")]
    BadTurnTime,
    #[error("nobody sits at {0}: a bot could")]
    EmptyChair(Seat),
    #[error("{0} is not ready")]
    NotReady(String),
    #[error("that was an answer to another match")]
    OtherMatch,
    #[error("that was an answer to step {said}, and the table is at step {now}")]
    OtherStep { said: u64, now: u64 },
    #[error("the table has gone on since")]
    GoneOn,
    #[error("it is not your turn")]
    NotYourTurn,
    #[error(transparent)]
    Match(#[from] eights_match::Refusal),
    #[error("a hint is on its way already")]
    HintPending,
    #[error("that was a lot of hints: wait a little before the next one")]
    TooManyHints,
    #[error("there is no hint at the moment: try again")]
    NoHint,
    #[error("a little slower, please")]
    TooFast,
    #[error("the first message is hello")]
    HelloFirst,
    #[error("this line is greeted already")]
    AlreadyGreeted,
    #[error("nothing is taken back at this table")]
    NoUndo,
    #[error("nothing was said")]
    EmptyChat,
    #[error("one can say {MAX_CHAT} characters at a time")]
    ChatTooLong,
    #[error("there is no such gesture")]
    NoSuchEmote,
    #[error("nobody here is called that")]
    NoSuchGuest,
    #[error("nobody can send themselves away")]
    CannotKickSelf,
    #[error("the founder of the table cannot be sent away")]
    CannotKickFounder,
    #[error("this could not be kept: {0}")]
    NotSaved(String),
    #[error(transparent)]
    Unreadable(#[from] MessageError),
    #[error(transparent)]
    Rules(#[from] RulesError),
    #[error("the server is being restarted: please try again in a moment")]
    Restarting,
    #[error("one person can have {0} tables at a time")]
    TooManyTables(usize),
}

impl Refusal {
    /// The code that programs decide by.
    pub(crate) fn code(&self) -> RefusalCode {
        match self {
            Refusal::NotAdmitted => RefusalCode::NotAdmitted,
            Refusal::ChatOff => RefusalCode::ChatOff,
            Refusal::HostOnly => RefusalCode::HostOnly,
            Refusal::SeatedOnly | Refusal::NotSeated | Refusal::Spectator => RefusalCode::NotSeated,
            Refusal::OwnChairOnly
            | Refusal::NotBeforeMatch
            | Refusal::NotDuringMatch
            | Refusal::NotAfterMatch
            | Refusal::AlreadyShuffled => RefusalCode::NotNow,
            Refusal::NoMatch => RefusalCode::NoMatch,
            Refusal::ChairTaken | Refusal::PersonSeated => RefusalCode::SeatTaken,
            Refusal::NoSuchChair => RefusalCode::NoSuchSeat,
            Refusal::EntropyTooLong(_) | Refusal::ChatTooLong => RefusalCode::TooLong,
            Refusal::NoSuchLevel(_) => RefusalCode::NoSuchLevel,
            Refusal::PlayerPresent => RefusalCode::PlayerPresent,
            Refusal::RulesTextTooLong(..) => RefusalCode::BadRules,
            Refusal::BadTurnTime => RefusalCode::BadSettings,
            Refusal::EmptyChair(_) => RefusalCode::SeatEmpty,
            Refusal::NotReady(_) => RefusalCode::NotReady,
            Refusal::OtherMatch | Refusal::OtherStep { .. } | Refusal::GoneOn => RefusalCode::Stale,
            Refusal::NotYourTurn => RefusalCode::NotYourTurn,
            Refusal::Match(refusal) => refusal.code(),
            Refusal::HintPending => RefusalCode::HintPending,
            Refusal::TooManyHints | Refusal::TooFast => RefusalCode::TooFast,
            Refusal::NoHint => RefusalCode::NoHint,
            Refusal::HelloFirst => RefusalCode::HelloFirst,
            Refusal::AlreadyGreeted => RefusalCode::AlreadyGreeted,
            Refusal::NoUndo => RefusalCode::NoUndo,
            Refusal::EmptyChat => RefusalCode::Empty,
            Refusal::NoSuchEmote => RefusalCode::NoSuchEmote,
            Refusal::NoSuchGuest => RefusalCode::NoSuchGuest,
            Refusal::CannotKickSelf | Refusal::CannotKickFounder => RefusalCode::CannotKick,
            Refusal::NotSaved(_) => RefusalCode::NotSaved,
            Refusal::Unreadable(error) => error.code(),
            Refusal::Rules(error) => error.code(),
            Refusal::Restarting => RefusalCode::Unavailable,
            Refusal::TooManyTables(_) => RefusalCode::QuotaUsedUp,
        }
    }
}
