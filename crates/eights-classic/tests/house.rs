//! House rules: which are refused, what everybody sees of a hand, and that every match ends.

mod common;

#[path = "common/options.rs"]
mod all_options;
#[path = "house/closing.rs"]
mod closing;
#[path = "house/endless.rs"]
mod endless;
#[path = "house/positions.rs"]
mod positions;
#[path = "house/sheets.rs"]
mod sheets;
