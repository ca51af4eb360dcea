//! Numbers with intervals: sums that stream, merge and never grow.

mod estimate;
mod gate;
mod histogram;
mod ratings;
mod ratio;

pub use estimate::{Estimate, Z95, normal_tail, student, two_sided};
pub use gate::{Gate, Standing, Verdict};
pub use histogram::{Bin, Histogram};
pub use ratings::{Ladder, Rating, Shape, elo_of_share, fit, share_of_elo};
pub use ratio::{Paired, Ratio};
