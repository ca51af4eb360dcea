//! A store in one folder: a SQLite file, and step files with the newest steps.
//!
//! One thread writes (see `writer`), readers have connections of their own:
//! with a write-ahead log neither waits for the other.

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use eights_match::{Entry, Head, journal};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    FinishedRow, MatchId, Op, Pending, PersonId, PersonRow, RoomRow, Rooms, SheetRow, Store, StoreError,
    chunk,
    folder::{DATABASE, Folder},
    idle, pending,
    queue::{Job, PATIENCE, Queue},
    readers::Readers,
    record,
    schema::prepare,
    step_files,
    tails::{Tail, Tails},
    writer::Writer,
};

/// How safe a step must be before anybody is told of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// On the disk: it survives that the power fails.
    #[default]
    Full,
    /// With the operating system: it survives that the program ends.
    Normal,
}

/// Everything in a folder: in the file `eights.db`, and while it is served in `steps-1.eights` and so on.
pub struct Sqlite {
    tails: Arc<Tails>,
    /// What was found damaged when the store was opened.
    problems: Vec<String>,
    /// The way to the writer, and the writer; gone when the store is closed.
    queue: Arc<Queue>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Readers,
    /// Keeps every other process from serving the folder while the store is open.
    folder: Folder,
}

impl Sqlite {
    /// Opens the store of a folder, which is created if necessary.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with the folder.
    pub fn open(path: &Path, durability: Durability) -> Result<Sqlite, StoreError> {
        let (folder, mut problems) = Folder::open(path)?;
        let file = path.join(DATABASE);
        let connection = prepare(&file, durability).map_err(|error| {
            StoreError::Failed(format!("{} cannot be used: {}", file.display(), sentence(&error)))
        })?;
        let recovered = step_files::recover(path, &connection)?;
        problems.extend(recovered.problems);
        let (place, log) = step_files::create(&connection, path, durability, None)?;
        let tails = Arc::new(Tails::new(recovered.tails));
        let writer = Writer {
            connection,
            folder: path.to_owned(),
            log,
            place,
            tails: tails.clone(),
            old: recovered.files,
            folding: tails.ids(),
            newest: HashMap::new(),
        };
        let queue = Arc::new(Queue::new(PATIENCE));
        let taking = Taking(queue.clone());
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run(&taking.0))
            .map_err(|error| StoreError::Failed(format!("no thread for the journal: {error}")))?;
        let (writer, readers) = (Mutex::new(Some(thread)), Readers::new(file));
        Ok(Sqlite { tails, problems, queue, writer, readers, folder })
    }

    /// Runs a read on a connection of its own.
    fn read<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.readers.read(run).map_err(failed)
    }
}

/// The writer's end of the queue: however the writer ends, nobody waits for it in vain.
struct Taking(Arc<Queue>);

