//! Servers that share a store: which tables are here, where the others are, and who is alive.
//!
//! A client may connect to any node. Its socket stays with that node; a `link` attaches it to the
//! table, here or through a `relay` to the node that owns the table, and attaches it again when the
//! table moves. `watch` notices nodes that have died, takes over their tables, and starts again as
//! another node if somebody has taken this one for dead.

mod attached;
pub(crate) mod finding;
pub(crate) mod known;
pub(crate) mod link;
pub(crate) mod peers;
pub(crate) mod relay;
mod searches;
#[cfg(all(test, unix))]
mod simulation;
pub(crate) mod watch;
