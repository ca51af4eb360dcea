//! What players of a simulation sent and were told, compared with the journals.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    hash::{DefaultHasher, Hash, Hasher},
};

use eights::{Seat, Viewer};
use eights_match::{Actor, Catalog, Shipped, journal};
use eights_store::{Memory, Store};

/// A step of a match.
pub(super) type Told = (String, u64);

#[derive(Default)]
pub(super) struct Ledger {
    matches: BTreeMap<String, Known>,
    /// The newest step that anybody was told, by the code of the table.
    newest: HashMap<String, Told>,
    pub(super) problems: Vec<String>,
}

#[derive(Default, Hash)]
struct Known {
    /// Step before the answer, seat, text.
    said: BTreeSet<(u64, usize, String)>,
    /// Step, seat, and the update without the number of the match.
    told: BTreeSet<(u64, usize, Vec<u8>)>,
}

impl Ledger {
    pub(super) fn said(&mut self, played: &str, step: u64, seat: usize, say: &str) {
        self.of(played).said.insert((step, seat, say.to_owned()));
    }

    fn of(&mut self, played: &str) -> &mut Known {
        self.matches.entry(played.to_owned()).or_default()
    }

    /// The newest state told to anybody; a player who joins now must not see an older one.
    pub(super) fn newest(&self, code: &str) -> Option<Told> {
        self.newest.get(code).cloned()
    }

    /// Records an update, which must not be older than `least`.
    pub(super) fn told(&mut self, code: &str, told: Told, seat: usize, update: &str, least: Option<&Told>) {
        let (played, step) = &told;
        if least.is_some_and(|(match_before, before)| match_before == played && before > step) {
            self.problems.push(format!("{code}: step {step} of {played} was told after {least:?}"));
        }
        let shown = update.rsplit_once(",\"match-id\":\"").map_or(update, |(shown, _)| shown);
        let shown = shown.strip_prefix("{\"update\":{").unwrap_or(shown);
        self.of(played).told.insert((*step, seat, shown.into()));
        let newest = self.newest.entry(code.to_owned()).or_insert_with(|| told.clone());
        if newest.0 != told.0 || newest.1 < told.1 {
            *newest = told;
        }
    }

    pub(super) fn steps_told(&self) -> u64 {
        self.matches.values().filter_map(|known| known.told.last().map(|(step, ..)| *step)).sum()
    }

    /// The same for two runs only if everything that was said and told is the same.
    pub(super) fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.matches.hash(&mut hasher);
        hasher.finish()
    }

    /// Compares everything with the journals.
    pub(super) fn check(mut self, store: &Memory) -> Vec<String> {
        for (played, known) in &self.matches {
            if let Err(why) = known.check(played, store) {
                self.problems.push(format!("match {played}: {why}"));
            }
        }
        self.problems
    }
}

impl Known {
    fn check(&self, played: &str, store: &Memory) -> Result<(), String> {
        let id = played.parse().map_err(|()| "this is not the number of a match".to_owned())?;
        let (head, entries) = store.journal(id).ok().flatten().ok_or("it is not in the store")?;
        for entry in &entries {
            let Actor::Seat(seat) = entry.by else { continue };
            if !self.said.contains(&(entry.step - 1, seat.index(), entry.said.clone())) {
                return Err(format!("step {} was never sent", entry.step));
            }
        }
        let failed = |why: eights_match::JournalError| why.to_string();
        let (_, mut table) = journal::start(&Catalog::new(&Shipped), &head).map_err(failed)?;
        let (mut left, mut update) = (entries.iter(), Vec::new());
        for (step, seat, told) in &self.told {
            while table.step() < *step {
                let entry = left.next().ok_or_else(|| format!("step {step} was told and is not stored"))?;
                journal::replay_entry(table.as_mut(), entry).map_err(failed)?;
            }
            update.clear();
            table.write_update(Viewer::Seat(Seat::new(*seat)), &mut update);
            if update != *told {
                return Err(format!("seat {seat} was told something else at step {step}"));
            }
        }
        // The rest must replay too.
        left.try_for_each(|entry| journal::replay_entry(table.as_mut(), entry)).map_err(failed)
    }
}
