//! Bots against each other, on the same deals from every seat.

use std::{collections::BTreeMap, ops::ControlFlow};

use eights::{MAX_SEATS, Seat};
use eights_bots::BotKind;
use eights_kit::Playable;
use serde::Serialize;

use crate::{
    deals::Deals,
    error::LabError,
    game_loop::{EndReason, GameLimits, NoObserver, Unit},
    luck::LuckMeter,
    players::play_with,
    runner::{RunStatus, Runner},
    stats::{Estimate, Ladder, Rating, Ratio, SeatSplit, Sprt, SprtState, Verdict, elo_of_share},
    trial::share_of,
};

/// The bots that meet, and how often.
#[derive(Clone, Debug)]
pub struct Arena {
    pub bots: Vec<BotKind>,
    pub n_seats: u8,
    pub deals: Deals,
    pub max_deals: u64,
    pub unit: Unit,
    /// A sequential test of the first bot against the second, which may end the run early.
    pub gate: Option<Sprt>,
    /// Corrects every result for the luck of the cards drawn, estimated by this many rollouts per draw.
    /// The means stay the same, the intervals become narrower. Only for single hands.
    pub adjust: Option<u32>,
}

/// The result of an arena.
#[derive(Clone, Debug, Serialize)]
pub struct Scores {
    /// The deals that count.
    pub deals: u64,
    pub games_per_deal: usize,
    pub lines: Vec<ScoreLine>,
    /// With two bots: by how much the first is stronger than the second, in Elo.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<Estimate>,
    /// With more than two bots: their ratings, strongest first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<Rating>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gate: Option<SprtState>,
    /// Games that were cut off.
    pub unfinished: u64,
    /// Whether the run was stopped from outside.
    pub partial: bool,
}

/// A bot's wins against others.
#[derive(Clone, Debug, Serialize)]
pub struct ScoreLine {
    pub bot: String,
    pub against: String,
    pub games: u64,
    /// The share of games won; a game without a winner counts in equal parts.
    pub won: Estimate,
    /// The same corrected for the luck of the draw, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjusted: Option<Estimate>,
    /// The share that equally strong players would win.
    pub par: f64,
}

/// Deals per chunk of work: few, since a bot may think for long.
const CHUNK: u64 = 4;

