//! What goes into a room, and what a room asks of the world around it.

use std::sync::{Arc, Weak};

use eights::Seat;
use eights_match::{AnyMatch, RuleSet};
use eights_store::{MatchId, Op, StoreError};
use eights_wire::Request;

use super::Guest;
use crate::connection::Kind;

/// The number of somebody's line at one table.
pub(crate) type ConnectionId = u32;

/// Milliseconds, of the steady clock or since 1970.
pub(crate) type Millis = u64;

/// What reaches a room.
pub(crate) enum Input {
    /// Somebody comes to the table, by a line of their own.
    Join(Box<Guest>),
    /// A line has ended.
    Leave(ConnectionId),
    /// Somebody says something.
    Heard(ConnectionId, Request),
    /// A bot has thought.
    BotReply(BotReply),
    /// The unit that was to be kept is safe, or is not.
    Kept(Result<(), StoreError>),
    /// Look at the clock.
    Time,
}

/// What a bot came up with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BotReply {
    /// For whom.
    pub(crate) seat: Seat,
    /// At which step.
    pub(crate) step: u64,
    /// What; nothing when it had no idea.
    pub(crate) say: Option<String>,
    /// What speaks for it, in one sentence; only a hint has reasons.
    pub(crate) why: String,
    /// Whether it is advice for the person who sits there, and not the move of a bot.
    pub(crate) is_hint: bool,
}

/// A question to a bot.
pub(crate) struct BotRequest {
    /// Where it sits.
    pub(crate) seat: Seat,
    /// At which step.
    pub(crate) step: u64,
    /// How well it plays.
    pub(crate) level: String,
    /// The match, and the number under which its journal is kept.
    pub(crate) table: Box<dyn AnyMatch>,
    pub(crate) id: MatchId,
    /// The match some steps ago, from which a bot that remembers catches up; none for the first deal.
    pub(crate) past: Option<Box<dyn AnyMatch>>,
    /// Of a hint: gone as soon as nobody waits for it any more.
    pub(crate) asker: Option<Weak<HintAsker>>,
}

impl BotRequest {
    /// Whether a person asks for advice; otherwise the bot plays.
    pub(crate) fn is_hint(&self) -> bool {
        self.asker.is_some()
    }

    /// Whether anybody still waits for the answer.
    pub(crate) fn is_wanted(&self) -> bool {
        self.asker.as_ref().is_none_or(|asker| asker.strong_count() > 0)
    }
}

/// The guest who waits for a hint. The room drops it, and with it the question, when the line ends
/// or the match goes on.
#[derive(Debug)]
pub(crate) struct HintAsker {
    pub(super) from: Asker,
    pub(super) seat: Seat,
    pub(super) step: u64,
}

/// Where a message came from, and the number its sender gave it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) line: ConnectionId,
    pub(crate) id: Option<u32>,
}

/// What a room can do to the world.
pub(crate) trait World {
    /// What time it is by the steady clock, by which everything is measured.
    fn now(&self) -> Millis;
    /// Milliseconds since 1970, for what is written down.
    fn date(&self) -> Millis;
    /// Something that nobody can guess.
    fn luck(&mut self) -> [u8; 32];
    /// Says something to a line.
    fn say(&mut self, to: ConnectionId, kind: Kind, message: &[u8]);
    /// Ends a line.
    fn end(&mut self, line: ConnectionId);
    /// Keeps a unit; [`Input::Kept`] follows.
    fn keep(&mut self, ops: Vec<Op>);
    /// Asks a bot; [`Input::BotReply`] follows.
    fn think(&mut self, think: BotRequest);
    /// A rule set by name or hash.
    ///
    /// # Errors
    ///
    /// Why it cannot be had.
    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, String>;
    /// The room must be read from the store again: what it did could not be kept. The asker, if any,
    /// sent the message that led to it.
    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>);
    /// Everybody was told of a step that came in at this moment.
    fn told(&mut self, heard: Millis);
    /// A match began, or ended.
    fn played(&mut self, over: bool);
    /// Something changed that is seen in the list of tables.
    fn changed(&mut self);
    /// The room is cleared away.
    fn over(&mut self);
}
