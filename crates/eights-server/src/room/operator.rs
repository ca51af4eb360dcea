//! What the operator of the server does with a table: looks at it, removes banned people, closes it.

use std::net::IpAddr;

use eights_store::PersonId;
use eights_wire::ByeCode;

use super::{Listed, Room, World};
use crate::{limits::bans::Ban, refusal::BANNED};

/// A table and everybody at it.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    pub(crate) listed: Listed,
    pub(crate) guests: Vec<SurveyGuest>,
}

/// A connected person.
#[derive(Clone, Debug)]
pub(crate) struct SurveyGuest {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    /// The letter of their chair; none for a spectator.
    pub(crate) seat: Option<String>,
    pub(crate) address: Option<IpAddr>,
}

impl Room {
    pub(crate) fn survey(&self) -> Survey {
        let guest = |guest: &super::Guest| SurveyGuest {
            person: guest.person,
            name: guest.name.clone(),
            seat: guest.seat.map(|seat| seat.to_string()),
            address: guest.address,
        };
        Survey { listed: self.listed(), guests: self.guests.iter().map(guest).collect() }
    }

    /// Disconnects everybody whom a ban concerns. Their chairs are theirs until a bot takes over.
    pub(super) fn evict(&mut self, ban: &Ban, world: &mut dyn World) {
        let is_banned = |guest: &&super::Guest| ban.is_of(guest.person, guest.address);
        let connections: Vec<_> =
            self.guests.iter().filter(is_banned).map(|guest| guest.connection).collect();
        for connection in connections {
            self.bye(connection, ByeCode::Other, BANNED, world);
            self.leave(connection, world);
        }
    }

    /// Disconnects everybody, with the reason.
    pub(super) fn send_all_away(&mut self, why: &str, world: &mut dyn World) {
        for guest in std::mem::take(&mut self.guests) {
            self.bye(guest.connection, ByeCode::Other, why, world);
        }
    }
}
