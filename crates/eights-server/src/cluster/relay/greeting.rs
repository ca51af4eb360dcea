//! The first message of a channel: which client of another node joins which table.

use std::net::IpAddr;

use eights_store::PersonId;
use serde::{Deserialize, Serialize};

use crate::room::{ConnectionId, Guest};

/// The client's own node has already checked who the client is.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Greeting {
    pub(super) code: String,
    person: String,
    name: String,
    words: bool,
    pauses: bool,
    address: Option<IpAddr>,
}

impl Greeting {
    pub(super) fn of(code: &str, guest: &Guest) -> Greeting {
        Greeting {
            code: code.into(),
            person: guest.person.to_string(),
            name: guest.name.clone(),
            words: guest.words,
            pauses: guest.pauses,
            address: guest.address,
        }
    }

    pub(super) fn to_json(&self) -> String {
        eights_wire::write(self)
    }

    pub(super) fn guest(self, id: ConnectionId) -> Option<Guest> {
        let person: PersonId = self.person.parse().ok()?;
        let guest = Guest::new(id, person, self.name, self.words).at(self.address);
        Some(Guest { pauses: self.pauses, ..guest })
    }
}
