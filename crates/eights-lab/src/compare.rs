//! Compares two rule sets on the same deals and puts the differences into sentences.

use std::ops::ControlFlow;

use eights_kit::Playable;
use serde::Serialize;

use crate::{
    error::LabError,
    metric::{METRICS, Metric, N_METRICS, OPTION_METRICS, Scale, show},
    runner::{RunStatus, Runner},
    stats::{Estimate, Paired},
    trial::{CHUNK, Counter, Tally, Trial},
};

/// The comparison of one number.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    pub id: &'static str,
    pub title: &'static str,
    pub scale: Scale,
    pub a: Estimate,
    pub b: Estimate,
    /// `b` minus `a`, paired by deal.
    pub difference: Estimate,
    /// The probability of a difference this large by chance, corrected for
    /// looking at many numbers at once.
    #[serde(rename = "chance")]
    pub p_value: f64,
    /// Whether the difference is significant.
    pub differs: bool,
    pub sentence: String,
}

const SIGNIFICANCE: f64 = 0.05;

/// Plays two rule sets on the same deals.
///
/// # Errors
///
/// If there is nothing to play, or one of the rule sets does not allow this many players.
pub fn compare<G: Playable>(
    (a, b): (&G, &G),
    trial: &Trial,
    runner: &Runner,
) -> Result<(Vec<Paired>, [Tally; 2], RunStatus), LabError> {
    trial.check(a)?;
    trial.check(b)?;
    let groups = [a.card_groups(), b.card_groups()];
    let mut pairs = vec![Paired::default(); N_METRICS];
    let mut tallies = [0, 1].map(|at: usize| Tally::new(trial.n_seats, groups[at].len()));
    let work = |deals: std::ops::Range<u64>| {
        let [mut one, mut other] = [0, 1].map(|at: usize| Counter::<G>::new(trial.n_seats, &groups[at]));
        let mut pairs = vec![Paired::default(); N_METRICS];
        for deal in deals {
            one.play(a, trial, deal);
            other.play(b, trial, deal);
            let have_options = one.sums.has_options() && other.sums.has_options();
            let both = one.sums.fractions().into_iter().zip(other.sums.fractions());
            for (at, (pair, (one, other))) in pairs.iter_mut().zip(both).enumerate() {
                if have_options || !OPTION_METRICS.contains(&at) {
                    pair.add(one, other);
                }
            }
        }
        (pairs, one.tally, other.tally)
    };
    let status = runner.run(trial.games, CHUNK / 2, work, |(part, one, other)| {
        pairs.iter_mut().zip(&part).for_each(|(mine, theirs)| mine.merge(theirs));
        tallies[0].merge(&one);
        tallies[1].merge(&other);
        ControlFlow::Continue(())
    })?;
    Ok((pairs, tallies, status))
}

/// One finding per metric. The Holm–Bonferroni correction keeps the
/// probability of even one false finding below the significance level.
pub fn findings(pairs: &[Paired], names: [&str; 2]) -> Vec<Finding> {
    let p_values: Vec<f64> = pairs.iter().map(Paired::p_value).collect();
    let compared = METRICS.iter().zip(pairs).zip(holm(&p_values));
    compared.map(|((metric, pair), p_value)| finding(metric, pair, p_value, names)).collect()
}

fn finding(metric: &Metric, pair: &Paired, p_value: f64, [first, second]: [&str; 2]) -> Finding {
    let (a, b, difference) = (metric.estimate(&pair.a), metric.estimate(&pair.b), pair.difference());
    let differs = p_value < SIGNIFICANCE && difference.value != 0.0;
    let sentence = if differs {
        // The sentence carries the direction, so the difference is printed without a sign.
        let (which, low, high) = if difference.value < 0.0 {
            (1, -difference.high, -difference.low)
        } else {
            (0, difference.low, difference.high)
        };
        format!(
            "{} with {second}: {} instead of {} with {first}, a difference of {} to {}.",
            metric.sentences[which],
            metric.show(b.value),
            metric.show(a.value),
            points(metric.scale, low),
            points(metric.scale, high)
        )
    } else if difference.value.is_finite() {
        format!(
            "{}: no significant difference; if there is one, it is between {} and {} ({} and {}).",
            metric.title,
            points(metric.scale, difference.low),
            points(metric.scale, difference.high),
            metric.show(a.value),
            metric.show(b.value)
        )
    } else {
        format!("{}: never came up.", metric.title)
    };
    Finding {
        id: metric.id,
        title: metric.title,
        scale: metric.scale,
        a,
        b,
        difference,
        p_value,
        differs,
        sentence,
    }
}

/// Formats a difference: shares differ by percentage points, not by percent.
fn points(scale: Scale, value: f64) -> String {
    match scale {
        Scale::Share => format!("{:.2} points", 100.0 * value),
        Scale::Count => show(scale, value),
    }
}

/// The Holm–Bonferroni correction of some p-values (Holm 1979).
fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|one, other| p_values[*one].total_cmp(&p_values[*other]));
    let mut corrected = vec![1.0; p_values.len()];
    let mut largest = 0.0f64;
    for (rank, at) in order.iter().enumerate() {
        largest = largest.max((p_values[*at] * (p_values.len() - rank) as f64).min(1.0));
        corrected[*at] = largest;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The textbook example: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02.
    #[test]
    fn the_holm_correction_agrees_with_a_textbook() {
        let corrected = holm(&[0.01, 0.04, 0.03, 0.005]);
        for (found, expected) in corrected.iter().zip([0.03, 0.06, 0.06, 0.02]) {
            assert!((found - expected).abs() < 1e-12, "{corrected:?}");
        }
    }
}
