//! Why a table in this program refuses a message: one variant per reason, with its code and sentence.

use eights::RefusalCode;
use eights_wire::MessageError;

use crate::open::LocalError;

/// Why a message was refused. It changed nothing.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Refusal {
    #[error("the table has gone on since")]
    GoneOn,
    #[error("nobody plays at this screen")]
    NobodyHere,
    #[error("it is not your turn")]
    NotAsked,
    #[error("there is no hint for this position")]
    NoHint,
    #[error("there is nothing to undo yet")]
    NoUndo,
    #[error("nothing can be undone: a card was revealed since")]
    CardShown,
    #[error("the match is not over yet")]
    NotOver,
    #[error("a local table does not support this")]
    NotSupported,
    #[error(transparent)]
    Match(#[from] eights_match::Refusal),
    #[error(transparent)]
    Unreadable(#[from] MessageError),
    /// The table cannot be set up again with the same chairs.
    #[error(transparent)]
    Open(#[from] LocalError),
}

impl Refusal {
    /// The code that programs decide by.
    pub(crate) fn code(&self) -> RefusalCode {
        match self {
            Refusal::GoneOn => RefusalCode::Stale,
            Refusal::NobodyHere => RefusalCode::NotSeated,
            Refusal::NotAsked => RefusalCode::NotYourTurn,
            Refusal::NoHint => RefusalCode::NoHint,
            Refusal::NoUndo | Refusal::CardShown => RefusalCode::NoUndo,
            Refusal::NotOver => RefusalCode::NotNow,
            Refusal::NotSupported => RefusalCode::NotSupported,
            Refusal::Match(refusal) => refusal.code(),
            Refusal::Unreadable(error) => error.code(),
            Refusal::Open(_) => RefusalCode::Other,
        }
    }
}
