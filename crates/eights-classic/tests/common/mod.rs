//! Reads the shipped rule sets with overrides.

use std::{fs, path::PathBuf};

use eights_classic::Classic;
use eights_config::{Paper, Problem};

pub(crate) const SHIPPED: [&str; 8] =
    ["score-race", "action", "action-stacking", "action-scored", "basic", "pickup", "ten-card", "openspiel"];

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../rules/crazy-eights")
}

fn paper(name: &str) -> Paper {
    let text = fs::read_to_string(folder().join(format!("{name}.toml"))).expect("a shipped rule set");
    let mut paper = Paper::toml(&format!("{name}.toml"), &text).expect("a readable sheet");
    match paper.take("extends") {
        Some(base) => paper.over(self::paper(base.as_str().expect("a name"))),
        None => paper,
    }
}

/// A shipped rule set with overrides, or the problems with them.
pub(crate) fn read(name: &str, overrides: &str) -> Result<Classic, Vec<Problem>> {
    let mut paper = paper(name);
    if !overrides.is_empty() {
        paper.overrides(overrides).expect("readable overrides");
    }
    Classic::read(&paper)
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
