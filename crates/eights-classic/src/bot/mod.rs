//! What bots need to play Crazy Eights: a policy, beliefs about hidden cards, and fast rollouts.

pub(crate) mod belief;
pub(crate) mod fast_rollout;
pub(crate) mod heuristic;
mod hints;
pub(crate) mod memory;
pub(crate) mod network;
mod policy;
pub(crate) mod seat_view;
pub(crate) mod value;
