//! A named pipe. Windows lets everybody read from it, but only the server's user and administrators
//! can write a command to it, and nobody on another machine can open it.

use std::{
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    mem,
    path::Path,
};

pub(in crate::admin) use tokio::net::windows::named_pipe::NamedPipeServer as Stream;
use tokio::net::windows::named_pipe::ServerOptions;

/// The server's end.
pub(in crate::admin) struct Listener {
    /// The pipe that the next client opens.
    next: Stream,
    name: String,
}

impl Listener {
    /// # Errors
    ///
    /// When the pipe exists already.
    pub(in crate::admin) fn open(folder: &Path) -> io::Result<Listener> {
        let name = name(folder)?;
        let next = ServerOptions::new().first_pipe_instance(true).create(&name)?;
        Ok(Listener { next, name })
    }

    pub(in crate::admin) async fn accept(&mut self) -> io::Result<Stream> {
        self.next.connect().await?;
        let next = ServerOptions::new().create(&self.name)?;
        Ok(mem::replace(&mut self.next, next))
    }
}

/// The client's end.
pub(in crate::admin) fn connect(folder: &Path) -> io::Result<impl Read + Write> {
    OpenOptions::new().read(true).write(true).open(name(folder)?)
}

/// The pipes of a machine share one space of names, so each store has its own.
fn name(folder: &Path) -> io::Result<String> {
    let folder = fs::canonicalize(folder)?;
    let hash = blake3::hash(folder.as_os_str().as_encoded_bytes()).to_hex();
    Ok(format!(r"\\.\pipe\eights-{}", &hash[..32]))
}
