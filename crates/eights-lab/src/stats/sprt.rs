//! A test that stops when it knows: is a bot stronger by at least so much?

use super::{ratings::SeatSplit, ratio::Ratio};

/// A sequential test between two strengths in Elo.
///
/// `0,5` asks whether the candidate is 5 Elo stronger or not stronger at all.
/// It is Wald's test on the deals' mean scores, which are nearly normal
/// (the generalised test of chess engine testing): what matters is the spread
/// between deals, so that games of the same deal are not counted as several.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The strength that is not enough.
    pub elo0: f64,
    /// The strength that is.
    pub elo1: f64,
    /// How often one may pass that is not strong enough.
    pub alpha: f64,
    /// How often one may fail that is.
    pub beta: f64,
}

/// What a test knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The candidate is strong enough.
    Pass,
    /// It is not.
    Fail,
    /// More games are needed.
    Open,
}

/// Where a test stands.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SprtState {
    /// How much likelier the greater strength is, as a logarithm.
    pub llr: f64,
    /// At which the candidate fails.
    pub low: f64,
    /// At which it passes.
    pub high: f64,
    /// What is known.
    pub verdict: Verdict,
}

/// Before so many deals their spread is not known well enough to decide.
const FEWEST: u64 = 30;

impl Sprt {
    /// A test between two strengths with the usual five per cent of errors each way.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Where the test stands: `scores` holds one mean score of the candidate a
    /// deal, and `splits` are the tables of a deal.
    pub fn evaluate(&self, scores: &Ratio, splits: &[SeatSplit]) -> SprtState {
        let low = (self.beta / (1.0 - self.alpha)).ln();
        let high = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(scores, splits);
        let verdict = match llr {
            _ if scores.n() < FEWEST => Verdict::Open,
            _ if llr >= high => Verdict::Pass,
            _ if llr <= low => Verdict::Fail,
            _ => Verdict::Open,
        };
        SprtState { llr, low, high, verdict }
    }

    fn llr(&self, scores: &Ratio, splits: &[SeatSplit]) -> f64 {
        // One deal won and one lost are added, so that a candidate that has
        // won everything so far has a spread too.
        let mut padded = *scores;
        padded.add(0.0, 1.0);
        padded.add(1.0, 1.0);
        let (m0, m1) = (expected(self.elo0, splits), expected(self.elo1, splits));
        let mean = padded.value();
        scores.n() as f64 * (m1 - m0) * (2.0 * mean - m0 - m1) / (2.0 * padded.variance())
    }
}

/// The mean score of a candidate that is so much stronger, over the tables of a deal.
pub(crate) fn expected(elo: f64, splits: &[SeatSplit]) -> f64 {
    let sum: f64 = splits.iter().map(|split| split.expected(elo)).sum();
    sum / splits.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use eights::{Dice, Seed};

    use super::*;

    /// Plays a coin against the gate until it decides; says whether it passed, and after how many deals.
    fn toss(gate: Sprt, elo: f64, seed: u64) -> (bool, u64) {
        let splits = [SeatSplit { mine: 1, seats: 2 }, SeatSplit { mine: 1, seats: 2 }];
        let mut dice = Dice::at(&Seed::from_number(seed), 0);
        let p = (expected(elo, &splits) * 1e9) as u32;
        let mut scores = Ratio::default();
        loop {
            let mut coin = || f64::from(dice.below(1_000_000_000) < p);
            let mean = (coin() + coin()) / 2.0;
            scores.add(mean, 1.0);
            match gate.evaluate(&scores, &splits).verdict {
                Verdict::Pass => return (true, scores.n()),
                Verdict::Fail => return (false, scores.n()),
                Verdict::Open => (),
            }
        }
    }

    /// Wald's bounds promise at most five per cent of errors; of 600 runs that
    /// is 30, and 46 is three standard deviations more.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let gate = Sprt::new(0.0, 60.0);
        let passed = (0..600).filter(|seed| toss(gate, 0.0, *seed).0).count();
        let failed = (0..600).filter(|seed| !toss(gate, 60.0, 10_000 + *seed).0).count();
        assert!(passed <= 46, "{passed} of 600 passed that should fail");
        assert!(failed <= 46, "{failed} of 600 failed that should pass");
        assert!(passed + failed > 10, "a test that never errs plays too long");
    }

    /// It decides sooner when the truth is far away.
    #[test]
    fn it_stops_when_it_knows() {
        let gate = Sprt::new(0.0, 60.0);
        let mean = |elo: f64| (0..100).map(|seed| toss(gate, elo, seed).1).sum::<u64>() / 100;
        assert!(mean(150.0) < mean(30.0));
        assert!(mean(-150.0) < mean(30.0));
    }

    #[test]
    fn nothing_is_known_at_first() {
        let splits = [SeatSplit { mine: 1, seats: 2 }];
        let mut scores = Ratio::default();
        assert_eq!(Sprt::new(0.0, 5.0).evaluate(&scores, &splits).verdict, Verdict::Open);
        (0..29).for_each(|_| scores.add(1.0, 1.0));
        assert_eq!(Sprt::new(0.0, 100.0).evaluate(&scores, &splits).verdict, Verdict::Open);
    }
}
