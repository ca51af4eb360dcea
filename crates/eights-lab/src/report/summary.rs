//! Everything a run found, in one tree: what the JSON file holds and the others are made from.

use eights_table::RuleSet;
use serde::Serialize;

use crate::{
    arena::Scores,
    compare::Finding,
    game_loop::Unit,
    metric::{METRICS, Scale},
    stats::{Bin, Estimate, Histogram},
    study::CardGroup,
    trial::Tally,
};

/// A run and what it found.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Summary {
    /// Where it comes from, so that anyone can repeat it.
    #[serde(flatten)]
    pub origin: Origin,
    /// Whether it was stopped before its end.
    pub partial: bool,
    /// The rule sets tried.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TrialReport>,
    /// What two of them do differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compared: Option<Comparison>,
    /// What bots won of each other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arena: Option<ArenaReport>,
}

/// Where a result comes from.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Origin {
    /// The version of this format.
    pub eights_lab: u32,
    /// The command line.
    pub command: String,
    /// The version of the program.
    pub version: String,
    /// The seed.
    pub seed: u64,
}

/// A rule set.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct RuleSetInfo {
    /// The game.
    pub game: String,
    /// The engine that played it.
    pub engine: String,
    /// The name it was asked for by.
    pub rules: String,
    /// What players call it.
    pub title: String,
    /// What it means, as a short word.
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

/// An arena's rule set and scores.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ArenaReport {
    /// The rules.
    #[serde(flatten)]
    pub sheet: RuleSetInfo,
    /// How many played at a table.
    pub seats: u8,
    /// What a game was.
    pub unit: Unit,
    /// What came of it.
    #[serde(flatten)]
    pub scores: Scores,
}

/// A rule set tried out.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TrialReport {
    /// The rules.
    #[serde(flatten)]
    pub sheet: RuleSetInfo,
    /// How many played.
    pub seats: u8,
    /// Who played.
    pub bots: String,
    /// What a game was.
    pub unit: Unit,
    /// The games that count.
    pub games: u64,
    /// The numbers.
    pub numbers: Vec<Number>,
    /// Turns of the hands, bin by bin.
    pub turns: Vec<Bin>,
    /// Who wins a hand, by the distance from the seat that is asked first.
    pub seat_wins: Vec<Estimate>,
    /// What special cards do to who has them.
    pub cards: Vec<CardStats>,
    /// How much of the game is luck.
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
    /// How it is to be read.
    pub scale: Scale,
    /// The number and its interval.
    #[serde(flatten)]
    pub estimate: Estimate,
}

/// What a card does to the chance of winning: the share won by those who held it
/// from the deal, drew it, played it, less everybody's.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct CardStats {
    /// The card.
    pub card: String,
    /// What it does.
    pub about: String,
    /// Held from the deal.
    pub held: Estimate,
    /// Drawn later.
    pub drawn: Estimate,
    /// Played.
    pub played: Estimate,
}

/// How much of a game is luck.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Skill {
    /// The share of luck: 1 when the best bot wins no more than its share
    /// against the weakest, 0 when it wins always.
    pub luck: Estimate,
    /// What the best bot wins against the weakest.
    pub best_wins: Estimate,
    /// The best and the weakest.
    pub best: String,
    /// The weakest.
    pub weakest: String,
    /// How far they are apart, in Elo.
    pub spread: f64,
    /// The arena behind it.
    pub scores: Scores,
}

/// What two rule sets do differently.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Comparison {
    /// The first.
    pub a: String,
    /// The second.
    pub b: String,
    /// Number by number.
    pub findings: Vec<Finding>,
}

impl TrialReport {
    /// What a tally says.
    pub fn new(
        rules: &RuleSet,
        seats: u8,
        bots: String,
        unit: Unit,
        tally: &Tally,
        kinds: &[CardGroup],
    ) -> TrialReport {
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
        let par = 1.0 / f64::from(seats);
        let card = |(kind, ratios): (&CardGroup, &[crate::stats::Ratio; 3])| {
            let [held, drawn, played] = ratios.map(|ratio| ratio.share().minus(par));
            CardStats { card: kind.name.clone(), about: kind.about.clone(), held, drawn, played }
        };
        let seen = |(_, ratios): &(&CardGroup, &[crate::stats::Ratio; 3])| {
            ratios.iter().any(|it| it.denominator() > 0.0)
        };
        TrialReport {
            sheet: RuleSetInfo::from(rules),
            seats,
            bots,
            unit,
            games: tally.numbers[2].n(),
            numbers,
            turns: tally.turns.bins().collect(),
            seat_wins: tally.seats.iter().map(crate::stats::Ratio::share).collect(),
            cards: kinds.iter().zip(&tally.cards).filter(seen).map(card).collect(),
            skill: None,
        }
    }

    /// A number by its short name.
    pub fn number(&self, id: &str) -> Option<&Number> {
        self.numbers.iter().find(|number| number.id == id)
    }
}

fn quantiles<'a>(id: &'a str, title: &'a str, of: &'a Histogram) -> impl Iterator<Item = Number> + 'a {
    let parts = [
        (0.05, "5 %", "of twenty hands one is at most as long"),
        (0.5, "median", "half are at most as long"),
        (0.95, "95 %", "of twenty all but one are at most as long"),
    ];
    parts.into_iter().map(move |(share, word, about)| Number {
        id: format!("{id}-p{:02.0}", 100.0 * share),
        title: format!("{title}, {word}"),
        about: about.to_owned(),
        scale: Scale::Count,
        estimate: of.quantile(share),
    })
}

impl Skill {
    /// How much luck there is, from an arena in which the levels met, weakest first.
    pub fn new(scores: Scores, levels: &[String], seats: u8) -> Option<Skill> {
        let (weakest, best) = (levels.first()?, levels.last()?);
        let against = if seats == 2 { weakest.clone() } else { format!("{} × {weakest}", seats - 1) };
        let line = scores.lines.iter().find(|line| line.bot == *best && line.against == against)?;
        let (won, par) = (line.won, line.par);
        let luck = won.map_monotonic(|share| ((1.0 - share) / (1.0 - par)).clamp(0.0, 1.0));
        let spread = match scores.elo {
            Some(elo) => elo.value.abs(),
            None => {
                let of = |name: &str| scores.ladder.iter().find(|it| it.name == name).map(|it| it.elo.value);
                of(best)? - of(weakest)?
            }
        };
        let (best, weakest) = (best.clone(), weakest.clone());
        Some(Skill { luck, best_wins: won, best, weakest, spread, scores })
    }
}
