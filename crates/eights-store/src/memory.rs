//! A store in memory, which loses everything when the process ends. Several nodes in one process can share it.

mod nodes;

use std::{
    collections::{BTreeMap, BTreeSet, HashMap, HashSet},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use eights_match::{Entry, Head};

use crate::{
    Claim, Expired, FinishedRow, IdleLimits, KeepLimits, MatchId, NodeId, Op, Opened, Owners, Peer, Pending,
    PersonId, PersonRow, Places, Released, RoomRow, Rooms, SheetRow, Store, StoreError, Used, op::NOBODY,
    pending,
};

use self::nodes::Nodes;

/// A node's handle on a store in memory.
#[derive(Default)]
pub struct Memory {
    contents: Arc<Mutex<Contents>>,
    /// The number of the node; that of a store that is not shared is 0.
    node: AtomicU64,
    /// Where other nodes reach this one, if the store is shared.
    address: Option<String>,
}

#[derive(Clone, Default)]
struct Contents {
    matches: HashMap<MatchId, StoredMatch>,
    rooms: BTreeMap<String, Dated<String>>,
    people: HashMap<PersonId, Dated<PersonRow>>,
    sheets: HashMap<(String, String), Dated<SheetRow>>,
    bans: BTreeSet<String>,
    /// Total uptime in minutes.
    uptime: u64,
    nodes: Nodes,
}

/// A row, and the uptime at which it was last used.
#[derive(Clone)]
struct Dated<T> {
    row: T,
    used: u64,
}

#[derive(Clone)]
struct StoredMatch {
    opened: Opened,
    entries: Vec<Entry>,
    finished: Option<(u64, String)>,
    /// The uptime at which it ended.
    kept_since: Option<u64>,
}

impl Memory {
    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    /// Checks that every op of a unit can be applied.
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
                    let written = self.matches.get(id).map(|stored| stored.entries.len() as u64 + 1);
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
                self.matches.insert(
                    id,
                    StoredMatch { opened: *opened, entries: Vec::new(), finished: None, kept_since: None },
                );
            }
            Op::Append(id, entry) => {
                if let Some(stored) = self.matches.get_mut(&id) {
                    stored.entries.push(entry);
                }
            }
            Op::Finish { id, at, result } => {
                if let Some(stored) = self.matches.get_mut(&id) {
                    stored.finished = Some((at, result));
                    stored.kept_since = Some(self.uptime);
                }
            }
            Op::Room { code, saved } => {
                self.rooms.insert(code, Dated { row: saved, used: self.uptime });
            }
            Op::DropRoom(code) => {
                self.rooms.remove(&code);
            }
            Op::DropMatch(id) => {
                self.matches.retain(|other, stored| *other != id || stored.finished.is_some());
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
            Op::Ban(who) => drop(self.bans.insert(who)),
            Op::Unban(who) => drop(self.bans.remove(&who)),
            Op::DropUnused(limits) => self.drop_unused(limits),
            Op::DropFinished(id) => {
                self.matches.retain(|other, stored| *other != id || stored.finished.is_none());
            }
            Op::Anonymize { id, person, name } => {
                if let Some(stored) = self.matches.get_mut(&id) {
                    stored.anonymize(person, &name);
                }
            }
            Op::DropPerson(id) => {
                self.people.remove(&id);
                let own = self.sheets.values_mut().filter(|sheet| sheet.row.by == id);
                own.for_each(|sheet| sheet.row.by = NOBODY);
            }
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
            self.matches.values().flat_map(|stored| &stored.opened.people).map(|(id, _)| *id).collect();
        let authors: HashSet<PersonId> = self.sheets.values().map(|sheet| sheet.row.by).collect();
        let (uptime, people) = (self.uptime, limits.people);
        self.people.retain(|id, person| {
            person.used >= uptime.saturating_sub(people) || seated.contains(id) || authors.contains(id)
        });
        self.sheets.retain(|_, sheet| sheet.used >= uptime.saturating_sub(limits.sheets));
    }
}

