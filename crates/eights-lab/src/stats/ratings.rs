//! Strengths from results: a small Bradley–Terry fit for tables of any size.

use serde::Serialize;

use super::estimate::{Estimate, student_t};

/// A table as the candidate sees it: on how many of the seats it sits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatSplit {
    /// Seats of the candidate.
    pub mine: u8,
    /// All seats.
    pub seats: u8,
}

impl SeatSplit {
    /// What a candidate wins of such games that is so much stronger than the others.
    pub fn expected(self, elo: f64) -> f64 {
        let (mine, others) = (f64::from(self.mine), f64::from(self.seats - self.mine));
        let strength = mine * 10f64.powf(elo / 400.0);
        strength / (strength + others)
    }
}

/// The share of two-player games that somebody wins who is so much stronger.
pub fn share_of_elo(elo: f64) -> f64 {
    SeatSplit { mine: 1, seats: 2 }.expected(elo)
}

/// How much stronger somebody is who has this mean score over such tables.
pub fn elo_of_share(share: f64, splits: &[SeatSplit]) -> f64 {
    let (mut low, mut high) = (-4000.0, 4000.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if super::sprt::expected(middle, splits) < share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

/// One bot's place on a ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The bot.
    pub name: String,
    /// Its strength in Elo; the mean of all is 0.
    pub elo: Estimate,
}

/// As many parts as the deals are dealt out to, for the intervals.
const PARTS: usize = 32;

/// Results of bots at tables, kept in parts so that intervals can be told.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    n_bots: usize,
    /// The tables: how many seats each bot has.
    tables: Vec<Vec<u8>>,
    /// Of each part, table and bot, how much was won.
    won: Vec<f64>,
    /// Of each part and table, how many games.
    games: Vec<f64>,
    deals: u64,
}

impl Ladder {
    /// A ladder for so many bots who meet at these tables: how many seats each has.
    pub fn new(n_bots: usize, tables: Vec<Vec<u8>>) -> Ladder {
        let n = tables.len();
        Ladder { n_bots, tables, won: vec![0.0; PARTS * n * n_bots], games: vec![0.0; PARTS * n], deals: 0 }
    }

    /// Counts what a bot has won at a table of a deal.
    pub fn win(&mut self, deal: u64, table: usize, bot: usize, share: f64) {
        let part = (deal % PARTS as u64) as usize;
        self.won[(part * self.tables.len() + table) * self.n_bots + bot] += share;
    }

    /// Counts a game at a table of a deal.
    pub fn game(&mut self, deal: u64, table: usize) {
        let part = (deal % PARTS as u64) as usize;
        self.games[part * self.tables.len() + table] += 1.0;
    }

    /// Counts a deal.
    pub fn deal(&mut self) {
        self.deals += 1;
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Ladder) {
        self.won.iter_mut().zip(&other.won).for_each(|(mine, theirs)| *mine += theirs);
        self.games.iter_mut().zip(&other.games).for_each(|(mine, theirs)| *mine += theirs);
        self.deals += other.deals;
    }

    /// The strengths, with intervals by leaving out one part after the other:
    /// deals are never split between parts, so the intervals are clustered by deal.
    pub fn ratings(&self, names: &[String]) -> Vec<Rating> {
        let whole = self.fitted(None);
        let parts = PARTS.min(self.deals as usize);
        let without: Vec<Vec<f64>> = (0..parts).map(|part| self.fitted(Some(part))).collect();
        let rate = |bot: usize| {
            let g = parts as f64;
            let mean = without.iter().map(|it| it[bot]).sum::<f64>() / g;
            let spread: f64 = without.iter().map(|it| (it[bot] - mean).powi(2)).sum();
            let error = if parts < 2 { f64::INFINITY } else { ((g - 1.0) / g * spread).sqrt() };
            let reach = error * student_t(parts.saturating_sub(1) as u64);
            let value = whole[bot];
            Estimate { value, low: value - reach, high: value + reach, n: self.deals }
        };
        (0..self.n_bots).map(|bot| Rating { name: names[bot].clone(), elo: rate(bot) }).collect()
    }

