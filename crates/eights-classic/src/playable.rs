//! Registers Crazy Eights: its name, its shipped rule sets and its rules in words.

use eights_config::{Document, Problem};
use eights_kit::{Difference, GameInfo, Playable, Topic};
use serde::Serialize;

use crate::{Classic, differences, sheet::Sheet};

impl Playable for Classic {
    type Sheet = Sheet;

    const INFO: GameInfo =
        GameInfo { id: "crazy-eights", title: "Crazy Eights", engine: "crazy-eights/2", listed: true };

    const SHIPPED: &'static [(&'static str, &'static str)] = &[
        ("score-race", include_str!("../../../rules/crazy-eights/score-race.toml")),
        ("action", include_str!("../../../rules/crazy-eights/action.toml")),
        ("action-stacking", include_str!("../../../rules/crazy-eights/action-stacking.toml")),
        ("action-scored", include_str!("../../../rules/crazy-eights/action-scored.toml")),
        ("basic", include_str!("../../../rules/crazy-eights/basic.toml")),
        ("pickup", include_str!("../../../rules/crazy-eights/pickup.toml")),
        ("ten-card", include_str!("../../../rules/crazy-eights/ten-card.toml")),
        ("openspiel", include_str!("../../../rules/crazy-eights/openspiel.toml")),
        ("swedish-rummy", include_str!("../../../rules/crazy-eights/swedish-rummy.toml")),
        ("rockaway", include_str!("../../../rules/crazy-eights/rockaway.toml")),
        ("huit-americain", include_str!("../../../rules/crazy-eights/huit-americain.toml")),
        ("countdown", include_str!("../../../rules/crazy-eights/countdown.toml")),
        ("puskiyon", include_str!("../../../rules/crazy-eights/puskiyon.toml")),
        ("switch", include_str!("../../../rules/crazy-eights/switch.toml")),
        ("irish-switch", include_str!("../../../rules/crazy-eights/irish-switch.toml")),
        ("last-card", include_str!("../../../rules/crazy-eights/last-card.toml")),
        ("mau-mau", include_str!("../../../rules/crazy-eights/mau-mau.toml")),
        ("mau-mau-app", include_str!("../../../rules/crazy-eights/mau-mau-app.toml")),
        ("tschau-sepp", include_str!("../../../rules/crazy-eights/tschau-sepp.toml")),
        ("mau-mau-brazil", include_str!("../../../rules/crazy-eights/mau-mau-brazil.toml")),
        ("prsi", include_str!("../../../rules/crazy-eights/prsi.toml")),
    ];

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
