//! Reads documents that people write (rule sheets, card files) and reports every mistake at once,
//! each with key path, line, column and a suggestion.
//!
//! # A tour
//!
//! A rule sheet is a Rust type; its JSON schema is the only list of what may be written.
//!
//! ```
//! use eights_config::{Document, Written};
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
//! // All mistakes are reported at once, one per line.
//! let text = r#"name = "family"
//! [turn]
//! draw = "untill-playable"
//! playz = 9
//! "#;
//! let problems = Document::read("family.toml", text).unwrap().typed::<Sheet>().unwrap_err();
//! let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
//! assert_eq!(lines, [
//!     "family.toml:3:8: turn.draw: \"untill-playable\" is not one of \
//!      one, until-playable, { up-to = number }; did you mean \"until-playable\"?",
//!     "family.toml:4:1: turn.playz: unknown key; did you mean \"plays\"?",
//! ]);
//!
//! // A sheet can extend another: top-level tables are merged, one level deep.
//! let base = Document::toml("standard.toml", "name = 'standard'\n[turn]\ndraw = 'one'\nplays = 1").unwrap();
//! let mine = Document::toml("mine.toml", "name = 'mine'\n[turn]\ndraw = 'until-playable'").unwrap();
//! let mut document = mine.over(base);
//!
//! // Single values can be overridden, as from a command line.
//! document.overrides("turn.draw = { up-to = 3 }").unwrap();
//! let sheet: Sheet = document.typed().unwrap();
//! assert_eq!((sheet.name.as_str(), sheet.turn.draw, sheet.turn.plays), ("mine", Draw::UpTo(3), 1));
//!
//! // The compiler of a sheet reports what the type cannot express, with the same positions.
//! let problem = document.problem("turn.plays", "one play a turn and drawing three do not go together");
//! assert!(problem.to_string().starts_with("standard.toml:4:9: turn.plays: one play"));
//! ```
//!
//! # Limits on untrusted input
//!
//! Documents come from strangers. Before any other work, the crate reports a [`Problem`] for a
//! document over [`MAX_SHEET_BYTES`] bytes, nested deeper than [`MAX_DEPTH`] or with more than
//! [`MAX_VALUES`] values, for a list or table with more than [`MAX_ENTRIES`] entries, and for a text
//! over [`MAX_TEXT_CHARS`] or a key over [`MAX_KEY_CHARS`] characters. Servers, command line and
//! browser share these limits. No input makes this crate panic.

mod check;
mod choice;
mod document;
mod from_json;
mod from_toml;
mod limits;
mod nearest;
mod overrides;
mod parsed;
mod path;
mod place;
mod problem;
mod schema;
mod text;
mod words;
mod written;

pub use document::Document;
pub use limits::{MAX_ENTRIES, MAX_KEY_CHARS, MAX_TEXT_CHARS, MAX_VALUES};
pub use nearest::nearest;
pub use overrides::OVERRIDE;
pub use path::{Path, Step};
pub use problem::Problem;
pub use text::{MAX_DEPTH, MAX_SHEET_BYTES};
pub use written::Written;
