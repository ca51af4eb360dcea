//! Unix: permission bits keep others out, and the lock is on the folder.

use std::{
    ffi::OsStr,
    fs::{self, DirBuilder, File, OpenOptions, Permissions},
    io,
    os::unix::fs::{DirBuilderExt, FileExt, MetadataExt, OpenOptionsExt, PermissionsExt},
    path::Path,
};

/// Only the owner may enter: the folder holds the seeds of running matches.
const FOLDER_MODE: u32 = 0o700;
const FILE_MODE: u32 = 0o600;
/// Set on folders that are shared on purpose, such as `/tmp`.
const STICKY: u32 = 0o1000;

/// Lets only the owner read a file that is created with these options.
pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options.mode(FILE_MODE)
}

/// Creates a folder that only its owner can enter, unless it exists already.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// The file to lock for a folder: the folder itself. A lock file could be deleted and created again,
/// and two processes would each hold a lock.
pub(crate) fn open_lock(folder: &Path) -> io::Result<File> {
    File::open(folder)
}

/// Whether this file in the folder is there only to be locked.
pub(crate) fn is_lock(_name: &OsStr) -> bool {
    false
}

/// Removes all permissions of other users from a file or folder.
pub(crate) fn restrict(path: &Path) -> io::Result<()> {
    let Ok(found) = fs::metadata(path) else { return Ok(()) };
    if found.mode() & 0o077 == 0 || found.mode() & STICKY != 0 {
        return Ok(());
    }
    let mode = if found.is_dir() { FOLDER_MODE } else { FILE_MODE };
    fs::set_permissions(path, Permissions::from_mode(mode))
}

/// Makes the names in a folder durable.
pub(crate) fn sync_folder(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

pub(crate) fn write_all_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    file.write_all_at(bytes, at)
}
