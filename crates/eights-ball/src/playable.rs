//! Registers Crazy 8-Ball: its name, its shipped rule set and its rules in words.

use eights_config::{Document, Problem};
use eights_kit::{GameInfo, Playable, Topic};
use serde::Serialize;

use crate::{Ball, STANDARD, Sheet};

impl Playable for Ball {
    type Sheet = Sheet;

    const INFO: GameInfo =
        GameInfo { id: "crazy-8-ball", title: "Crazy 8-Ball", engine: "crazy-8-ball/2", listed: true };

    const SHIPPED: &'static [(&'static str, &'static str)] = &[("standard", STANDARD)];

    fn compile(document: &Document) -> Result<Ball, Vec<Problem>> {
        Ball::read(document)
    }

    fn meaning(&self) -> impl Serialize {
        Ball::meaning(self)
    }

    fn topics(&self, _: Option<u8>) -> Vec<Topic> {
        Ball::topics(self).into_iter().map(|(title, text)| Topic { title, text }).collect()
    }
}
