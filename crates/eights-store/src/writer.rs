//! The one thread that writes: everything that waits is made safe together.
//!
//! Reaching the disk costs milliseconds, a step in a group well under a
//! microsecond. So the writer takes whatever has come while it was busy, makes
//! it safe at once, and only then tells everybody. A step alone goes into the
//! log; a unit of more than that is a part of one transaction of the database.
//! A match that ends takes its steps along into the database, and so does every
//! other one, little by little, when a log has become long.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use rusqlite::Connection;

use crate::{
    MatchId, Op, StoreError, chunk,
    log::{self, Log},
    queue::{Job, Queue},
    record,
    sqlite::failed,
    step_files::{self, OldFile},
    tails::Tails,
    write,
};

/// So many bytes make a log long.
const LONG: u64 = 16 << 20;
/// So many matches take their steps into the database along with a group, when a log is long.
const FOLDED_AT_ONCE: usize = 64;

pub(crate) struct Writer {
    pub(crate) connection: Connection,
    pub(crate) folder: PathBuf,
    pub(crate) log: Log,
    /// The row of the log in the list of step files.
    pub(crate) place: u64,
    pub(crate) tails: Arc<Tails>,
    /// The logs before this one.
    pub(crate) old: Vec<OldFile>,
    /// The matches that have steps in them.
    pub(crate) folding: Vec<MatchId>,
    /// The newest steps of the matches that are played, so that they need not be looked for.
    /// Whenever something fails all are forgotten, and read again.
    pub(crate) newest: HashMap<MatchId, u64>,
}

/// What a transaction has done so far that counts only when it is committed.
#[derive(Default)]
struct Staged {
    /// Matches whose tails are not needed any more: the database has the steps, or the match is dropped.
    folded: Vec<MatchId>,
    /// Whether the old logs are off the list: the database has all their steps.
    unlisted: bool,
}

impl Writer {
    /// Writes until the queue is closed.
    pub(crate) fn run(mut self, queue: &Queue) {
        self.connection.set_prepared_statement_cache_capacity(32);
        let (mut batch, mut last) = (Vec::new(), 0);
        loop {
            queue.take(last, &mut batch);
            last = batch.len();
            if last == 0 {
                return self.close();
            }
            while !batch.is_empty() {
                batch = self.commit(batch);
            }
        }
    }

    /// Makes units safe and tells it; returns those that must wait for one of these.
    fn commit(&mut self, batch: Vec<Job>) -> Vec<Job> {
        let (mut steps, mut units, mut later) = (Vec::with_capacity(batch.len()), Vec::new(), Vec::new());
        let mut touched = HashSet::new();
        for job in batch {
            match &job.ops[..] {
                _ if !later.is_empty() => later.push(job),
                [Op::Append(id, _)] if touched.contains(id) => later.push(job),
                [Op::Append(..)] => steps.push(job),
                ops => {
                    touched.extend(ops.iter().filter_map(Op::of_match));
                    units.push(job);
                }
            }
        }
        self.add(steps);
        if !units.is_empty() || !self.old.is_empty() {
            self.transact(units);
        }
        if self.log.written() > LONG && self.old.is_empty() {
            self.turn();
        }
        later
    }

    /// Steps that come alone: one group of the log.
    fn add(&mut self, jobs: Vec<Job>) {
        let mut told = Vec::with_capacity(jobs.len());
        for job in &jobs {
            let [Op::Append(id, entry)] = &job.ops[..] else { continue };
            let next = self.is_next(*id, entry.step);
            if next.is_ok() {
                self.log.put(*id, entry);
                self.newest.insert(*id, entry.step);
            }
            told.push(next);
        }
        let mut tails = self.tails.lock();
        let done = self.log.commit(|id, step, bytes| {
            tails.entry(id).or_insert_with(|| crate::tails::Tail::behind(step - 1)).add(step, bytes);
        });
        drop(tails);
        let failed = done.err().map(|error| StoreError::Failed(log::sentence(&error)));
        if failed.is_some() {
            self.newest.clear();
        }
        tell(jobs, told, failed.as_ref());
    }

    /// Whether a step is the next one of its match.
    fn is_next(&mut self, id: MatchId, step: u64) -> Result<(), StoreError> {
        let newest = match self.newest.get(&id) {
            Some(newest) => Some(*newest),
            None => match self.tails.of(id) {
                Some(tail) if tail.is_broken => {
                    return Err(StoreError::Failed(format!("step {} of match {id} is missing", tail.next())));
                }
                Some(tail) => Some(tail.next() - 1),
                None => chunk::count(&self.connection, id).map_err(failed)?,
            },
        };
        match newest {
            Some(newest) if newest + 1 == step => Ok(()),
            _ => Err(StoreError::Conflict(id, step)),
        }
    }

    /// Units of all kinds: one transaction.
    fn transact(&mut self, jobs: Vec<Job>) {
        let mut told: Vec<Result<(), StoreError>> = Vec::with_capacity(jobs.len());
        let mut staged = Staged::default();
        let mut ended = self.connection.execute_batch("BEGIN IMMEDIATE");
        if ended.is_ok() {
            for job in &jobs {
                told.push(self.unit(&job.ops, &mut staged));
                // Some errors (a full disk) end the whole transaction.
                if self.connection.is_autocommit() {
                    break;
                }
            }
            self.fold_some(&mut staged);
            self.unlist_old(&mut staged);
            ended = match self.connection.is_autocommit() {
                true => Err(rusqlite::Error::InvalidQuery),
                false => self.connection.execute_batch("COMMIT"),
            };
        }
        let failed = ended.err().map(|error| match told.iter().rev().find_map(|told| told.clone().err()) {
            Some(why @ StoreError::Failed(_)) => why,
            _ => failed(error),
        });
        if failed.is_some() && !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        if failed.is_some() || told.iter().any(Result::is_err) {
            self.newest.clear();
        }
        if failed.is_none() {
            self.folded(&staged);
        }
        tell(jobs, told, failed.as_ref());
    }

