//! What a room sends messages to: a socket of this node, or a client of another one.

/// How a message is treated when the reader is slow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Replaces an earlier update that is still queued.
    Update,
    /// Must be delivered, or the connection ends.
    Other,
}

/// Somebody who takes messages. Nothing here waits.
pub(crate) trait Recipient: Send + Sync {
    fn send(&self, kind: Kind, message: &[u8]);

    /// Closes the connection after everything that was sent before, with a status code of WebSockets.
    fn close(&self, code: u16, why: &str);

    /// Whether nothing more can be sent.
    fn is_over(&self) -> bool;
}
