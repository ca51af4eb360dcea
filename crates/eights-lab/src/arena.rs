//! Bots against each other: the same deals from every seat.

use std::{collections::BTreeMap, ops::ControlFlow};

use eights::Seat;
use eights_bots::BotKind;
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, NoObserver, Unit},
    players::play_with,
    runner::{RunStatus, Runner},
    stats::{Estimate, Ladder, Rating, Ratio, SeatSplit, Sprt, SprtState, Verdict, elo_of_share},
    study::Study,
    trial::share_of,
};

/// Who meets whom, and how often.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The bots.
    pub bots: Vec<BotKind>,
    /// How many play at a table.
    pub n_seats: u8,
    /// The deals.
    pub deals: Deals,
    /// At most so many of them.
    pub max_deals: u64,
    /// What a game is.
    pub unit: Unit,
    /// A test of the first bot against the second, which may end the run early.
    pub gate: Option<Sprt>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Scores {
    /// The deals that count.
    pub deals: u64,
    /// The games played of each deal.
    pub games_per_deal: usize,
    /// What each bot won.
    pub lines: Vec<ScoreLine>,
    /// How much stronger the first of two bots is than the second, in Elo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Estimate>,
    /// The ladder, where there are more than two bots; strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<Rating>,
    /// Where the test stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<SprtState>,
    /// Games that did not end.
    pub unfinished: u64,
    /// Whether somebody stopped the run before its end.
    pub partial: bool,
}

/// What a bot won against others.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreLine {
    /// The bot.
    pub bot: String,
    /// Who the others were.
    pub against: String,
    /// Games played.
    pub games: u64,
    /// The share of them that it won; games nobody wins count in equal parts.
    pub won: Estimate,
    /// The share that is nobody's better or worse.
    pub par: f64,
}

/// A chunk of work has so many deals: few, since a bot may think long.
const CHUNK: u64 = 4;

