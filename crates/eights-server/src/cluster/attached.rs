//! A guest who is attached to a table, here or at another node.

use std::sync::Arc;

use crate::{net::recipient::Recipient, room::Guest};

/// Why a table is left.
pub(super) enum End {
    /// The client is gone, or was sent away.
    Over,
    /// The table is somewhere else now.
    Moved,
}

/// A guest, and where messages for them go.
pub(super) struct Attached {
    pub(super) guest: Guest,
    pub(super) recipient: Arc<dyn Recipient>,
}
