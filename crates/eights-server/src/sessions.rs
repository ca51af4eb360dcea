//! The open connections of each person, so that they can be ended when the person moves to another device.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use eights_store::PersonId;
use eights_wire::ToClient;

use crate::connection::{Connection, Kind};

/// Why the connections of the old device end.
const MOVED: &str = "you have moved to another device";

/// Every open connection, by person.
#[derive(Default)]
pub(crate) struct Sessions(Mutex<Open>);

#[derive(Default)]
struct Open {
    lines: HashMap<PersonId, Vec<Arc<Connection>>>,
    /// How often somebody's connections were ended.
    revision: u64,
}

/// One open connection. It is forgotten when this is dropped.
pub(crate) struct Session<'a> {
    sessions: &'a Sessions,
    person: PersonId,
    line: Arc<Connection>,
}

impl Sessions {
    fn open(&self) -> MutexGuard<'_, Open> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A number that changes whenever somebody's connections are ended. A cookie that was checked at
    /// one number must be checked again once there is another.
    pub(crate) fn revision(&self) -> u64 {
        self.open().revision
    }

    pub(crate) fn add(&self, person: PersonId, line: Arc<Connection>) -> Session<'_> {
        self.open().lines.entry(person).or_default().push(line.clone());
        Session { sessions: self, person, line }
    }

    /// Ends every connection of a person whose cookie was replaced.
    pub(crate) fn end(&self, person: PersonId) {
        let lines = {
            let mut open = self.open();
            open.revision += 1;
            open.lines.remove(&person).unwrap_or_default()
        };
        lines.iter().for_each(|line| say_moved(line));
    }
}

impl Session<'_> {
    /// Ends this connection: the cookie it was opened with has been replaced.
    pub(crate) fn end(&self) {
        say_moved(&self.line);
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        let mut open = self.sessions.open();
        let Some(lines) = open.lines.get_mut(&self.person) else { return };
        lines.retain(|line| !Arc::ptr_eq(line, &self.line));
        if lines.is_empty() {
            open.lines.remove(&self.person);
        }
    }
}

fn say_moved(line: &Connection) {
    let bye = ToClient::Bye { why: MOVED.into(), back_in: None };
    line.say(Kind::Other, eights_wire::write(&bye).as_bytes());
    line.end(1000, "");
}
