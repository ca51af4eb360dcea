//! A store that forgets everything when the program ends.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Mutex, MutexGuard, PoisonError},
};

use eights_match::{Entry, Head};

use crate::{
    FinishedRow, IdleLimits, MatchId, Op, Opened, Pending, PersonId, PersonRow, RoomRow, Rooms, SheetRow,
    Store, StoreError, Used, pending,
};

/// Everything in memory.
#[derive(Default)]
pub struct Memory(Mutex<Kept>);

#[derive(Clone, Default)]
struct Kept {
    matches: HashMap<MatchId, Kept1>,
    rooms: BTreeMap<String, Dated<String>>,
    people: HashMap<PersonId, Dated<PersonRow>>,
    sheets: HashMap<(String, String), Dated<SheetRow>>,
    /// In minutes.
    uptime: u64,
}

/// Something, with the uptime at which it was last used.
#[derive(Clone)]
struct Dated<T> {
    row: T,
    used: u64,
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
            Op::Room { code, saved } => {
                self.rooms.insert(code, Dated { row: saved, used: self.uptime });
            }
            Op::DropRoom(code) => {
                self.rooms.remove(&code);
            }
            Op::DropMatch(id) => {
                self.matches.retain(|other, it| *other != id || it.finished.is_some());
            }
            Op::Person(person) => {
                self.people.insert(person.id, Dated { row: person, used: self.uptime });
            }
            Op::Sheet(sheet) => {
                let key = (sheet.game.clone(), sheet.hash.clone());
                let used = self.uptime;
                self.sheets.entry(key).or_insert(Dated { row: sheet, used }).used = used;
            }
            Op::MarkUsed(used) => self.mark_used(&used),
            Op::DropUnused(limits) => self.drop_unused(limits),
        }
    }

    fn mark_used(&mut self, used: &Used) {
        self.uptime += used.minutes;
        for code in &used.rooms {
            self.rooms.entry(code.clone()).and_modify(|room| room.used = self.uptime);
        }
        for id in &used.people {
            self.people.entry(*id).and_modify(|person| person.used = self.uptime);
        }
        for key in &used.sheets {
            self.sheets.entry(key.clone()).and_modify(|sheet| sheet.used = self.uptime);
        }
    }

    fn drop_unused(&mut self, limits: IdleLimits) {
        let seated: HashSet<PersonId> =
            self.matches.values().flat_map(|it| &it.opened.people).map(|(id, _)| *id).collect();
        let authors: HashSet<PersonId> = self.sheets.values().map(|sheet| sheet.row.by).collect();
        let (uptime, people) = (self.uptime, limits.people);
        self.people.retain(|id, person| {
            person.used >= uptime.saturating_sub(people) || seated.contains(id) || authors.contains(id)
        });
        self.sheets.retain(|_, sheet| sheet.used >= uptime.saturating_sub(limits.sheets));
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
        let kept = self.kept();
        let row = |(code, room): (&String, &Dated<String>)| RoomRow {
            code: code.clone(),
            saved: room.row.clone(),
            idle: kept.uptime - room.used,
        };
        Ok((kept.rooms.iter().map(row).collect(), Vec::new()))
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        Ok(self.kept().rooms.get(code).map(|room| room.row.clone()))
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        Ok(self.kept().people.get(&id).map(|person| person.row.clone()))
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        let key = (game.to_owned(), hash.to_owned());
        Ok(self.kept().sheets.get(&key).map(|sheet| sheet.row.clone()))
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
