//! The server's end of the admin socket.

use std::{
    fs::{self, Permissions},
    io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use tokio::{
    net::{UnixListener, UnixStream},
    sync::watch,
    time::timeout,
};

use super::{Answer, SOCKET, TIMEOUT, commands};
use crate::hub::Hub;

/// Only the owner of the server may connect.
const SOCKET_MODE: u32 = 0o600;
/// The longest request.
const MAX_REQUEST_BYTES: usize = 16 << 10;
/// How long a client may take to send its request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

/// The socket; dropping it removes the file.
pub(crate) struct AdminListener {
    listener: UnixListener,
    path: PathBuf,
}

impl AdminListener {
    /// Listens in a folder, which the server has locked: a socket that is there already is left over.
    ///
    /// # Errors
    ///
    /// When the socket cannot be made; a path may have about a hundred bytes.
    pub(crate) fn open(folder: &Path) -> io::Result<AdminListener> {
        let path = folder.join(SOCKET);
        let _ = fs::remove_file(&path);
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, Permissions::from_mode(SOCKET_MODE))?;
        Ok(AdminListener { listener, path })
    }

    /// Answers one command after the other until `stopped` changes.
    pub(crate) async fn run(self, hub: Arc<Hub>, mut stopped: watch::Receiver<bool>) {
        loop {
            let accepted = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = stopped.changed() => return,
            };
            match accepted {
                // A command that hangs must not block the next one for ever.
                Ok((stream, _)) => drop(timeout(TIMEOUT, answer(&hub, &stream)).await),
                Err(_) => tokio::time::sleep(REQUEST_TIMEOUT).await,
            }
        }
    }
}

impl Drop for AdminListener {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}

async fn answer(hub: &Arc<Hub>, stream: &UnixStream) -> io::Result<()> {
    let line = timeout(REQUEST_TIMEOUT, read_line(stream)).await.map_err(io::Error::from)??;
    let answer = match serde_json::from_slice(&line) {
        Ok(request) => commands::carry_out(hub, request).await,
        Err(_) => Answer::Refused("the server does not know this command: is it of the same version?".into()),
    };
    let text = format!("{}\n", eights_wire::write(&answer));
    let mut rest = text.as_bytes();
    while !rest.is_empty() {
        stream.writable().await?;
        match stream.try_write(rest) {
            Ok(n) => rest = &rest[n..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn read_line(stream: &UnixStream) -> io::Result<Vec<u8>> {
    let (mut line, mut buffer) = (Vec::new(), [0; 1024]);
    while !line.ends_with(b"\n") {
        stream.readable().await?;
        match stream.try_read(&mut buffer) {
            Ok(0) => break,
            Ok(n) => line.extend_from_slice(&buffer[..n]),
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
            Err(error) => return Err(error),
        }
        if line.len() > MAX_REQUEST_BYTES {
            return Err(io::ErrorKind::InvalidData.into());
        }
    }
    Ok(line)
}
