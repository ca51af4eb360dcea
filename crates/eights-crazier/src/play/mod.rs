//! The machine that plays: sheet, state, the agenda and its loop.

mod action;
mod agenda;
mod check;
mod compile;
mod event;
mod fits;
mod game;
mod gates;
mod glance;
mod happen;
mod legal;
mod list;
mod mask;
mod moves;
mod place;
mod rate;
mod read;
mod rules;
pub mod sheet;
mod stage;
mod state;
mod tell;
mod text;
mod topics;
mod turn;
mod watch;
mod why;
mod work;
mod write;

pub use action::Action;
pub use event::{Event, Seen};
pub use glance::Glance;
pub use place::{Face, MOST_SEATS, Names, PLACES, Pile};
pub use rules::Crazier;
pub use sheet::Sheet;
pub use state::{Phase, Public, State, View};
