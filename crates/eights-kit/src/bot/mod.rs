//! The traits through which bots play a game, and inference of hidden cards for games that opt in.

pub(crate) mod belief;
pub mod network;
pub(crate) mod policy;
pub(crate) mod simulator;
pub(crate) mod value_network;
