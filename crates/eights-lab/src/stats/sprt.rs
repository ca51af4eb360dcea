//! A sequential probability ratio test: is one bot stronger than another by a given margin?

use super::{
    ratings::{SeatSplit, expected},
    ratio::Ratio,
};

/// Wald's sequential probability ratio test between two strengths in Elo.
///
/// `0,5` asks whether the candidate is 5 Elo stronger, or not stronger at all.
/// This is the generalized form (GSPRT) used in chess engine testing, on the
/// mean score per deal, which is nearly normal. The variance is the one
/// between deals, so games of the same deal are not counted as independent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The strength of the null hypothesis.
    pub elo0: f64,
    /// The strength of the alternative.
    pub elo1: f64,
    /// The probability of passing a candidate of strength `elo0`.
    pub alpha: f64,
    /// The probability of failing a candidate of strength `elo1`.
    pub beta: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    Pass,
    Fail,
    /// More games are needed.
    Open,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio of the two strengths.
    pub llr: f64,
    /// The candidate fails at or below this ratio.
    pub low: f64,
    /// The candidate passes at or above this ratio.
    pub high: f64,
    pub verdict: Verdict,
}

/// With fewer deals the variance is not known well enough to decide.
const MIN_DEALS: u64 = 30;

impl Sprt {
    /// A test with the usual error probabilities of 5 % each.
    pub fn new(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Evaluates the test; `scores` has the candidate's mean score of each
    /// deal, `splits` the games of a deal.
    pub fn evaluate(&self, scores: &Ratio, splits: &[SeatSplit]) -> SprtState {
        let low = (self.beta / (1.0 - self.alpha)).ln();
        let high = ((1.0 - self.beta) / self.alpha).ln();
        let llr = self.llr(scores, splits);
        let verdict = match llr {
            _ if scores.n() < MIN_DEALS => Verdict::Open,
            _ if llr >= high => Verdict::Pass,
            _ if llr <= low => Verdict::Fail,
            _ => Verdict::Open,
        };
        SprtState { llr, low, high, verdict }
    }

    fn llr(&self, scores: &Ratio, splits: &[SeatSplit]) -> f64 {
        // One deal won and one lost are added, so that a candidate that won
        // every deal so far has a variance too.
        let mut padded = *scores;
        padded.add(0.0, 1.0);
        padded.add(1.0, 1.0);
        let (m0, m1) = (expected(self.elo0, splits), expected(self.elo1, splits));
        let mean = padded.value();
        scores.n() as f64 * (m1 - m0) * (2.0 * mean - m0 - m1) / (2.0 * padded.variance())
    }
}

#[cfg(test)]
mod tests {
    use eights::{Dice, Seed};

    use super::*;

    /// Simulates a candidate of known strength until the test decides;
    /// returns whether it passed, and after how many deals.
    fn simulate(sprt: Sprt, elo: f64, seed: u64) -> (bool, u64) {
        let splits = [SeatSplit { mine: 1, seats: 2 }, SeatSplit { mine: 1, seats: 2 }];
        let mut dice = Dice::at(&Seed::from_number(seed), 0);
        let p = (expected(elo, &splits) * 1e9) as u32;
        let mut scores = Ratio::default();
        loop {
            let mut win = || f64::from(dice.below(1_000_000_000) < p);
            let mean = (win() + win()) / 2.0;
            scores.add(mean, 1.0);
            match sprt.evaluate(&scores, &splits).verdict {
                Verdict::Pass => return (true, scores.n()),
                Verdict::Fail => return (false, scores.n()),
                Verdict::Open => (),
            }
        }
    }

    /// Of 600 runs 5 % are 30; 46 is three standard deviations more.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let sprt = Sprt::new(0.0, 60.0);
        let passed = (0..600).filter(|seed| simulate(sprt, 0.0, *seed).0).count();
        let failed = (0..600).filter(|seed| !simulate(sprt, 60.0, 10_000 + *seed).0).count();
        assert!(passed <= 46, "{passed} of 600 passed that should fail");
        assert!(failed <= 46, "{failed} of 600 failed that should pass");
        assert!(passed + failed > 10, "a test that never errs plays too long");
    }

    #[test]
    fn it_decides_sooner_when_the_truth_is_far_away() {
        let sprt = Sprt::new(0.0, 60.0);
        let mean = |elo: f64| (0..100).map(|seed| simulate(sprt, elo, seed).1).sum::<u64>() / 100;
        assert!(mean(150.0) < mean(30.0));
        assert!(mean(-150.0) < mean(30.0));
    }

    #[test]
    fn it_is_open_at_first() {
        let splits = [SeatSplit { mine: 1, seats: 2 }];
        let mut scores = Ratio::default();
        assert_eq!(Sprt::new(0.0, 5.0).evaluate(&scores, &splits).verdict, Verdict::Open);
        (0..29).for_each(|_| scores.add(1.0, 1.0));
        assert_eq!(Sprt::new(0.0, 100.0).evaluate(&scores, &splits).verdict, Verdict::Open);
    }
}
