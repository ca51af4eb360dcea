//! A store that forgets everything when the program ends.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Mutex, MutexGuard, PoisonError},
};

use eights_table::{Entry, Head};

use crate::{
    FinishedRow, MatchId, Op, Opened, Pending, PersonId, PersonRow, Rooms, SheetRow, Store, StoreError,
    pending,
};

/// Everything in memory.
#[derive(Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Clone, Default)]
struct Kept {
    matches: HashMap<MatchId, Kept1>,
    rooms: BTreeMap<String, String>,
    people: HashMap<PersonId, PersonRow>,
    sheets: HashMap<(String, String), SheetRow>,
}

/// One match.
#[derive(Clone)]
struct Kept1 {
    opened: Opened,
    entries: Vec<Entry>,
    finished: Option<(u64, String)>,
}

impl Memory {
    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// Whether the unit can be written whole.
    fn check(&self, ops: &[Op]) -> Result<(), StoreError> {
        let mut next: HashMap<MatchId, u64> = HashMap::new();
        for op in ops {
            match op {
                Op::Open(opened)
                    if self.matches.contains_key(&opened.id) || next.insert(opened.id, 1).is_some() =>
                {
                    return Err(StoreError::Conflict(opened.id, 0));
                }
                Op::Append(id, entry) => {
                    let written = self.matches.get(id).map(|it| it.entries.len() as u64 + 1);
                    let expected = next.get(id).copied().or(written);
                    if expected != Some(entry.step) {
                        return Err(StoreError::Conflict(*id, entry.step));
                    }
                    next.insert(*id, entry.step + 1);
                }
                Op::Finish { id, .. } if !self.matches.contains_key(id) && !next.contains_key(id) => {
                    return Err(StoreError::Failed(format!("there is no match {id}")));
                }
                _ => (),
            }
        }
        Ok(())
    }

    fn write(&mut self, op: Op) {
        match op {
            Op::Open(opened) => {
                let id = opened.id;
                self.matches.insert(id, Kept1 { opened: *opened, entries: Vec::new(), finished: None });
            }
            Op::Append(id, entry) => {
                if let Some(it) = self.matches.get_mut(&id) {
                    it.entries.push(entry);
                }
            }
            Op::Finish { id, at, result } => {
                if let Some(it) = self.matches.get_mut(&id) {
                    it.finished = Some((at, result));
                }
            }
            Op::Room { code, saved } => drop(self.rooms.insert(code, saved)),
            Op::DropRoom(code) => drop(self.rooms.remove(&code)),
            Op::Person(person) => drop(self.people.insert(person.id, person)),
            Op::Sheet(sheet) => {
                self.sheets.entry((sheet.game.clone(), sheet.hash.clone())).or_insert(sheet);
            }
        }
    }
}

impl Kept1 {
    fn row(&self) -> Option<FinishedRow> {
        let (at, result) = self.finished.clone()?;
        let head = &self.opened.head;
        Some(FinishedRow {
            id: self.opened.id,
            game: head.game.clone(),
            title: self.opened.title.clone(),
            hash: head.hash.clone(),
            at,
            names: head.names.clone(),
            people: self.opened.people.clone(),
            result,
            steps: self.entries.len() as u64,
        })
    }
}

impl Store for Memory {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        let mut kept = self.kept();
        let checked = kept.check(&ops);
        if checked.is_ok() {
            ops.into_iter().for_each(|op| kept.write(op));
        }
        let _ = done.send(checked);
        waits
    }

    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        Ok(self.kept().matches.get(&id).map(|it| (it.opened.head.clone(), it.entries.clone())))
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        let rooms = self.kept().rooms.iter().map(|(code, saved)| (code.clone(), saved.clone())).collect();
        Ok((rooms, Vec::new()))
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        Ok(self.kept().rooms.get(code).cloned())
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        Ok(self.kept().people.get(&id).cloned())
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        Ok(self.kept().sheets.get(&(game.to_owned(), hash.to_owned())).cloned())
    }

    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let kept = self.kept();
        let entries = kept.matches.get(&id).and_then(|it| it.entries.get(after as usize..));
        Ok(entries.unwrap_or_default().to_vec())
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        let kept = self.kept();
        let own = |row: &FinishedRow| row.at < before && row.people.iter().any(|(id, _)| *id == of);
        let mut rows: Vec<_> = kept.matches.values().filter_map(Kept1::row).filter(own).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.id)));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        Ok(self.kept().matches.get(&id).and_then(Kept1::row))
    }
}
