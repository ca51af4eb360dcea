//! A Unix socket in the store's folder.

use std::{
    fs::{self, Permissions},
    io::{self, Read, Write},
    os::unix::{fs::PermissionsExt, net::UnixStream},
    path::{Path, PathBuf},
};

use tokio::net::UnixListener;
pub(in crate::admin) use tokio::net::UnixStream as Stream;

use crate::admin::TIMEOUT;

/// The name of the socket.
const SOCKET: &str = "admin.sock";
/// Only the owner of the server may connect.
const SOCKET_MODE: u32 = 0o600;

/// The server's end; dropping it removes the file.
pub(in crate::admin) struct Listener {
    listener: UnixListener,
    path: PathBuf,
}

impl Listener {
    /// Listens in a folder, which the server has locked: a socket that is there already is left over.
    ///
    /// # Errors
    ///
    /// When the socket cannot be made; a path may have about a hundred bytes.
    pub(in crate::admin) fn open(folder: &Path) -> io::Result<Listener> {
        let path = folder.join(SOCKET);
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, Permissions::from_mode(SOCKET_MODE))?;
        Ok(Listener { listener, path })
    }

    pub(in crate::admin) async fn accept(&mut self) -> io::Result<Stream> {
        Ok(self.listener.accept().await?.0)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

/// The client's end.
pub(in crate::admin) fn connect(folder: &Path) -> io::Result<impl Read + Write> {
    let stream = UnixStream::connect(folder.join(SOCKET))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    Ok(stream)
}
