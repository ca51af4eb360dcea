//! Records what players sent and what the server acknowledged, and compares it with the store.

use std::collections::{BTreeMap, HashMap, HashSet};

use eights_match::{Actor, Catalog, Entry, Shipped, journal};
use eights_store::{MatchId, Store};

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
    told: u64,
    /// The value of `told` when the server was last restarted.
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
    pub(crate) fn told(&mut self, played: &str, step: u64, first: bool) {
        let known = self.of(played);
        let floor = known.floor;
        known.told = known.told.max(step);
        if first && step < floor {
            self.problems.push(format!("match {played}: step {floor} was told, and now it stands at {step}"));
        }
    }

    /// Records a restart of the server: no step seen before it may be missing after it.
    pub(crate) fn mark(&mut self) {
        self.matches.values_mut().for_each(|known| known.floor = known.told);
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
    fn check(&self, id: &str, store: &dyn Store) -> Result<(), String> {
        let id: MatchId = id.parse().map_err(|()| "this is no number of a match")?;
        let journal = store.journal(id).map_err(|why| why.to_string())?;
        let (head, entries) = journal.ok_or("it is gone")?;
        if (entries.len() as u64) < self.told {
            return Err(format!("step {} was told, and {} are kept", self.told, entries.len()));
        }
        for (step, (seat, said)) in &self.kept {
            let entry = entries.get(*step as usize - 1).ok_or("an acknowledged step is missing")?;
            if by(entry) != Some(*seat) || entry.said != *said {
                return Err(format!("step {step} was {said:?} and is {:?} of {}", entry.said, entry.by));
            }
        }
        for entry in &entries {
            let Some(seat) = by(entry) else { continue };
            if !self.said.contains(&(entry.step - 1, seat, entry.said.clone())) {
                return Err(format!("step {}, {:?} of {}, was never said", entry.step, entry.said, entry.by));
            }
        }
        let written = journal::write(&head, &entries);
        journal::replay(&Catalog::new(&Shipped), &written).map(drop).map_err(|why| why.to_string())
    }
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
            ledger.told(&id.to_string(), step + 1, false);
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
        assert!(ledger.check(&store)[0].contains("step 6 was told, and 5 are kept"));
        ledger.mark();
        ledger.told(&id, 5, true);
        assert!(ledger.problems[0].contains("now it stands at 5"), "{:?}", ledger.problems);
    }

    #[test]
    fn a_step_that_nobody_sent_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        ledger.of(&id).kept.remove(&6);
        ledger.of(&id).said.retain(|(step, ..)| *step != 5);
        assert!(ledger.check(&store)[0].contains("was never said"));
    }

    #[test]
    fn a_step_that_differs_from_the_acknowledged_answer_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        ledger.of(&id).kept.insert(3, (0, "something else".into()));
        assert!(ledger.check(&store)[0].contains("step 3 was \"something else\""));
    }
}