impl StoredMatch {
    fn has(&self, person: PersonId) -> bool {
        self.opened.people.iter().any(|(id, _)| *id == person)
    }

    fn anonymize(&mut self, person: PersonId, name: &str) {
        for (_, seat) in self.opened.people.extract_if(.., |(id, _)| *id == person) {
            if let Some(shown) = self.opened.head.names.get_mut(usize::from(seat)) {
                name.clone_into(shown);
            }
        }
    }

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

impl Memory {
    /// A handle for another node on the same contents, which other nodes reach at an address.
    #[must_use]
    pub fn node_at(&self, address: &str) -> Memory {
        let node = AtomicU64::new(self.lock().nodes.add(address).0);
        Memory { contents: Arc::clone(&self.contents), node, address: Some(address.into()) }
    }

    /// The contents, if this node has not been closed out.
    fn open(&self) -> Result<MutexGuard<'_, Contents>, StoreError> {
        let contents = self.lock();
        contents.nodes.is_open(self.node())?;
        Ok(contents)
    }
}

impl Contents {
    fn room(&self, code: &str) -> Option<RoomRow> {
        let room = self.rooms.get(code)?;
        Some(RoomRow { code: code.to_owned(), saved: room.row.clone(), idle: self.uptime - room.used })
    }
}

impl Places for Memory {
    fn is_shared(&self) -> bool {
        self.address.is_some()
    }

    fn node(&self) -> NodeId {
        NodeId(self.node.load(Ordering::SeqCst))
    }

    fn claim(&self, code: &str) -> Result<Claim, StoreError> {
        let mut contents = self.open()?;
        let Some(row) = contents.room(code) else { return Ok(Claim::NoSuchTable) };
        match contents.nodes.owner(code) {
            Some(owner) if owner != self.node() => Ok(Claim::Of(owner)),
            _ => {
                contents.nodes.take(self.node(), code);
                Ok(Claim::Mine(row))
            }
        }
    }

    fn claim_some(&self, limit: u32) -> Result<Vec<RoomRow>, StoreError> {
        let mut contents = self.open()?;
        let free = contents.rooms.keys().filter(|code| contents.nodes.is_free(code));
        let codes: Vec<String> = free.take(limit as usize).cloned().collect();
        codes.iter().for_each(|code| contents.nodes.take(self.node(), code));
        Ok(codes.iter().filter_map(|code| contents.room(code)).collect())
    }

    fn release(&self, tables: Vec<Released>) -> Result<(), StoreError> {
        self.open()?.nodes.release(self.node(), tables);
        Ok(())
    }

    fn owners(&self, codes: &[String]) -> Result<Owners, StoreError> {
        let contents = self.lock();
        let known = codes.iter().filter(|code| contents.rooms.contains_key(*code));
        Ok(known.map(|code| (code.clone(), contents.nodes.owner(code))).collect())
    }

    fn beat(&self) -> Result<(), StoreError> {
        self.open()?.nodes.beat(self.node());
        Ok(())
    }

    fn peers(&self) -> Result<Vec<Peer>, StoreError> {
        Ok(self.lock().nodes.others(self.node()))
    }

    fn close_out(&self, node: NodeId) -> Result<(), StoreError> {
        self.lock().nodes.close_out(node);
        Ok(())
    }

    fn rejoin(&self) -> Result<(), StoreError> {
        let Some(address) = &self.address else { return Ok(()) };
        let mut contents = self.lock();
        if contents.nodes.is_open(self.node()).is_err() {
            self.node.store(contents.nodes.add(address).0, Ordering::SeqCst);
        }
        Ok(())
    }

    /// Nodes in one process have nothing to hide from each other, but their addresses are open to all.
    fn secret(&self) -> Result<String, StoreError> {
        Ok(format!("{:p}", Arc::as_ptr(&self.contents)))
    }
}