impl Arena {
    /// Plays until all deals are played, the test decides, or the run is stopped.
    ///
    /// # Errors
    ///
    /// If there is nothing to play, or the rules do not allow this many players.
    pub fn run<G: Playable>(&self, game: &G, runner: &Runner) -> Result<Scores, LabError> {
        self.check(game)?;
        let schedule = Schedule::new(self.bots.len(), self.n_seats);
        let mut totals = schedule.totals(self.adjust.is_some());
        let work = |deals: std::ops::Range<u64>| {
            let mut part = schedule.totals(self.adjust.is_some());
            deals.for_each(|deal| self.play(game, &schedule, deal, &mut part));
            part
        };
        let mut test = None;
        let status = runner.run(self.max_deals, CHUNK, work, |part| {
            totals.merge(&part);
            test = self.gate.map(|gate| gate.evaluate(totals.first(), &schedule.splits));
            match test {
                Some(SprtState { verdict: Verdict::Pass | Verdict::Fail, .. }) => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        })?;
        Ok(self.scores(&schedule, &totals, test, status))
    }

    pub fn games_per_deal(&self) -> u64 {
        Schedule::new(self.bots.len(), self.n_seats).lineups.len() as u64
    }

    fn check<G: Playable>(&self, game: &G) -> Result<(), LabError> {
        match &self.gate {
            _ if self.bots.len() < 2 => return Err(LabError::TooFewBots),
            _ if self.max_deals == 0 => return Err(LabError::NoGames),
            Some(_) if self.bots.len() > 2 => return Err(LabError::SprtOfMany(self.bots.len())),
            // Written with `partial_cmp` so that NaN is refused too.
            Some(gate) if gate.elo0.partial_cmp(&gate.elo1) != Some(std::cmp::Ordering::Less) => {
                return Err(LabError::SprtBounds(gate.elo0, gate.elo1));
            }
            _ => (),
        }
        if self.adjust.is_some() && self.unit != Unit::Hand {
            return Err(LabError::AdjustedMatch);
        }
        if !game.can_seat(self.n_seats) {
            return Err(LabError::Seats(self.n_seats, *game.seats().start(), *game.seats().end()));
        }
        Ok(())
    }

    /// Plays all games of a deal.
    fn play<G: Playable>(&self, game: &G, schedule: &Schedule, deal: u64, totals: &mut Totals) {
        let seed = self.deals.seed(deal);
        let n = self.n_seats;
        let (mut first, mut first_luck) = (0.0, 0.0);
        // What each line won, its luck, and its games.
        let mut lines = vec![(0.0, 0.0, 0.0); schedule.lines.len()];
        for (number, lineup) in schedule.lineups.iter().enumerate() {
            let kinds: Vec<BotKind> = lineup.seats.iter().map(|bot| self.bots[*bot]).collect();
            let dice = self.deals.bot_dice(deal, number as u64);
            let limits = GameLimits::of(self.unit);
            let (result, luck) = match self.adjust {
                None => (play_with(game, &seed, limits, (&kinds, dice), &mut NoObserver), [0.0; MAX_SEATS]),
                Some(rollouts) => {
                    let luck_dice = self.deals.luck_dice(deal, number as u64);
                    let mut meter = LuckMeter::new(rollouts, &kinds, luck_dice);
                    (play_with(game, &seed, limits, (&kinds, dice), &mut meter), *meter.luck())
                }
            };
            totals.unfinished += u64::from(result.reason != EndReason::Over);
            totals.ladder.game(deal, lineup.table);
            for (index, bot) in lineup.seats.iter().enumerate() {
                let share = share_of(result.winners, Seat::new(index), n);
                totals.ladder.win(deal, lineup.table, *bot, share);
                if *bot == 0 {
                    first += share;
                    first_luck += luck[index];
                }
                if let Some(line) = lineup.line_of[index] {
                    lines[line].0 += share;
                    lines[line].1 += luck[index];
                    lines[line].2 += 1.0;
                }
            }
        }
        // All games of a deal are added at once: they are not independent.
        totals.ladder.deal();
        let n_games = schedule.lineups.len() as f64;
        totals.first.add(first / n_games, 1.0);
        totals.lines.iter_mut().zip(&lines).for_each(|(ratio, (won, _, games))| ratio.add(*won, *games));
        if let Some(adjusted) = &mut totals.adjusted {
            adjusted.first.add((first - first_luck) / n_games, 1.0);
            let ratios = adjusted.lines.iter_mut().zip(&lines);
            ratios.for_each(|(ratio, (won, luck, games))| ratio.add(won - luck, *games));
        }
    }

    fn scores(
        &self,
        schedule: &Schedule,
        totals: &Totals,
        gate: Option<SprtState>,
        status: RunStatus,
    ) -> Scores {
        let names: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        let line = |(at, (line, ratio)): (usize, (&(usize, Option<usize>), &Ratio))| ScoreLine {
            bot: names[line.0].clone(),
            against: match line.1 {
                Some(other) if self.n_seats == 2 => names[other].clone(),
                Some(other) => format!("{} × {}", self.n_seats - 1, names[other]),
                None => "everybody".to_owned(),
            },
            games: ratio.denominator() as u64,
            won: ratio.share(),
            adjusted: totals.adjusted.as_ref().map(|adjusted| adjusted.lines[at].mean()),
            par: 1.0 / f64::from(self.n_seats),
        };
        let mut ladder = if names.len() > 2 { totals.ladder.ratings(&names) } else { Vec::new() };
        ladder.sort_by(|one, other| other.elo.value.total_cmp(&one.elo.value));
        let elo = (names.len() == 2)
            .then(|| totals.first_share().map_monotonic(|share| elo_of_share(share, &schedule.splits)));
        Scores {
            deals: status.deals,
            games_per_deal: schedule.lineups.len(),
            lines: schedule.lines.iter().zip(&totals.lines).enumerate().map(line).collect(),
            elo,
            ladder,
            gate,
            unfinished: totals.unfinished,
            partial: status.partial,
        }
    }
}

/// Sums over some of the deals.
struct Totals {
    ladder: Ladder,
    /// The first bot's mean score per deal.
    first: Ratio,
    lines: Vec<Ratio>,
    adjusted: Option<Adjusted>,
    unfinished: u64,
}

/// The same sums with every result corrected for luck.
struct Adjusted {
    first: Ratio,
    lines: Vec<Ratio>,
}

impl Totals {
    /// The first bot's mean score per deal, corrected for luck if that was asked for.
    fn first(&self) -> &Ratio {
        self.adjusted.as_ref().map_or(&self.first, |adjusted| &adjusted.first)
    }

