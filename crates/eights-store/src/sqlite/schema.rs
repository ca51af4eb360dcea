//! The database schema, and migrations from older versions.

use std::{path::Path, time::Duration};

use eights_match::Entry;
use rusqlite::{Connection, OpenFlags, Row};

use crate::{
    Durability, MatchId, record,
    sqlite::{chunk, error::damaged, idle, log::step_files, retention},
};

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS match (
    id INTEGER PRIMARY KEY, head TEXT NOT NULL, sheet BLOB NOT NULL, title TEXT NOT NULL,
    began INTEGER NOT NULL, ended INTEGER, result TEXT, kept_since INTEGER
);
CREATE TABLE IF NOT EXISTS steps (
    match INTEGER NOT NULL, first INTEGER NOT NULL, count INTEGER NOT NULL, bytes BLOB NOT NULL,
    PRIMARY KEY (match, first)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS sheet_text (id BLOB PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS seated (
    person INTEGER NOT NULL, match INTEGER NOT NULL, seat INTEGER NOT NULL,
    PRIMARY KEY (person, match, seat)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS seated_match ON seated (match);
CREATE TABLE IF NOT EXISTS room (
    code TEXT PRIMARY KEY, saved TEXT NOT NULL, used INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS person (
    id INTEGER PRIMARY KEY, token BLOB NOT NULL, name TEXT NOT NULL, since INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0, visited INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS sheet (
    game TEXT NOT NULL, hash TEXT NOT NULL, sheet TEXT NOT NULL, by INTEGER NOT NULL,
    at INTEGER NOT NULL, used INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (game, hash)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS step_file (
    place INTEGER PRIMARY KEY AUTOINCREMENT, old_name TEXT, id BLOB, written INTEGER
);
CREATE TABLE IF NOT EXISTS ban (who TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS uptime (minutes INTEGER NOT NULL);
INSERT INTO uptime SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM uptime);
";

/// Indexes to find unused people and sheets, references to them, and what has been kept for long.
const INDEXES: &str = "
CREATE INDEX IF NOT EXISTS person_used ON person (used);
CREATE INDEX IF NOT EXISTS sheet_used ON sheet (used);
CREATE INDEX IF NOT EXISTS sheet_by ON sheet (by);
CREATE INDEX IF NOT EXISTS match_sheet ON match (sheet);
CREATE INDEX IF NOT EXISTS match_kept ON match (kept_since) WHERE kept_since IS NOT NULL;
CREATE INDEX IF NOT EXISTS person_visited ON person (visited);
";

/// The schema version; raised with every change that an earlier program would not understand.
pub(crate) const VERSION: u32 = 5;

/// Opens the database for the writer, and migrates it.
pub(crate) fn prepare(path: &Path, durability: Durability) -> rusqlite::Result<Connection> {
    let connection = Connection::open(path)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    // Rows are small and the log holds whole pages, so small pages save writes. Only affects a new
    // file.
    connection.pragma_update(None, "page_size", 1024)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    let safe = match durability {
        Durability::Full => "FULL",
        Durability::Normal => "NORMAL",
    };
    connection.pragma_update(None, "synchronous", safe)?;
    // Pages that change often should be checkpointed once, not after every thousand frames.
    connection.pragma_update(None, "wal_autocheckpoint", 32_000)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    connection.pragma_update(None, "cache_size", -16_000)?;
    let version: u32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if version > VERSION {
        let why = format!("it was written by a newer program (form {version}, known here is {VERSION})");
        return Err(rusqlite::Error::ToSqlConversionFailure(why.into()));
    }
    connection.execute_batch("BEGIN IMMEDIATE")?;
    connection.execute_batch(SCHEMA)?;
    if version == 1 {
        migrate_from_version_1(&connection)?;
    }
    if (1..3).contains(&version) {
        step_files::list_old(&connection, path.parent().unwrap_or(Path::new(".")))?;
    }
    if (1..4).contains(&version) {
        idle::migrate(&connection)?;
    }
    if (1..5).contains(&version) {
        retention::migrate(&connection)?;
    }
    connection.execute_batch(INDEXES)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    connection.execute_batch("COMMIT")?;
    Ok(connection)
}

/// Opens the database for a reader.
pub(crate) fn reader(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(Duration::from_secs(10))?;
    Ok(connection)
}

/// Migrates version 1, in which every step was a row of the table `entry`.
fn migrate_from_version_1(connection: &Connection) -> rusqlite::Result<()> {
    let ids: Vec<u64> = connection
        .prepare("SELECT id FROM match")?
        .query_map([], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    let mut are_all_read = true;
    for id in ids {
        match old_steps(connection, id) {
            Ok(entries) if entries.is_empty() => (),
            Ok(entries) => {
                let mut bytes = Vec::new();
                entries.iter().for_each(|entry| record::write(entry, &mut bytes));
                chunk::add(connection, MatchId::new(id), 1, entries.len() as u64, &bytes)?;
            }
            // Unreadable steps stay in the old table, and the match is marked as damaged.
            Err(_) => {
                are_all_read = false;
                chunk::add_gap(connection, MatchId::new(id), 1)?;
            }
        }
    }
    if are_all_read { connection.execute_batch("DROP TABLE entry") } else { Ok(()) }
}

fn old_steps(connection: &Connection, id: u64) -> rusqlite::Result<Vec<Entry>> {
    const STEPS: &str = "SELECT step, by, said, digest, at FROM entry WHERE match = ?1 ORDER BY step";
    let entry = |row: &Row| {
        let by: String = row.get(1)?;
        let by = serde_json::from_value(by.into()).map_err(damaged)?;
        Ok(Entry { step: row.get(0)?, by, said: row.get(2)?, digest: row.get(3)?, at: row.get(4)? })
    };
    let entries: Vec<Entry> =
        connection.prepare_cached(STEPS)?.query_map([id], entry)?.collect::<Result<_, _>>()?;
    if !entries.iter().zip(1..).all(|(entry, step)| entry.step == step) {
        return Err(damaged("a step is missing"));
    }
    Ok(entries)
}
