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
//! bot there is. [`BotKind::sit`] seats one at a match of any game:
//!
//! ```
//! use eights::{Dice, Seed};
//! use eights_bots::{BotKind, Level};
//! use eights_match::{Catalog, Shipped};
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
//! A game becomes playable for bots by implementing [`HeuristicPolicy`] (a
//! quick sensible move) and [`BeliefModel`] (sampling what is hidden); most
//! games get the second one from [`Inference`].

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
