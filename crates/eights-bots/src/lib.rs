//! Computer players for every game of the family.
//!
//! A [`Bot`] gets what its seat may see and returns one of the listed options.
//! It cannot cheat, because the state is private to the [`Question`], and it
//! cannot play illegally, because its answer borrows from the options:
//!
//! ```compile_fail
//! use eights::Game;
//! use eights_bots::{Bot, Question};
//! struct Peek;
//! impl<G: Game> Bot<G> for Peek {
//!     fn choose<'a>(&mut self, question: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
//!         let _ = question.state; // private field
//!         &options[0]
//!     }
//! }
//! ```
//!
//! [`Level`] lists the seven levels that people choose from, [`BotKind`] every
//! bot there is. `AnyMatch::sit` of `eights-match` seats one at a match of any
//! game.
//!
//! A game becomes playable for bots by implementing [`HeuristicPolicy`](eights_kit::HeuristicPolicy)
//! and [`BeliefModel`](eights_kit::BeliefModel).

mod bot;
mod kind;
mod level;
mod network;
mod question;
mod search;

pub use bot::{Bot, Greedy, Heuristic, Random};
pub use kind::{BotKind, UnknownBotError};
pub use level::Level;
pub use network::Networked;
pub use question::Question;
pub use search::{ActionStats, RolloutPolicy, Search, SearchConfig};
