//! The results of a run as one tree: the content of the JSON file, from which
//! the other formats are made.

use eights_kit::CardGroup;
use eights_match::RuleSet;
use serde::Serialize;

use crate::{
    arena::Scores,
    compare::Finding,
    game_loop::Unit,
    metric::{METRICS, Scale},
    stats::{Bin, Estimate, Histogram, Ratio},
    trial::{Tally, Trial},
};

/// A run and its results.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    #[serde(flatten)]
    pub origin: Origin,
    /// Whether the run was stopped early.
    pub partial: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TrialReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Comparison>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<ArenaReport>,
}

/// What is needed to repeat a run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// The version of this format.
    pub eights_lab: u32,
    /// The command line.
    pub command: String,
    /// The version of the program.
    pub version: String,
    pub seed: u64,
}

/// Identifies a rule set.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleSetInfo {
    pub game: String,
    /// The engine number of the game.
    pub engine: String,
    /// The name or path given on the command line.
    pub rules: String,
    pub title: String,
    /// The hash of the compiled rules.
    pub hash: String,
}

impl From<&RuleSet> for RuleSetInfo {
    fn from(rules: &RuleSet) -> RuleSetInfo {
        RuleSetInfo {
            game: rules.game.id.to_owned(),
            engine: rules.game.engine.to_owned(),
            rules: rules.name.clone(),
            title: if rules.title.is_empty() { rules.name.clone() } else { rules.title.clone() },
            hash: rules.hash.clone(),
        }
    }
}

/// The results of an arena.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ArenaReport {
    #[serde(flatten)]
    pub sheet: RuleSetInfo,
    pub seats: u8,
    pub unit: Unit,
    #[serde(flatten)]
    pub scores: Scores,
}

/// The measurements of a rule set.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TrialReport {
    #[serde(flatten)]
    pub sheet: RuleSetInfo,
    pub seats: u8,
    /// The kind of bot on every seat.
    pub bots: String,
    pub unit: Unit,
    /// The games that count.
    pub games: u64,
    pub numbers: Vec<Number>,
    /// A histogram of turns per hand.
    pub turns: Vec<Bin>,
    /// Share of hands won by seat, counted from the seat that is asked first.
    pub seat_wins: Vec<Estimate>,
    pub cards: Vec<CardStats>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skill: Option<Skill>,
}

/// A number with its name and interval.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Number {
    /// A short name for programs.
    pub id: String,
    /// A short name for people.
    pub title: String,
    /// What exactly is counted.
    pub about: String,
    pub scale: Scale,
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// How a card affects the chance of winning: the share won by seats that were
/// dealt it, drew it, or played it, minus an equal share.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CardStats {
    pub card: String,
    /// What the card does.
    pub about: String,
    /// For seats that were dealt it.
    pub held: Estimate,
    /// For seats that drew it later.
    pub drawn: Estimate,
    pub played: Estimate,
}

/// How much of a game is luck.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Skill {
    /// 1 if the best bot wins no more than an equal share against the weakest, 0 if it always wins.
    pub luck: Estimate,
    /// The best bot's share of wins against the weakest.
    pub best_wins: Estimate,
    pub best: String,
    pub weakest: String,
    /// The difference between them in Elo.
    pub spread: f64,
    pub scores: Scores,
}

/// The differences between two rule sets.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    pub a: String,
    pub b: String,
    pub findings: Vec<Finding>,
}

impl TrialReport {
    pub fn new(rules: &RuleSet, trial: &Trial, tally: &Tally, groups: &[CardGroup]) -> TrialReport {
        let mut numbers: Vec<Number> = METRICS
            .iter()
            .zip(&tally.numbers)
            .filter(|(_, ratio)| ratio.denominator() > 0.0)
            .map(|(metric, ratio)| Number {
                id: metric.id.to_owned(),
                title: metric.title.to_owned(),
                about: metric.about.to_owned(),
                scale: metric.scale,
                estimate: metric.estimate(ratio),
            })
            .collect();
        numbers.extend(quantiles("turns-per-hand", "Turns in a hand", &tally.turns));
        numbers.extend(quantiles("turns-per-game", "Turns in a game", &tally.game_turns));
        let equal_share = 1.0 / f64::from(trial.n_seats);
        let cards = groups
            .iter()
            .zip(&tally.cards)
            .filter(|(_, ratios)| ratios.iter().any(|ratio| ratio.denominator() > 0.0))
            .map(|(group, ratios)| {
                let [held, drawn, played] = ratios.map(|ratio| ratio.share().minus(equal_share));
                CardStats { card: group.name.clone(), about: group.about.clone(), held, drawn, played }
            });
        TrialReport {
            sheet: RuleSetInfo::from(rules),
            seats: trial.n_seats,
            bots: trial.bots.to_string(),
            unit: trial.unit,
            games: tally.numbers[2].n(),
            numbers,
            turns: tally.turns.bins().collect(),
            seat_wins: tally.seats.iter().map(Ratio::share).collect(),
            cards: cards.collect(),
            skill: None,
        }
    }

    /// Finds a number by its short name.
    pub fn number(&self, id: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.id == id)
    }
}

fn quantiles<'a>(id: &'a str, title: &'a str, histogram: &'a Histogram) -> impl Iterator<Item = Number> + 'a {
    let parts = [
        (0.05, "5 %", "One in twenty is at most this long."),
        (0.5, "median", "Half are at most this long."),
        (0.95, "95 %", "All but one in twenty are at most this long."),
    ];
    parts.into_iter().map(move |(share, word, about)| Number {
        id: format!("{id}-p{:02.0}", 100.0 * share),
        title: format!("{title}, {word}"),
        about: about.to_owned(),
        scale: Scale::Count,
        estimate: histogram.quantile(share),
    })
}

impl Skill {
    /// Computes the share of luck from an arena of some levels, weakest first.
    /// `None` if the best and the weakest did not meet.
    pub fn new(scores: Scores, levels: &[String], seats: u8) -> Option<Skill> {
        let (weakest, best) = (levels.first()?, levels.last()?);
        let against = if seats == 2 { weakest.clone() } else { format!("{} × {weakest}", seats - 1) };
        let line = scores.lines.iter().find(|line| line.bot == *best && line.against == against)?;
        let (won, par) = (line.won, line.par);
        let luck = won.map_monotonic(|share| ((1.0 - share) / (1.0 - par)).clamp(0.0, 1.0));
        let spread = match scores.elo {
            Some(elo) => elo.value.abs(),
            None => {
                let elo_of =
                    |name: &str| scores.ladder.iter().find(|rating| rating.name == name).map(|r| r.elo.value);
                elo_of(best)? - elo_of(weakest)?
            }
        };
        let (best, weakest) = (best.clone(), weakest.clone());
        Some(Skill { luck, best_wins: won, best, weakest, spread, scores })
    }
}
