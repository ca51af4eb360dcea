//! Elo ratings from results, by a Bradley–Terry fit for games with any number of seats.

use serde::Serialize;

use super::estimate::{Estimate, student_t};

/// How many of the seats of a game the candidate has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeatSplit {
    pub mine: u8,
    pub seats: u8,
}

impl SeatSplit {
    /// The expected share of wins of a candidate that is stronger by `elo`.
    pub fn expected(self, elo: f64) -> f64 {
        let (mine, others) = (f64::from(self.mine), f64::from(self.seats - self.mine));
        let strength = mine * 10f64.powf(elo / 400.0);
        strength / (strength + others)
    }
}

/// The expected share of wins with two players.
pub fn share_of_elo(elo: f64) -> f64 {
    SeatSplit { mine: 1, seats: 2 }.expected(elo)
}

/// The difference in Elo that explains a mean score over these games.
pub fn elo_of_share(share: f64, splits: &[SeatSplit]) -> f64 {
    // There is no closed form for mixed splits; the function is monotonic, so bisect.
    let (mut low, mut high) = (-4000.0, 4000.0);
    for _ in 0..80 {
        let middle = (low + high) / 2.0;
        if expected(middle, splits) < share { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}

#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    pub name: String,
    /// Relative to the mean of all bots, which is 0.
    pub elo: Estimate,
}

/// The number of groups that deals are divided into for the jackknife.
const PARTS: usize = 32;

/// Results of several bots, from which ratings are computed.
#[derive(Clone, Debug, Default)]
pub struct Ladder {
    n_bots: usize,
    /// The mixes of bots that play together: the number of seats of each bot.
    tables: Vec<Vec<u8>>,
    /// Shares won, by part, table and bot.
    won: Vec<f64>,
    /// Games played, by part and table.
    games: Vec<f64>,
    deals: u64,
}

impl Ladder {
    pub fn new(n_bots: usize, tables: Vec<Vec<u8>>) -> Ladder {
        let n = tables.len();
        Ladder { n_bots, tables, won: vec![0.0; PARTS * n * n_bots], games: vec![0.0; PARTS * n], deals: 0 }
    }

    /// Adds a bot's share of a game.
    pub fn win(&mut self, deal: u64, table: usize, bot: usize, share: f64) {
        let part = (deal % PARTS as u64) as usize;
        self.won[(part * self.tables.len() + table) * self.n_bots + bot] += share;
    }

    pub fn game(&mut self, deal: u64, table: usize) {
        let part = (deal % PARTS as u64) as usize;
        self.games[part * self.tables.len() + table] += 1.0;
    }

    pub fn deal(&mut self) {
        self.deals += 1;
    }

    /// Adds the results of other deals.
    pub fn merge(&mut self, other: &Ladder) {
        self.won.iter_mut().zip(&other.won).for_each(|(mine, theirs)| *mine += theirs);
        self.games.iter_mut().zip(&other.games).for_each(|(mine, theirs)| *mine += theirs);
        self.deals += other.deals;
    }

    /// The ratings, with intervals by the jackknife over parts. A deal is never
    /// split between parts, so the intervals account for games of the same deal.
    pub fn ratings(&self, names: &[String]) -> Vec<Rating> {
        let whole = self.fit_without(None);
        let parts = PARTS.min(self.deals as usize);
        let leave_one_out: Vec<Vec<f64>> = (0..parts).map(|part| self.fit_without(Some(part))).collect();
        let rate = |bot: usize| {
            let g = parts as f64;
            let mean = leave_one_out.iter().map(|fit| fit[bot]).sum::<f64>() / g;
            let squares: f64 = leave_one_out.iter().map(|fit| (fit[bot] - mean).powi(2)).sum();
            let error = if parts < 2 { f64::INFINITY } else { ((g - 1.0) / g * squares).sqrt() };
            let reach = error * student_t(parts.saturating_sub(1) as u64);
            let value = whole[bot];
            Estimate { value, low: value - reach, high: value + reach, n: self.deals }
        };
        (0..self.n_bots).map(|bot| Rating { name: names[bot].clone(), elo: rate(bot) }).collect()
    }

    /// The fit of all parts except one.
    fn fit_without(&self, left_out: Option<usize>) -> Vec<f64> {
        let (n, k) = (self.tables.len(), self.n_bots);
        let mut won = vec![0.0; n * k];
        let mut games = vec![0.0; n];
        for part in (0..PARTS).filter(|part| Some(*part) != left_out) {
            (0..n).for_each(|table| games[table] += self.games[part * n + table]);
            (0..n * k).for_each(|at| won[at] += self.won[part * n * k + at]);
        }
        let wins: Vec<f64> = (0..k).map(|bot| (0..n).map(|table| won[table * k + bot]).sum()).collect();
        fit(&self.tables, &games, &wins)
    }
}

/// The maximum likelihood ratings in Elo, with mean 0.
///
/// The model is Luce's choice axiom: a seat wins with a probability in
/// proportion to its strength. It is fitted by the MM algorithm (Hunter 2004).
/// Half a game won and half a game lost against a bot of strength 1 are added, so
/// that a bot that won everything or nothing gets a finite rating.
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
                let expected: f64 = (0..tables.len())
                    .filter(|table| games[*table] > 0.0)
                    .map(|table| games[table] * f64::from(tables[table][bot]) / totals[table])
                    .sum();
                (wins[bot] + 0.5) / (expected + 1.0 / (strength[bot] + 1.0))
            })
            .collect();
        let change = next.iter().zip(&strength).map(|(new, old)| (new / old).ln().abs()).fold(0.0, f64::max);
        strength = next;
        if change < 1e-12 {
            break;
        }
    }
    let elo: Vec<f64> = strength.iter().map(|s| 400.0 * s.log10()).collect();
    let mean = elo.iter().sum::<f64>() / k.max(1) as f64;
    elo.iter().map(|elo| elo - mean).collect()
}