    /// The fit of all parts but one.
    fn fitted(&self, without: Option<usize>) -> Vec<f64> {
        let (n, k) = (self.tables.len(), self.n_bots);
        let mut won = vec![0.0; n * k];
        let mut games = vec![0.0; n];
        for part in (0..PARTS).filter(|part| Some(*part) != without) {
            (0..n).for_each(|table| games[table] += self.games[part * n + table]);
            (0..n * k).for_each(|at| won[at] += self.won[part * n * k + at]);
        }
        let wins: Vec<f64> = (0..k).map(|bot| (0..n).map(|table| won[table * k + bot]).sum()).collect();
        fit(&self.tables, &games, &wins)
    }
}

/// The likeliest strengths in Elo, their mean 0: at a table everybody's chance
/// is in proportion to the strength (Luce's model), found by Hunter's method
/// of minorising. Half a game won and half a game lost against nobody in
/// particular keep those who have won everything or nothing within reach.
pub fn fit(tables: &[Vec<u8>], games: &[f64], wins: &[f64]) -> Vec<f64> {
    let k = wins.len();
    let mut strength = vec![1.0f64; k];
    for _ in 0..20_000 {
        let totals: Vec<f64> = tables
            .iter()
            .map(|seats| seats.iter().zip(&strength).map(|(n, s)| f64::from(*n) * s).sum())
            .collect();
        let next: Vec<f64> = (0..k)
            .map(|bot| {
                let met: f64 = (0..tables.len())
                    .filter(|table| games[*table] > 0.0)
                    .map(|table| games[table] * f64::from(tables[table][bot]) / totals[table])
                    .sum();
                (wins[bot] + 0.5) / (met + 1.0 / (strength[bot] + 1.0))
            })
            .collect();
        let moved = next.iter().zip(&strength).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if moved < 1e-12 {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elo.iter().sum::<f64>() / k.max(1) as f64;
    elo.iter().map(|it| it - mean).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bots: the fit is the closed form, 400 log10(p / (1 − p)) apart.
    #[test]
    fn two_bots_are_as_far_apart_as_their_score_says() {
        let elo = fit(&[vec![1, 1]], &[1_000_000.0], &[640_000.0, 360_000.0]);
        let apart = 400.0 * (0.64f64 / 0.36).log10();
        assert!((elo[0] - elo[1] - apart).abs() < 0.01, "{elo:?}");
        assert!((elo[0] + elo[1]).abs() < 1e-9);
    }

    /// One against three equals who wins half is three times as strong as each.
    #[test]
    fn one_against_many_is_understood() {
        let elo = fit(&[vec![1, 3]], &[100_000.0], &[50_000.0, 50_000.0]);
        assert!((elo[0] - elo[1] - 400.0 * 3f64.log10()).abs() < 0.05, "{elo:?}");
        let split = SeatSplit { mine: 1, seats: 4 };
        assert!((split.expected(400.0 * 3f64.log10()) - 0.5).abs() < 1e-12);
        assert!((elo_of_share(0.5, &[split]) - 400.0 * 3f64.log10()).abs() < 1e-6);
    }

    #[test]
    fn who_wins_everything_is_within_reach() {
        let elo = fit(&[vec![1, 1]], &[10.0], &[10.0, 0.0]);
        assert!(elo[0].is_finite() && elo[0] - elo[1] > 200.0, "{elo:?}");
    }

    #[test]
    fn a_circle_of_results_is_no_ladder() {
        let tables = [vec![1, 1, 0], vec![0, 1, 1], vec![1, 0, 1]];
        let elo = fit(&tables, &[100.0; 3], &[100.0, 100.0, 100.0]);
        assert!(elo.iter().all(|it| it.abs() < 1e-6), "{elo:?}");
    }
}
