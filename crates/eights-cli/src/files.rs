//! Reads rule sets, card files and pages from the file system, beside the shipped rule sets.

use std::{
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use eights_config::Problem;
use eights_match::{Catalog, RuleSet, SheetSource, Shipped, SourceError};

/// The largest file that is read, in bytes: more than any sheet, page or journal needs.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A shelf that looks up shipped rule sets by name, and others by path.
pub struct Files {
    /// The folder that paths are relative to.
    base: PathBuf,
}

impl Files {
    /// Resolves paths relative to the current directory.
    pub fn here() -> Files {
        Files { base: PathBuf::new() }
    }

    /// Resolves paths relative to a folder.
    pub fn below(base: &Path) -> Files {
        Files { base: base.to_owned() }
    }
}

/// Whether a name means a file and not a shipped rule set.
fn is_path(name: &str) -> bool {
    name.contains(['/', '\\']) || name.ends_with(".toml") || name.ends_with(".json")
}

impl SheetSource for Files {
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), SourceError> {
        if !is_path(name) {
            return Shipped.fetch(game, name, from);
        }
        let folder = from.filter(|from| is_path(from)).and_then(|from| Path::new(from).parent());
        let path = folder.map_or_else(|| self.base.join(name), |folder| folder.join(name));
        let text = read(&path).map_err(|error| format!("{error:#}"))?;
        Ok((path.display().to_string(), text))
    }

    fn cards(&self, name: &str) -> Option<String> {
        is_path(name).then(|| read(&self.base.join(name)).ok()).flatten()
    }
}

pub(crate) fn read(path: &Path) -> anyhow::Result<String> {
    let shown = path.display();
    let mut text = String::new();
    let file = fs::File::open(path).with_context(|| format!("cannot read {shown}"))?;
    let n = file
        .take(MAX_FILE_BYTES + 1)
        .read_to_string(&mut text)
        .with_context(|| format!("cannot read {shown}"))?;
    if n as u64 > MAX_FILE_BYTES {
        bail!("cannot read {shown}: it is longer than 64 MiB");
    }
    Ok(text)
}

/// Which rules to use: the arguments that several commands share.
#[derive(clap::Args, Clone)]
pub(crate) struct Which {
    /// The rules: a shipped rule set (see `eights rules list`) or the path of a sheet
    #[arg(long, short, default_value = "", hide_default_value = true, value_name = "NAME|FILE")]
    pub(crate) rules: String,
    /// Change a rule, e.g. --with "turn.draw = { up-to = 3 }"; can be repeated
    #[arg(long, short, value_name = "KEY = VALUE")]
    pub(crate) with: Vec<String>,
    /// Crazier Eights: use these card sets or card files instead, separated by commas
    #[arg(long, value_name = "SETS")]
    pub(crate) cards: Option<String>,
}

/// Loads a rule set; the error lists everything that is wrong with it.
pub(crate) fn rule_set(game: &str, which: &Which) -> anyhow::Result<RuleSet> {
    let files = Files::here();
    let (catalog, with) = (Catalog::new(&files), which.with.join(", "));
    let rules = match &which.cards {
        Some(cards) => catalog.rules_with_cards(game, &which.rules, &with, cards),
        None => catalog.rules(game, &which.rules, &with),
    };
    rules.map_err(complain)
}

/// Joins all problems into one error, with a line for each.
pub(crate) fn complain(problems: Vec<Problem>) -> anyhow::Error {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    anyhow::anyhow!("{}", lines.join("\n        "))
}
