//! WebAssembly bindings for the browser: tables, rules, replays and rulebook examples.
//!
//! All functions take and return text, mostly JSON, and delegate to the crates below. This
//! crate contains no rules of any game.
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
pub use rules::{games, levels, rules_check, rules_diff, rules_show};
pub use table::LocalTable;
