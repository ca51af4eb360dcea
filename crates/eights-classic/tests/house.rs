//! House rules: which sheets and positions are refused, what viewers learn, and that every match
//! ends.

mod common;

#[path = "common/options.rs"]
mod all_options;
#[path = "house/closing.rs"]
mod closing;
#[path = "house/endless.rs"]
mod endless;
#[path = "house/forms.rs"]
mod forms;
#[path = "house/games.rs"]
mod games;
#[path = "house/positions.rs"]
mod positions;
#[path = "house/sheets.rs"]
mod sheets;
