//! The subcommands of `eights`: the arguments of each and the function that runs it.

pub(crate) mod admin;
pub(crate) mod arena;
pub(crate) mod backup;
pub(crate) mod bench;
pub(crate) mod cards;
pub mod engine;
pub(crate) mod lab;
#[cfg(unix)]
pub(crate) mod load;
pub(crate) mod manual;
pub(crate) mod perft;
pub(crate) mod play;
pub(crate) mod replay;
pub(crate) mod rulebook;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod store;
pub(crate) mod verify;
