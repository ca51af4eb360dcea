//! The list of step files in the database, and recovery after a crash.
//!
//! A file is listed before its first step is written, and removed from the list by the transaction
//! that copies its last steps into the database. So a listed file that is missing held steps that
//! are lost, and an unlisted one holds nothing new. Files are recognised by the identity in their
//! header; their names are for people. A damaged file is renamed and never deleted.

use std::{
    collections::{HashMap, hash_map::Entry},
    fs::{self, File},
    io::{self, Read, Seek},
    path::{Path, PathBuf},
};

use rusqlite::Connection;

use crate::{
    Durability, MatchId, StoreError,
    sqlite::{
        chunk,
        error::failed,
        log::{self, Damage, FileId, Identity, Log},
    },
    tails::Tail,
};

const PREFIX: &str = "steps-";
const SUFFIX: &str = ".eights";
/// Suffix used by earlier versions, which cleanup programs mistake for log files.
const OLD_SUFFIX: &str = ".log";
const DAMAGED_PREFIX: &str = "damaged-";
/// Larger unlisted files are not read: no step file is ever that large.
const MAX_UNLISTED_BYTES: u64 = 1 << 30;
const MAX_NAME_TRIES: u32 = 100;

/// A step file that is removed once the database has all its steps.
pub(crate) struct OldFile {
    /// Its key in the table `step_file`.
    place: u64,
    /// None if the file is missing.
    path: Option<PathBuf>,
    /// The new name of a damaged file.
    aside: Option<PathBuf>,
}

impl OldFile {
    pub(crate) fn new(place: u64, path: &Path) -> OldFile {
        OldFile { place, path: Some(path.to_owned()), aside: None }
    }

    /// Removes the file from the list, within the open transaction.
    pub(crate) fn unlist(&self, connection: &Connection) -> rusqlite::Result<()> {
        let mut delete = connection.prepare_cached("DELETE FROM step_file WHERE place = ?1")?;
        delete.execute([self.place]).map(drop)
    }

    /// Deletes the file after all its steps are in the database. A damaged one is renamed instead.
    pub(crate) fn remove(self) {
        let _ = match (self.path, self.aside) {
            (Some(path), Some(aside)) => fs::rename(path, aside),
            (Some(path), None) => fs::remove_file(path),
            (None, _) => Ok(()),
        };
    }
}

/// Whether a file of the data folder holds steps, or held them until it was damaged.
pub(crate) fn is_step_file(name: &str) -> bool {
    name.starts_with(DAMAGED_PREFIX) || number(name).is_some()
}

/// The number in the name of a step file.
fn number(name: &str) -> Option<u64> {
    let rest = name.strip_prefix(PREFIX)?;
    rest.strip_suffix(SUFFIX).or_else(|| rest.strip_suffix(OLD_SUFFIX))?.parse().ok()
}

fn name_of(place: u64) -> String {
    format!("{PREFIX}{place}{SUFFIX}")
}

/// Lists the files of an earlier version, by number.
pub(crate) fn list_old(connection: &Connection, folder: &Path) -> rusqlite::Result<()> {
    let is_old = |name: &String| name.ends_with(OLD_SUFFIX);
    let names = fs::read_dir(folder).into_iter().flatten().flatten();
    let names = names.filter_map(|file| file.file_name().into_string().ok()).filter(is_old);
    let mut old: Vec<(u64, String)> = names.filter_map(|name| Some((number(&name)?, name))).collect();
    old.sort_unstable();
    for (_, name) in old {
        connection.execute("INSERT INTO step_file (old_name) VALUES (?1)", [name])?;
    }
    Ok(())
}

