//! How `eights admin` reaches a server on the same machine: a Unix socket, or a named pipe on Windows.

#[cfg(unix)]
mod unix;
#[cfg(windows)]
mod windows;

#[cfg(unix)]
pub(super) use unix::{Listener, Stream, connect};
#[cfg(windows)]
pub(super) use windows::{Listener, Stream, connect};
