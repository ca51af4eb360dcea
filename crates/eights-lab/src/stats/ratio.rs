//! Ratios of sums over deals, with intervals clustered by deal.

use super::estimate::{Estimate, two_sided};

/// A ratio of two sums, such as turns over hands.
///
/// Everything counted in a deal is added at once, so that games of the same
/// deal, and turns of the same game, are not treated as independent. A plain
/// mean is the ratio whose denominator counts deals. Its six sums can be
/// merged, and take the same space for a million deals as for one.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Ratio {
    n: u64,
    /// The denominators x, the numerators y, and their products.
    x: f64,
    y: f64,
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Ratio {
    /// Adds one deal.
    #[inline]
    pub fn add(&mut self, numerator: f64, denominator: f64) {
        self.n += 1;
        self.x += denominator;
        self.y += numerator;
        self.xx += denominator * denominator;
        self.xy += denominator * numerator;
        self.yy += numerator * numerator;
    }

    /// Adds other deals.
    pub fn merge(&mut self, other: &Ratio) {
        self.n += other.n;
        self.x += other.x;
        self.y += other.y;
        self.xx += other.xx;
        self.xy += other.xy;
        self.yy += other.yy;
    }

    /// The number of deals.
    pub fn n(&self) -> u64 {
        self.n
    }

    pub fn denominator(&self) -> f64 {
        self.x
    }

    pub fn numerator(&self) -> f64 {
        self.y
    }

    /// The ratio; NaN if the denominator is 0.
    pub fn value(&self) -> f64 {
        self.y / self.x
    }

    /// The variance of the numerator between deals, for means.
    pub fn variance(&self) -> f64 {
        let n = self.n as f64;
        if self.n < 2 { f64::NAN } else { ((self.yy - self.y * self.y / n) / (n - 1.0)).max(0.0) }
    }

    /// The standard error of the ratio, by linearization (the delta method).
    pub fn error(&self) -> f64 {
        let (n, r) = (self.n as f64, self.value());
        if self.n < 2 || !r.is_finite() {
            return f64::INFINITY;
        }
        (n / (n - 1.0) * self.residual_squares(r)).sqrt() / self.x
    }

    /// The sum of the squared residuals y − r x.
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
        // A single deal has no variance; an error of 0 makes `share` use the number of deals.
        Estimate::share(self.value(), if error.is_finite() { error } else { 0.0 }, self.n)
    }
}

/// The same ratio under two rule sets, paired by deal.
#[derive(Clone, Copy, Debug, Default)]
pub struct Paired {
    pub a: Ratio,
    pub b: Ratio,
    /// Products of numerators (y) and denominators (x) of `a` and `b`, in this order.
    yy: f64,
    yx: f64,
    xy: f64,
    xx: f64,
}

impl Paired {
    /// Adds one deal, as numerator and denominator of each.
    #[inline]
    pub fn add(&mut self, a: (f64, f64), b: (f64, f64)) {
        self.a.add(a.0, a.1);
        self.b.add(b.0, b.1);
        self.yy += a.0 * b.0;
        self.yx += a.0 * b.1;
        self.xy += a.1 * b.0;
        self.xx += a.1 * b.1;
    }

    /// Adds other deals.
    pub fn merge(&mut self, other: &Paired) {
        self.a.merge(&other.a);
        self.b.merge(&other.b);
        self.yy += other.yy;
        self.yx += other.yx;
        self.xy += other.xy;
        self.xx += other.xx;
    }

    /// `b` minus `a`.
    pub fn difference(&self) -> Estimate {
        Estimate::mean(self.b.value() - self.a.value(), self.error(), self.a.n)
    }

    /// The probability of a difference this large if there is none.
    pub fn p_value(&self) -> f64 {
        let (difference, error) = (self.b.value() - self.a.value(), self.error());
        if error == 0.0 { f64::from(difference == 0.0) } else { two_sided(difference / error) }
    }

    fn error(&self) -> f64 {
        let (n, ra, rb) = (self.a.n as f64, self.a.value(), self.b.value());
        if self.a.n < 2 || !ra.is_finite() || !rb.is_finite() {
            return f64::INFINITY;
        }
        let covariance = self.yy - rb * self.yx - ra * self.xy + ra * rb * self.xx;
        let sum = self.a.residual_squares(ra) / (self.a.x * self.a.x)
            + self.b.residual_squares(rb) / (self.b.x * self.b.x)
            - 2.0 * covariance / (self.a.x * self.b.x);
        // If both are the same, only rounding errors are left.
        let rounding = 1e-15 * (ra * ra).max(rb * rb) / n;
        if sum <= rounding { 0.0 } else { (n / (n - 1.0) * sum).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mean_is_a_ratio_over_deals() {
        let numbers = [3.0, 5.0, 4.0, 8.0, 5.0];
        let mut ratio = Ratio::default();
        numbers.iter().for_each(|number| ratio.add(*number, 1.0));
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

    /// Two games per deal that always end alike are worth one game.
    #[test]
    fn games_of_the_same_deal_do_not_count_twice() {
        let (mut twins, mut single) = (Ratio::default(), Ratio::default());
        for i in 0..200 {
            let won = f64::from(i % 2);
            twins.add(2.0 * won, 2.0);
            single.add(won, 1.0);
        }
        assert!((twins.error() - single.error()).abs() < 1e-12);
    }

    #[test]
    fn equal_results_do_not_differ() {
        let mut paired = Paired::default();
        for i in 0..500 {
            let fraction = (f64::from(i * 7 % 11), f64::from(1 + i % 2));
            paired.add(fraction, fraction);
        }
        let difference = paired.difference();
        assert_eq!((difference.value, difference.low, difference.high), (0.0, 0.0, 0.0));
        assert_eq!(paired.p_value(), 1.0);
    }

    /// For means on the same deals, the variance is that of the differences per deal.
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
