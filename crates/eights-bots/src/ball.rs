//! Crazy 8-Ball at a glance.

use eights::Seat;
use eights_ball::{Action, Ball, View};

use crate::bot::Rate;

impl Rate for Ball {
    fn rate(&self, view: &View, seat: Seat, option: Action) -> i32 {
        eights_ball::rate(self, view, seat, option)
    }
}