impl Arena {
    /// Plays until all deals are played, the test knows, or somebody stops it.
    ///
    /// # Errors
    ///
    /// When there is nothing to play, too few bots, or so many cannot play.
    pub fn run<G: Study>(&self, game: &G, runner: &Runner) -> Result<Scores, LabError> {
        self.check(game)?;
        let schedule = Schedule::new(self.bots.len(), self.n_seats);
        let mut totals = schedule.totals();
        let work = |deals: std::ops::Range<u64>| {
            let mut part = schedule.totals();
            deals.for_each(|deal| self.play(game, &schedule, deal, &mut part));
            part
        };
        let mut standing = None;
        let done = runner.run(self.max_deals, CHUNK, work, |part| {
            totals.merge(&part);
            standing = self.gate.map(|gate| gate.evaluate(&totals.first, &schedule.splits));
            match standing {
                Some(SprtState { verdict: Verdict::Pass | Verdict::Fail, .. }) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })?;
        Ok(self.scores(&schedule, &totals, standing, done))
    }

    /// How many games are played of each deal.
    pub fn games_per_deal(&self) -> u64 {
        Schedule::new(self.bots.len(), self.n_seats).lineups.len() as u64
    }

    fn check<G: Study>(&self, game: &G) -> Result<(), LabError> {
        match &self.gate {
            _ if self.bots.len() < 2 => return Err(LabError::TooFewBots),
            _ if self.max_deals == 0 => return Err(LabError::NoGames),
            Some(_) if self.bots.len() > 2 => return Err(LabError::SprtOfMany(self.bots.len())),
            Some(gate) if gate.elo0.partial_cmp(&gate.elo1) != Some(std::cmp::Ordering::Less) => {
                return Err(LabError::SprtBounds(gate.elo0, gate.elo1));
            }
            _ => (),
        }
        if !game.can_seat(self.n_seats) {
            return Err(LabError::Seats(self.n_seats, *game.seats().start(), *game.seats().end()));
        }
        Ok(())
    }

    /// Plays all games of a deal.
    fn play<G: Study>(&self, game: &G, schedule: &Schedule, deal: u64, totals: &mut Totals) {
        let seed = self.deals.seed(deal);
        let n = self.n_seats;
        let mut first = 0.0;
        let mut lines = vec![(0.0, 0.0); schedule.lines.len()];
        for (number, lineup) in schedule.lineups.iter().enumerate() {
            let kinds: Vec<BotKind> = lineup.seats.iter().map(|bot| self.bots[*bot]).collect();
            let luck = self.deals.bot_dice(deal, number as u64);
            let ended = play_with(game, &seed, GameLimits::of(self.unit), (&kinds, luck), &mut NoObserver);
            totals.unfinished += u64::from(ended.reason != EndReason::Over);
            totals.ladder.game(deal, lineup.table);
            for (index, bot) in lineup.seats.iter().enumerate() {
                let share = share_of(ended.winners, Seat::new(index), n);
                totals.ladder.win(deal, lineup.table, *bot, share);
                first += if *bot == 0 { share } else { 0.0 };
                if let Some(line) = lineup.line_of[index] {
                    lines[line].0 += share;
                    lines[line].1 += 1.0;
                }
            }
        }
        totals.ladder.deal();
        totals.first.add(first / schedule.lineups.len() as f64, 1.0);
        totals.lines.iter_mut().zip(lines).for_each(|(ratio, (won, games))| ratio.add(won, games));
    }

    fn scores(
        &self,
        schedule: &Schedule,
        totals: &Totals,
        gate: Option<SprtState>,
        done: RunStatus,
    ) -> Scores {
        let names: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        let line = |(line, ratio): (&(usize, Option<usize>), &Ratio)| ScoreLine {
            bot: names[line.0].clone(),
            against: match line.1 {
                Some(other) if self.n_seats == 2 => names[other].clone(),
                Some(other) => format!("{} × {}", self.n_seats - 1, names[other]),
                None => "everybody".to_owned(),
            },
            games: ratio.denominator() as u64,
            won: ratio.share(),
            par: 1.0 / f64::from(self.n_seats),
        };
        let mut ladder = if names.len() > 2 { totals.ladder.ratings(&names) } else { Vec::new() };
        ladder.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
        let two = names.len() == 2;
        Scores {
            deals: done.deals,
            games_per_deal: schedule.lineups.len(),
            lines: schedule.lines.iter().zip(&totals.lines).map(line).collect(),
            elo: two
                .then(|| totals.first.share().map_monotonic(|share| elo_of_share(share, &schedule.splits))),
            ladder,
            gate,
            unfinished: totals.unfinished,
            partial: done.partial,
        }
    }
}

/// Sums of a part of the run.
struct Totals {
    ladder: Ladder,
    /// The first bot's mean score, deal by deal.
    first: Ratio,
    lines: Vec<Ratio>,
    unfinished: u64,
}

impl Totals {
    fn merge(&mut self, other: &Totals) {
        self.ladder.merge(&other.ladder);
        self.first.merge(&other.first);
        self.lines.iter_mut().zip(&other.lines).for_each(|(mine, theirs)| mine.merge(theirs));
        self.unfinished += other.unfinished;
    }
}

/// One game of a deal: who sits where.
struct Lineup {
    seats: Vec<usize>,
    /// Which table of the ladder it is.
    table: usize,
    /// In which line each seat's share is counted.
    line_of: Vec<Option<usize>>,
}

/// Every game of a deal. As many bots as seats all sit at one table and move
/// round it; otherwise each sits alone among copies of each other, on every seat.
struct Schedule {
    n_bots: usize,
    lineups: Vec<Lineup>,
    tables: Vec<Vec<u8>>,
    /// A bot, and whom it met; nobody in particular where all sit together.
    lines: Vec<(usize, Option<usize>)>,
    /// The tables as the first of two bots sees them.
    splits: Vec<SeatSplit>,
}

impl Schedule {
    fn new(n_bots: usize, n_seats: u8) -> Schedule {
        let n = n_seats as usize;
        let mut schedule = Schedule {
            n_bots,
            lineups: Vec::new(),
            tables: Vec::new(),
            lines: Vec::new(),
            splits: Vec::new(),
        };
        if n_bots == n && n > 2 {
            schedule.lines = (0..n_bots).map(|bot| (bot, None)).collect();
            for shift in 0..n {
                let seats: Vec<usize> = (0..n).map(|seat| (seat + shift) % n).collect();
                schedule.add(seats.clone(), seats.iter().map(|bot| Some(*bot)).collect());
            }
        } else {
            for one in 0..n_bots {
                ((one + 1)..n_bots).for_each(|other| schedule.pair(one, other, n));
            }
        }
        let of_first = |lineup: &Lineup| lineup.seats.iter().filter(|bot| **bot == 0).count() as u8;
        schedule.splits = schedule
            .lineups
            .iter()
            .map(|lineup| SeatSplit { mine: of_first(lineup), seats: n_seats })
            .collect();
        schedule
    }

