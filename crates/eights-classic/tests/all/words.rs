//! Rules in words: they read well, distinguish every option and explain every refusal.

mod options;
mod prose;
mod table;
mod why_any;
mod why_cards;
mod why_turn;
