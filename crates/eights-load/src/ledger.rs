//! Records what players sent and what the server acknowledged, and compares it with the store.

use std::collections::{BTreeMap, HashMap, HashSet};

use eights_match::{Actor, Catalog, Entry, JournalError, Shipped, journal};
use eights_store::{MatchId, Store, StoreError};

/// All answers and acknowledgements of all matches.
#[derive(Default)]
pub struct Ledger {
    matches: HashMap<String, Known>,
    /// Problems found during play.
    pub problems: Vec<String>,
}

/// The answers and acknowledgements of one match.
#[derive(Default)]
struct Known {
    /// Every answer sent: step, seat, text.
    said: HashSet<(u64, u8, String)>,
    /// Every acknowledged answer, by the step that it became: seat, text.
    kept: BTreeMap<u64, (u8, String)>,
    /// The highest step that any player has seen.
    seen_step: u64,
    /// The value of `seen_step` when the server was last restarted.
    floor: u64,
}

impl Ledger {
    /// Records that a player is about to send an answer at a step.
    pub(crate) fn said(&mut self, played: &str, step: u64, seat: u8, say: &str) {
        self.of(played).said.insert((step, seat, plain(say)));
    }

    /// Records that a player received the update that contains their answer.
    pub(crate) fn acknowledged(&mut self, played: &str, step: u64, seat: u8, say: String) {
        self.of(played).kept.insert(step + 1, (seat, plain(&say)));
    }

    /// Records that a player has seen a step. The first step on a new connection must not be lower
    /// than what players saw before the restart.
    pub(crate) fn record_seen(&mut self, played: &str, step: u64, first: bool) {
        let known = self.of(played);
        let floor = known.floor;
        known.seen_step = known.seen_step.max(step);
        if first && step < floor {
            self.problems.push(format!(
                "match {played}: players saw step {floor} before the restart, and step {step} after it"
            ));
        }
    }

    /// Records a restart of the server: no step seen before it may be missing after it.
    pub(crate) fn mark(&mut self) {
        self.matches.values_mut().for_each(|known| known.floor = known.seen_step);
    }

    fn of(&mut self, played: &str) -> &mut Known {
        self.matches.entry(played.to_owned()).or_default()
    }

    /// The number of acknowledged moves.
    pub fn acknowledged_moves(&self) -> usize {
        self.matches.values().map(|known| known.kept.len()).sum()
    }

    pub fn n_matches(&self) -> usize {
        self.matches.len()
    }

    /// Compares the ledger with a store; returns the problems. Every acknowledged move must be
    /// stored, every stored move must have been sent, every step must appear once, and every digest
    /// must hold.
    pub fn check(&self, store: &dyn Store) -> Vec<String> {
        let mut problems = self.problems.clone();
        for (id, known) in &self.matches {
            if let Err(why) = known.check(id, store) {
                problems.push(format!("match {id}: {why}"));
            }
        }
        problems
    }
}

impl Known {
    fn check(&self, id: &str, store: &dyn Store) -> Result<(), LedgerError> {
        let id: MatchId = id.parse().map_err(|()| LedgerError::NotAMatch)?;
        let (head, entries) = store.journal(id)?.ok_or(LedgerError::Missing)?;
        let stored = entries.len() as u64;
        if stored < self.seen_step {
            return Err(LedgerError::Short { seen: self.seen_step, stored });
        }
        for (step, (seat, said)) in &self.kept {
            let entry = entries.get(*step as usize - 1);
            let entry = entry.ok_or(LedgerError::Short { seen: *step, stored })?;
            if by(entry) != Some(*seat) || entry.said != *said {
                return Err(LedgerError::Different { said: said.clone(), entry: entry.clone() });
            }
        }
        let unsent = entries.iter().find(|entry| {
            by(entry).is_some_and(|seat| !self.said.contains(&(entry.step - 1, seat, entry.said.clone())))
        });
        if let Some(entry) = unsent {
            return Err(LedgerError::NeverSent { entry: entry.clone() });
        }
        journal::replay(&Catalog::new(&Shipped), &journal::write(&head, &entries))?;
        Ok(())
    }
}