    /// Each of two bots alone among copies of the other, on every seat.
    fn pair(&mut self, one: usize, other: usize, n: usize) {
        let line = self.lines.len();
        self.lines.extend([(one, Some(other)), (other, Some(one))]);
        let lone = if n == 2 { &[(one, other)][..] } else { &[(one, other), (other, one)] };
        for (alone, many) in lone {
            for at in 0..n {
                let seats: Vec<usize> = (0..n).map(|seat| if seat == at { *alone } else { *many }).collect();
                let counts = |bot: usize| match n {
                    2 => Some(if bot == one { line } else { line + 1 }),
                    _ if bot == *alone => Some(if *alone == one { line } else { line + 1 }),
                    _ => None,
                };
                let line_of = seats.iter().map(|bot| counts(*bot)).collect();
                self.add(seats, line_of);
            }
        }
    }

    fn add(&mut self, seats: Vec<usize>, line_of: Vec<Option<usize>>) {
        let mut counts = BTreeMap::new();
        seats.iter().for_each(|bot| *counts.entry(*bot).or_insert(0u8) += 1);
        let table: Vec<u8> = (0..self.n_bots).map(|bot| counts.get(&bot).copied().unwrap_or(0)).collect();
        let at = self.tables.iter().position(|it| *it == table).unwrap_or_else(|| {
            self.tables.push(table);
            self.tables.len() - 1
        });
        self.lineups.push(Lineup { seats, table: at, line_of });
    }

    fn totals(&self) -> Totals {
        Totals {
            ladder: Ladder::new(self.n_bots, self.tables.clone()),
            first: Ratio::default(),
            lines: vec![Ratio::default(); self.lines.len()],
            unfinished: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every bot sits equally often on every seat.
    #[test]
    fn nobody_has_the_better_seats() {
        for (n_bots, n_seats) in [(2, 2), (3, 2), (2, 4), (3, 3), (4, 4), (3, 5), (7, 2)] {
            let schedule = Schedule::new(n_bots, n_seats);
            let mut seen = vec![vec![0; n_seats as usize]; n_bots];
            for lineup in &schedule.lineups {
                lineup.seats.iter().enumerate().for_each(|(seat, bot)| seen[*bot][seat] += 1);
            }
            for seats in &seen {
                assert!(
                    seats.iter().all(|n| *n == seats[0] && *n > 0),
                    "{n_bots} bots, {n_seats} seats: {seen:?}"
                );
            }
        }
    }

    /// Two equal bots score one half on average, whatever the number of seats.
    #[test]
    fn par_is_one_half() {
        for n_seats in 2..=8 {
            let schedule = Schedule::new(2, n_seats);
            let mean: f64 = schedule.splits.iter().map(|split| split.expected(0.0)).sum::<f64>()
                / schedule.splits.len() as f64;
            assert!((mean - 0.5).abs() < 1e-12, "{n_seats}");
        }
    }
}
