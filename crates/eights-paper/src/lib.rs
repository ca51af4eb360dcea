//! What people write down (rule sheets, card files), with the place of everything in it,
//! so that every mistake can be reported at once with key path, line and a suggestion.
//!
//! # A tour
//!
//! A rule sheet is a Rust type; its schema is the only list of what may be written.
//!
//! ```
//! use eights_paper::{Paper, Written};
//! use schemars::JsonSchema;
//! use serde::Deserialize;
//!
//! #[derive(Debug, Deserialize, JsonSchema)]
//! #[serde(rename_all = "kebab-case", deny_unknown_fields)]
//! struct Sheet {
//!     name: String,
//!     turn: Turn,
//! }
//!
//! impl Written for Sheet {}
//!
//! #[derive(Debug, Deserialize, JsonSchema)]
//! #[serde(rename_all = "kebab-case", deny_unknown_fields)]
//! struct Turn {
//!     draw: Draw,
//!     #[schemars(range(min = 1, max = 4))]
//!     plays: u8,
//! }
//!
//! #[derive(Debug, PartialEq, Deserialize, JsonSchema)]
//! #[serde(rename_all = "kebab-case")]
//! enum Draw { One, UntilPlayable, UpTo(u8) }
//!
//! // All mistakes come at once, each on one line.
//! let text = r#"name = "family"
//! [turn]
//! draw = "untill-playable"
//! playz = 9
//! "#;
//! let problems = Paper::read("family.toml", text).unwrap().typed::<Sheet>().unwrap_err();
//! let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
//! assert_eq!(lines, [
//!     "family.toml:3:8: turn.draw: \"untill-playable\" is not one of \
//!      one, until-playable, { up-to = number }; did you mean \"until-playable\"?",
//!     "family.toml:4:1: turn.playz: unknown key; did you mean \"plays\"?",
//! ]);
//!
//! // A sheet extends another: tables at the top are merged, one level deep.
//! let base = Paper::toml("standard.toml", "name = 'standard'\n[turn]\ndraw = 'one'\nplays = 1").unwrap();
//! let mine = Paper::toml("mine.toml", "name = 'mine'\n[turn]\ndraw = 'until-playable'").unwrap();
//! let mut paper = mine.over(base);
//!
//! // Single values are laid over it, as from a command line.
//! paper.overrides("turn.draw = { up-to = 3 }").unwrap();
//! let sheet: Sheet = paper.typed().unwrap();
//! assert_eq!((sheet.name.as_str(), sheet.turn.draw, sheet.turn.plays), ("mine", Draw::UpTo(3), 1));
//!
//! // What no type can know, the compiler of a sheet reports with the same places.
//! let problem = paper.problem("turn.plays", "one play a turn and drawing three do not go together");
//! assert!(problem.to_string().starts_with("standard.toml:4:9: turn.plays: one play"));
//! ```
//!
//! # What it withstands
//!
//! Papers come from strangers. A text over [`LONGEST`] bytes or nested deeper than
//! [`DEEPEST`] is refused as a [`Problem`], and so is a paper with more than [`MOST_VALUES`]
//! values, a list or table with more than [`MOST_ENTRIES`] entries, a text over [`LONGEST_TEXT`]
//! or a key over [`LONGEST_KEY`] characters, before anything else is done with it. Servers,
//! command line and browser share these bounds. Nothing here panics on what is written.

mod check;
mod choice;
mod from_json;
mod from_toml;
mod limits;
mod nearest;
mod overrides;
mod paper;
mod path;
mod place;
mod problem;
mod schema;
mod text;
mod typed;
mod words;
mod written;

pub use limits::{LONGEST_KEY, LONGEST_TEXT, MOST_ENTRIES, MOST_VALUES};
pub use nearest::nearest;
pub use overrides::OVERRIDE;
pub use paper::Paper;
pub use path::{Path, Step};
pub use problem::Problem;
pub use text::{DEEPEST, LONGEST};
pub use written::Written;