/// How a stored match differs from what its players sent and saw.
#[derive(Debug, thiserror::Error)]
enum LedgerError {
    #[error("this is not the number of a match")]
    NotAMatch,
    #[error("it is not in the store")]
    Missing,
    #[error("players saw step {seen}, but only {stored} are stored")]
    Short { seen: u64, stored: u64 },
    #[error("step {} was acknowledged as {said:?}, but {:?} of {} is stored", entry.step, entry.said, entry.by)]
    Different { said: String, entry: Entry },
    #[error("step {}, {:?} of {}, was never sent", entry.step, entry.said, entry.by)]
    NeverSent { entry: Entry },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Journal(#[from] JournalError),
}

fn by(entry: &Entry) -> Option<u8> {
    match entry.by {
        Actor::Seat(seat) => Some(seat.index() as u8),
        Actor::Table => None,
    }
}

/// Resolves the JSON escapes of a text.
fn plain(raw: &str) -> String {
    serde_json::from_str(&format!("\"{raw}\"")).unwrap_or_else(|_| raw.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use eights_store::{Memory, Op, Opened};

    /// A ledger of a match of six steps, its entries, and a store in which the match is opened.
    fn played() -> (Memory, Ledger, String, Vec<Entry>) {
        let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
        let seed = eights_match::shuffle::seed(&[1; 32], &[]);
        let mut table = rules.start(2, seed.clone()).unwrap();
        let (id, mut ledger) = (MatchId::new(5), Ledger::default());
        let mut entries = Vec::new();
        for step in 0..6 {
            let seat = table.asks().unwrap();
            let say = table.options(seat)[0].say.clone();
            entries.push(table.act(seat, &say).unwrap());
            ledger.said(&id.to_string(), step, seat.index() as u8, &say);
            ledger.acknowledged(&id.to_string(), step, seat.index() as u8, say);
            ledger.record_seen(&id.to_string(), step + 1, false);
        }
        let opened =
            Opened { id, head: rules.head(2, &seed), title: String::new(), at: 0, people: Vec::new() };
        let store = Memory::default();
        write(&store, vec![Op::Open(Box::new(opened))]);
        (store, ledger, id.to_string(), entries)
    }

    fn write(store: &Memory, ops: Vec<Op>) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(store.write(ops)).unwrap();
    }

    fn keep(store: &Memory, id: &str, entries: &[Entry]) {
        let id: MatchId = id.parse().unwrap();
        write(store, entries.iter().map(|entry| Op::Append(id, entry.clone())).collect());
    }

    #[test]
    fn a_complete_store_has_no_problems() {
        let (store, ledger, id, entries) = played();
        keep(&store, &id, &entries);
        assert_eq!(ledger.check(&store), [""; 0]);
        assert_eq!((ledger.acknowledged_moves(), ledger.n_matches()), (6, 1));
    }

    #[test]
    fn a_lost_step_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries[..5]);
        assert!(ledger.check(&store)[0].contains("players saw step 6, but only 5 are stored"));
        ledger.mark();
        ledger.record_seen(&id, 5, true);
        assert!(ledger.problems[0].contains("and step 5 after it"), "{:?}", ledger.problems);
    }

    #[test]
    fn a_step_that_nobody_sent_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        ledger.of(&id).kept.remove(&6);
        ledger.of(&id).said.retain(|(step, ..)| *step != 5);
        assert!(ledger.check(&store)[0].contains("was never sent"));
    }

    #[test]
    fn a_step_that_differs_from_the_acknowledged_answer_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        ledger.of(&id).kept.insert(3, (0, "something else".into()));
        assert!(ledger.check(&store)[0].contains("step 3 was acknowledged as \"something else\""));
    }
}
