//! Crazier Eights at a glance.

use eights::Seat;
use eights_crazier::{Action, Crazier, View};

use crate::bot::Rate;

impl Rate for Crazier {
    fn rate(&self, view: &View, seat: Seat, option: Action) -> i32 {
        Crazier::rate(self, view, seat, option)
    }
}
