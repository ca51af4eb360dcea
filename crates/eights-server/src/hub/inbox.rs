//! The messages that the task of a room receives.

use std::sync::Arc;

use eights_store::{PersonId, Released};
use tokio::sync::oneshot;

use crate::{
    net::recipient::Recipient,
    room::{ConnectionId, Guest, Input, Listed, OwnTable, Survey},
};

/// A message to the task of a room.
pub(crate) enum ToRoom {
    /// A guest joins.
    Join(Box<Guest>, Arc<dyn Recipient>),
    Input(Input),
    /// Close a connection with this status code and reason, after earlier messages are answered.
    Close(ConnectionId, u16, String),
    /// Ask for the public description of the table.
    Look(oneshot::Sender<Listed>),
    /// Ask what a person has to do with the table.
    LookAs(PersonId, oneshot::Sender<OwnTable>),
    /// Ask who is at the table, for the operator.
    Survey(oneshot::Sender<Survey>),
    /// The server shuts down: tell the clients when to reconnect, stop, and say what other nodes may
    /// have.
    Drain(oneshot::Sender<Released>),
    /// Another node has the table: stop, and leave the connections to their links.
    Abandon,
}
