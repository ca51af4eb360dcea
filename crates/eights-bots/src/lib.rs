//! Players that are not people.
//!
//! A [`Bot`] sees a view and picks one of the options it is shown. It cannot
//! cheat, since there is no state to look at, and it cannot err, since its
//! answer borrows from the options:
//!
//! ```compile_fail
//! use eights::Game;
//! use eights_bots::{Ask, Bot};
//! struct Peek;
//! impl<G: Game> Bot<G> for Peek {
//!     fn choose<'a>(&mut self, ask: Ask<'_, G>, options: &'a [G::Action]) -> &'a G::Action {
//!         let _ = ask.state; // there is no such thing
//!         &options[0]
//!     }
//! }
//! ```
//!
//! [`Level`] names the bots for people; [`Level::answer`] seats one at a match
//! of any game.

mod ball;
mod bot;
mod classic;
mod crazier;
mod level;

pub use bot::{Ask, Bot, Greedy, Random, Rate};
pub use level::Level;
