//! What bots need to play Crazy 8-Ball: a rating of answers, a network that values positions, and what actions reveal.

pub(crate) mod inference;
pub(crate) mod network;
mod policy;
pub(crate) mod rating;
pub(crate) mod seat_view;
