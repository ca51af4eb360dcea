//! The engine: state, legal answers and the main loop.

pub(crate) mod action;
mod copies;
mod deeds;
pub(crate) mod event;
mod game;
mod legal;
pub(crate) mod moves;
pub(crate) mod place;
pub(crate) mod resolve;
pub(crate) mod state;
mod turn;
pub(crate) mod view;
