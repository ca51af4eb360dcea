//! Windows: files have the access rights of the folder they are in, and the lock is on a file.

use std::{
    ffi::OsStr,
    fs::{self, File, OpenOptions},
    io,
    os::windows::fs::{FileExt, OpenOptionsExt},
    path::Path,
};

const LOCK: &str = "in-use";
/// Others may open the file, but not delete it: FILE_SHARE_READ and FILE_SHARE_WRITE.
const SHARED: u32 = 1 | 2;

pub(crate) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    options
}

pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    fs::create_dir_all(path)
}

/// The file to lock for a folder, since folders cannot be locked.
pub(crate) fn open_lock(folder: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).share_mode(SHARED).open(folder.join(LOCK))
}

pub(crate) fn is_lock(name: &OsStr) -> bool {
    name == LOCK
}

pub(crate) fn restrict(_path: &Path) -> io::Result<()> {
    Ok(())
}

/// Nothing to do: flushing a file makes its name durable too.
pub(crate) fn sync_folder(_folder: &Path) -> io::Result<()> {
    Ok(())
}

pub(crate) fn write_all_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        match file.seek_write(bytes, at) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(n) => (bytes, at) = (&bytes[n..], at + n as u64),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}
