//! Copies a store to one file, also while a server writes to it.
//!
//! A read transaction fixes one state of the database, which names the step files that belong to
//! it. They are opened while that state is held, so a file that the writer folds and removes
//! meanwhile can still be read. Every step that was acknowledged before the transaction began is in
//! one or the other. The copy gets the steps of both, and needs no step files.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
    time::Duration,
};

use rusqlite::{Connection, backup::Backup};

use super::{
    chunk,
    error::{failed, sentence},
    folder::{DATABASE, create_private},
    log::step_files::{self, OpenFile, Recovered},
    os,
    schema::{VERSION, reader},
};
use crate::{MatchId, StoreError};

/// How often to start again if a listed step file is missing: the writer may have removed it after
/// the list was read. A file that is still listed then is really missing.
const MAX_TRIES: usize = 5;

/// What a backup contains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BackedUp {
    pub tables: u64,
    pub matches: u64,
    pub people: u64,
    /// The length of the file.
    pub bytes: u64,
    /// A sentence for each damaged or missing step file.
    pub problems: Vec<String>,
}

/// Copies the store in `folder` to the new file `file`. A server may use the store meanwhile.
///
/// # Errors
///
/// One sentence that says why there is no backup. Nothing is left behind then.
pub fn back_up(folder: &Path, file: &Path) -> Result<BackedUp, StoreError> {
    let shown = file.display();
    if fs::symlink_metadata(file).is_ok() {
        return Err(StoreError::Failed(format!("{shown} exists already: choose another name")));
    }
    let database = folder.join(DATABASE);
    if !database.is_file() {
        return Err(StoreError::Failed(format!("there is no store in the folder {}", folder.display())));
    }
    let partial = Partial::create(file)?;
    let mut backed_up = copy(folder, &database, &partial.0)?;
    let done = partial.finish(file);
    backed_up.bytes = done.map_err(|error| StoreError::Failed(format!("cannot write {shown}: {error}")))?;
    Ok(backed_up)
}

/// An unfinished backup; dropping it removes the file.
struct Partial(PathBuf);

impl Partial {
    fn create(file: &Path) -> Result<Partial, StoreError> {
        let mut name = file.file_name().unwrap_or_default().to_owned();
        name.push(".partial");
        let path = file.with_file_name(name);
        // Left behind by an earlier attempt that was killed.
        let _ = fs::remove_file(&path);
        create_private(&path)
            .map_err(|error| StoreError::Failed(format!("cannot write {}: {error}", path.display())))?;
        Ok(Partial(path))
    }

    /// Gives the finished file its name, durably, and returns its length.
    fn finish(self, file: &Path) -> std::io::Result<u64> {
        let written = File::options().append(true).open(&self.0)?;
        written.sync_all()?;
        fs::rename(&self.0, file)?;
        let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
        os::sync_folder(folder.unwrap_or(Path::new(".")))?;
        Ok(written.metadata()?.len())
    }
}

impl Drop for Partial {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

fn copy(folder: &Path, database: &Path, partial: &Path) -> Result<BackedUp, StoreError> {
    let unusable = |error: rusqlite::Error| {
        StoreError::Failed(format!("{} cannot be read: {}", database.display(), sentence(&error)))
    };
    let source = reader(database).map_err(unusable)?;
    let (files, missing) = begin(folder, &source, &unusable)?;
    let mut target = Connection::open(partial).map_err(failed)?;
    // The file has no name yet that anybody would look for: if the machine fails, it is removed.
    target.pragma_update(None, "synchronous", "OFF").map_err(failed)?;
    Backup::new(&source, &mut target)
        .and_then(|backup| backup.run_to_completion(i32::MAX, Duration::ZERO, None))
        .map_err(|error| StoreError::Failed(format!("the database was not copied: {}", sentence(&error))))?;
    drop(source);
    // One file, without a log beside it.
    target.pragma_update(None, "journal_mode", "DELETE").map_err(failed)?;
    let mut recovered = step_files::read_open(files, &target)?;
    recovered.problems.extend(missing.iter().map(|name| {
        format!(
            "{} is missing: steps that were only in it are not in the backup",
            folder.join(name).display()
        )
    }));
    add_steps(&target, &recovered).map_err(failed)?;
    let count =
        |table: &str| target.query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get(0));
    let count = |table: &str| count(table).map_err(failed);
    let (tables, matches, people) = (count("room")?, count("match")?, count("person")?);
    target.close().map_err(|(_, error)| failed(error))?;
    Ok(BackedUp { tables, matches, people, bytes: 0, problems: recovered.problems })
}

/// Begins a read transaction and opens the step files that its state of the database lists. Returns
/// the names of missing files too.
fn begin(
    folder: &Path,
    source: &Connection,
    unusable: &impl Fn(rusqlite::Error) -> StoreError,
) -> Result<(Vec<OpenFile>, Vec<String>), StoreError> {
    let mut before: Vec<String> = Vec::new();
    for _ in 0..MAX_TRIES {
        source.execute_batch("BEGIN").map_err(unusable)?;
        let version: u32 =
            source.pragma_query_value(None, "user_version", |row| row.get(0)).map_err(unusable)?;
        if version != VERSION {
            return Err(StoreError::Failed(format!(
                "the store in {} has form {version}, and this program writes form {VERSION}: back it up with the \
                 program that serves it",
                folder.display()
            )));
        }
        let (files, missing) = step_files::open_listed(folder, source)?;
        if missing.is_empty() || missing == before {
            return Ok((files, missing));
        }
        source.execute_batch("ROLLBACK").map_err(unusable)?;
        before = missing;
    }
    Err(StoreError::Failed(format!("the step files in {} change too fast: try again", folder.display())))
}

/// Adds the newest steps to the copy, and empties its list of step files.
fn add_steps(copy: &Connection, recovered: &Recovered) -> rusqlite::Result<()> {
    copy.execute_batch("BEGIN")?;
    for (id, tail) in &recovered.tails {
        let id: MatchId = *id;
        if tail.count > 0 {
            chunk::add(copy, id, tail.first, tail.count, &tail.bytes)?;
        }
        if tail.is_broken && chunk::count(copy, id).is_ok() {
            chunk::add_gap(copy, id, tail.next())?;
        }
    }
    copy.execute_batch("DELETE FROM step_file; COMMIT")
}
