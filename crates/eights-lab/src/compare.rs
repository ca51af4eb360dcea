//! Two rule sets on the same deals: what differs, in sentences.

use std::ops::ControlFlow;

use serde::Serialize;

use crate::{
    error::LabError,
    metric::{METRICS, Metric, N_METRICS, OPTION_METRICS, Scale, show},
    runner::{RunStatus, Runner},
    stats::{Estimate, Paired},
    study::Study,
    trial::{CHUNK, Counter, Tally, Trial},
};

/// What was found about one number.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// The number's short name.
    pub id: &'static str,
    /// Its name for people.
    pub title: &'static str,
    /// How it is to be read.
    pub scale: Scale,
    /// With the first rule set.
    pub a: Estimate,
    /// With the second.
    pub b: Estimate,
    /// How much greater it is with the second, deal by deal.
    pub difference: Estimate,
    /// How likely a difference as great is where there is none, after the
    /// correction for looking at many numbers at once.
    pub chance: f64,
    /// Whether they differ beyond reasonable doubt.
    pub differs: bool,
    /// What to say about it.
    pub sentence: String,
}

/// From here on a difference is no accident.
const SIGNIFICANCE: f64 = 0.05;

/// Plays two rule sets on the same deals.
///
/// # Errors
///
/// When there is nothing to play, or so many cannot play by one of them.
pub fn compare<G: Study>(
    (a, b): (&G, &G),
    trial: &Trial,
    runner: &Runner,
) -> Result<(Vec<Paired>, [Tally; 2], RunStatus), LabError> {
    trial.check(a)?;
    trial.check(b)?;
    let kinds = [a.card_groups(), b.card_groups()];
    let mut pairs = vec![Paired::default(); N_METRICS];
    let mut tallies = [0, 1].map(|at: usize| Tally::new(trial.n_seats, kinds[at].len()));
    let work = |deals: std::ops::Range<u64>| {
        let [mut one, mut other] = [0, 1].map(|at: usize| Counter::<G>::new(trial.n_seats, &kinds[at]));
        let mut pairs = vec![Paired::default(); N_METRICS];
        for deal in deals {
            one.play(a, trial, deal);
            other.play(b, trial, deal);
            let counted = one.sums.is_counted() && other.sums.is_counted();
            let both = one.sums.pairs().into_iter().zip(other.sums.pairs());
            for (at, (pair, (one, other))) in pairs.iter_mut().zip(both).enumerate() {
                if counted || !OPTION_METRICS.contains(&at) {
                    pair.add(one, other);
                }
            }
        }
        (pairs, one.tally, other.tally)
    };
    let done = runner.run(trial.games, CHUNK / 2, work, |(part, one, other)| {
        pairs.iter_mut().zip(&part).for_each(|(mine, theirs)| mine.merge(theirs));
        tallies[0].merge(&one);
        tallies[1].merge(&other);
        ControlFlow::Continue(())
    })?;
    Ok((pairs, tallies, done))
}

/// What the pairs say, in the order of the metrics. Holm's method keeps the
/// chance of even one false finding below five per cent.
pub fn findings(pairs: &[Paired], names: [&str; 2]) -> Vec<Finding> {
    let chances: Vec<f64> = pairs.iter().map(Paired::chance).collect();
    let corrected = holm(&chances);
    let found = METRICS.iter().zip(pairs).zip(corrected);
    found.map(|((metric, pair), chance)| finding(metric, pair, chance, names)).collect()
}

fn finding(metric: &Metric, pair: &Paired, chance: f64, [first, second]: [&str; 2]) -> Finding {
    let (a, b, difference) = (metric.estimate(&pair.a), metric.estimate(&pair.b), pair.difference());
    let differs = chance < SIGNIFICANCE && difference.value != 0.0;
    let sentence = match (differs, difference.value.is_finite()) {
        (true, _) => {
            let sentences = metric.sentences[usize::from(difference.value < 0.0)];
            let (low, high) = match difference.value < 0.0 {
                true => (-difference.high, -difference.low),
                false => (difference.low, difference.high),
            };
            format!(
                "{sentences} with {second}: {} instead of {} with {first}, a difference of {} to {}.",
                metric.show(b.value),
                metric.show(a.value),
                points(metric.scale, low),
                points(metric.scale, high)
            )
        }
        (false, true) => format!(
            "{}: no difference can be told; if there is one, it lies between {} and {} ({} and {}).",
            metric.title,
            points(metric.scale, difference.low),
            points(metric.scale, difference.high),
            metric.show(a.value),
            metric.show(b.value)
        ),
        (false, false) => format!("{}: never came up.", metric.title),
    };
    Finding {
        id: metric.id,
        title: metric.title,
        scale: metric.scale,
        a,
        b,
        difference,
        chance,
        differs,
        sentence,
    }
}

/// A difference in words: shares differ by points, not by per cent.
fn points(scale: Scale, value: f64) -> String {
    match scale {
        Scale::Share => format!("{:.2} points", 100.0 * value),
        Scale::Count => show(scale, value),
    }
}

/// Chances corrected for being looked at together, by Holm's method.
fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|one, other| chances[*one].total_cmp(&chances[*other]));
    let mut corrected = vec![1.0; chances.len()];
    let mut most = 0.0f64;
    for (rank, at) in order.iter().enumerate() {
        most = most.max((chances[*at] * (chances.len() - rank) as f64).min(1.0));
        corrected[*at] = most;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook example: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
    #[test]
    fn holms_method_is_that_of_the_books() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
    }
}
