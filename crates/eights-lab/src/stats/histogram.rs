//! A histogram of whole numbers: exact for small ones, to about 1 % for large ones.

use super::estimate::{Estimate, Z95};

/// Numbers below this have a bin of their own.
const EXACT: u64 = 256;
/// Above, bins per doubling.
const BINS_PER_DOUBLING: u64 = 64;

/// Counts of whole numbers, in a few hundred bins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    bins: Vec<u64>,
    n: u64,
}

/// The numbers from `from` to `to`, both included, and how often they occurred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Bin {
    pub from: u64,
    pub to: u64,
    pub count: u64,
}

impl Histogram {
    #[inline]
    pub fn add(&mut self, number: u64) {
        let at = bin_of(number);
        if at >= self.bins.len() {
            self.bins.resize(at + 1, 0);
        }
        self.bins[at] += 1;
        self.n += 1;
    }

    /// Adds the counts of another histogram.
    pub fn merge(&mut self, other: &Histogram) {
        if other.bins.len() > self.bins.len() {
            self.bins.resize(other.bins.len(), 0);
        }
        self.bins.iter_mut().zip(&other.bins).for_each(|(mine, theirs)| *mine += theirs);
        self.n += other.n;
    }

    /// How many numbers were added.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The non-empty bins, smallest numbers first.
    pub fn bins(&self) -> impl Iterator<Item = Bin> + '_ {
        let filled = self.bins.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(at, count)| Bin { from: first_of(at), to: first_of(at + 1) - 1, count: *count })
    }

    /// A quantile with a distribution-free interval, from order statistics.
    pub fn quantile(&self, share: f64) -> Estimate {
        let n = self.n as f64;
        let reach = Z95 * (n * share * (1.0 - share)).sqrt();
        let at = |rank: f64| self.ranked(rank.clamp(1.0, n.max(1.0)) as u64);
        let middle = (n * share).ceil();
        Estimate {
            value: at(middle),
            low: at((n * share - reach).floor()),
            high: at((n * share + reach).ceil() + 1.0),
            n: self.n,
        }
    }

    /// The number of this rank; the smallest has rank 1.
    fn ranked(&self, rank: u64) -> f64 {
        let mut seen = 0;
        for bin in self.bins() {
            seen += bin.count;
            if seen >= rank {
                return (bin.from + bin.to) as f64 / 2.0;
            }
        }
        f64::NAN
    }
}

fn bin_of(number: u64) -> usize {
    if number < EXACT {
        return number as usize;
    }
    let doublings = u64::from(number.ilog2()) - u64::from(EXACT.ilog2());
    let part = (number - (EXACT << doublings)) / ((EXACT << doublings) / BINS_PER_DOUBLING);
    (EXACT + doublings * BINS_PER_DOUBLING + part) as usize
}

/// The smallest number of a bin.
fn first_of(bin: usize) -> u64 {
    let bin = bin as u64;
    if bin < EXACT {
        return bin;
    }
    let (doublings, part) = ((bin - EXACT) / BINS_PER_DOUBLING, (bin - EXACT) % BINS_PER_DOUBLING);
    (EXACT << doublings) + part * ((EXACT << doublings) / BINS_PER_DOUBLING)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_within_its_bin() {
        for number in (0..5000).chain([65_535, 65_536, 1_000_000]) {
            let at = bin_of(number);
            assert!(first_of(at) <= number && number < first_of(at + 1), "{number}");
            assert!(first_of(at + 1) - first_of(at) <= 1 + number / 64, "{number}");
        }
    }

    #[test]
    fn quantiles_agree_with_the_sorted_numbers() {
        let mut histogram = Histogram::default();
        (1..=200).for_each(|number| histogram.add(number));
        let median = histogram.quantile(0.5);
        assert_eq!(median.value, 100.0);
        // 200 · ½ ± 1.96 · √50 = 86.1 to 113.9, rounded outward.
        assert_eq!((median.low, median.high), (86.0, 115.0));
        assert_eq!(histogram.quantile(0.05).value, 10.0);
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let (mut whole, mut left, mut right) =
            (Histogram::default(), Histogram::default(), Histogram::default());
        for i in 0..1000u64 {
            let number = i * i % 4099;
            whole.add(number);
            if i < 300 { left.add(number) } else { right.add(number) }
        }
        left.merge(&right);
        assert_eq!(left, whole);
    }
}