/// Creates and lists a new file. `full` is the previous one and its used bytes.
pub(crate) fn create(
    connection: &Connection,
    folder: &Path,
    durability: Durability,
    full: Option<(u64, u64)>,
) -> Result<(u64, Log), StoreError> {
    connection.execute_batch("BEGIN IMMEDIATE").map_err(failed)?;
    let mut created = None;
    let done = create_listed(connection, folder, durability, full, &mut created);
    let done = done.and_then(|place| connection.execute_batch("COMMIT").map_err(failed).map(|()| place));
    match (done, created) {
        (Ok(place), Some(log)) => Ok((place, log)),
        (done, created) => {
            let _ = connection.execute_batch("ROLLBACK");
            // Nothing was written to the file, and it is not listed.
            created.map(|log| fs::remove_file(log.path()));
            Err(done.err().unwrap_or_else(|| StoreError::Failed("no step file could be created".into())))
        }
    }
}

fn create_listed(
    connection: &Connection,
    folder: &Path,
    durability: Durability,
    full: Option<(u64, u64)>,
    created: &mut Option<Log>,
) -> Result<u64, StoreError> {
    const INSERT: &str = "INSERT INTO step_file (id) VALUES (randomblob(16)) RETURNING place, id";
    if let Some((place, written)) = full {
        let update = "UPDATE step_file SET written = ?2 WHERE place = ?1";
        connection.execute(update, [place, written]).map_err(failed)?;
    }
    for _ in 0..MAX_NAME_TRIES {
        let row = connection.query_row(INSERT, [], |row| Ok((row.get(0)?, row.get(1)?)));
        let (place, id): (u64, FileId) = row.map_err(failed)?;
        match Log::create(folder.join(name_of(place)), id, durability) {
            Ok(log) => {
                *created = Some(log);
                return Ok(place);
            }
            // A file was renamed by hand. The next key gives another name.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                connection.execute("DELETE FROM step_file WHERE place = ?1", [place]).map_err(failed)?;
            }
            Err(error) => {
                let shown = folder.display();
                let why = log::sentence(&error);
                return Err(StoreError::Failed(format!("the folder {shown} cannot be used: {why}")));
            }
        }
    }
    Err(StoreError::Failed(format!("no name is free for a new step file in {}", folder.display())))
}

/// What was recovered after a crash.
#[derive(Default)]
pub(crate) struct Recovered {
    pub(crate) files: Vec<OldFile>,
    /// Steps that are not in the database.
    pub(crate) tails: HashMap<MatchId, Tail>,
    /// A sentence for each problem.
    pub(crate) problems: Vec<String>,
}

/// A step file in the folder.
struct Found {
    path: PathBuf,
    name: String,
    /// None without a valid header.
    identity: Option<Identity>,
}

/// A step file in the list.
struct Listed {
    place: u64,
    old_name: Option<String>,
    id: Option<FileId>,
    written: Option<u64>,
}

impl Listed {
    fn name(&self) -> String {
        self.old_name.clone().unwrap_or_else(|| name_of(self.place))
    }

    fn is(&self, found: &Found) -> bool {
        match self.id {
            Some(id) => found.identity == Some(Identity::Id(id)),
            None => self.old_name.as_ref() == Some(&found.name),
        }
    }
}

/// Reads every step file of a folder.
pub(crate) fn recover(folder: &Path, connection: &Connection) -> Result<Recovered, StoreError> {
    let io_failed = |error: io::Error| StoreError::Failed(log::sentence(&error));
    let mut found = in_folder(folder).map_err(io_failed)?;
    let mut recovered = Recovered::default();
    for listed in listed(connection).map_err(failed)? {
        match found.iter().position(|found| listed.is(found)) {
            Some(at) => {
                let found = found.remove(at);
                recovered.take(listed, &found, connection).map_err(io_failed)?;
            }
            None => {
                recovered.problems.push(format!(
                    "{} is missing: steps that were only in it are lost, and their tables go on from an earlier step",
                    folder.join(listed.name()).display()
                ));
                recovered.files.push(OldFile { place: listed.place, path: None, aside: None });
            }
        }
    }
    for found in found {
        recovered.leave_out(&found, connection);
    }
    recovered.tails.retain(|_, tail| tail.count > 0 || tail.is_broken);
    Ok(recovered)
}

