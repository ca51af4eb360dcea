//! Codes for the reasons why a table or a server refuses something.

use serde::{Deserialize, Serialize};

/// Why something was refused, for programs to decide by. A sentence for people goes with it.
///
/// Codes never change their meaning, and new ones may be added: a client treats a code that it does
/// not know like `other`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RefusalCode {
    /// The message or request is not one that is understood.
    Unreadable,
    /// The first message of a connection must be `hello`.
    HelloFirst,
    /// The connection has already sent `hello`.
    AlreadyGreeted,
    /// Messages, hints or requests come too fast: try again later.
    TooFast,
    /// What one person or address may create is used up.
    QuotaUsedUp,
    /// A text is too long.
    TooLong,
    /// A text is empty.
    Empty,

    /// Another seat must answer.
    NotYourTurn,
    /// The rules do not allow it; the sentence explains why.
    Illegal,
    /// It was meant for an earlier step or another match.
    Stale,
    /// The match is over.
    MatchOver,
    /// No match is being played.
    NoMatch,
    /// Not in this phase of the table, or while a match is played.
    NotNow,
    /// Nothing can be taken back.
    NoUndo,
    /// A hint was already asked for.
    HintPending,
    /// There is no hint.
    NoHint,

    /// The person has no seat.
    NotSeated,
    /// The table has no such seat.
    NoSuchSeat,
    /// The seat is taken.
    SeatTaken,
    /// A seat is empty, and the match cannot start.
    SeatEmpty,
    /// A player is not ready, and the match cannot start.
    NotReady,
    /// The rules do not allow this number of players.
    WrongNumberOfSeats,
    /// The player is here, so that no bot plays for them.
    PlayerPresent,

    /// Only the host may do that.
    HostOnly,
    /// The host must admit the person first.
    NotAdmitted,
    /// The host has switched chat off.
    ChatOff,
    /// This person cannot be sent away.
    CannotKick,
    /// Nobody at the table has this `guest`.
    NoSuchGuest,

    /// There is no bot of this level.
    NoSuchLevel,
    /// There is no such gesture.
    NoSuchEmote,
    /// There is no such card in the pack.
    NoSuchCard,
    /// There is no such game.
    NoSuchGame,
    /// There is no such rule set.
    NoSuchRules,
    /// There is no table with this code.
    NoSuchTable,
    /// There is no finished match with this id.
    NoSuchMatch,
    /// The code that moves a person to another device is unknown or used.
    NoSuchLinkCode,
    /// There is nothing at this address.
    NotFound,

    /// The rule sheet has mistakes or cannot be used.
    BadRules,
    /// The settings are out of range.
    BadSettings,
    /// The name cannot be used.
    BadName,

    /// The cookie of a person is missing: `GET /api/me` sets it.
    NoCookie,
    /// The request comes from another site, or without the header that it needs.
    Forbidden,
    /// This kind of table or address does not do that.
    NotSupported,
    /// It could not be saved, and did not happen.
    NotSaved,
    /// The server is restarting or busy: try again in a moment.
    Unavailable,
    /// Something went wrong inside the server.
    Internal,

    /// Any other reason.
    #[default]
    #[serde(other)]
    Other,
}
