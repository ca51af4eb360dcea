//! Plays a game: legal answers, applying one, and the proof of a stalemate.

pub(crate) mod action;
mod apply;
mod game;
mod legal;
pub(crate) mod outlook;
mod stalemate;
pub(crate) mod state;
