//! Players that are not people.
//!
//! A [`Bot`] sees what its seat may see and picks one of the options it is
//! shown. It cannot cheat, since there is no state to look at, and it cannot
//! err, since its answer borrows from the options:
//!
//! ```compile_fail
//! use eights::Game;
//! use eights_bots::{Question, Bot};
//! struct Peek;
//! impl<G: Game> Bot<G> for Peek {
//!     fn choose<'a>(&mut self, ask: Question<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
//!         let _ = ask.state; // it is private
//!         &options[0]
//!     }
//! }
//! ```
//!
//! [`Level`] names the seven levels for people, [`BotKind`] every bot there is.
//! A kind [sits down](BotKind::sit) at a match of any game:
//!
//! ```
//! use eights::{Dice, Seed};
//! use eights_bots::{BotKind, Level};
//! use eights_table::{Catalog, Shipped};
//!
//! let rules = Catalog::new(&Shipped).rules("crazy-eights", "openspiel", "").unwrap();
//! let mut table = rules.start(2, Seed::from_number(7)).unwrap();
//! let mut dice = Dice::at(&Seed::from_number(8), 0);
//! while let Some(seat) = table.asks() {
//!     let answer = BotKind::Level(Level::Normal).answer(table.as_ref(), seat, &mut dice).unwrap();
//!     table.act(seat, &answer).unwrap();
//! }
//! assert!(table.is_over());
//! ```
//!
//! What a game must offer for all that is in [`HeuristicPolicy`] and [`BeliefModel`].

mod ball;
mod belief;
mod bot;
mod classic;
mod crazier;
mod kind;
mod level;
mod policy;
mod question;
mod search;
mod seated;

pub use belief::{BeliefTracker, Chain, Inference, Sampler};
pub use bot::{Bot, Greedy, Heuristic, Random};
pub use kind::{BotKind, UnknownBotError};
pub use level::Level;
pub use policy::{BeliefModel, HeuristicPolicy, LevelTuning};
pub use question::Question;
pub use search::{ActionStats, GameSimulator, RolloutPolicy, Search, SearchConfig, Shares, Simulator};
pub use seated::{Hint, SeatedBot};
