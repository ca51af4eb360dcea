//! Players that are not people.
//!
//! A [`Bot`] sees what its seat may see and picks one of the options it is
//! shown. It cannot cheat, since there is no state to look at, and it cannot
//! err, since its answer borrows from the options:
//!
//! ```compile_fail
//! use eights::Game;
//! use eights_bots::{Ask, Bot};
//! struct Peek;
//! impl<G: Game> Bot<G> for Peek {
//!     fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
//!         let _ = ask.state; // it is private
//!         &options[0]
//!     }
//! }
//! ```
//!
//! [`Level`] names the seven levels for people, [`Brain`] every bot there is.
//! A brain [sits down](Brain::sit) at a match of any game:
//!
//! ```
//! use eights::{Dice, Seed};
//! use eights_bots::{Brain, Level};
//! use eights_table::{Catalog, Shipped};
//!
//! let rules = Catalog::new(&Shipped).rules("crazy-eights", "openspiel", "").unwrap();
//! let mut table = rules.start(2, Seed::from_number(7)).unwrap();
//! let mut dice = Dice::at(&Seed::from_number(8), 0);
//! while let Some(seat) = table.asks() {
//!     let answer = Brain::Level(Level::Normal).answer(table.as_ref(), seat, &mut dice).unwrap();
//!     table.act(seat, &answer).unwrap();
//! }
//! assert!(table.is_over());
//! ```
//!
//! What a game must offer for all that is in [`Instinct`] and [`Believe`].

mod ask;
mod ball;
mod bot;
mod brain;
mod classic;
mod crazier;
mod guess;
mod instinct;
mod level;
mod search;
mod seated;

pub use ask::Ask;
pub use bot::{Bot, Greedy, Gut, Random};
pub use brain::Brain;
pub use guess::{Guess, Last, Recall, Telling};
pub use instinct::{Believe, Instinct};
pub use level::Level;
pub use search::{Found, Plan, Rollout, Search, Shares, Whole, Worlds};
pub use seated::{Hint, Seated};
