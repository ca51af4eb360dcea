//! `--play` of `rules check` and `cards check`: plays games to find defects of the rules.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, bail};
use eights_lab::{
    Deals, Defect, DefectReport, GameLimits, PlayCheck, PlayCheckReport, Unit, journal_of, play_check,
    typical_seat_counts, unused_lines,
};
use eights_match::{Catalog, RuleSet};
use serde_json::json;

use crate::{FAILED, FINE, work::Work};

/// Options for playing while checking.
#[derive(clap::Args)]
pub(crate) struct Trying {
    /// Also play games by these rules, to find dead ends, endless games, stalls, loops, rules that never
    /// apply and cards that nobody can play; writes the shortest example of each as a journal
    #[arg(long)]
    play: bool,
    /// With --play: number of games for each number of players
    #[arg(long, default_value_t = 400, value_name = "NUMBER")]
    try_games: u64,
    /// With --play: the seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// With --play: the folder for example games
    #[arg(long, value_name = "FOLDER", default_value = ".", hide_default_value = true)]
    examples: PathBuf,
}

/// The subject of a check.
pub(crate) enum With<'a> {
    /// A sheet, and the catalog for compiling it again without one of its lines.
    Sheet(&'a Catalog<'a>),
    /// Cards, in the syntax of `--cards`.
    Cards(&'a str),
}

/// A hand with this many answers counts as endless. No shipped rule set needs as many, even
/// with random play.
const MAX_ANSWERS_PER_HAND: u32 = 5_000;
/// A match with this many hands counts as endless.
const MAX_HANDS: u32 = 200;
/// From this share of blocked hands, report it: the stock is too small or too little fits.
const MIN_BLOCKED_SHARE: f64 = 0.05;

impl Trying {
    pub(crate) fn wanted(&self) -> bool {
        self.play
    }

    /// Plays games by these rules and reports the defects found.
    pub(crate) fn run(
        &self,
        shown: &str,
        rules: &RuleSet,
        with: With,
        work: &Work,
        as_json: bool,
        out: &mut impl Write,
    ) -> anyhow::Result<u8> {
        if self.try_games == 0 {
            bail!("no games to play: ask for at least one");
        }
        let unit = if rules.minutes().is_some() { Unit::Hand } else { Unit::Match };
        let limits = GameLimits { unit, max_answers: MAX_ANSWERS_PER_HAND, max_hands: MAX_HANDS };
        let deals = Deals { seed: self.seed };
        let check = PlayCheck { deals, games: self.try_games, seats: typical_seat_counts(rules), limits };
        let total = self.try_games;
        let found = work.with_bar(shown, total, |runner| play_check(rules, &check, runner))?;
        let unused = match with {
            With::Sheet(catalog) => work.with_bar("rules that never apply", total, |runner| {
                unused_lines(catalog, rules, &check, self.try_games.min(200), runner)
            }),
            With::Cards(_) => Vec::new(),
        };
        let cards = if let With::Cards(cards) = with { Some(cards) } else { None };
        let mut tell = Tell { shown, cards, as_json, out };
        let ending = self.tell(&mut tell, rules, &found, deals)?;
        for line in &unused {
            let sentence = format!("{line} never made a difference: leaving it out plays the same games");
            tell.say("warning", "idle-rule", &sentence, None)?;
        }
        for card in &found.unplayed {
            tell.say("warning", "unplayed-card", &format!("{card} was held often and never played"), None)?;
        }
        if found.partial {
            tell.say("warning", "partial", "stopped before the end: these are the results so far", None)?;
        }
        let quiet = found.defects.iter().all(|report| !self.matters(report)) && unused.is_empty();
        if quiet && found.unplayed.is_empty() && !as_json {
            let seats: Vec<String> = check.seats.iter().map(ToString::to_string).collect();
            writeln!(
                tell.out,
                "{shown}: no trouble in {} games with {} players",
                found.games,
                seats.join(", ")
            )?;
        }
        Ok(ending)
    }

    fn tell<W: Write>(
        &self,
        tell: &mut Tell<W>,
        rules: &RuleSet,
        found: &PlayCheckReport,
        deals: Deals,
    ) -> anyhow::Result<u8> {
        let mut ending = FINE;
        for report in found.defects.iter().filter(|report| self.matters(report)) {
            let path = self.write(tell.shown, rules, report, deals)?;
            let sentence = format!(
                "{} ({} of {} games with {} players; shortest example after {} answers)",
                report.defect.about(),
                report.times,
                report.games,
                report.n_seats,
                report.example.answers.len()
            );
            let level = if report.defect.is_fatal() { "problem" } else { "warning" };
            let id = serde_json::to_value(report.defect)?;
            tell.say(level, id.as_str().unwrap_or_default(), &sentence, path.as_deref())?;
            if report.defect.is_fatal() {
                ending = FAILED;
            }
        }
        Ok(ending)
    }

    /// Whether to report a defect. A few blocked hands are part of the game.
    fn matters(&self, report: &DefectReport) -> bool {
        !matches!(report.defect, Defect::Blocked | Defect::NothingLeft)
            || report.times as f64 >= MIN_BLOCKED_SHARE * report.games as f64
    }

    /// Writes the example game as a journal; returns its path.
    fn write(
        &self,
        shown: &str,
        rules: &RuleSet,
        report: &DefectReport,
        deals: Deals,
    ) -> anyhow::Result<Option<PathBuf>> {
        let Some(text) = journal_of(rules, deals, &report.example) else { return Ok(None) };
        let stem = Path::new(shown).file_stem().map_or("game".into(), |stem| stem.to_string_lossy());
        let id = serde_json::to_value(report.defect)?;
        let name = format!("{stem}-{}-{}.jsonl", id.as_str().unwrap_or_default(), report.n_seats);
        let path = self.examples.join(name);
        fs::create_dir_all(&self.examples)
            .and_then(|()| fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Some(path))
    }
}

/// Prints findings.
struct Tell<'a, W: Write> {
    shown: &'a str,
    /// The cards needed to replay an example.
    cards: Option<&'a str>,
    as_json: bool,
    out: &'a mut W,
}

impl<W: Write> Tell<'_, W> {
    fn say(&mut self, level: &str, id: &str, sentence: &str, example: Option<&Path>) -> anyhow::Result<()> {
        let shown = self.shown;
        if self.as_json {
            let example = example.map(|path| path.display().to_string());
            let line =
                json!({ "file": shown, "level": level, "what": id, "message": sentence, "example": example });
            writeln!(self.out, "{line}")?;
            return Ok(());
        }
        writeln!(self.out, "{shown}: {level}: {sentence}")?;
        if let Some(path) = example {
            let cards = self.cards.map_or(String::new(), |cards| format!(" --cards {cards}"));
            writeln!(self.out, "    step through it with: eights replay {}{cards}", path.display())?;
        }
        Ok(())
    }
}
