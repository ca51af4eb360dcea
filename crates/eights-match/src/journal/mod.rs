//! Reads, writes and replays journals: the inputs of a match, one JSON line per step, each
//! with a digest of the resulting state.

pub(crate) mod format;
mod replay;

pub use format::{Actor, Entry, Head, JournalError, Undone, line, read, write};
pub use replay::{replay, replay_entry, start};
