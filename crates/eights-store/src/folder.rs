//! The data folder: served by one process at a time, and readable only by its owner.

use std::{
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

use crate::{StoreError, step_files};

/// The database of a folder.
pub(crate) const DATABASE: &str = "eights.db";
/// The lock file of earlier versions.
const OLD_LOCK: &str = "lock";
/// Only the owner may enter: seeds of running matches are in here.
const FOLDER_MODE: u32 = 0o700;
/// The same for a file.
pub(crate) const FILE_MODE: u32 = 0o600;
/// Set on folders that are shared on purpose, such as `/tmp`.
const STICKY: u32 = 0o1000;

/// A folder that no other process serves while this value lives.
pub(crate) struct Folder {
    /// The lock is on the folder itself. A lock file can be deleted and made again, and
    /// then two processes would each hold a lock of their own.
    lock: File,
}

impl Folder {
    /// Creates the folder if necessary, locks it and restricts who can read it. Returns
    /// a sentence for each permission that could not be changed.
    pub(crate) fn open(path: &Path) -> Result<(Folder, Vec<String>), StoreError> {
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
        create_private(&path.join(DATABASE))
            .map_err(|error| failed("nothing can be written in the folder", error))?;
        Ok((Folder { lock }, restrict(path)))
    }

    /// Lets another process serve the folder.
    pub(crate) fn unlock(&self) {
        let _ = self.lock.unlock();
    }
}

/// Creates a file that only its owner can read, unless it exists already.
fn create_private(path: &Path) -> io::Result<()> {
    OpenOptions::new().create(true).append(true).mode(FILE_MODE).open(path).map(drop)
}

/// Takes the permissions of everybody else away from the folder and its files.
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