/// A listed file, opened: it can be read even after the writer has removed it.
pub(crate) struct OpenFile {
    path: PathBuf,
    file: File,
    identity: Identity,
    written: Option<u64>,
}

/// Opens every listed file. Returns the names of files that are missing beside the ones that are
/// there.
pub(crate) fn open_listed(
    folder: &Path,
    connection: &Connection,
) -> Result<(Vec<OpenFile>, Vec<String>), StoreError> {
    let found = in_folder(folder).map_err(|error| StoreError::Failed(log::sentence(&error)))?;
    let (mut files, mut missing) = (Vec::new(), Vec::new());
    for listed in listed(connection).map_err(failed)? {
        let found = found.iter().find(|found| listed.is(found));
        match found.and_then(|found| Some((found, File::open(&found.path).ok()?))) {
            Some((found, file)) => files.push(OpenFile {
                path: found.path.clone(),
                file,
                identity: found.identity.unwrap_or(Identity::Number(0)),
                written: listed.written,
            }),
            None => missing.push(listed.name()),
        }
    }
    Ok((files, missing))
}

/// Reads the steps of open files that a copy of the database does not have.
///
/// The copy may be older than the files. A step that was written only to the database since then is
/// missing here; the steps after it are ignored, so that every match is as it was at some moment
/// after the copy. Only in a damaged file a gap means that steps are lost.
pub(crate) fn read_open(files: Vec<OpenFile>, copy: &Connection) -> Result<Recovered, StoreError> {
    let mut recovered = Recovered::default();
    for mut open in files {
        let shown = open.path.display();
        let unreadable = |error: io::Error| StoreError::Failed(format!("{shown} cannot be read: {error}"));
        let bytes = read_growing(&mut open.file, open.identity).map_err(unreadable)?;
        let damage = recovered.add_steps(open.identity, &bytes, open.written, copy);
        // A group that is being written at this moment is not damage.
        if damage.unreadable > 0 || damage.missing > 0 {
            recovered.problems.push(what_is_damaged(&open.path, &damage));
        }
    }
    if recovered.problems.is_empty() {
        recovered.tails.values_mut().for_each(|tail| tail.is_broken = false);
    }
    Ok(recovered)
}

/// Reads a file that may be written to at the same time, up to some group that was complete when the
/// reading began or later.
///
/// Groups are written one after the other, but a file is not read in one moment: the first pass may
/// see a later group and not the ones before it. When it is over, all of these are there, so a second
/// pass finds no gaps before that group unless the file is damaged.
fn read_growing(file: &mut File, identity: Identity) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let end = log::end(identity, &bytes);
    bytes.clear();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    let end = end.min(bytes.len());
    bytes[end..].fill(0);
    Ok(bytes)
}

fn listed(connection: &Connection) -> rusqlite::Result<Vec<Listed>> {
    let sql = "SELECT place, old_name, id, written FROM step_file ORDER BY place";
    let mut rows = connection.prepare(sql)?;
    let row = |row: &rusqlite::Row| {
        Ok(Listed { place: row.get(0)?, old_name: row.get(1)?, id: row.get(2)?, written: row.get(3)? })
    };
    rows.query_map([], row)?.collect()
}

fn in_folder(folder: &Path) -> io::Result<Vec<Found>> {
    let mut all = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        let Ok(name) = file.file_name().into_string() else { continue };
        let Some(number) = number(&name) else { continue };
        let path = file.path();
        let mut front = Vec::new();
        let _ = File::open(&path).and_then(|file| file.take(64).read_to_end(&mut front));
        let identity = if name.ends_with(OLD_SUFFIX) {
            Some(Identity::Number(number))
        } else {
            log::id_of(&front).map(Identity::Id)
        };
        all.push((number, Found { path, name, identity }));
    }
    all.sort_by_key(|(number, _)| *number);
    Ok(all.into_iter().map(|(_, found)| found).collect())
}

