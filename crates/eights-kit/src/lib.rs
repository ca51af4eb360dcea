//! The traits that connect a game to bots, clients, the server and the lab.
//!
//! [`eights::Game`] is enough to play by the rules. The traits here connect a game to the rest of
//! the project, so that no client, bot or tool contains code for a particular game:
//!
//! - [`Playable`]: its name, its rule sets as data, and its rules in words. This is what the
//!   registry in `eights-match` lists.
//! - [`HeuristicPolicy`] (a quick sensible answer) and [`BeliefModel`] (sampling what is hidden):
//!   what the bots need. Most games get the second one from [`Inference`].
//! - [`Study`]: what the events mean to the lab.
//!
//! `examples/last-match` is a complete small game; `cargo xtask new-game NAME` writes another one
//! to start from.

mod bot;
mod hand_stats;
mod playable;
mod study;

pub use bot::{
    belief::{BeliefTracker, Chain, Inference, Sampler},
    network,
    network::{Network, NetworkError, NetworkInput, NetworkRows},
    policy::{BeliefModel, HeuristicPolicy, HintCorrection, KnownPolicy, LevelTuning},
    simulator::{NoFastSimulator, Shares, Simulator},
    value_network::{CardShape, CardValueNetwork, FactRows, MOST_ROWS, RowSum, ValueNetwork},
};
pub use hand_stats::HandStats;
pub use playable::{Difference, GameInfo, Playable, Topic, differences_by_title};
pub use study::{CardGroup, Study};
