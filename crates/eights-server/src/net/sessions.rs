//! Tracks the open connections of each person, to close them when the person moves to another
//! device or is deleted.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use eights_store::PersonId;
use eights_wire::{ByeCode, ToClient};

use crate::{
    net::{
        connection::Connection,
        recipient::{Kind, Recipient},
    },
    random::random_bytes,
};

pub(crate) const MOVED: &str = "you have moved to another device";

#[derive(Default)]
pub(crate) struct Sessions(Mutex<Open>);

#[derive(Default)]
struct Open {
    connections: HashMap<PersonId, Vec<Arc<Connection>>>,
    /// How many times the connections of any person were closed.
    revision: u64,
}

/// An open connection; dropping this removes it from the list.
pub(crate) struct Session<'a> {
    sessions: &'a Sessions,
    person: PersonId,
    connection: Arc<Connection>,
}

impl Sessions {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A counter that changes whenever a person's connections are closed. A cookie that was checked
    /// under one value must be checked again under another.
    pub(crate) fn revision(&self) -> u64 {
        self.open().revision
    }

    pub(crate) fn add(&self, person: PersonId, connection: Arc<Connection>) -> Session<'_> {
        self.open().connections.entry(person).or_default().push(connection.clone());
        Session { sessions: self, person, connection }
    }

    /// Everyone with an open connection.
    pub(crate) fn people(&self) -> Vec<PersonId> {
        self.open().connections.keys().copied().collect()
    }

    /// Closes every connection of a person whose cookie is void, with the reason.
    pub(crate) fn end(&self, person: PersonId, code: ByeCode, why: &str) {
        let connections = {
            let mut open = self.open();
            open.revision += 1;
            open.connections.remove(&person).unwrap_or_default()
        };
        connections.iter().for_each(|connection| send_bye(connection, code, why));
    }
}

impl Sessions {
    /// Asks everybody who is still connected to come back later, to another node.
    pub(crate) fn end_all(&self) {
        let open = self.open();
        for connection in open.connections.values().flatten() {
            let [a, b, ..] = random_bytes();
            let back_in = Some(500 + u64::from(u16::from_le_bytes([a, b])) % 2000);
            let why = "the server is being restarted; nothing is lost".into();
            let bye = ToClient::Bye { code: ByeCode::Restart, why, back_in };
            connection.send(Kind::Other, eights_wire::write(&bye).as_bytes());
            connection.close(1001, "going away");
        }
    }
}

impl Session<'_> {
    /// Closes this connection: the cookie it was opened with has been replaced.
    pub(crate) fn end(&self) {
        send_bye(&self.connection, ByeCode::Moved, MOVED);
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        let mut open = self.sessions.open();
        let Some(connections) = open.connections.get_mut(&self.person) else { return };
        connections.retain(|connection| !Arc::ptr_eq(connection, &self.connection));
        if connections.is_empty() {
            open.connections.remove(&self.person);
        }
    }
}

fn send_bye(connection: &Connection, code: ByeCode, why: &str) {
    let bye = ToClient::Bye { code, why: why.into(), back_in: None };
    connection.send(Kind::Other, eights_wire::write(&bye).as_bytes());
    connection.close(1000, "");
}
