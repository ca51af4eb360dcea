//! People at a table: their ids and names, admission, bans and mutes.
//!
//! A ban cannot keep a person out for good, since a new cookie is a new person. So the rule is
//! about the table: after the host has sent somebody away, newcomers may only watch until the host
//! admits them. A person who returns under another cookie can neither sit down nor talk.

use eights::Seat;
use eights_store::PersonId;
use eights_wire::{ByeCode, Door, MAX_WATCHING, Phase, Watcher};

use super::{BannedBy, Chair, Guest, MAX_REMEMBERED, Room, Sitter, World, lobby::Done};
use crate::people::names;
use crate::refusal::Refusal;

impl Room {
    /// The id of a person in messages: stable for as long as the table exists, and different at
    /// every table, so that nobody can be tracked from one table to the next.
    pub(super) fn guest_id(&self, person: PersonId) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("eights: a guest of a table");
        hasher.update(self.code.as_bytes()).update(&person.number().to_le_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// A person who is connected. Nobody is a guest twice: a second page of theirs replaces the first.
    pub(super) fn guest(&self, person: PersonId) -> Result<&Guest, Refusal> {
        self.guests.iter().find(|guest| guest.person == person).ok_or(Refusal::NoSuchGuest)
    }

    pub(super) fn guest_mut(&mut self, person: PersonId) -> Result<&mut Guest, Refusal> {
        self.guests.iter_mut().find(|guest| guest.person == person).ok_or(Refusal::NoSuchGuest)
    }

    /// The person with this guest id, on a chair or among the spectators.
    fn guest_named(&self, guest: &str) -> Result<PersonId, Refusal> {
        let seated = self.chairs.iter().filter_map(Chair::person);
        let mut people = seated.chain(self.guests.iter().map(|guest| guest.person));
        people.find(|person| self.guest_id(*person) == guest).ok_or(Refusal::NoSuchGuest)
    }

    /// The name shown for a guest at this table: their own, unless it looks like somebody else's.
    pub(super) fn name_for(&self, guest: &Guest) -> String {
        let seated = self.chairs.iter().filter_map(|chair| match &chair.sitter {
            Sitter::Person(id, name) => Some((*id, name)),
            _ => None,
        });
        let others = self.guests.iter().map(|other| (other.person, &other.name));
        let founder = [(self.founder, &self.founder_name)];
        let taken: Vec<String> = (seated.chain(others).chain(founder))
            .filter(|(person, _)| *person != guest.person)
            .map(|(_, name)| names::fold(name))
            .collect();
        names::distinct(&guest.name, |folded| taken.iter().any(|other| other == folded))
    }

    /// Whether a person may sit down and talk at this table.
    pub(super) fn is_admitted(&self, person: PersonId) -> bool {
        self.settings.door == Door::Open
            || [self.host, self.founder].contains(&person)
            || self.admitted.contains(&person)
            || self.chair_of(person).is_some()
    }

    pub(super) fn is_banned(&self, person: PersonId) -> bool {
        self.banned.iter().any(|(banned, _)| *banned == person)
    }

    /// Makes the founder host again. Bans by the interim host end with it.
    pub(super) fn founder_returns(&mut self, world: &mut dyn World) {
        (self.host, self.host_away_since) = (self.founder, None);
        self.banned.retain(|(_, by)| *by == BannedBy::Founder);
        self.persist_table(world);
    }

    /// Bans a person from the table and sets the door to `ask`.
    pub(super) fn kick(&mut self, host: PersonId, whom: &str, world: &mut dyn World) -> Done {
        let person = self.guest_named(whom)?;
        let seat = self.chair_of(person);
        if person == host {
            return Err(Refusal::CannotKickSelf);
        }
        if seat.is_some() && self.phase == Phase::Playing {
            return Err(Refusal::NotDuringMatch);
        }
        if person == self.founder {
            return self.free_chair_of_founder(seat, world);
        }
        tracing::info!(table = %self.code, %person, "the host has sent somebody away");
        let by = if self.host == self.founder { BannedBy::Founder } else { BannedBy::Heir };
        self.close_door();
        self.admitted.retain(|other| *other != person);
        self.banned.push((person, by));
        forget_oldest(&mut self.banned);
        if let Some(seat) = seat {
            self.chairs[seat.index()] = Chair::of(Sitter::Nobody);
        }
        for sent in self.guests.extract_if(.., |other| other.person == person).collect::<Vec<_>>() {
            self.bye(sent.connection, ByeCode::SentAway, "the host of this table has sent you away", world);
        }
        self.persist_table(world);
        Ok(())
    }

    /// An interim host cannot ban the founder, but may free the founder's chair so that the others
    /// can play.
    fn free_chair_of_founder(&mut self, seat: Option<Seat>, world: &mut dyn World) -> Done {
        let Some(seat) = seat else { return Err(Refusal::CannotKickFounder) };
        self.chairs[seat.index()] = Chair::of(Sitter::Nobody);
        self.persist_table(world);
        Ok(())
    }

    /// Lets a person sit down and talk although the door is set to `ask`.
    pub(super) fn admit(&mut self, whom: &str, world: &mut dyn World) -> Done {
        let person = self.guest_named(whom)?;
        self.remember_admitted(person);
        self.persist_table(world);
        Ok(())
    }

    /// Sets the door to `ask`, and admits everybody who is already here.
    pub(super) fn close_door(&mut self) {
        self.settings.door = Door::Ask;
        let here: Vec<PersonId> = self.guests.iter().map(|guest| guest.person).collect();
        here.into_iter().for_each(|person| self.remember_admitted(person));
    }

    fn remember_admitted(&mut self, person: PersonId) {
        if !self.admitted.contains(&person) {
            self.admitted.push(person);
            forget_oldest(&mut self.admitted);
        }
    }

    /// Hides a person's chat from one guest, or shows it again. Mutes are kept by person, so that
    /// they survive a reconnect of either side.
    pub(super) fn mute(&mut self, listener: PersonId, whom: &str, mute: bool, world: &mut dyn World) -> Done {
        let pair = (listener, self.guest_named(whom)?);
        self.mutes.retain(|other| *other != pair);
        if mute {
            self.mutes.push_back(pair);
            if self.mutes.len() > MAX_REMEMBERED {
                self.mutes.pop_front();
            }
        }
        self.send_room_to(self.guest(listener)?, world);
        Ok(())
    }

    pub(super) fn hears(&self, listener: PersonId, speaker: PersonId) -> bool {
        !self.mutes.contains(&(listener, speaker))
    }

    /// The guest ids that a person has muted.
    pub(super) fn muted_by(&self, listener: PersonId) -> Vec<String> {
        let by_listener = self.mutes.iter().filter(|(by, _)| *by == listener);
        by_listener.map(|(_, speaker)| self.guest_id(*speaker)).collect()
    }

    /// The newest spectators, newest first.
    pub(super) fn watching(&self) -> Vec<Watcher> {
        let watcher = |guest: &Guest| Watcher {
            guest: self.guest_id(guest.person),
            name: guest.name.clone(),
            host: guest.person == self.host,
            waits: !self.is_admitted(guest.person),
        };
        let watching = self.guests.iter().rev().filter(|guest| guest.seat.is_none());
        watching.take(MAX_WATCHING).map(watcher).collect()
    }
}

fn forget_oldest<T>(list: &mut Vec<T>) {
    if list.len() > MAX_REMEMBERED {
        list.remove(0);
    }
}
