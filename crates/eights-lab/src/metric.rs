//! The numbers measured for every rule set.

use eights_kit::HandStats;
use serde::Serialize;

use crate::stats::{Estimate, Ratio};

/// How a number is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    Count,
    /// Between 0 and 1, printed in percent.
    Share,
}

/// A measured number and how people speak of it.
#[derive(Debug)]
pub struct Metric {
    /// A short name for programs.
    pub id: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// What exactly is counted.
    pub about: &'static str,
    pub scale: Scale,
    /// How a comparison puts it if the number is greater, and if it is smaller.
    pub sentences: [&'static str; 2],
}

impl Metric {
    pub fn estimate(&self, ratio: &Ratio) -> Estimate {
        match self.scale {
            Scale::Count => ratio.mean(),
            Scale::Share => ratio.share(),
        }
    }

    /// Formats a value for people: `12.3`, `45.6 %`.
    pub fn show(&self, value: f64) -> String {
        show(self.scale, value)
    }
}

/// Formats a value on a scale for people.
pub fn show(scale: Scale, value: f64) -> String {
    match scale {
        _ if !value.is_finite() => "unknown".to_owned(),
        Scale::Share => format!("{:.2} %", 100.0 * value),
        Scale::Count if value.fract() == 0.0 => format!("{value:.0}"),
        Scale::Count if value.abs() >= 100.0 => format!("{value:.1}"),
        Scale::Count => format!("{value:.3}"),
    }
}

pub(crate) const N_METRICS: usize = 16;

const fn metric(
    id: &'static str,
    title: &'static str,
    about: &'static str,
    scale: Scale,
    sentences: [&'static str; 2],
) -> Metric {
    Metric { id, title, about, scale, sentences }
}

/// All metrics, in the order of [`DealSums::fractions`].
pub const METRICS: [Metric; N_METRICS] = [
    metric(
        "turns-per-hand",
        "Turns in a hand",
        "A turn is a run of answers by one seat.",
        Scale::Count,
        ["Hands take longer", "Hands are over sooner"],
    ),
    metric(
        "turns-per-game",
        "Turns in a game",
        "The turns of all its hands together.",
        Scale::Count,
        ["A game takes longer", "A game is over sooner"],
    ),
    metric(
        "hands-per-game",
        "Hands in a game",
        "A game is a match as defined by the sheet.",
        Scale::Count,
        ["A game takes more hands", "A game takes fewer hands"],
    ),
    metric(
        "answers-per-turn",
        "Answers in a turn",
        "Playing, drawing, passing and choosing count as one answer each.",
        Scale::Count,
        ["A turn takes more answers", "A turn takes fewer answers"],
    ),
    metric(
        "first-seat",
        "First seat wins the hand",
        "How often the seat that is asked first wins; hands without a winner count equally for everybody.",
        Scale::Share,
        ["The first seat wins more often", "The first seat wins less often"],
    ),
    metric(
        "lead-changes",
        "Lead changes in a hand",
        "How often another seat takes the sole lead.",
        Scale::Count,
        ["The lead changes more often", "The lead changes less often"],
    ),
    metric(
        "comebacks",
        "Comebacks",
        "The share of won hands whose winner was once far behind the leader.",
        Scale::Share,
        ["There are more comebacks", "There are fewer comebacks"],
    ),
    metric(
        "deepest",
        "How far the winner was behind",
        "At the worst moment, in cards or balls.",
        Scale::Count,
        ["Winners come from further behind", "Winners come from less far behind"],
    ),
    metric(
        "real-choice",
        "Answers with a real choice",
        "Answers with at least two options.",
        Scale::Share,
        ["There is more to choose", "There is less to choose"],
    ),
    metric(
        "forced",
        "Forced answers",
        "Answers with a single option.",
        Scale::Share,
        ["More answers are forced", "Fewer answers are forced"],
    ),
    metric(
        "options",
        "Options of an answer",
        "How many legal answers there are to choose from.",
        Scale::Count,
        ["There are more options", "There are fewer options"],
    ),
    metric(
        "blocked",
        "Blocked hands",
        "Hands that ended because nobody could continue.",
        Scale::Share,
        ["More hands are blocked", "Fewer hands are blocked"],
    ),
    metric(
        "nobody-wins",
        "Hands nobody wins",
        "Drawn hands, and hands that were cut off.",
        Scale::Share,
        ["More hands are won by nobody", "Fewer hands are won by nobody"],
    ),
    metric(
        "unfinished",
        "Games cut off",
        "Games that had not ended after thousands of answers.",
        Scale::Share,
        ["More games do not end", "Fewer games do not end"],
    ),
    metric(
        "drawn-per-turn",
        "Cards drawn in a turn",
        "After the deal, for any reason.",
        Scale::Count,
        ["More cards are drawn", "Fewer cards are drawn"],
    ),
    metric(
        "turned-over",
        "Stock turned over in a hand",
        "How often the discard pile becomes the stock.",
        Scale::Count,
        ["The stock runs out more often", "The stock runs out less often"],
    ),
];

/// The indices of the metrics that need the options counted.
pub(crate) const OPTION_METRICS: std::ops::RangeInclusive<usize> = 8..=10;

/// Sums over the hands of one deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct DealSums {
    hands: f64,
    turns: f64,
    answers: f64,
    counted: f64,
    choices: f64,
    options: f64,
    first: f64,
    lead_changes: f64,
    won: f64,
    comebacks: f64,
    deficit: f64,
    blocked: f64,
    nobody: f64,
    drawn: f64,
    reshuffles: f64,
    /// Whether the game was cut off.
    pub unfinished: bool,
}

impl DealSums {
    /// Adds a hand. A winner that was `far` or more behind made a comeback.
    pub fn add_hand(&mut self, hand: &HandStats, shares: &[f64], blocked: bool, won: bool, far: i16) {
        self.hands += 1.0;
        self.turns += f64::from(hand.turns);
        self.answers += f64::from(hand.answers);
        self.counted += f64::from(hand.counted);
        self.choices += f64::from(hand.choices);
        self.options += f64::from(hand.options);
        self.first += hand.first.map_or(0.0, |seat| shares[seat.index()]);
        self.lead_changes += f64::from(hand.lead_changes);
        self.blocked += f64::from(blocked);
        self.nobody += f64::from(!won);
        self.drawn += f64::from(hand.cards_drawn);
        self.reshuffles += f64::from(hand.reshuffles);
        if won {
            self.won += 1.0;
            let winners = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
            let deficit = winners.map(|(at, _)| hand.max_deficit(eights::Seat::new(at))).max().unwrap_or(0);
            self.deficit += f64::from(deficit);
            self.comebacks += f64::from(deficit >= far);
        }
    }

    /// For each metric, its numerator and denominator.
    #[inline]
    pub fn fractions(&self) -> [(f64, f64); N_METRICS] {
        [
            (self.turns, self.hands),
            (self.turns, 1.0),
            (self.hands, 1.0),
            (self.answers, self.turns),
            (self.first, self.hands),
            (self.lead_changes, self.hands),
            (self.comebacks, self.won),
            (self.deficit, self.won),
            (self.choices, self.counted),
            (self.counted - self.choices, self.counted),
            (self.options, self.counted),
            (self.blocked, self.hands),
            (self.nobody, self.hands),
            (f64::from(self.unfinished), 1.0),
            (self.drawn, self.turns),
            (self.reshuffles, self.hands),
        ]
    }

    /// Whether options were counted in this deal.
    #[inline]
    pub fn has_options(&self) -> bool {
        self.counted > 0.0
    }
}
