//! House rules: which sheets and positions are refused, what viewers learn, and that every match
//! ends.

mod closing;
mod endless;
mod forms;
mod games;
mod positions;
mod sheets;
