//! What bots need to play Crazy 8-Ball: a rating of answers and what actions reveal.

pub(crate) mod inference;
mod policy;
pub(crate) mod rating;
pub(crate) mod seat_view;