impl Recovered {
    /// Reads a listed file.
    fn take(&mut self, listed: Listed, found: &Found, connection: &Connection) -> io::Result<()> {
        let shown = found.path.display();
        if listed.name() != found.name {
            self.problems.push(format!("{shown} was renamed: it is read as {}", listed.name()));
        }
        let bytes = fs::read(&found.path)?;
        let identity = found.identity.unwrap_or(Identity::Number(0));
        let damage = self.add_steps(identity, &bytes, listed.written, connection);
        let aside = (!damage.is_none()).then(|| aside(&found.path));
        if let Some(aside) = &aside {
            self.problems.push(sentence(&found.path, &damage, aside));
        }
        self.files.push(OldFile { place: listed.place, path: Some(found.path.clone()), aside });
        Ok(())
    }

    /// Adds the steps of a file that the database does not have.
    fn add_steps(
        &mut self,
        identity: Identity,
        bytes: &[u8],
        written: Option<u64>,
        connection: &Connection,
    ) -> Damage {
        let tails = &mut self.tails;
        log::read(identity, bytes, written, |id, step, bytes| {
            let tail = match tails.entry(id) {
                Entry::Occupied(tail) => tail.into_mut(),
                Entry::Vacant(place) => match chunk::count(connection, id) {
                    Ok(Some(stored)) => place.insert(Tail::after(stored)),
                    // The match has been deleted.
                    Ok(None) => return,
                    // The database reports the damage when the match is read.
                    Err(_) => place.insert(Tail { is_broken: true, ..Tail::after(0) }),
                },
            };
            tail.add(step, bytes);
        })
    }

    /// Handles an unlisted file: deletes it if the database has everything in it, otherwise renames
    /// it.
    fn leave_out(&mut self, found: &Found, connection: &Connection) {
        if self.is_superfluous(found, connection).unwrap_or(false) {
            let _ = fs::remove_file(&found.path);
            return;
        }
        let (shown, aside) = (found.path.display(), aside(&found.path));
        self.problems.push(match fs::rename(&found.path, &aside) {
            Ok(()) => format!(
                "{shown} does not belong to this database: it was not read, and is kept as {}",
                aside.display()
            ),
            Err(error) => format!("{shown} does not belong to this database, and cannot be renamed: {error}"),
        });
    }

    fn is_superfluous(&self, found: &Found, connection: &Connection) -> io::Result<bool> {
        if fs::metadata(&found.path)?.len() > MAX_UNLISTED_BYTES {
            return Ok(false);
        }
        let bytes = fs::read(&found.path)?;
        let Some(identity) = found.identity else { return Ok(bytes.iter().all(|byte| *byte == 0)) };
        let mut is_news = false;
        let damage = log::read(identity, &bytes, None, |id, step, _| {
            let stored = match self.tails.get(&id) {
                Some(tail) => tail.next() - 1,
                None => chunk::count(connection, id).ok().flatten().unwrap_or(0),
            };
            is_news |= step > stored;
        });
        Ok(damage.is_none() && !is_news)
    }
}

/// A free name for a damaged file.
fn aside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let plain = path.with_file_name(format!("{DAMAGED_PREFIX}{name}"));
    let others = (2..).map(|n: u64| path.with_file_name(format!("{DAMAGED_PREFIX}{n}-{name}")));
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    std::iter::once(plain).chain(others).find(is_free).unwrap_or_default()
}

fn sentence(path: &Path, damage: &Damage, aside: &Path) -> String {
    format!("{}. It is kept as {}", what_is_damaged(path, damage), aside.display())
}

fn what_is_damaged(path: &Path, damage: &Damage) -> String {
    let shown = path.display();
    let Damage { unreadable, unfinished, missing } = damage;
    match (unreadable, missing, unfinished) {
        (0, 0, unfinished) => format!(
            "the last {unfinished} bytes of {shown} are an unfinished write. Nobody was told of such steps, \
             unless the file was damaged since"
        ),
        (0, missing, _) => {
            format!("{shown} was cut by at least {missing} bytes: steps at its end may be lost")
        }
        (unreadable, ..) => {
            format!("{shown} is damaged: {unreadable} bytes cannot be read, and the steps in them are lost")
        }
    }
}
