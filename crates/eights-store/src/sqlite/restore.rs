//! Restores a store from a backup, after replaying every match in it.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use eights_match::{Catalog, Entry, Head, JournalError, Shipped, journal};
use rusqlite::Connection;

use super::{
    error::{failed, sentence},
    folder::{DATABASE, Folder, create_private},
    journal::journal_of,
    os,
    schema::{VERSION, reader},
};
use crate::{MatchId, StoreError};

/// What was restored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    pub tables: u64,
    pub matches: u64,
    pub steps: u64,
    /// Matches that were played by another version of their game, which alone can replay them.
    pub outdated: u64,
    /// A sentence for each match that cannot be replayed. They are restored as they are.
    pub problems: Vec<String>,
}

/// Makes a store in `folder`, which must be empty or missing, from the backup `file`.
///
/// # Errors
///
/// One sentence that says why nothing was restored.
pub fn restore(file: &Path, folder: &Path) -> Result<Restored, StoreError> {
    check_empty(folder)?;
    let backup = open(file)?;
    let restored = replay_all(&backup).map_err(|error| {
        StoreError::Failed(format!("{} cannot be read: {}", file.display(), sentence(&error)))
    })?;
    drop(backup);
    let lock = Folder::lock(folder)?;
    // Nobody else could use the folder since it was locked, but somebody may have before.
    check_empty(folder)?;
    let done = copy(file, folder);
    lock.unlock();
    done.map_err(|error| {
        StoreError::Failed(format!("cannot copy {} to {}: {error}", file.display(), folder.display()))
    })?;
    Ok(restored)
}

fn check_empty(folder: &Path) -> Result<(), StoreError> {
    let shown = folder.display();
    let is_empty = |files: fs::ReadDir| files.flatten().all(|file| os::is_lock(&file.file_name()));
    match fs::read_dir(folder).map(is_empty) {
        Ok(true) => Ok(()),
        Ok(false) => Err(StoreError::Failed(format!("the folder {shown} is not empty: choose another one"))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(StoreError::Failed(format!("cannot open the folder {shown}: {error}"))),
    }
}

/// Opens a backup and checks that it is one.
fn open(file: &Path) -> Result<Connection, StoreError> {
    let refuse = |why: String| StoreError::Failed(format!("{} {why}", file.display()));
    File::open(file).map_err(|error| refuse(format!("cannot be read: {error}")))?;
    let damaged = |error: rusqlite::Error| refuse(format!("is not a backup: {}", sentence(&error)));
    let backup = reader(file).map_err(damaged)?;
    let version: u32 = backup.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(damaged)?;
    match version {
        VERSION => (),
        0 => return Err(refuse("is not a backup: it is a database of something else".into())),
        version => {
            return Err(refuse(format!(
                "has form {version}, and this program reads form {VERSION}: restore it with the version that made it"
            )));
        }
    }
    let sound: String =
        backup.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0)).map_err(damaged)?;
    if sound != "ok" {
        return Err(refuse(format!("is damaged: {}", sound.replace('\n', " "))));
    }
    let files: u64 =
        backup.query_row("SELECT COUNT(*) FROM step_file", [], |row| row.get(0)).map_err(damaged)?;
    if files > 0 {
        return Err(refuse("is the database of a store, without its newest steps: use eights backup".into()));
    }
    Ok(backup)
}

/// Replays every match, and counts what there is.
pub(crate) fn replay_all(backup: &Connection) -> rusqlite::Result<Restored> {
    let tables = backup.query_row("SELECT COUNT(*) FROM room", [], |row| row.get(0))?;
    let mut restored = Restored { tables, ..Restored::default() };
    let mut ids = backup.prepare("SELECT id FROM match ORDER BY id")?;
    let mut ids = ids.query([])?;
    while let Some(row) = ids.next()? {
        let id = MatchId::new(row.get(0)?);
        restored.matches += 1;
        let read = journal_of(backup, id, None).map_err(failed);
        let (head, entries) = match read {
            Ok(Some(read)) => read,
            Ok(None) => {
                restored.problems.push(format!("match {id} cannot be read: its rule sheet is missing"));
                continue;
            }
            Err(error) => {
                restored.problems.push(format!("match {id} cannot be read: {error}"));
                continue;
            }
        };
        restored.steps += entries.len() as u64;
        if Catalog::game(&head.game).is_ok_and(|game| game.engine != head.engine) {
            restored.outdated += 1;
        } else if let Err(error) = replay(&head, &entries) {
            restored.problems.push(format!("match {id} cannot be replayed: {error}"));
        }
    }
    Ok(restored)
}

fn replay(head: &Head, entries: &[Entry]) -> Result<(), JournalError> {
    let (_, mut table) = journal::start(&Catalog::new(&Shipped), head)?;
    entries.iter().try_for_each(|entry| journal::replay_entry(table.as_mut(), entry))
}

/// Copies the file under another name, and renames it once it is durable.
fn copy(file: &Path, folder: &Path) -> io::Result<()> {
    let partial = folder.join("restoring.db");
    create_private(&partial)?;
    let mut target = File::options().write(true).open(&partial)?;
    io::copy(&mut File::open(file)?, &mut target)?;
    target.sync_all()?;
    fs::rename(&partial, folder.join(DATABASE))?;
    os::sync_folder(folder)
}
