//! The core of the card games: seats, cards, knowledge, randomness, and the `Game` trait.
//!
//! A [`Game`] is a set of rules compiled from data; its `State` is one deal. The engine stops only
//! when one [`Seat`] must choose, and every legal answer can be listed. A card has three forms:
//! [`CardId`] inside a state, [`Glimpse`] inside an event, and [`Sight`] outside. Only `Sight`
//! implements `Serialize`, so secrets cannot be sent by mistake. The compiler rejects an event that
//! has not been redacted:
//!
//! ```compile_fail
//! # use eights::{CardEvent, Glimpse};
//! fn send(event: &CardEvent<u8, Glimpse>) -> String {
//!     serde_json::to_string(event).unwrap() // `Glimpse` is not `Serialize`
//! }
//! ```
//!
//! It also rejects [`Cards`], which every state contains:
//!
//! ```compile_fail
//! # use eights::{Cards, Place};
//! fn send<P: Place>(cards: &Cards<P, 4>) -> String {
//!     serde_json::to_string(cards).unwrap() // `Cards` is not `Serialize`
//! }
//! ```
//!
//! All randomness comes from [`Dice`], created afresh for each step from the seed of the match:
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
//! The crate uses no clock, files, sockets or threads.

mod cards;
mod dice;
mod event;
mod game;
mod hidden_deal;
pub mod laws;
mod offer;
mod outcome;
mod perft;
#[cfg(feature = "schema")]
pub mod reference;
mod refusal;
pub mod rulebook;
mod seat;
mod set;
mod setup;
mod sort;
mod table;
mod viewer;

pub use cards::Cards;
pub use dice::{Dice, Seed};
pub use event::{CardEvent, End, Glimpse, Log, Silent};
pub use game::{After, Game, Illegal, Imagine, Opening, Turn, option_said, said_among};
pub use hidden_deal::HiddenDeal;
pub use offer::{Offer, Text, Verb};
pub use outcome::{Final, Outcome};
pub use perft::perft;
pub use refusal::RefusalCode;
pub use seat::{BySeat, MAX_SEATS, Seat, Seats};
pub use set::{CardId, CardSet, MAX_CARDS};
pub use setup::{Fact, Fixture, GameFixture, Position, PositionError, Setup};
pub use sort::{sort, sort_by};
pub use table::{Faces, Place, Sight, Table};
pub use viewer::{Eyes, Referee, Viewer};
