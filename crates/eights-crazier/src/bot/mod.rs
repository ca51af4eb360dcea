//! What bots need to play Crazier Eights: a rating of answers and inferences about hidden hands.

pub(crate) mod inference;
pub(crate) mod network;
mod policy;
pub(crate) mod rating;
pub(crate) mod seat_view;
