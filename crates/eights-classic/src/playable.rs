//! Registers Crazy Eights: its name, its shipped rule sets and its rules in words.

use eights_config::{Document, Problem};
use eights_kit::{Difference, GameInfo, Playable, Topic};
use serde::Serialize;

use crate::{Classic, differences, sheet::Sheet, shipped::SHIPPED};

impl Playable for Classic {
    type Sheet = Sheet;

    const INFO: GameInfo =
        GameInfo { id: "crazy-eights", title: "Crazy Eights", engine: "crazy-eights/2", listed: true };

    const SHIPPED: &'static [(&'static str, &'static str)] = SHIPPED;

    fn compile(document: &Document) -> Result<Classic, Vec<Problem>> {
        Classic::read(document)
    }

    fn meaning(&self) -> impl Serialize {
        Classic::meaning(self)
    }

    fn topics(&self, n_seats: Option<u8>) -> Vec<Topic> {
        Classic::topics(self, n_seats)
    }

    fn differences(&self, other: &Classic) -> Vec<Difference> {
        differences(self, other)
    }

    fn warnings(&self) -> Vec<String> {
        Classic::warnings(self).to_vec()
    }

    fn minutes(&self) -> Option<u32> {
        Classic::minutes(self)
    }
}
