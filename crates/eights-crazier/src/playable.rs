//! Registers Crazier Eights: its name, its shipped rule sets and its rules in words.

use eights_config::{Document, Problem};
use eights_kit::{GameInfo, Playable, Topic};
use serde::Serialize;

use crate::{Crazier, Sheet};

impl Playable for Crazier {
    type Sheet = Sheet;

    const INFO: GameInfo =
        GameInfo { id: "crazier-eights", title: "Crazier Eights", engine: "crazier-eights/2", listed: true };

    const SHIPPED: &'static [(&'static str, &'static str)] =
        &[("standard", include_str!("../../../rules/crazier-eights/standard.toml"))];

    fn compile(document: &Document) -> Result<Crazier, Vec<Problem>> {
        Crazier::read(document)
    }

    fn compile_with_cards(
        document: &Document,
        cards: &str,
        fetch: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Crazier, Vec<Problem>> {
        Crazier::read_cards(document, cards, fetch)
    }

    fn meaning(&self) -> impl Serialize {
        Crazier::meaning(self)
    }

    fn topics(&self, _: Option<u8>) -> Vec<Topic> {
        Crazier::topics(self).into_iter().map(|(title, text)| Topic { title, text }).collect()
    }
}
