//! The writer thread: makes everything that waits durable in one batch (group commit).
//!
//! Syncing to disk costs milliseconds, a step within a batch well under a microsecond. So the
//! writer takes everything that arrived while it was busy, makes it durable at once, and only then
//! resolves the futures. Single steps go into the log; larger units become one database
//! transaction. The steps of a match move ("fold") from the log into the database when the match
//! ends, and those of all others little by little once a log has grown long.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::Arc,
};

use rusqlite::Connection;

use crate::{
    MatchId, Op, StoreError,
    queue::{Job, Queue},
    record,
    sqlite::{
        chunk,
        error::failed,
        log::{
            self, Log,
            step_files::{self, OldFile},
        },
        write,
    },
    tails::{Tail, Tails},
};

/// A new log is started when the current one is longer than this.
const MAX_LOG_BYTES: u64 = 16 << 20;
/// How many matches are folded along with each batch after a log was rotated.
const MAX_FOLDED_PER_COMMIT: usize = 64;

pub(crate) struct Writer {
    pub(crate) connection: Connection,
    pub(crate) folder: PathBuf,
    pub(crate) log: Log,
    /// The key of the log in the table `step_file`.
    pub(crate) place: u64,
    pub(crate) tails: Arc<Tails>,
    /// Earlier logs that are not folded completely.
    pub(crate) old: Vec<OldFile>,
    /// The matches that still have steps in those logs.
    pub(crate) folding: Vec<MatchId>,
    /// A cache of the last step of running matches. Cleared after any failure, and refilled from
    /// the database.
    pub(crate) newest: HashMap<MatchId, u64>,
}

/// Effects of a transaction that count only once it is committed.
#[derive(Default)]
struct Staged {
    /// Matches whose tails can be dropped: the database has their steps, or the match is deleted.
    folded: Vec<MatchId>,
    /// Whether the old logs were removed from the list, since the database has all their steps.
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

    /// Makes jobs durable and resolves them. Returns the jobs that depend on one of these and must
    /// wait for the next round.
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
        self.append_steps(steps);
        if !units.is_empty() || !self.old.is_empty() {
            self.transact(units);
        }
        if self.log.written() > MAX_LOG_BYTES && self.old.is_empty() {
            self.rotate_log();
        }
        later
    }

    /// Writes single steps as one group of the log.
    fn append_steps(&mut self, jobs: Vec<Job>) {
        let mut results = Vec::with_capacity(jobs.len());
        for job in &jobs {
            let [Op::Append(id, entry)] = &job.ops[..] else { continue };
            let next = self.is_next(*id, entry.step);
            if next.is_ok() {
                self.log.put(*id, entry);
                self.newest.insert(*id, entry.step);
            }
            results.push(next);
        }
        let mut tails = self.tails.lock();
        let done = self.log.commit(|id, step, bytes| {
            tails.entry(id).or_insert_with(|| Tail::after(step - 1)).add(step, bytes);
        });
        drop(tails);
        let failed = done.err().map(|error| StoreError::Failed(log::sentence(&error)));
        if failed.is_some() {
            self.newest.clear();
        }
        reply(jobs, results, failed.as_ref());
    }

    /// Checks that a step is the next one of its match.
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

    /// Writes units in one transaction.
    fn transact(&mut self, jobs: Vec<Job>) {
        let mut results: Vec<Result<(), StoreError>> = Vec::with_capacity(jobs.len());
        let mut staged = Staged::default();
        let mut ended = self.connection.execute_batch("BEGIN IMMEDIATE");
        if ended.is_ok() {
            for job in &jobs {
                results.push(self.unit(&job.ops, &mut staged));
                // Some errors, such as a full disk, roll back the whole transaction.
                if self.connection.is_autocommit() {
                    break;
                }
            }
            self.fold_some(&mut staged);
            self.unlist_old(&mut staged);
            ended = if self.connection.is_autocommit() {
                Err(rusqlite::Error::InvalidQuery)
            } else {
                self.connection.execute_batch("COMMIT")
            };
        }
        let failed =
            ended.err().map(|error| match results.iter().rev().find_map(|results| results.clone().err()) {
                Some(why @ StoreError::Failed(_)) => why,
                _ => failed(error),
            });
        if failed.is_some() && !self.connection.is_autocommit() {
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        if failed.is_some() || results.iter().any(Result::is_err) {
            self.newest.clear();
        }
        if failed.is_none() {
            self.finish_fold(&staged);
        }
        reply(jobs, results, failed.as_ref());
    }

    /// Writes one unit in a savepoint.
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
                write::apply(&self.connection, op)?;
                self.newest.remove(id);
                Ok(())
            }
            Op::DropMatch(id) | Op::DropFinished(id) => {
                write::apply(&self.connection, op)?;
                // Drops the tail without folding it.
                staged.folded.push(*id);
                self.newest.remove(id);
                Ok(())
            }
            Op::Open(opened) => {
                write::apply(&self.connection, op)?;
                self.newest.insert(opened.id, 0);
                Ok(())
            }
            op => write::apply(&self.connection, op),
        }
    }

    /// Folds the steps of a match: copies them from the log into the database.
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

    /// Folds some of the matches in old logs.
    fn fold_some(&self, staged: &mut Staged) {
        for id in self.folding.iter().rev().take(MAX_FOLDED_PER_COMMIT) {
            if self.connection.is_autocommit() || self.fold(*id, staged).is_err() {
                return;
            }
        }
    }

    /// After a commit: drops the folded tails, and deletes old logs that are off the list.
    fn finish_fold(&mut self, staged: &Staged) {
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

    /// Removes the old logs from the list if the transaction folds the last of their steps.
    fn unlist_old(&self, staged: &mut Staged) {
        if self.folding.len() > MAX_FOLDED_PER_COMMIT || self.connection.is_autocommit() {
            return;
        }
        let tails = self.tails.lock();
        let is_done = |id: &MatchId| staged.folded.contains(id) || !tails.contains_key(id);
        if self.folding.iter().all(is_done) {
            staged.unlisted = self.old.iter().try_for_each(|file| file.unlist(&self.connection)).is_ok();
        }
    }

    /// Continues in a new log; the matches of the old one are folded little by little.
    fn rotate_log(&mut self) {
        let full = Some((self.place, self.log.written()));
        let next = step_files::create(&self.connection, &self.folder, self.log.durability(), full);
        // If no file can be created, the old log keeps growing, and nothing is lost.
        if let Ok((place, log)) = next {
            self.old.push(OldFile::new(self.place, self.log.path()));
            (self.place, self.log) = (place, log);
            self.folding = self.tails.ids();
        }
    }

    /// Folds everything and checkpoints the write-ahead log, so that one file remains.
    fn close(mut self) {
        self.old.push(OldFile::new(self.place, self.log.path()));
        self.folding = self.tails.ids();
        while !self.old.is_empty() {
            let before = self.folding.len();
            self.transact(Vec::new());
            if !self.old.is_empty() && self.folding.len() >= before {
                // The database cannot be written. The logs stay, and are read at the next start.
                return;
            }
        }
        let _ = self.connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
    }
}

fn reply(jobs: Vec<Job>, results: Vec<Result<(), StoreError>>, failed: Option<&StoreError>) {
    let mut results = results.into_iter();
    for job in jobs {
        let own = results.next().unwrap_or(Ok(()));
        let _ = job.done.send(failed.cloned().map_or(own, Err));
    }
}
