//! Plays a hand: deals, lists and applies answers, carries out effects, finishes and scores.

pub(crate) mod action;
mod apply;
pub(crate) mod deal;
pub(crate) mod effects;
pub(crate) mod event;
mod finish;
pub(crate) mod game;
mod lays;
pub(crate) mod legal;
mod matching;
mod missing;
mod random_answer;
mod run;
pub(crate) mod score;
pub(crate) mod state;
mod stock;
