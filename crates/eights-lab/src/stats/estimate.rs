//! A number and how sure it is.

use serde::Serialize;

/// How many standard errors a 95 % interval reaches to each side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The number.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
    /// How many independent deals stand behind it.
    pub n: u64,
}

impl Estimate {
    /// A mean with its standard error, from so many deals.
    pub fn mean(value: f64, error: f64, n: u64) -> Estimate {
        let reach = error * student_t(n.saturating_sub(1));
        Estimate { value, low: value - reach, high: value + reach, n }
    }

    /// A share between 0 and 1 with its standard error, from so many deals:
    /// Wilson's interval, with as many trials as would have this error.
    ///
    /// Unlike the plain one it stays between 0 and 1, and says something
    /// where nothing was seen at all.
    pub fn share(value: f64, error: f64, n: u64) -> Estimate {
        if n == 0 {
            return Estimate { value: f64::NAN, low: 0.0, high: 1.0, n };
        }
        let trials = if error > 0.0 { value * (1.0 - value) / (error * error) } else { n as f64 };
        // An error far too small is an accident of a few deals, not knowledge.
        let trials = if trials > 0.0 { trials } else { n as f64 };
        let z2 = Z95 * Z95;
        let middle = (value + z2 / (2.0 * trials)) / (1.0 + z2 / trials);
        let reach = Z95 * (value * (1.0 - value) / trials + z2 / (4.0 * trials * trials)).sqrt()
            / (1.0 + z2 / trials);
        let (low, high) = ((middle - reach).max(0.0), (middle + reach).min(1.0));
        Estimate { value, low: low.min(value), high: high.max(value), n }
    }

    /// The same moved by a number that is known exactly.
    #[must_use]
    pub fn minus(self, known: f64) -> Estimate {
        Estimate { value: self.value - known, low: self.low - known, high: self.high - known, ..self }
    }

    /// The same through a function that never turns back, such as a share made into Elo.
    #[must_use]
    pub fn map_monotonic(self, f: impl Fn(f64) -> f64) -> Estimate {
        let (one, other) = (f(self.low), f(self.high));
        Estimate { value: f(self.value), low: one.min(other), high: one.max(other), ..self }
    }

    /// Whether the interval leaves a number out.
    pub fn excludes(&self, number: f64) -> bool {
        self.low > number || self.high < number
    }
}

/// How many standard errors a 95 % interval reaches with so many degrees of
/// freedom: Student's quantile by its series, good to a per mille from five on.
pub fn student_t(freedom: u64) -> f64 {
    let (z, v) = (Z95, freedom.max(1) as f64);
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * v)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * v * v)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * v.powi(3))
}

/// How likely a standard normal number is above `z`.
pub fn normal_tail(z: f64) -> f64 {
    // Numerical Recipes' fit of erfc, with a relative error below 1.2e-7 everywhere.
    let x = z.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.5 * x);
    let fit = [
        0.170_872_77,
        -0.822_152_23,
        1.488_515_87,
        -1.135_203_98,
        0.278_868_07,
        -0.186_288_06,
        0.096_784_18,
        0.374_091_96,
        1.000_023_68,
        -1.265_512_23,
    ];
    let power = fit.iter().fold(0.0, |sum, c| sum * t + c);
    let tail = 0.5 * t * (-x * x + power).exp();
    if z >= 0.0 { tail } else { 1.0 - tail }
}

/// How likely a standard normal number is at least as far from zero as `z`.
pub fn two_sided(z: f64) -> f64 {
    if z.is_nan() { 1.0 } else { 2.0 * normal_tail(z.abs()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_normal_tail_is_that_of_the_tables() {
        for (z, tail) in [(0.0, 0.5), (1.0, 0.158_655_25), (1.959_964, 0.025), (3.0, 0.001_349_898)] {
            assert!((normal_tail(z) - tail).abs() < 1e-7, "{z}: {}", normal_tail(z));
            assert!((normal_tail(-z) - (1.0 - tail)).abs() < 1e-7);
        }
    }

    #[test]
    fn students_quantile_is_that_of_the_tables() {
        for (freedom, quantile) in [(5, 2.5706), (10, 2.2281), (30, 2.0423), (100, 1.9840)] {
            assert!(
                (student_t(freedom) - quantile).abs() < 0.003 * quantile,
                "{freedom}: {}",
                student_t(freedom)
            );
        }
        assert!((student_t(1_000_000) - Z95).abs() < 1e-5);
    }

    /// Wilson's interval for 8 of 20 is a worked example in many books: 0.2188 to 0.6134.
    #[test]
    fn a_share_has_wilsons_interval() {
        let p: f64 = 0.4;
        let it = Estimate::share(p, (p * (1.0 - p) / 20.0).sqrt(), 20);
        assert!((it.low - 0.2188).abs() < 1e-4 && (it.high - 0.6134).abs() < 1e-4, "{it:?}");
        let never = Estimate::share(0.0, 0.0, 100);
        assert!(never.low == 0.0 && (never.high - 0.036_99).abs() < 1e-4, "{never:?}");
    }
}
