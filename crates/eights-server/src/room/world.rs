//! The interface of a room: its inputs, and the effects it has on the world around it.

use std::sync::{Arc, Weak};

use eights::Seat;
use eights_match::{AnyMatch, RuleSet};
use eights_store::{MatchId, Op, PersonId, StoreError};
use eights_wire::Request;

use super::{Guest, RoomConfig};
use crate::library::RulesError;
use crate::limits::bans::Ban;
use crate::net::recipient::Kind;

pub(crate) type ConnectionId = u32;

/// Milliseconds, of the steady clock or since 1970.
pub(crate) type Millis = u64;

pub(crate) enum Input {
    /// A person joins over a new connection.
    Join(Box<Guest>),
    /// A connection has closed.
    Leave(ConnectionId),
    /// A message from a guest.
    Message(ConnectionId, Request),
    /// A bot's answer to a [`BotRequest`].
    BotReply(BotReply),
    /// The result of the pending write.
    Persisted(Result<(), StoreError>),
    /// Something may be due; see `wake_at`.
    Time,
    /// The operator closes the table.
    Close,
    /// The operator has banned somebody, who may be here.
    Evict(Ban),
    /// The operator's message to everybody has changed.
    BannerChanged,
    /// A person is being deleted, who may have a chair here.
    Forget(PersonId),
    /// The operator's settings have changed.
    Configure(Arc<RoomConfig>),
}

/// A bot's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BotReply {
    pub(crate) seat: Seat,
    pub(crate) step: u64,
    /// The text of an offer; none if the bot found nothing.
    pub(crate) answer: Option<String>,
    /// The reason for a hint, in one sentence; empty for a bot's own move.
    pub(crate) why: String,
    /// Whether this is a hint for the person at the seat, not a bot's own move.
    pub(crate) is_hint: bool,
}

/// A request for a bot's move, or for a hint.
pub(crate) struct BotRequest {
    pub(crate) seat: Seat,
    pub(crate) step: u64,
    pub(crate) level: String,
    /// The position to answer, and the id of its journal.
    pub(crate) table: Box<dyn AnyMatch>,
    pub(crate) id: MatchId,
    /// An earlier position from which a bot with memory catches up; none for the first deal.
    pub(crate) snapshot: Option<Box<dyn AnyMatch>>,
    /// Set for hints only; dangling once nobody waits for the answer.
    pub(crate) asker: Option<Weak<HintAsker>>,
}

impl BotRequest {
    pub(crate) fn is_hint(&self) -> bool {
        self.asker.is_some()
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.asker.as_ref().is_none_or(|asker| asker.strong_count() > 0)
    }
}

/// The guest who waits for a hint. The room drops it, and so cancels the request, when the
/// connection closes or the match moves on.
#[derive(Debug)]
pub(crate) struct HintAsker {
    pub(super) from: Asker,
    pub(super) seat: Seat,
    pub(super) step: u64,
}

/// The connection a message came from, and the `id` its sender gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) connection: ConnectionId,
    pub(crate) id: Option<u32>,
}

/// The effects of a room. The driver implements it with sockets and a store, the tests with lists.
pub(crate) trait World {
    /// The steady clock, by which everything is measured.
    fn now(&self) -> Millis;
    /// Milliseconds since 1970, for dates in journals and lists.
    fn date(&self) -> Millis;
    /// Bytes from a cryptographically secure source.
    fn random_bytes(&mut self) -> [u8; 32];
    fn send(&mut self, to: ConnectionId, kind: Kind, message: &[u8]);
    fn close(&mut self, connection: ConnectionId);
    /// Writes these ops as one unit; [`Input::Persisted`] follows.
    fn persist(&mut self, ops: Vec<Op>);
    /// Queues a request; [`Input::BotReply`] follows.
    fn request_bot(&mut self, request: BotRequest);
    /// The operator's message to everybody.
    fn banner(&self) -> Option<String>;
    /// A rule set by name or hash.
    ///
    /// # Errors
    ///
    /// Why there is no such rule set.
    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, RulesError>;
    /// Rebuilds the room from the store after a failed write. The asker, if any, sent the message
    /// that caused it.
    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>);
    /// Reports that a step was sent to everybody.
    fn step_sent(&mut self);
    fn match_started(&mut self);
    fn match_finished(&mut self);
    /// Reports a change that the list of tables shows.
    fn changed(&mut self);
    /// Reports that the table has been removed.
    fn over(&mut self);
}
