//! Matches and steps for the suites.

use eights::{Seat, Seed};
use eights_match::{Actor, Catalog, Entry, Head, Shipped};

use crate::{MatchId, Op, Opened, PersonId};

pub(super) fn head() -> Head {
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules("crazy-eights", "basic", "").expect("a shipped rule set");
    let mut head = rules.head(2, &Seed::from_bytes([9; 32]));
    head.names = vec!["Ada".into(), "Bob".into()];
    head
}

pub(super) fn entry(step: u64, said: &str) -> Entry {
    let by = if step.is_multiple_of(3) { Actor::Table } else { Actor::Seat(Seat::new(step as usize % 2)) };
    Entry { step, by, said: said.into(), digest: format!("{step:016x}"), at: step.checked_mul(10) }
}

pub(super) fn opened(number: u64, people: &[u64]) -> Op {
    let people = people.iter().enumerate().map(|(seat, id)| (PersonId::new(*id), seat as u8)).collect();
    let id = MatchId::new(number);
    Op::Open(Box::new(Opened { id, head: head(), title: "Basic".into(), at: 5, people }))
}
