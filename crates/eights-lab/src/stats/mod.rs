//! Estimates with intervals, computed from sums that can be merged and do not grow.

mod estimate;
mod histogram;
mod ratings;
mod ratio;
mod sprt;

pub use estimate::{Estimate, Z95, normal_tail, student_t, two_sided};
pub use histogram::{Bin, Histogram};
pub use ratings::{Ladder, Rating, SeatSplit, elo_of_share, fit, share_of_elo};
pub use ratio::{Paired, Ratio};
pub use sprt::{Sprt, SprtState, Verdict};
