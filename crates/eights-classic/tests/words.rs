//! Rules in words: they read well, distinguish every option and explain every refusal.

mod common;

#[path = "common/options.rs"]
mod all_options;

#[path = "words/options.rs"]
mod options;
#[path = "words/prose.rs"]
mod prose;
#[path = "words/table.rs"]
mod table;
#[path = "words/why_any.rs"]
mod why_any;
#[path = "words/why_cards.rs"]
mod why_cards;
#[path = "words/why_turn.rs"]
mod why_turn;
