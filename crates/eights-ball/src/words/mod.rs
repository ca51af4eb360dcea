//! Describes the rules, events, the table and illegal answers in English.

pub(crate) mod hint;
pub(crate) mod tell;
pub(crate) mod why;
