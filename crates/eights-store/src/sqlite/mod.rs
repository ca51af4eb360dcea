//! The SQLite backend: a database, and step files with the newest steps, in one folder.
//!
//! One thread writes (see `writer`); readers have connections of their own. With a write-ahead log
//! neither blocks the other.

mod backup;
mod chunk;
pub(crate) mod error;
pub(crate) mod folder;
mod idle;
mod journal;
mod log;
mod os;
mod readers;
pub(crate) mod restore;
mod retention;
pub(crate) mod schema;
mod write;
mod writer;

pub use backup::{BackedUp, back_up};
pub use restore::{Restored, restore};

use std::{
    collections::HashMap,
    path::Path,
    sync::{Arc, Mutex, PoisonError},
    thread::JoinHandle,
};

use eights_match::{Entry, Head};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    Expired, FinishedRow, KeepLimits, MatchId, Op, Pending, PersonId, PersonRow, Places, RoomRow, Rooms,
    SheetRow, Store, StoreError, pending,
    queue::{Job, MAX_BATCH_WAIT, Queue},
    tails::Tails,
};

use self::{
    error::{damaged, failed, sentence},
    folder::{DATABASE, Folder},
    journal::{journal_of, steps_of},
    log::step_files,
    readers::Readers,
    schema::prepare,
    writer::Writer,
};

/// How durable a step must be before its write resolves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Durability {
    /// Synced to disk: survives a power failure.
    #[default]
    Full,
    /// Handed to the operating system: survives the end of the process.
    Normal,
}

/// A store in a folder: in `eights.db`, and while it is open in `steps-1.eights` and so on.
pub struct Sqlite {
    tails: Arc<Tails>,
    problems: Vec<String>,
    /// The queue to the writer thread, and the thread until the store is closed.
    queue: Arc<Queue>,
    writer: Mutex<Option<JoinHandle<()>>>,
    readers: Readers,
    /// Holds the lock on the folder.
    folder: Folder,
}

impl Sqlite {
    /// Opens the store in a folder, which is created if necessary.
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
        let queue = Arc::new(Queue::new(MAX_BATCH_WAIT));
        let abandon = AbandonOnDrop(queue.clone());
        let thread = std::thread::Builder::new()
            .name("journal".into())
            .spawn(move || writer.run(&abandon.0))
            .map_err(|error| StoreError::Failed(format!("no thread for the journal: {error}")))?;
        let (writer, readers) = (Mutex::new(Some(thread)), Readers::new(file));
        Ok(Sqlite { tails, problems, queue, writer, readers, folder })
    }

    fn read<T>(&self, run: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, StoreError> {
        self.readers.read(run).map_err(failed)
    }
}

/// Abandons the queue when the writer thread ends for any reason, so that nobody waits for ever.
struct AbandonOnDrop(Arc<Queue>);

impl Drop for AbandonOnDrop {
    fn drop(&mut self) {
        self.0.abandon();
    }
}

impl Drop for Sqlite {
    fn drop(&mut self) {
        self.close();
    }
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

/// Reads rooms in one direction, up to the end or a damaged page.
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

/// A folder has one owner; see `folder`.
impl Places for Sqlite {}

impl Store for Sqlite {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        // If the writer is gone, the job is dropped with its sender, and the future resolves with
        // an error.
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
            // There may be intact rooms after a damaged page: read them from the other end.
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

    fn bans(&self) -> Result<Vec<String>, StoreError> {
        self.read(|connection| {
            let mut statement = connection.prepare_cached("SELECT who FROM ban ORDER BY who")?;
            statement.query_map([], |row| row.get(0))?.collect()
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

    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        let (game, hash) = after.unwrap_or_default();
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT game, hash, sheet, at FROM sheet WHERE by = ?1 AND (game, hash) > (?2, ?3)
                 ORDER BY game, hash LIMIT ?4",
            )?;
            let row = |row: &Row| {
                Ok(SheetRow {
                    game: row.get(0)?,
                    hash: row.get(1)?,
                    sheet: row.get(2)?,
                    by: person,
                    at: row.get(3)?,
                })
            };
            statement.query_map(params![person.number(), game, hash, limit], row)?.collect()
        })
    }

    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        // Ids start at 0, and -1 comes before all of them.
        let after = after.map_or(-1, |id| id.number() as i64);
        self.read(|connection| {
            let mut statement = connection.prepare_cached(
                "SELECT DISTINCT match FROM seated WHERE person = ?1 AND match > ?2 ORDER BY match LIMIT ?3",
            )?;
            let rows = statement.query_map(params![person.number(), after, limit], |row| row.get(0))?;
            rows.map(|id| id.map(MatchId::new)).collect()
        })
    }

    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        self.read(|connection| retention::expired(connection, limits, limit))
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