    fn first_share(&self) -> Estimate {
        match &self.adjusted {
            None => self.first.share(),
            // A few lucky games can leave the range.
            Some(adjusted) => adjusted.first.mean().map_monotonic(|share| share.clamp(0.0, 1.0)),
        }
    }

    fn merge(&mut self, other: &Totals) {
        self.ladder.merge(&other.ladder);
        self.first.merge(&other.first);
        self.lines.iter_mut().zip(&other.lines).for_each(|(mine, theirs)| mine.merge(theirs));
        if let (Some(mine), Some(theirs)) = (&mut self.adjusted, &other.adjusted) {
            mine.first.merge(&theirs.first);
            mine.lines.iter_mut().zip(&theirs.lines).for_each(|(mine, theirs)| mine.merge(theirs));
        }
        self.unfinished += other.unfinished;
    }
}

/// One game of a deal: the bot on each seat.
struct Lineup {
    seats: Vec<usize>,
    /// The index of this mix of bots in the ladder.
    table: usize,
    /// The score line that each seat's share counts for.
    line_of: Vec<Option<usize>>,
}

/// All games of a deal. With as many bots as seats, all play together and
/// rotate; otherwise each plays alone among copies of each other bot, on every seat.
struct Schedule {
    n_bots: usize,
    lineups: Vec<Lineup>,
    tables: Vec<Vec<u8>>,
    /// A bot and its opponent; no particular opponent if all play together.
    lines: Vec<(usize, Option<usize>)>,
    /// How many seats the first bot has in each game.
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
        let seats_of_first = |lineup: &Lineup| lineup.seats.iter().filter(|bot| **bot == 0).count() as u8;
        schedule.splits = schedule
            .lineups
            .iter()
            .map(|lineup| SeatSplit { mine: seats_of_first(lineup), seats: n_seats })
            .collect();
        schedule
    }

    /// Puts each of two bots alone among copies of the other, on every seat.
    fn pair(&mut self, one: usize, other: usize, n: usize) {
        let line = self.lines.len();
        self.lines.extend([(one, Some(other)), (other, Some(one))]);
        // With two seats both directions are the same games.
        let lone = if n == 2 { &[(one, other)][..] } else { &[(one, other), (other, one)] };
        for (alone, many) in lone {
            for at in 0..n {
                let seats: Vec<usize> = (0..n).map(|seat| if seat == at { *alone } else { *many }).collect();
                let line_for = |bot: usize| match n {
                    2 => Some(if bot == one { line } else { line + 1 }),
                    _ if bot == *alone => Some(if *alone == one { line } else { line + 1 }),
                    _ => None,
                };
                let line_of = seats.iter().map(|bot| line_for(*bot)).collect();
                self.add(seats, line_of);
            }
        }
    }

    fn add(&mut self, seats: Vec<usize>, line_of: Vec<Option<usize>>) {
        let mut counts = BTreeMap::new();
        seats.iter().for_each(|bot| *counts.entry(*bot).or_insert(0u8) += 1);
        let mix: Vec<u8> = (0..self.n_bots).map(|bot| counts.get(&bot).copied().unwrap_or(0)).collect();
        let table = self.tables.iter().position(|table| *table == mix).unwrap_or_else(|| {
            self.tables.push(mix);
            self.tables.len() - 1
        });
        self.lineups.push(Lineup { seats, table, line_of });
    }

    /// Empty sums for this schedule.
    fn totals(&self, adjusts: bool) -> Totals {
        let lines = vec![Ratio::default(); self.lines.len()];
        Totals {
            ladder: Ladder::new(self.n_bots, self.tables.clone()),
            first: Ratio::default(),
            adjusted: adjusts.then(|| Adjusted { first: Ratio::default(), lines: lines.clone() }),
            lines,
            unfinished: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_sits_equally_often_on_every_seat() {
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

    #[test]
    fn two_equal_bots_score_one_half_with_any_number_of_seats() {
        for n_seats in 2..=8 {
            let schedule = Schedule::new(2, n_seats);
            let mean: f64 = schedule.splits.iter().map(|split| split.expected(0.0)).sum::<f64>()
                / schedule.splits.len() as f64;
            assert!((mean - 0.5).abs() < 1e-12, "{n_seats}");
        }
    }
}
