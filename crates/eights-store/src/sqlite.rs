//! A store in one SQLite file.
//!
//! One thread writes (see `writer`), readers have connections of their own:
//! with a write-ahead log neither waits for the other.

use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError, mpsc},
    thread::JoinHandle,
    time::Duration,
};

use eights_table::{Entry, Head, journal};
use rusqlite::{Connection, OpenFlags, OptionalExtension, Row, params};

use crate::{
    FinishedRow, MatchId, Op, Pending, PersonId, PersonRow, Rooms, SheetRow, Store, StoreError, pending,
    writer::{self, Job},
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

/// Everything in a folder, in the file `eights.db`.
pub struct Sqlite {
    path: PathBuf,
    /// The way to the writer, and the writer; gone when the store is closed.
    writing: Mutex<Option<(mpsc::Sender<Job>, JoinHandle<()>)>>,
    readers: Mutex<Vec<Connection>>,
    /// Held as long as the store is open, so that no second program writes here.
    lock: File,
}

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY, head TEXT NOT NULL, sheet BLOB NOT NULL, title TEXT NOT NULL,
    began INTEGER NOT NULL, ended INTEGER, result TEXT
);
CREATE TABLE IF NOT EXISTS entry (
    match INTEGER NOT NULL, step INTEGER NOT NULL, by TEXT NOT NULL, said TEXT NOT NULL,
    digest TEXT NOT NULL, at INTEGER, PRIMARY KEY (match, step)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sheet_text (id BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seated (
    person INTEGER NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL,
    PRIMARY KEY (person, match, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seated_match ON seated (match);
CREATE TABLE IF NOT EXISTS room (code TEXT PRIMARY KEY, saved TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS person (
    id INTEGER PRIMARY KEY, token BLOB NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS sheet (
    game TEXT NOT NULL, hash TEXT NOT NULL, sheet TEXT NOT NULL, by INTEGER NOT NULL,
    at INTEGER NOT NULL, PRIMARY KEY (game, hash)
) WITHOUT ROWID;
";

/// The form of the file; raised when it changes.
const VERSION: u32 = 1;

impl Sqlite {
    /// Opens the store of a folder, which is made if it is not there.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong with the folder.
    pub fn open(folder: &Path, durability: Durability) -> Result<Sqlite, StoreError> {
        let shown = folder.display();
        let fail = |why: String| StoreError::Failed(why);
        std::fs::create_dir_all(folder)
            .map_err(|error| fail(format!("the folder {shown} cannot be made: {error}")))?;
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(folder.join("lock"))
            .map_err(|error| fail(format!("nothing can be written in the folder {shown}: {error}")))?;
        lock.try_lock().map_err(|_| fail(format!("another program already serves the folder {shown}")))?;
        let path = folder.join("eights.db");
        let connection = prepare(&path, durability)
            .map_err(|error| fail(format!("{} cannot be used: {}", path.display(), sentence(&error))))?;
        let (jobs, waiting) = mpsc::channel();
        let writer = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer::run(connection, &waiting))
            .map_err(|error| fail(format!("no thread for the journal: {error}")))?;
        let writing = Mutex::new(Some((jobs, writer)));
        Ok(Sqlite { path, writing, readers: Mutex::default(), lock })
    }

    /// Runs a read on a connection of its own.
    fn read<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        let idle = self.readers.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let connection = match idle {
            Some(connection) => Ok(connection),
            None => reader(&self.path),
        };
        let done = connection.and_then(|connection| {
            let done = run(&connection)?;
            self.readers.lock().unwrap_or_else(PoisonError::into_inner).push(connection);
            Ok(done)
        });
        done.map_err(|error| StoreError::Failed(sentence(&error)))
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
}

fn prepare(path: &Path, durability: Durability) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // A step changes one page, and the whole page is logged: small pages make small steps. Matters
    // only for a new file.
    connection.pragma_update(None, "page_size", 1024)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let safe = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    connection.pragma_update(None, "synchronous", safe)?;
    // A page that changes often goes home once, not after every thousand frames.
    connection.pragma_update(None, "wal_autocheckpoint", 32_000)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        let why = format!("it was written by a newer program (form {version}, known here is {VERSION})");
        return Err(rusqlite::Error::ToSqlConversionFailure(why.into()));
    }
    connection.execute_batch(SCHEMA)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    Ok(connection)
}

fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
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

/// A value that was kept but does not read back.
fn damaged(why: impl std::fmt::Display) -> rusqlite::Error {
    let why = format!("a kept line cannot be read: {why}");
    rusqlite::Error::FromSqlConversionFailure(0, rusqlite::types::Type::Text, why.into())
}

fn entry(row: &Row) -> rusqlite::Result<Entry> {
    let by: String = row.get(1)?;
    let by = serde_json::from_value(by.into()).map_err(damaged)?;
    Ok(Entry { step: row.get(0)?, by, said: row.get(2)?, digest: row.get(3)?, at: row.get(4)? })
}

fn journal_of(connection: &Connection, id: MatchId) -> rusqlite::Result<Option<(Head, Vec<Entry>)>> {
    const HEAD: &str =
        "SELECT head, text FROM match JOIN sheet_text ON sheet_text.id = sheet WHERE match.id = ?1";
    const ENTRIES: &str = "SELECT step, by, said, digest, at FROM entry WHERE match = ?1 ORDER BY step";
    let head = connection
        .prepare_cached(HEAD)?
        .query_row([id.number()], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))
        .optional()?;
    let Some((head, sheet)) = head else { return Ok(None) };
    let mut head: Head = serde_json::from_str(&head).map_err(damaged)?;
    head.rules = serde_json::from_str(&sheet).map_err(damaged)?;
    let mut statement = connection.prepare_cached(ENTRIES)?;
    let entries: Vec<Entry> = statement.query_map([id.number()], entry)?.collect::<Result<_, _>>()?;
    match entries.iter().zip(1..).find(|(entry, step)| entry.step != *step) {
        Some((_, step)) => Err(damaged(format!("step {step} of match {id} is missing"))),
        None => Ok(Some((head, entries))),
    }
}

const FINISHED: &str = "SELECT id, head, title, ended, result,
    (SELECT COALESCE(MAX(step), 0) FROM entry WHERE match = match.id),
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
fn scan(connection: &Connection, order: &str, rooms: &mut Vec<(String, String)>) -> rusqlite::Result<()> {
    let mut statement = connection.prepare(&format!("SELECT code, saved FROM room ORDER BY code {order}"))?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        rooms.push((row.get(0)?, row.get(1)?));
    }
    Ok(())
}

impl Store for Sqlite {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        if let Some((jobs, _)) = &*self.writing.lock().unwrap_or_else(PoisonError::into_inner) {
            // When the writer is gone the promise is dropped with the job, and says so.
            let _ = jobs.send(Job { ops, done });
        }
        waits
    }

    fn close(&self) {
        let writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((jobs, writer)) = writing {
            drop(jobs);
            let _ = writer.join();
        }
        self.readers.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let _ = self.lock.unlock();
    }

    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        self.read(|connection| journal_of(connection, id))
    }

    fn rooms(&self) -> Result<Rooms, StoreError> {
        self.read(|connection| {
            let mut rooms = Vec::new();
            let Err(error) = scan(connection, "ASC", &mut rooms) else { return Ok((rooms, Vec::new())) };
            // Behind a damaged page there may be others: they are reached from the other end.
            let _ = scan(connection, "DESC", &mut rooms);
            rooms.sort();
            rooms.dedup_by(|a, b| a.0 == b.0);
            Ok((rooms, vec![StoreError::Failed(sentence(&error))]))
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
