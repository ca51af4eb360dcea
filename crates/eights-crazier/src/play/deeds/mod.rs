//! Performs deeds: the gates that may stop or change one, its effect, and what it triggers.

pub(crate) mod gates;
mod outcome;
mod perform;
mod triggers;
