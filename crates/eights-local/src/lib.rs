//! A table in the same process that speaks the messages of the network.
//!
//! A [`Local`] takes each [`Request`](eights_wire::Request) and answers with
//! [`ToClient`](eights_wire::ToClient) messages. It supports several people at one screen, bots,
//! hints and undo, and can be saved and loaded. It has no clock, randomness or files of its own:
//! the page and the terminal supply those.
//!
//! A [`Replay`] steps through a journal and shows it as any seat saw it.
//!
//! ```
//! use eights_local::Local;
//!
//! let open = r#"{"game": "crazy-eights", "rules": "basic", "seed": "1",
//!                "chairs": [{"person": {"name": "Ada"}}, {"bot": {"level": "greedy"}}]}"#;
//! let mut table = Local::open(open).unwrap();
//! let replies = table.receive(r#"{"hello": {"version": 2}}"#);
//! assert!(replies[0].starts_with(r#"{"room":"#));
//! assert!(replies[1].starts_with(r#"{"update":"#));
//! ```

#![allow(missing_docs, reason = "an internal crate: docs are written where names do not say enough")]

mod chairs;
mod open;
mod refusal;
mod replay;
mod table;
mod update;

pub use open::{LocalError, Open, RulesAsked, Sitter};
pub use replay::Replay;
pub use table::Local;
pub use update::{told_to, update_for};