impl Drop for Taking {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

/// What went wrong, in words an operator understands.
pub(crate) fn sentence(error: &rusqlite::Error) -> String {
    use rusqlite::ErrorCode::{CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, ReadOnly};
    let said = error.to_string();
    if let rusqlite::Error::FromSqlConversionFailure(..)
    | rusqlite::Error::InvalidColumnType(..)
    | rusqlite::Error::Utf8Error(..) = error
    {
        return format!("what was kept is damaged ({said})");
    }
    match error.sqlite_error_code() {
        Some(DiskFull) => format!("the disk is full ({said})"),
        Some(DatabaseCorrupt) => format!("a page of the file is damaged ({said})"),
        Some(NotADatabase) => {
            format!("the file is damaged from its beginning, or is something else ({said})")
        }
        Some(ReadOnly) => format!("nothing can be written there ({said})"),
        Some(CannotOpen) => format!("the file cannot be opened ({said})"),
        _ => said,
    }
}

pub(crate) fn failed(error: rusqlite::Error) -> StoreError {
    StoreError::Failed(sentence(&error))
}

/// A value that was kept but does not read back.
pub(crate) fn damaged(why: impl std::fmt::Display) -> rusqlite::Error {
    let why = format!("a kept line cannot be read: {why}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into())
}

fn journal_of(
    connection: &Connection,
    id: MatchId,
    tail: Option<&Tail>,
) -> rusqlite::Result<Option<(Head, Vec<Entry>)>> {
    const HEAD: &str =
        "SELECT head, text FROM match JOIN sheet_text ON sheet_text.id = sheet WHERE match.id = ?1";
    let head = connection
        .prepare_cached(HEAD)?
        .query_row([id.number()], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    let Some((head, sheet)) = head else { return Ok(None) };
    let mut head: Head = serde_json::from_str(&head).map_err(damaged)?;
    head.rules = serde_json::from_str(&sheet).map_err(damaged)?;
    Ok(Some((head, steps_of(connection, id, 0, tail)?)))
}

/// The steps of a match after the first `after`: the older ones from the database, the newest from its tail.
fn steps_of(
    connection: &Connection,
    id: MatchId,
    after: u64,
    tail: Option<&Tail>,
) -> rusqlite::Result<Vec<Entry>> {
    let mut entries = chunk::read(connection, id, after)?;
    let Some(tail) = tail else { return Ok(entries) };
    if tail.is_broken {
        return Err(damaged(format!("step {} of match {id} is missing", tail.next())));
    }
    // The tail may have been copied into the database since it was cloned. Then `next` is after it.
    let next = after + entries.len() as u64 + 1;
    if (tail.first..tail.next()).contains(&next) {
        record::read_from(tail.first, &tail.bytes, next, &mut entries)
            .ok_or_else(|| damaged(format!("the newest steps of match {id}")))?;
    }
    Ok(entries)
}

const FINISHED: &str = "SELECT id, head, title, ended, result,
    (SELECT COALESCE(SUM(count), 0) FROM steps WHERE match = match.id),
    (SELECT group_concat(person || ' ' || seat) FROM seated WHERE match = match.id)
    FROM match WHERE ended IS NOT NULL";

fn finished(row: &Row) -> rusqlite::Result<FinishedRow> {
    let head: String = row.get(1)?;
    let head: Head = serde_json::from_str(&head).map_err(damaged)?;
    let people: Option<String> = row.get(6)?;
    let one = |text: &str| {
        let (person, seat) = text.split_once(' ')?;
        Some((PersonId::new(person.parse().ok()?), seat.parse().ok()?))
    };
    Ok(FinishedRow {
        id: MatchId::new(row.get(0)?),
        game: head.game,
        title: row.get(2)?,
        hash: head.hash,
        at: row.get(3)?,
        names: head.names,
        people: people.iter().flat_map(|text| text.split(',')).filter_map(one).collect(),
        result: row.get(4)?,
        steps: row.get(5)?,
    })
}

/// What is read in one direction, until the end or a damaged page.
fn scan(connection: &Connection, order: &str, rooms: &mut Vec<RoomRow>) -> rusqlite::Result<()> {
    let uptime = idle::uptime(connection).unwrap_or(0);
    let sql = format!("SELECT code, saved, used FROM room ORDER BY code {order}");
    let mut statement = connection.prepare(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let idle = uptime.saturating_sub(row.get(2)?);
        rooms.push(RoomRow { code: row.get(0)?, saved: row.get(1)?, idle });
    }
    Ok(())
}

impl Store for Sqlite {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        // When the writer is gone the promise is dropped with the job, and says so.
        self.queue.put(Job { ops, done });
        waits
    }

    fn close(&self) {
        self.queue.close();
        let writer = self.writer.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(writer) = writer {
            let _ = writer.join();
        }
        self.readers.close();
        self.folder.unlock();
    }

    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        let tail = self.tails.of(id);
        self.read(|connection| journal_of(connection, id, tail.as_ref()))
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        self.read(|connection| {
            let mut rooms = Vec::new();
            let mut problems = self.problems.clone();
            let Err(error) = scan(connection, "ASC", &mut rooms) else { return Ok((rooms, problems)) };
            problems.push(format!("some tables are lost: {}", sentence(&error)));
            // Behind a damaged page there may be others: they are reached from the other end.
            let _ = scan(connection, "DESC", &mut rooms);
            rooms.sort_by(|a, b| a.code.cmp(&b.code));
            rooms.dedup_by(|a, b| a.code == b.code);
            Ok((rooms, problems))
        })
    }

    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT saved FROM room WHERE code = ?1")?;
            statement.query_row([code], |row| row.get(0)).optional()
        })
    }

    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT token, name, since FROM person WHERE id = ?1")?;
            let row =
                |row: &Row| Ok(PersonRow { id, token: row.get(0)?, name: row.get(1)?, since: row.get(2)? });
            statement.query_row([id.number()], row).optional()
        })
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        self.read(|connection| {
            let mut statement =
                connection.prepare_cached("SELECT sheet, by, at FROM sheet WHERE game = ?1 AND hash = ?2")?;
            let row = |row: &Row| {
                Ok(SheetRow {
                    game: game.to_owned(),
                    hash: hash.to_owned(),
                    sheet: row.get(0)?,
                    by: PersonId::new(row.get(1)?),
                    at: row.get(2)?,
                })
            };
            statement.query_row([game, hash], row).optional()
        })
    }

    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let tail = self.tails.of(id);
        self.read(|connection| steps_of(connection, id, after, tail.as_ref()))
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        let before = i64::try_from(before).unwrap_or(i64::MAX);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!(
                "{FINISHED} AND id IN (SELECT match FROM seated WHERE person = ?1) AND ended < ?2
                 ORDER BY ended DESC, id DESC LIMIT ?3"
            ))?;
            statement.query_map(params![of.number(), before, limit], finished)?.collect()
        })
    }

    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached(&format!("{FINISHED} AND id = ?1"))?;
            statement.query_row([id.number()], finished).optional()
        })
    }
}

/// The head as it is kept: the sheet lies once for all matches that are played by it.
pub(crate) fn split(head: &Head) -> (String, [u8; 32], String) {
    let sheet = head.rules.to_string();
    let id = *blake3::hash(sheet.as_bytes()).as_bytes();
    let bare = Head { rules: serde_json::Value::Null, ..head.clone() };
    (journal::line(&bare), id, sheet)
}
