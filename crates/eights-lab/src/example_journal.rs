//! Writes a game of a run as a journal that can be replayed step by step.

use eights_match::{RuleSet, journal};

use crate::{deals::Deals, play_check::Example};

/// The journal of an example. `None` if the match refuses one of its answers,
/// which would mean that the lab and the match play different games.
pub fn journal_of(rules: &RuleSet, deals: Deals, example: &Example) -> Option<String> {
    let seed = deals.seed(example.deal);
    let mut table = rules.start(example.n_seats, seed.clone()).ok()?;
    let mut text = journal::line(&rules.head(example.n_seats, &seed));
    for (seat, said) in &example.answers {
        text.push_str(&journal::line(&table.act(*seat, said).ok()?));
    }
    Some(text)
}
