//! Crazy Eights and its house rules.
//!
//! A rule set is a document ([`sheet::Sheet`], TOML or JSON). It is checked, compiled into a
//! [`Classic`] and played through [`eights::Game`]:
//!
//! ```
//! use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
//! use eights_classic::Classic;
//! use eights_config::Document;
//!
//! let document = Document::toml("mine.toml", "title = 'Mine'\n[cards]\n8 = ['wild']\n2 = [{ draw = 2 }]").unwrap();
//! let game = Classic::read(&document).unwrap();
//! let seed = Seed::from_number(7);
//! let mut state = game.deal(&Opening::first(3, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
//! let mut step = 0;
//! while let Turn::Act(seat) = game.turn(&state) {
//!     let mut options = Vec::new();
//!     game.legal(&state, seat, &mut options);
//!     step += 1;
//!     game.apply(&mut state, seat, options[0], &mut Dice::at(&seed, step), &mut Silent).unwrap();
//! }
//! assert!(matches!(game.turn(&state), Turn::Over(_)));
//! ```
//!
//! There is no scripting: a mechanism that sheets cannot express yet becomes a new variant of an
//! enum, with its own rulebook page.

mod bot;
mod compile;
mod face;
pub mod house_rules;
mod play;
mod playable;
mod rules;
mod setup;
pub mod sheet;
mod shipped;
mod study;
mod words;

pub use bot::{
    belief::Belief,
    fast_rollout::{BitHand, BitHandSampler, FastRng, Shares},
    memory::Memory,
    network::load as load_answer_network,
    seat_view::SeatView,
    value::{SHAPE as VALUE_SHAPE, load as load_value_network},
};
pub use face::{Face, Printed};
pub use play::{
    action::{Action, Answer, Lay, Name, Under},
    event::{Blockage, Event},
    state::{PLACES, Pile, Public, State, Step, View},
};
pub use rules::Classic;
pub use words::differences;
