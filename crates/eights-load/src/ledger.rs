//! Records what players sent and what the server acknowledged, and compares it with the store.

use std::collections::{BTreeMap, HashMap, HashSet};

use eights::{Seat, Viewer};
use eights_match::{Actor, Catalog, Entry, Head, JournalError, Shipped, journal};
use eights_store::{MatchId, Store, StoreError};

/// All answers and acknowledgements of all matches.
#[derive(Default)]
pub struct Ledger {
    matches: HashMap<String, Known>,
    /// The newest step that anybody at a table was told, by the code of the table.
    newest: HashMap<String, Told>,
    /// The number of each match in the order in which their first updates came.
    order: HashMap<String, usize>,
    /// Problems found during play.
    pub problems: Vec<String>,
}

/// A step that somebody was told: the match, and the number of the step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) played: String,
    pub(crate) step: u64,
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
    /// Every update that anybody was told: step, seat, and a hash of it.
    told: HashSet<(u64, u8, blake3::Hash)>,
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

    /// What a client that joins a table now must be told at least.
    pub(crate) fn newest(&self, code: &str) -> Option<Told> {
        self.newest.get(code).cloned()
    }

    /// Records that a player was told a step by an update, which must not be older than `least`.
    pub(crate) fn told(
        &mut self,
        code: &str,
        seat: u8,
        step: u64,
        update: &[u8],
        least: Option<&Told>,
    ) -> Told {
        let (shown, played) = split(update);
        let told = Told { played, step };
        let Told { played, step } = &told;
        let next = self.order.len();
        let place = *self.order.entry(played.clone()).or_insert(next);
        let place_of = |told: &Told| self.order.get(&told.played).copied();
        let is_older = |least: &&Told| {
            if least.played == *played { least.step > *step } else { place_of(least) > Some(place) }
        };
        if let Some(Told { played: other, step: known }) = least.filter(is_older) {
            let which = if other == played { String::new() } else { format!(" of match {other}") };
            self.problems.push(format!(
                "match {played}: somebody was told step {step} after step {known}{which} had been told"
            ));
        }
        let known = self.of(played);
        known.seen_step = known.seen_step.max(*step);
        known.told.insert((*step, seat, blake3::hash(shown)));
        let newest = self.newest.entry(code.to_owned()).or_insert_with(|| told.clone());
        // Updates of the last match may come late.
        let order = self.order.get(&newest.played).copied();
        if (order, newest.step) < (Some(place), told.step) {
            newest.clone_from(&told);
        }
        told
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

    /// The number of updates that differ in match, step, seat or contents.
    pub fn n_updates(&self) -> usize {
        self.matches.values().map(|known| known.told.len()).sum()
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
            // A player who was shown a step again after a fault may have answered twice, and cannot see which of
            // their answers was kept. The updates tell, and are compared below.
            let sent = |text: &str| self.said.contains(&(*step - 1, *seat, text.to_owned()));
            let is_kept = entry.said == *said || (sent(said) && sent(&entry.said));
            if by(entry) != Some(*seat) || !is_kept {
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
        self.check_told(&head, &entries)
    }

    /// Compares every update that anybody was told with that of the stored match, byte for byte.
    fn check_told(&self, head: &Head, entries: &[Entry]) -> Result<(), LedgerError> {
        let mut by_step: BTreeMap<u64, Vec<(u8, blake3::Hash)>> = BTreeMap::new();
        for (step, seat, hash) in &self.told {
            by_step.entry(*step).or_default().push((*seat, *hash));
        }
        let (_, mut table) = journal::start(&Catalog::new(&Shipped), head)?;
        let mut entries = entries.iter();
        let mut update = Vec::new();
        for (step, told) in by_step {
            while table.step() < step {
                let entry = entries.next().ok_or(LedgerError::Short { seen: step, stored: table.step() })?;
                journal::replay_entry(table.as_mut(), entry)?;
            }
            for (seat, hash) in told {
                update.clear();
                table.write_update(Viewer::Seat(Seat::new(seat.into())), &mut update);
                if blake3::hash(&update) != hash {
                    return Err(LedgerError::NotAsTold { step, seat: Seat::new(seat.into()) });
                }
            }
        }
        Ok(())
    }
}

/// Splits an update into the part that `AnyMatch::write_update` writes, and the number of its match.
fn split(update: &[u8]) -> (&[u8], String) {
    const MATCH: &[u8] = b",\"match-id\":\"";
    let Some(end) = memchr::memmem::rfind(update, MATCH) else { return (update, String::new()) };
    let played = update[end + MATCH.len()..].split(|byte| *byte == b'"').next().unwrap_or_default();
    let shown = update[..end].strip_prefix(b"{\"update\":{").unwrap_or(update);
    (shown, String::from_utf8_lossy(played).into_owned())
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
    #[error("seat {seat} was told something else at step {step} than the stored match shows")]
    NotAsTold { step: u64, seat: Seat },
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
    use eights_match::AnyMatch;
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
            ledger.told("TABLE", seat.index() as u8, step + 1, &update(table.as_ref(), seat), None);
            ledger.said(&id.to_string(), step, seat.index() as u8, &say);
            ledger.acknowledged(&id.to_string(), step, seat.index() as u8, say);
        }
        let opened =
            Opened { id, head: rules.head(2, &seed), title: String::new(), at: 0, people: Vec::new() };
        let store = Memory::default();
        write(&store, vec![Op::Open(Box::new(opened))]);
        (store, ledger, id.to_string(), entries)
    }

    fn update(table: &dyn AnyMatch, seat: Seat) -> Vec<u8> {
        let mut shown = Vec::new();
        table.write_update(Viewer::Seat(seat), &mut shown);
        message(&shown)
    }

    /// An update of the match as a server sends it.
    fn message(shown: &[u8]) -> Vec<u8> {
        let end = format!(",\"match-id\":\"{}\"}}}}", MatchId::new(5));
        [b"{\"update\":{", shown, end.as_bytes()].concat()
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
        // A client that joins is shown less than others have seen.
        let least = ledger.newest("TABLE");
        ledger.told("TABLE", 0, 5, &message(b"\"step\":5"), least.as_ref());
        let problem = "somebody was told step 5 after step 6 had been told";
        assert!(ledger.problems[0].contains(problem), "{:?}", ledger.problems);
    }

    #[test]
    fn a_match_that_is_over_is_not_told_again() {
        let (_, mut ledger, ..) = played();
        let rematch = b"{\"update\":{\"step\":0,\"match-id\":\"00000000000000000000\"}}";
        let before = ledger.newest("TABLE");
        ledger.told("TABLE", 0, 0, rematch, before.as_ref());
        assert_eq!(ledger.problems, [""; 0]);
        // A guest who has not seen the rematch yet may be told the end of the match before.
        ledger.told("TABLE", 1, 6, &message(b"\"step\":6"), before.as_ref());
        assert_eq!(ledger.problems, [""; 0]);
        // A client that joins after the first update of the rematch may not.
        let least = ledger.newest("TABLE");
        ledger.told("TABLE", 1, 6, &message(b"\"step\":6"), least.as_ref());
        assert!(ledger.problems[0].contains("somebody was told step 6 after step 0 of match 0"));
    }

    #[test]
    fn one_of_two_answers_to_a_step_is_kept() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        let seat = by(&entries[2]).unwrap();
        ledger.acknowledged(&id, 2, seat, "another answer".into());
        assert!(ledger.check(&store)[0].contains("was acknowledged as \"another answer\""));
        ledger.said(&id, 2, seat, "another answer");
        assert_eq!(ledger.check(&store), [""; 0]);
    }

    #[test]
    fn a_view_of_another_match_is_detected() {
        let (store, mut ledger, id, entries) = played();
        keep(&store, &id, &entries);
        ledger.told("TABLE", 0, 3, &message(b"\"step\":3"), None);
        assert!(ledger.check(&store)[0].contains("seat A was told something else at step 3"));
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