    /// One unit: all of it or nothing.
    fn unit(&mut self, ops: &[Op], staged: &mut Staged) -> Result<(), StoreError> {
        self.sql("SAVEPOINT unit")?;
        let folded = staged.folded.len();
        let done = ops.iter().try_for_each(|op| self.write(op, staged));
        if done.is_err() {
            self.newest.clear();
            staged.folded.truncate(folded);
            if !self.connection.is_autocommit() {
                self.sql("ROLLBACK TO unit")?;
            }
        }
        if !self.connection.is_autocommit() {
            self.sql("RELEASE unit")?;
        }
        done
    }

    fn sql(&self, sql: &str) -> Result<(), StoreError> {
        self.connection.execute_batch(sql).map_err(failed)
    }

    fn write(&mut self, op: &Op, staged: &mut Staged) -> Result<(), StoreError> {
        match op {
            Op::Append(id, entry) => {
                self.is_next(*id, entry.step)?;
                self.fold(*id, staged)?;
                let mut bytes = Vec::new();
                record::write(entry, &mut bytes);
                chunk::add(&self.connection, *id, entry.step, 1, &bytes).map_err(failed)?;
                self.newest.insert(*id, entry.step);
                Ok(())
            }
            Op::Finish { id, .. } => {
                self.fold(*id, staged)?;
                write::op(&self.connection, op)?;
                self.newest.remove(id);
                Ok(())
            }
            Op::DropMatch(id) => {
                write::op(&self.connection, op)?;
                // The tail is forgotten without copying it into the database.
                staged.folded.push(*id);
                self.newest.remove(id);
                Ok(())
            }
            Op::Open(opened) => {
                write::op(&self.connection, op)?;
                self.newest.insert(opened.id, 0);
                Ok(())
            }
            op => write::op(&self.connection, op),
        }
    }

    /// Takes the steps of a match from the log into the database.
    fn fold(&self, id: MatchId, staged: &mut Staged) -> Result<(), StoreError> {
        let tails = self.tails.lock();
        let Some(tail) = tails.get(&id).filter(|_| !staged.folded.contains(&id)) else { return Ok(()) };
        if tail.count > 0 {
            chunk::add(&self.connection, id, tail.first, tail.count, &tail.bytes).map_err(failed)?;
        }
        if tail.is_broken {
            chunk::add_gap(&self.connection, id, tail.next()).map_err(failed)?;
        }
        staged.folded.push(id);
        Ok(())
    }

    /// Takes some of the steps that lie in old logs into the database.
    fn fold_some(&self, staged: &mut Staged) {
        for id in self.folding.iter().rev().take(FOLDED_AT_ONCE) {
            if self.connection.is_autocommit() || self.fold(*id, staged).is_err() {
                return;
            }
        }
    }

    /// What was staged is safe: the log is not needed for it any more.
    fn folded(&mut self, staged: &Staged) {
        let mut tails = self.tails.lock();
        for id in &staged.folded {
            tails.remove(id);
        }
        while self.folding.last().is_some_and(|id| !tails.contains_key(id)) {
            self.folding.pop();
        }
        drop(tails);
        if staged.unlisted {
            self.old.drain(..).for_each(OldFile::remove);
        }
    }

    /// Takes the old logs off the list when the transaction has the last of their steps.
    fn unlist_old(&self, staged: &mut Staged) {
        if self.folding.len() > FOLDED_AT_ONCE || self.connection.is_autocommit() {
            return;
        }
        let tails = self.tails.lock();
        let is_done = |id: &MatchId| staged.folded.contains(id) || !tails.contains_key(id);
        if self.folding.iter().all(is_done) {
            staged.unlisted = self.old.iter().try_for_each(|file| file.unlist(&self.connection)).is_ok();
        }
    }

    /// Goes on in a new log; the matches of the old one are taken into the database by and by.
    fn turn(&mut self) {
        let full = Some((self.place, self.log.written()));
        let next = step_files::create(&self.connection, &self.folder, self.log.durability(), full);
        // Without a new file the old one becomes longer: nothing is lost by it.
        if let Ok((place, log)) = next {
            self.old.push(OldFile::new(self.place, self.log.path()));
            (self.place, self.log) = (place, log);
            self.folding = self.tails.ids();
        }
    }

    /// The last one out takes all steps into the database, and empties SQLite's own log into the file.
    fn close(mut self) {
        self.old.push(OldFile::new(self.place, self.log.path()));
        self.folding = self.tails.ids();
        while !self.old.is_empty() {
            let before = self.folding.len();
            self.transact(Vec::new());
            if !self.old.is_empty() && self.folding.len() >= before {
                // It cannot be written there: then the logs stay, and are read at the next start.
                return;
            }
        }
        let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }
}

fn tell(jobs: Vec<Job>, told: Vec<Result<(), StoreError>>, failed: Option<&StoreError>) {
    let mut told = told.into_iter();
    for job in jobs {
        let own = told.next().unwrap_or(Ok(()));
        let _ = job.done.send(failed.cloned().map_or(own, Err));
    }
}
