//! The reasons why a test could not run.

use std::io;

use eights_client::ClientError;

/// The reason why a test could not run.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(transparent)]
    Client(#[from] ClientError),
    /// Files, processes or the runtime: what failed, and why.
    #[error("{0}: {1}")]
    System(&'static str, io::Error),
    /// The server, or another program, refused a necessary request.
    #[error("{0}")]
    Refused(String),
    #[error("the server did not start: {0}")]
    NoServer(String),
    /// The plan needs more sockets than this process may open: the number, and the limit.
    #[error("{0} sockets are needed, and one process may have {1} files open: fewer tables, or --people 1")]
    TooMany(usize, usize),
    /// A wait timed out: the seconds, and what did not happen.
    #[error("after {0} s: {1}")]
    TooLong(u64, String),
}
