//! The one thread that writes: everything that waits becomes one transaction.
//!
//! A commit that reaches the disk costs milliseconds, a row in it
//! microseconds. So the writer takes whatever has come while it was busy,
//! writes it in one transaction, and only then tells everybody. A unit that
//! is refused takes back nothing but itself; when the commit itself fails,
//! everybody in it is told so.

use std::{collections::HashMap, sync::mpsc::Receiver};

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use crate::{
    Done, MatchId, Op, Opened, StoreError,
    sqlite::{sentence, split},
};

/// A unit of writing and who waits for it.
pub(crate) struct Job {
    pub(crate) ops: Vec<Op>,
    pub(crate) done: Done,
}

/// More than this never shares one transaction.
const MOST: usize = 4096;

/// Writes until nobody can send any more.
pub(crate) fn run(connection: Connection, waiting: &Receiver<Job>) {
    connection.set_prepared_statement_cache_capacity(32);
    let mut batch = Vec::new();
    let mut newest = Newest::default();
    while let Ok(first) = waiting.recv() {
        batch.push(first);
        batch.extend(waiting.try_iter().take(MOST));
        commit(&connection, &mut newest, &mut batch);
    }
    // The last one out empties the log into the file.
    let _ = connection.pragma_update(None, "wal_checkpoint", "TRUNCATE");
}

/// The newest step of the matches that are played, so that the next one need not be looked for.
/// Whenever something is taken back it is forgotten as a whole, and read again.
#[derive(Default)]
struct Newest(HashMap<MatchId, u64>);

impl Newest {
    /// The newest step; none where there is no such match.
    fn step(&mut self, connection: &Connection, id: MatchId) -> rusqlite::Result<Option<u64>> {
        const READ: &str =
            "SELECT (SELECT COALESCE(MAX(step), 0) FROM entry WHERE match = ?1) FROM match WHERE id = ?1";
        if let Some(step) = self.0.get(&id) {
            return Ok(Some(*step));
        }
        connection.prepare_cached(READ)?.query_row([id.number()], |row| row.get(0)).optional()
    }
}

fn commit(connection: &Connection, newest: &mut Newest, batch: &mut Vec<Job>) {
    let mut told: Vec<Result<(), StoreError>> = Vec::with_capacity(batch.len());
    let mut ended = connection.execute_batch("BEGIN IMMEDIATE");
    if ended.is_ok() {
        for job in batch.iter() {
            told.push(unit(connection, newest, &job.ops));
            // Some errors (a full disk) end the whole transaction.
            if connection.is_autocommit() {
                break;
            }
        }
        ended = match connection.is_autocommit() {
            true => Err(rusqlite::Error::InvalidQuery),
            false => connection.execute_batch("COMMIT"),
        };
    }
    let failed = ended.err().map(|error| match told.iter().rev().find_map(|told| told.clone().err()) {
        Some(why @ StoreError::Failed(_)) => why,
        _ => StoreError::Failed(sentence(&error)),
    });
    if failed.is_some() && !connection.is_autocommit() {
        let _ = connection.execute_batch("ROLLBACK");
    }
    if failed.is_some() || told.iter().any(Result::is_err) {
        newest.0.clear();
    }
    let mut told = told.into_iter();
    for job in batch.drain(..) {
        let own = told.next().unwrap_or(Ok(()));
        let _ = job.done.send(failed.clone().map_or(own, Err));
    }
}

/// One unit. A single statement that fails has done nothing; several need a savepoint.
fn unit(connection: &Connection, newest: &mut Newest, ops: &[Op]) -> Result<(), StoreError> {
    if let [Op::Append(id, entry)] = ops {
        return append(connection, newest, *id, entry);
    }
    let run = |sql: &str| connection.execute_batch(sql).map_err(|e| StoreError::Failed(sentence(&e)));
    run("SAVEPOINT unit")?;
    let done = ops.iter().try_for_each(|op| write(connection, newest, op));
    if done.is_err() {
        newest.0.clear();
        if !connection.is_autocommit() {
            run("ROLLBACK TO unit")?;
        }
    }
    if !connection.is_autocommit() {
        run("RELEASE unit")?;
    }
    done
}

fn append(
    connection: &Connection,
    newest: &mut Newest,
    id: MatchId,
    entry: &eights_table::Entry,
) -> Result<(), StoreError> {
    const APPEND: &str = "INSERT INTO entry VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let failed = |error: rusqlite::Error| StoreError::Failed(sentence(&error));
    if newest.step(connection, id).map_err(failed)?.map(|step| step + 1) != Some(entry.step) {
        return Err(StoreError::Conflict(id, entry.step));
    }
    let mut by = [0; 4];
    let by = match entry.by {
        eights_table::Actor::Seat(seat) => &*seat.letter().encode_utf8(&mut by),
        eights_table::Actor::Table => "table",
    };
    let row = params![id.number(), entry.step, by, entry.said, entry.digest, entry.at];
    connection.prepare_cached(APPEND).and_then(|mut statement| statement.execute(row)).map_err(failed)?;
    newest.0.insert(id, entry.step);
    Ok(())
}

fn open(connection: &Connection, opened: &Opened) -> rusqlite::Result<usize> {
    let (head, id, sheet) = split(&opened.head);
    connection
        .prepare_cached("INSERT OR IGNORE INTO sheet_text VALUES (?1, ?2)")?
        .execute(params![id, sheet])?;
    let mut seated = connection.prepare_cached("INSERT OR IGNORE INTO seated VALUES (?1, ?2, ?3)")?;
    for (person, seat) in &opened.people {
        seated.execute(params![person.number(), opened.id.number(), seat])?;
    }
    connection
        .prepare_cached("INSERT INTO match (id, head, sheet, title, began) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![opened.id.number(), head, id, opened.title, opened.at])
}

fn write(connection: &Connection, newest: &mut Newest, op: &Op) -> Result<(), StoreError> {
    let run = |sql: &str, row: &[&dyn rusqlite::ToSql]| connection.prepare_cached(sql)?.execute(row);
    let done = match op {
        Op::Append(id, entry) => return append(connection, newest, *id, entry),
        Op::Open(opened) => match open(connection, opened) {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                return Err(StoreError::Conflict(opened.id, 0));
            }
            done => done,
        },
        Op::Finish { id, at, result } => {
            newest.0.remove(id);
            let done = run(
                "UPDATE match SET ended = ?2, result = ?3 WHERE id = ?1",
                params![id.number(), at, result],
            );
            if matches!(done, Ok(0)) {
                return Err(StoreError::Failed(format!("there is no match {id}")));
            }
            done
        }
        Op::Room { code, saved } => run("INSERT OR REPLACE INTO room VALUES (?1, ?2)", params![code, saved]),
        Op::DropRoom(code) => run("DELETE FROM room WHERE code = ?1", params![code]),
        Op::Person(it) => run(
            "INSERT OR REPLACE INTO person VALUES (?1, ?2, ?3, ?4)",
            params![it.id.number(), it.token, it.name, it.since],
        ),
        Op::Sheet(it) => run(
            "INSERT OR IGNORE INTO sheet VALUES (?1, ?2, ?3, ?4, ?5)",
            params![it.game, it.hash, it.sheet, it.by.number(), it.at],
        ),
    };
    done.map(drop).map_err(|error| StoreError::Failed(sentence(&error)))
}
