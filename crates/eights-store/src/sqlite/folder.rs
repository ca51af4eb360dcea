//! The data folder: locked by one process at a time, and readable only by its owner.

use std::{
    fs::{self, File, OpenOptions},
    io,
    path::Path,
};

use crate::{
    StoreError,
    sqlite::{log::step_files, os},
};

pub(crate) const DATABASE: &str = "eights.db";
/// The lock file of earlier versions.
const OLD_LOCK: &str = "lock";

/// A locked data folder.
pub(crate) struct Folder {
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
        os::create_folder(path).map_err(|error| failed("cannot create the folder", error))?;
        let lock = os::open_lock(path).map_err(|error| failed("cannot open the folder", error))?;
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
    os::private(OpenOptions::new().create(true).append(true)).open(path).map(drop)
}

/// Removes all permissions of other users from the folder and its files.
fn restrict(folder: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    let mut restrict = |path: &Path| {
        if let Err(error) = os::restrict(path) {
            let shown = path.display();
            problems.push(format!("other users can read {shown}, and this cannot be changed: {error}"));
        }
    };
    restrict(folder);
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = file.file_name();
        if name.to_str().is_some_and(|name| name.starts_with(DATABASE) || step_files::is_step_file(name)) {
            restrict(&file.path());
        }
    }
    problems
}
