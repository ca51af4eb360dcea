//! Reads the shipped rule sets with overrides.

use std::{fs, path::PathBuf};

use eights_classic::Classic;
use eights_config::{Document, Problem};

pub(crate) const SHIPPED: [&str; 34] = [
    "score-race",
    "action",
    "action-stacking",
    "action-scored",
    "basic",
    "pickup",
    "ten-card",
    "openspiel",
    "swedish-rummy",
    "rockaway",
    "huit-americain",
    "countdown",
    "craits",
    "last-one",
    "screw-your-neighbour",
    "bartok",
    "coloured",
    "open-run",
    "two-signs",
    "market",
    "puskiyon",
    "switch",
    "irish-switch",
    "last-card",
    "mau-mau",
    "mau-mau-app",
    "tschau-sepp",
    "mau-mau-brazil",
    "prsi",
    "chodske-prsi",
    "macau",
    "makao",
    "pesten",
    "pis-yedili",
];

/// House rules that use every option: a shipped rule set, and the changes to it.
pub(crate) fn house_rules() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = include_str!("../../house-rules.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(": "))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules/crazy-eights")
}

fn document(name: &str) -> Document {
    let text = fs::read_to_string(folder().join(format!("{name}.toml"))).expect("a shipped rule set");
    let mut document = Document::toml(&format!("{name}.toml"), &text).expect("a readable sheet");
    match document.take("extends") {
        Some(base) => document.over(self::document(base.as_str().expect("a name"))),
        None => document,
    }
}

/// A shipped rule set with overrides, or the problems with them.
pub(crate) fn read(name: &str, overrides: &str) -> Result<Classic, Vec<Problem>> {
    let mut document = document(name);
    if !overrides.is_empty() {
        document.overrides(overrides).expect("readable overrides");
    }
    Classic::read(&document)
}

/// A shipped rule set with overrides, which must be valid.
pub(crate) fn with(name: &str, overrides: &str) -> Classic {
    match read(name, overrides) {
        Ok(game) => game,
        Err(problems) => panic!(
            "{name} with {overrides}: {}",
            problems.iter().map(|problem| format!("\n{problem}")).collect::<String>()
        ),
    }
}
