//! Tables, rules, replays and rulebook examples for the browser.
//!
//! Everything here is a door: it takes and gives texts, mostly JSON, and leaves
//! the work to the crates below. Nothing in it decides anything about a game.
//!
//! ```
//! let games: serde_json::Value = serde_json::from_str(&eights_wasm::games()).unwrap();
//! assert_eq!(games[0]["id"], "crazy-eights");
//! assert_eq!(games[0]["rules"][0]["name"], "score-race");
//! ```

mod example;
mod replay;
mod rules;
mod table;

pub use example::{Example, examples};
pub use replay::{ReplayTable, verify};
pub use rules::{games, levels, rules_check, rules_diff, rules_show, schema};
pub use table::LocalTable;
