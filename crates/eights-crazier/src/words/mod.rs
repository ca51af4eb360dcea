//! Describes the rules, the events and illegal answers in English.

mod tell;
mod topics;
mod why;
