//! Carries out the texts of cards, step by step, and evaluates what they refer to.

pub(crate) mod agenda;
mod choose;
pub(crate) mod conditions;
mod list;
mod steps;
mod text;
