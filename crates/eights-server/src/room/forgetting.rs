//! What a table knows about a person, for those who ask what is stored about them; and forgetting it.

use eights_store::PersonId;
use eights_wire::{ByeCode, Phase};

use super::{Chair, Listed, Room, Sitter, World};

/// The message to a person whose data was deleted.
pub(crate) const FORGOTTEN: &str = "what was stored about you has been deleted";

/// A table, as listed for its founder or for one of its players.
pub(crate) struct OwnTable {
    pub(crate) listed: Listed,
    /// The letter of their chair.
    pub(crate) seat: Option<String>,
    pub(crate) is_host: bool,
}

impl Room {
    /// The founder and everyone in a chair.
    pub(crate) fn people(&self) -> Vec<PersonId> {
        let mut people = vec![self.founder];
        people.extend(self.chairs.iter().filter_map(Chair::person).filter(|id| *id != self.founder));
        people
    }

    pub(crate) fn as_owned(&self, person: PersonId) -> OwnTable {
        OwnTable {
            listed: self.listed(),
            seat: self.chair_of(person).map(|seat| seat.to_string()),
            is_host: self.host == person,
        }
    }

    /// Takes a person out of the table. A bot plays on for them, and a table without anybody else is
    /// deleted with its match.
    pub(super) fn forget(&mut self, person: PersonId, world: &mut dyn World) {
        for guest in self.guests.extract_if(.., |guest| guest.person == person).collect::<Vec<_>>() {
            self.drop_hint(guest.connection, world);
            self.bye(guest.connection, ByeCode::Other, FORGOTTEN, world);
        }
        if self.guests.is_empty() && self.empty_since.is_none() {
            self.empty_since = Some(world.now());
        }
        let Some((heir, name)) = self.other_than(person) else { return self.persist_end(world) };
        if let Some(seat) = self.chair_of(person) {
            let level = self.room_config.stand_in.clone();
            let chair = &mut self.chairs[seat.index()];
            *chair = match self.phase {
                // What the seat added to the shuffle is part of its proof.
                Phase::Playing => {
                    let entropy = std::mem::take(&mut chair.entropy);
                    Chair { ready: true, entropy, ..Chair::of(Sitter::Bot(level)) }
                }
                Phase::Gathering | Phase::Over => Chair::of(Sitter::Nobody),
            };
        }
        if self.founder == person {
            (self.founder, self.founder_name) = (heir, name);
        }
        if self.host == person {
            self.host = self.founder;
            self.host_away_since = (!self.is_here(self.host)).then(|| world.now());
        }
        self.banned.retain(|(banned, _)| *banned != person);
        self.admitted.retain(|admitted| *admitted != person);
        self.mutes.retain(|(listener, speaker)| ![*listener, *speaker].contains(&person));
        if self.phase == Phase::Playing {
            self.start_clock(world.now());
        }
        self.persist_table(world);
    }

    /// Somebody else of this table, with their name: rather a player than a spectator, and rather
    /// somebody who is here.
    fn other_than(&self, person: PersonId) -> Option<(PersonId, String)> {
        let seated = self.guests.iter().filter(|guest| guest.seat.is_some());
        let watching = self.guests.iter().filter(|guest| guest.seat.is_none());
        let away = self.chairs.iter().filter_map(|chair| match &chair.sitter {
            Sitter::Person(id, name) => Some((*id, name)),
            _ => None,
        });
        (seated.map(|guest| (guest.person, &guest.name)))
            .chain(away)
            .chain(watching.map(|guest| (guest.person, &guest.name)))
            .chain([(self.founder, &self.founder_name)])
            .find(|(id, _)| *id != person)
            .map(|(id, name)| (id, name.clone()))
    }
}
