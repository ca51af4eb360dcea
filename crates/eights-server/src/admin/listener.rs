//! The server's end of `eights admin`.

use std::{io, path::Path, sync::Arc, time::Duration};

use tokio::{sync::watch, time::timeout};

use super::{
    Answer, TIMEOUT, commands,
    transport::{Listener, Stream},
};
use crate::hub::Hub;

/// The longest request.
const MAX_REQUEST_BYTES: usize = 16 << 10;
/// How long a client may take to send its request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(5);

pub(crate) struct AdminListener(Listener);

impl AdminListener {
    /// Listens for commands to the server that has locked this folder.
    ///
    /// # Errors
    ///
    /// When the socket or pipe cannot be made.
    pub(crate) fn open(folder: &Path) -> io::Result<AdminListener> {
        Listener::open(folder).map(AdminListener)
    }

    /// Answers one command after the other until `stopped` changes.
    pub(crate) async fn run(mut self, hub: Arc<Hub>, mut stopped: watch::Receiver<bool>) {
        loop {
            let accepted = tokio::select! {
                accepted = self.0.accept() => accepted,
                _ = stopped.changed() => return,
            };
            match accepted {
                // A command that hangs must not block the next one for ever.
                Ok(stream) => drop(timeout(TIMEOUT, answer(&hub, &stream)).await),
                Err(_) => tokio::time::sleep(REQUEST_TIMEOUT).await,
            }
        }
    }
}

async fn answer(hub: &Arc<Hub>, stream: &Stream) -> io::Result<()> {
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

async fn read_line(stream: &Stream) -> io::Result<Vec<u8>> {
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
