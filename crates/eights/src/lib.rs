//! The words of the card table, and the one trait every game implements.
//!
//! A [`Game`] is a set of rules compiled from data; its `State` is one deal.
//! The engine stops only when one [`Seat`] must choose, and every legal answer
//! can be listed. Cards have three forms: [`CardId`] inside a state,
//! [`Glimpse`] inside an event, [`Sight`] outside; only the last can be
//! serialised, so that secrets cannot be sent by mistake. An event that has
//! not been redacted is refused by the compiler too:
//!
//! ```compile_fail
//! # use eights::{CardEvent, Glimpse};
//! fn send(event: &CardEvent<u8, Glimpse>) -> String {
//!     serde_json::to_string(event).unwrap() // `Glimpse` is not `Serialize`
//! }
//! ```
//!
//! and so is a whole set of cards, which is what every state holds:
//!
//! ```compile_fail
//! # use eights::{Cards, Place};
//! fn send<P: Place>(cards: &Cards<P, 4>) -> String {
//!     serde_json::to_string(cards).unwrap() // `Cards` is not `Serialize`
//! }
//! ```
//!
//! All luck comes from [`Dice`], made anew for each step from the match's seed:
//!
//! ```
//! use eights::{Dice, Seed};
//! let seed = Seed::from_number(7);
//! let mut pack: Vec<u8> = (0..52).collect();
//! Dice::at(&seed, 0).shuffle(&mut pack);
//! let mut again: Vec<u8> = (0..52).collect();
//! Dice::at(&seed, 0).shuffle(&mut again);
//! assert_eq!(pack, again);
//! ```
//!
//! There is no clock, no file, no socket and no thread in here.

mod cards;
mod dice;
mod event;
mod game;
pub mod laws;
mod lots;
mod offer;
mod perft;
pub mod rulebook;
mod seat;
mod set;
mod stage;
mod table;

pub use cards::Cards;
pub use dice::{Dice, Seed};
pub use event::{CardEvent, End, Glimpse, Log, Silent};
pub use game::{After, Final, Game, Illegal, Imagine, Opening, Outcome, Turn, option_said, said_among};
pub use lots::Lots;
pub use offer::{Offer, Text, Verb};
pub use perft::perft;
pub use seat::{BySeat, Eyes, MAX_SEATS, Referee, Seat, Seats, Viewer};
pub use set::{CardId, CardSet, MAX_CARDS};
pub use stage::{Fact, Position, Scene, Stage, Staged};
pub use table::{Faces, Place, Sight, Table};
