//! Ratios of sums over deals, with intervals clustered by deal.

use super::estimate::{Estimate, two_sided};

/// A ratio of two sums, such as turns over hands.
///
/// Whatever is counted in one deal goes in together, so that games of the same
/// deal, and turns of the same game, are never taken for independent. A plain
/// mean is the ratio whose lower sum counts deals. Six numbers hold it all:
/// it can be merged, and needs no more memory for a million deals than for one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    n: u64,
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Ratio {
    /// Counts one deal: so much above, so much below.
    #[inline]
    pub fn add(&mut self, above: f64, below: f64) {
        self.n += 1;
        self.x += below;
        self.y += above;
        self.xx += below * below;
        self.xy += below * above;
        self.yy += above * above;
    }

    /// Counts the deals of another part of the run.
    pub fn merge(&mut self, other: &Ratio) {
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// How many deals were counted.
    pub fn n(&self) -> u64 {
        self.n
    }

    /// The sum below.
    pub fn denominator(&self) -> f64 {
        self.x
    }

    /// The sum above.
    pub fn numerator(&self) -> f64 {
        self.y
    }

    /// The ratio; not a number where nothing was counted below.
    pub fn value(&self) -> f64 {
        self.y / self.x
    }

    /// The variance between deals of what is above, for means.
    pub fn variance(&self) -> f64 {
        let n = self.n as f64;
        if self.n < 2 { f64::NAN } else { ((self.yy - self.y * self.y / n) / (n - 1.0)).max(0.0) }
    }

    /// The standard error of the ratio, by linearisation.
    pub fn error(&self) -> f64 {
        let (n, r) = (self.n as f64, self.value());
        if self.n < 2 || !r.is_finite() {
            return f64::INFINITY;
        }
        (n / (n - 1.0) * self.residual_squares(r)).sqrt() / self.x
    }

    /// The sum of the squares of what is left of a deal when the ratio is taken out.
    fn residual_squares(&self, r: f64) -> f64 {
        (self.yy - 2.0 * r * self.xy + r * r * self.xx).max(0.0)
    }

    /// The ratio as a number of any size.
    pub fn mean(&self) -> Estimate {
        Estimate::mean(self.value(), self.error(), self.n)
    }

    /// The ratio as a share between 0 and 1.
    pub fn share(&self) -> Estimate {
        let error = self.error();
        // With a single deal nothing is known of the spread; its own weight must do.
        Estimate::share(self.value(), if error.is_finite() { error } else { 0.0 }, self.n)
    }
}

/// The same ratio measured twice on the same deals.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paired {
    /// The first.
    pub a: Ratio,
    /// The second.
    pub b: Ratio,
    yy: f64,
    yx: f64,
    xy: f64,
    xx: f64,
}

impl Paired {
    /// Counts one deal, each time above and below.
    #[inline]
    pub fn add(&mut self, a: (f64, f64), b: (f64, f64)) {
        self.a.add(a.0, a.1);
        self.b.add(b.0, b.1);
        self.yy += a.0 * b.0;
        self.yx += a.0 * b.1;
        self.xy += a.1 * b.0;
        self.xx += a.1 * b.1;
    }

    /// Counts the deals of another part of the run.
    pub fn merge(&mut self, other: &Paired) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
        self.yy += other.yy;
        self.yx += other.yx;
        self.xy += other.xy;
        self.xx += other.xx;
    }

    /// How much greater the second is, deal by deal.
    pub fn difference(&self) -> Estimate {
        Estimate::mean(self.b.value() - self.a.value(), self.error(), self.a.n)
    }

    /// How likely a difference this great is where there is none.
    pub fn chance(&self) -> f64 {
        let (difference, error) = (self.b.value() - self.a.value(), self.error());
        if error == 0.0 { f64::from(difference == 0.0) } else { two_sided(difference / error) }
    }

    fn error(&self) -> f64 {
        let (n, ra, rb) = (self.a.n as f64, self.a.value(), self.b.value());
        if self.a.n < 2 || !ra.is_finite() || !rb.is_finite() {
            return f64::INFINITY;
        }
        let both = self.yy - rb * self.yx - ra * self.xy + ra * rb * self.xx;
        let sum = self.a.residual_squares(ra) / (self.a.x * self.a.x)
            + self.b.residual_squares(rb) / (self.b.x * self.b.x)
            - 2.0 * both / (self.a.x * self.b.x);
        // What is left by rounding when both are the same is no difference.
        let least = 1e-15 * (ra * ra).max(rb * rb) / n;
        if sum <= least { 0.0 } else { (n / (n - 1.0) * sum).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_a_ratio_over_deals() {
        let numbers = [3.0, 5.0, 4.0, 8.0, 5.0];
        let mut ratio = Ratio::default();
        numbers.iter().for_each(|it| ratio.add(*it, 1.0));
        // Mean 5, variance (4+0+1+9+0)/4 = 3.5, standard error sqrt(3.5/5).
        assert_eq!(ratio.value(), 5.0);
        assert!((ratio.variance() - 3.5).abs() < 1e-12);
        assert!((ratio.error() - (3.5f64 / 5.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn parts_merge_into_the_whole() {
        let (mut whole, mut left, mut right) = (Ratio::default(), Ratio::default(), Ratio::default());
        for i in 0..100u32 {
            let (y, x) = (f64::from(i % 7), f64::from(1 + i % 3));
            whole.add(y, x);
            if i < 40 { left.add(y, x) } else { right.add(y, x) }
        }
        left.merge(&right);
        assert_eq!(left, whole);
    }

    /// Two games a deal that always end alike are one game's worth of knowledge.
    #[test]
    fn twins_of_a_deal_do_not_count_twice() {
        let (mut twins, mut single) = (Ratio::default(), Ratio::default());
        for i in 0..200 {
            let won = f64::from(i % 2);
            twins.add(2.0 * won, 2.0);
            single.add(won, 1.0);
        }
        assert!((twins.error() - single.error()).abs() < 1e-12);
    }

    #[test]
    fn the_same_twice_does_not_differ() {
        let mut paired = Paired::default();
        for i in 0..500 {
            let it = (f64::from(i * 7 % 11), f64::from(1 + i % 2));
            paired.add(it, it);
        }
        let difference = paired.difference();
        assert_eq!((difference.value, difference.low, difference.high), (0.0, 0.0, 0.0));
        assert_eq!(paired.chance(), 1.0);
    }

    /// The variance of a difference of means on the same deals is that of the differences.
    #[test]
    fn pairs_are_compared_deal_by_deal() {
        let (mut paired, mut plain) = (Paired::default(), Ratio::default());
        for i in 0..300 {
            let (a, b) = (f64::from(i % 13), f64::from(i % 13 + i % 3));
            paired.add((a, 1.0), (b, 1.0));
            plain.add(b - a, 1.0);
        }
        let (paired, plain) = (paired.difference(), plain.mean());
        assert!((paired.value - plain.value).abs() < 1e-9 && (paired.low - plain.low).abs() < 1e-9);
    }
}