impl Store for Memory {
    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        let contents = self.lock();
        let is_later = |sheet: &SheetRow| after.is_none_or(|after| (&*sheet.game, &*sheet.hash) > after);
        let own = contents.sheets.values().map(|sheet| &sheet.row).filter(|sheet| sheet.by == person);
        let mut rows: Vec<SheetRow> = own.filter(|sheet| is_later(sheet)).cloned().collect();
        rows.sort_by(|a, b| (&a.game, &a.hash).cmp(&(&b.game, &b.hash)));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        let contents = self.lock();
        let own =
            contents.matches.values().filter(|stored| stored.has(person)).map(|stored| stored.opened.id);
        let mut ids: Vec<MatchId> = own.filter(|id| after.is_none_or(|after| *id > after)).collect();
        ids.sort();
        ids.truncate(limit as usize);
        Ok(ids)
    }

    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        let contents = self.lock();
        let is_old = |since: u64, keep: Option<u64>| {
            keep.is_some_and(|keep| since < contents.uptime.saturating_sub(keep))
        };
        let since = |stored: &StoredMatch| Some((stored.kept_since?, stored.opened.id));
        let mut matches: Vec<_> = contents.matches.values().filter_map(since).collect();
        matches.retain(|(since, _)| is_old(*since, limits.matches));
        let plays = |id: PersonId| {
            contents.matches.values().any(|stored| stored.finished.is_none() && stored.has(id))
        };
        let mut people: Vec<_> = contents.people.iter().map(|(id, person)| (person.used, *id)).collect();
        people.retain(|(used, id)| is_old(*used, limits.people) && !plays(*id));
        matches.sort();
        people.sort();
        Ok(Expired {
            matches: matches.into_iter().map(|(_, id)| id).take(limit as usize).collect(),
            people: people.into_iter().map(|(_, id)| id).take(limit as usize).collect(),
        })
    }

    fn close(&self) {
        if self.is_shared() {
            let _ = self.close_out(self.node());
        }
    }

    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        let mut contents = self.lock();
        let checked = contents.nodes.check(self.node(), &ops).and_then(|()| contents.check(&ops));
        if checked.is_ok() {
            contents.nodes.note(self.node(), &ops);
            ops.into_iter().for_each(|op| contents.write(op));
        }
        let _ = done.send(checked);
        waits
    }

    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        Ok(self.lock().matches.get(&id).map(|stored| (stored.opened.head.clone(), stored.entries.clone())))
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        let contents = self.lock();
        let row = |(code, room): (&String, &Dated<String>)| RoomRow {
            code: code.clone(),
            saved: room.row.clone(),
            idle: contents.uptime - room.used,
        };
        Ok((contents.rooms.iter().map(row).collect(), Vec::new()))
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().rooms.get(code).map(|room| room.row.clone()))
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        Ok(self.lock().people.get(&id).map(|person| person.row.clone()))
    }

    fn bans(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.lock().bans.iter().cloned().collect())
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        let key = (game.to_owned(), hash.to_owned());
        Ok(self.lock().sheets.get(&key).map(|sheet| sheet.row.clone()))
    }

    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let contents = self.lock();
        let entries = contents.matches.get(&id).and_then(|stored| stored.entries.get(after as usize..));
        Ok(entries.unwrap_or_default().to_vec())
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        let contents = self.lock();
        let own = |row: &FinishedRow| row.at < before && row.people.iter().any(|(id, _)| *id == of);
        let mut rows: Vec<_> = contents.matches.values().filter_map(StoredMatch::row).filter(own).collect();
        rows.sort_by_key(|row| std::cmp::Reverse((row.at, row.id)));
        rows.truncate(limit as usize);
        Ok(rows)
    }

    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        Ok(self.lock().matches.get(&id).and_then(StoredMatch::row))
    }
}
