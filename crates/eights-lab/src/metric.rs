//! The numbers that are measured of every rule set.

use serde::Serialize;

use crate::{
    hand_stats::HandStats,
    stats::{Estimate, Ratio},
};

/// How a number is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scale {
    /// A number of something.
    Count,
    /// A share between 0 and 1.
    Share,
}

/// A number that is measured: its name, and how people speak of it.
#[derive(Debug)]
pub struct Metric {
    /// A short name for programs.
    pub id: &'static str,
    /// A short name for people.
    pub title: &'static str,
    /// What exactly is counted.
    pub about: &'static str,
    /// How it is to be read.
    pub scale: Scale,
    /// What is to be said when it is greater, and when it is smaller.
    pub sentences: [&'static str; 2],
}

impl Metric {
    /// The estimate that a ratio gives on this scale.
    pub fn estimate(&self, ratio: &Ratio) -> Estimate {
        match self.scale {
            Scale::Count => ratio.mean(),
            Scale::Share => ratio.share(),
        }
    }

    /// A value in words for people: `12.3`, `45.6 %`.
    pub fn show(&self, value: f64) -> String {
        show(self.scale, value)
    }
}

/// A value on a scale in words for people.
pub fn show(scale: Scale, value: f64) -> String {
    match scale {
        _ if !value.is_finite() => "unknown".to_owned(),
        Scale::Share => format!("{:.2} %", 100.0 * value),
        Scale::Count if value.fract() == 0.0 => format!("{value:.0}"),
        Scale::Count if value.abs() >= 100.0 => format!("{value:.1}"),
        Scale::Count => format!("{value:.3}"),
    }
}

/// How many there are.
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

/// All of them, in the order of [`DealSums::pairs`].
pub const METRICS: [Metric; N_METRICS] = [
    metric(
        "turns-per-hand",
        "Turns in a hand",
        "A turn is a run of answers of one seat.",
        Scale::Count,
        ["Hands take longer", "Hands are over sooner"],
    ),
    metric(
        "turns-per-game",
        "Turns in a game",
        "All hands of the game together.",
        Scale::Count,
        ["A game takes longer", "A game is over sooner"],
    ),
    metric(
        "hands-per-game",
        "Hands in a game",
        "A game is a match as the sheet has it.",
        Scale::Count,
        ["A game takes more hands", "A game takes fewer hands"],
    ),
    metric(
        "answers-per-turn",
        "Answers in a turn",
        "Laying, drawing, passing and choosing are an answer each.",
        Scale::Count,
        ["A turn takes more answers", "A turn takes fewer answers"],
    ),
    metric(
        "first-seat",
        "First seat wins the hand",
        "How often who is asked first wins; a hand nobody wins counts for everybody in equal parts.",
        Scale::Share,
        ["The first seat wins more often", "The first seat wins less often"],
    ),
    metric(
        "lead-changes",
        "Lead changes in a hand",
        "How often another seat becomes the only one in front.",
        Scale::Count,
        ["The lead changes more often", "The lead changes less often"],
    ),
    metric(
        "comebacks",
        "Comebacks",
        "Hands whose winner was far behind the best at some time, of all hands that somebody won.",
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
        "Answers given with at least two options.",
        Scale::Share,
        ["There is more to choose", "There is less to choose"],
    ),
    metric(
        "forced",
        "Forced answers",
        "Answers given with a single option.",
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
        "Hands that ended because nobody could go on.",
        Scale::Share,
        ["More hands are blocked", "Fewer hands are blocked"],
    ),
    metric(
        "nobody-wins",
        "Hands nobody wins",
        "Drawn hands, and hands broken off.",
        Scale::Share,
        ["More hands are won by nobody", "Fewer hands are won by nobody"],
    ),
    metric(
        "unfinished",
        "Games broken off",
        "Games that had not ended after very many answers.",
        Scale::Share,
        ["More games do not end", "Fewer games do not end"],
    ),
    metric(
        "drawn-per-turn",
        "Cards drawn in a turn",
        "After the deal, for whatever reason.",
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

/// Where the metrics stand that need the options counted.
pub(crate) const OPTION_METRICS: std::ops::RangeInclusive<usize> = 8..=10;

/// What one deal brought, summed over its hands.
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
    deepest: f64,
    blocked: f64,
    nobody: f64,
    drawn: f64,
    reshuffles: f64,
    /// Whether the game was broken off.
    pub unfinished: bool,
}

impl DealSums {
    /// Counts a hand: its notes, who won which share of it, and how it ended.
    pub fn hand(&mut self, hand_stats: &HandStats, shares: &[f64], blocked: bool, won: bool, far: i16) {
        self.hands += 1.0;
        self.turns += f64::from(hand_stats.turns);
        self.answers += f64::from(hand_stats.answers);
        self.counted += f64::from(hand_stats.counted);
        self.choices += f64::from(hand_stats.choices);
        self.options += f64::from(hand_stats.options);
        self.first += hand_stats.first.map_or(0.0, |seat| shares[seat.index()]);
        self.lead_changes += f64::from(hand_stats.lead_changes);
        self.blocked += f64::from(blocked);
        self.nobody += f64::from(!won);
        self.drawn += f64::from(hand_stats.cards_drawn);
        self.reshuffles += f64::from(hand_stats.reshuffles);
        if won {
            self.won += 1.0;
            let winners = shares.iter().enumerate().filter(|(_, share)| **share > 0.0);
            let depth =
                winners.map(|(at, _)| hand_stats.max_deficit(eights::Seat::new(at))).max().unwrap_or(0);
            self.deepest += f64::from(depth);
            self.comebacks += f64::from(depth >= far);
        }
    }

    /// Of each metric, what counts above and below.
    #[inline]
    pub fn pairs(&self) -> [(f64, f64); N_METRICS] {
        [
            (self.turns, self.hands),
            (self.turns, 1.0),
            (self.hands, 1.0),
            (self.answers, self.turns),
            (self.first, self.hands),
            (self.lead_changes, self.hands),
            (self.comebacks, self.won),
            (self.deepest, self.won),
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

    /// Whether the options were counted.
    #[inline]
    pub fn is_counted(&self) -> bool {
        self.counted > 0.0
    }
}
