//! A table in this program, in the same words as one across the network.
//!
//! A [`Local`] hears each [`Request`](eights_wire::Request) and answers with
//! [`ToClient`](eights_wire::ToClient): people who share a screen, bots on the
//! other chairs, hints, taking back, and everything written down so that an
//! unfinished game can be put away and gone on with. It has no clock, no
//! randomness and no files of its own: the page and the terminal bring those.
//!
//! A [`Replay`] steps through a journal and shows it as any seat saw it.
//!
//! ```
//! use eights_local::Local;
//!
//! let open = r#"{"game": "crazy-eights", "rules": "basic", "seed": "1",
//!                "chairs": [{"person": {"name": "Ada"}}, {"bot": {"level": "greedy"}}]}"#;
//! let mut table = Local::open(open).unwrap();
//! let told = table.hear(r#"{"hello": {"version": 2}}"#);
//! assert!(told[0].starts_with(r#"{"room":"#));
//! assert!(told[1].starts_with(r#"{"update":"#));
//! ```

mod chairs;
mod open;
mod replay;
mod table;
mod update;

pub use open::{LocalError, Open, RulesAsked, Sitter};
pub use replay::Replay;
pub use table::Local;
pub use update::{told_to, update_for};
