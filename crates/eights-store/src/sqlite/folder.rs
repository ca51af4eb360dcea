//! The data folder: locked by one process at a time, and readable only by its owner.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

use crate::{
    StoreError,
    sqlite::log::{FILE_MODE, step_files},
};

pub(crate) const DATABASE: &str = "eights.db";
/// The lock file of earlier versions.
const OLD_LOCK: &str = "lock";
/// Only the owner may enter: the folder holds the seeds of running matches.
const FOLDER_MODE: u32 = 0o700;
/// Set on folders that are shared on purpose, such as `/tmp`.
const STICKY: u32 = 0o1000;

/// A locked data folder.
pub(crate) struct Folder {
    /// The lock is on the folder itself. A lock file could be deleted and created again, and two
    /// processes would each hold a lock.
    lock: File,
}

impl Folder {
    /// Creates the folder if necessary, locks it and restricts who can read it. Returns
    /// a sentence for each permission that could not be changed.
    pub(crate) fn open(path: &Path) -> Result<(Folder, Vec<String>), StoreError> {
        let folder = Folder::lock(path)?;
        create_private(&path.join(DATABASE)).map_err(|error| {
            let shown = path.display();
            StoreError::Failed(format!("nothing can be written in the folder {shown}: {error}"))
        })?;
        Ok((folder, restrict(path)))
    }

    /// Creates the folder if necessary, and locks it.
    pub(crate) fn lock(path: &Path) -> Result<Folder, StoreError> {
        let shown = path.display();
        let failed = |what: &str, error: io::Error| StoreError::Failed(format!("{what} {shown}: {error}"));
        let create = DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path);
        create.map_err(|error| failed("cannot create the folder", error))?;
        let lock = File::open(path).map_err(|error| failed("cannot open the folder", error))?;
        let taken = || StoreError::Failed(format!("another program already serves the folder {shown}"));
        lock.try_lock().map_err(|_| taken())?;
        // A server of an earlier version may still be running.
        let old = path.join(OLD_LOCK);
        if let Ok(file) = File::open(&old) {
            file.try_lock().map_err(|_| taken())?;
            let _ = fs::remove_file(&old);
        }
        Ok(Folder { lock })
    }

    pub(crate) fn unlock(&self) {
        let _ = self.lock.unlock();
    }
}

/// Creates a file that only its owner can read, unless it exists already.
pub(crate) fn create_private(path: &Path) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).mode(FILE_MODE).open(path).map(drop)
}

/// Removes all permissions of other users from the folder and its files.
fn restrict(folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut change = |path: &Path, mode: u32| {
        let Ok(found) = fs::metadata(path).map(|metadata| metadata.mode()) else { return };
        if found & 0o077 == 0 || found & STICKY != 0 {
            return;
        }
        if let Err(error) = fs::set_permissions(path, Permissions::from_mode(mode)) {
            let shown = path.display();
            problems.push(format!("other users can read {shown}, and this cannot be changed: {error}"));
        }
    };
    change(folder, FOLDER_MODE);
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(DATABASE) || step_files::is_step_file(name)) {
            change(&file.path(), FILE_MODE);
        }
    }
    problems
}