/// The expected mean score per deal of a candidate of this strength.
pub(crate) fn expected(elo: f64, splits: &[SeatSplit]) -> f64 {
    let sum: f64 = splits.iter().map(|split| split.expected(elo)).sum();
    sum / splits.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With two bots the fit has a closed form, 400 log10(p / (1 − p)).
    #[test]
    fn two_bots_agree_with_the_closed_form() {
        let elo = fit(&[vec![1, 1]], &[1_000_000.0], &[640_000.0, 360_000.0]);
        let expected = 400.0 * (0.64f64 / 0.36).log10();
        assert!((elo[0] - elo[1] - expected).abs() < 0.01, "{elo:?}");
        assert!((elo[0] + elo[1]).abs() < 1e-9);
    }

    /// A bot that wins half of its games against three equals is three times as strong as each.
    #[test]
    fn one_against_several_is_rated_by_strength() {
        let elo = fit(&[vec![1, 3]], &[100_000.0], &[50_000.0, 50_000.0]);
        assert!((elo[0] - elo[1] - 400.0 * 3f64.log10()).abs() < 0.05, "{elo:?}");
        let split = SeatSplit { mine: 1, seats: 4 };
        assert!((split.expected(400.0 * 3f64.log10()) - 0.5).abs() < 1e-12);
        assert!((elo_of_share(0.5, &[split]) - 400.0 * 3f64.log10()).abs() < 1e-6);
    }

    #[test]
    fn a_bot_that_won_everything_has_a_finite_rating() {
        let elo = fit(&[vec![1, 1]], &[10.0], &[10.0, 0.0]);
        assert!(elo[0].is_finite() && elo[0] - elo[1] > 200.0, "{elo:?}");
    }

    #[test]
    fn cyclic_results_give_equal_ratings() {
        let tables = [vec![1, 1, 0], vec![0, 1, 1], vec![1, 0, 1]];
        let elo = fit(&tables, &[100.0; 3], &[100.0, 100.0, 100.0]);
        assert!(elo.iter().all(|elo| elo.abs() < 1e-6), "{elo:?}");
    }
}
