//! A guest who is attached to a table, here or at another node.

use std::sync::Arc;

use eights_wire::ToClient;

use crate::{
    net::connection::{Connection, Kind},
    refusal::Refusal,
    room::Guest,
};

/// Why a table is left.
pub(super) enum End {
    /// The client is gone, or was sent away.
    Over,
    /// The table is somewhere else now.
    Moved,
}

/// A guest and their socket.
pub(super) struct Attached {
    pub(super) guest: Guest,
    pub(super) connection: Arc<Connection>,
    /// The ids of requests that were passed to another node and have not been answered.
    pub(super) open: Vec<u32>,
}

impl Attached {
    /// Answers requests whose outcome is unknown: the client sees the table and may ask again.
    pub(super) fn refuse_open(&mut self) {
        for id in self.open.drain(..) {
            let refusal = Refusal::NotSaved("the table has moved to another machine".into());
            let refused =
                ToClient::Refused { id: Some(id), step: 0, code: refusal.code(), why: refusal.to_string() };
            self.connection.send(Kind::Other, eights_wire::write(&refused).as_bytes());
        }
    }
}
