//! Last Match: a complete small shedding game, as an example of how to write one for Eights.
//!
//! Two to six players hold five cards of a pack of 52. On your turn you play a card with the suit or
//! the rank of the top card; with the rank you have another turn. If nothing fits you draw a card.
//! The first player without cards wins the hand and scores the cards that the others still hold.
//!
//! - `rules.rs` is the game itself: it implements [`eights::Game`].
//! - `card.rs` and `state.rs` hold its cards, places, views and events.
//! - `words.rs` tells people what happened.
//! - `setup.rs` sets up positions from text, for tests and the rulebook.
//! - `bot.rs` is what bots need: a sensible answer, and what an action reveals.
//! - `sheet.rs` has the options that a rule sheet can set.
//! - `register.rs` is what everything else needs: names, rules in words, and measurement.

mod bot;
mod card;
mod register;
mod rules;
mod setup;
mod sheet;
mod state;
mod words;

pub use bot::SeatView;
pub use card::Face;
pub use rules::{Action, LastMatch};
pub use sheet::Sheet;
pub use state::{Event, Happening, PLACES, Pile, Public, Seen, State, View};
