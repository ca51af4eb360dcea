//! Counts of whole numbers: exact where they are small, to a per cent where they are great.

use super::estimate::{Estimate, Z95};

/// Up to here every number has a bin of its own.
const EXACT: u64 = 256;
/// Beyond, every doubling has so many bins.
const PARTS: u64 = 64;

/// How often each number came.
///
/// A few hundred bins hold any numbers, so that memory stays flat; two
/// histograms merge by adding their bins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    bins: Vec<u64>,
    n: u64,
}

/// A bin: the numbers from `from` to `to`, both included, and how often they came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Bin {
    /// The smallest number in it.
    pub from: u64,
    /// The greatest number in it.
    pub to: u64,
    /// How often.
    pub count: u64,
}

impl Histogram {
    /// Counts a number.
    #[inline]
    pub fn add(&mut self, number: u64) {
        let at = index(number);
        if at >= self.bins.len() {
            self.bins.resize(at + 1, 0);
        }
        self.bins[at] += 1;
        self.n += 1;
    }

    /// Counts what another one has counted.
    pub fn merge(&mut self, other: &Histogram) {
        if other.bins.len() > self.bins.len() {
            self.bins.resize(other.bins.len(), 0);
        }
        self.bins.iter_mut().zip(&other.bins).for_each(|(mine, theirs)| *mine += theirs);
        self.n += other.n;
    }

    /// How many numbers were counted.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The bins that hold something, smallest first.
    pub fn bins(&self) -> impl Iterator<Item = Bin> + '_ {
        let filled = self.bins.iter().enumerate().filter(|(_, count)| **count > 0);
        filled.map(|(at, count)| Bin { from: lowest(at), to: lowest(at + 1) - 1, count: *count })
    }

    /// The number below which a share of all lie, with the interval that the
    /// order of the numbers gives without asking how they are spread.
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

    /// The number with this rank from below, from 1.
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

fn index(number: u64) -> usize {
    if number < EXACT {
        return number as usize;
    }
    let doublings = u64::from(number.ilog2()) - u64::from(EXACT.ilog2());
    let part = (number - (EXACT << doublings)) / ((EXACT << doublings) / PARTS);
    (EXACT + doublings * PARTS + part) as usize
}

fn lowest(at: usize) -> u64 {
    let at = at as u64;
    if at < EXACT {
        return at;
    }
    let (doublings, part) = ((at - EXACT) / PARTS, (at - EXACT) % PARTS);
    (EXACT << doublings) + part * ((EXACT << doublings) / PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_lies_in_its_bin() {
        for number in (0..5000).chain([65_535, 65_536, 1_000_000]) {
            let at = index(number);
            assert!(lowest(at) <= number && number < lowest(at + 1), "{number}");
            assert!(lowest(at + 1) - lowest(at) <= 1 + number / 64, "{number}");
        }
    }

    #[test]
    fn quantiles_are_those_of_the_sorted_numbers() {
        let mut it = Histogram::default();
        (1..=200).for_each(|number| it.add(number));
        let median = it.quantile(0.5);
        assert_eq!(median.value, 100.0);
        // 200 · ½ ± 1.96 · √50 = 86.1 to 113.9, rounded outward.
        assert_eq!((median.low, median.high), (86.0, 115.0));
        assert_eq!(it.quantile(0.05).value, 10.0);
    }

    #[test]
    fn halves_merge_into_the_whole() {
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
