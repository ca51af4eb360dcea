//! The people at a table: what they are called, who is let in, who is sent away, who is muted.
//!
//! Nobody can be kept out for good, since a new cookie is a new person. So the rule is about the
//! table, not the person: once somebody was sent away, newcomers may only watch until the host admits
//! them. A person who returns under another cookie gets neither a seat nor a word.

use eights::Seat;
use eights_store::PersonId;
use eights_wire::{Door, MAX_WATCHING, Phase, Watcher};

use super::{BannedBy, Chair, Guest, MOST_REMEMBERED, Room, Sitter, World, lobby::Done};
use crate::names;

impl Room {
    /// What a person is called in messages: the same for as long as the table exists, and another at
    /// every table, so that nobody can be followed from one to the next.
    pub(super) fn guest_id(&self, person: PersonId) -> String {
        let mut hasher = blake3::Hasher::new_derive_key("eights: a guest of a table");
        hasher.update(self.code.as_bytes()).update(&person.number().to_le_bytes());
        hasher.finalize().to_hex()[..16].to_owned()
    }

    /// The person on a chair or among the spectators who is called this.
    fn guest_named(&self, guest: &str) -> Result<PersonId, String> {
        let seated = self.chairs.iter().filter_map(Chair::person);
        let mut people = seated.chain(self.guests.iter().map(|guest| guest.person));
        people
            .find(|person| self.guest_id(*person) == guest)
            .ok_or_else(|| "nobody here is called that".into())
    }

    /// The name that a guest has at this table: their own, unless it looks like somebody else's.
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

    /// Whether somebody may sit down and talk here.
    pub(super) fn is_admitted(&self, person: PersonId) -> bool {
        self.settings.door == Door::Open
            || [self.host, self.founder].contains(&person)
            || self.admitted.contains(&person)
            || self.chair_of(person).is_some()
    }

    pub(super) fn is_banned(&self, person: PersonId) -> bool {
        self.banned.iter().any(|(banned, _)| *banned == person)
    }

    /// The founder has returned: the table is theirs again, and what an heir decided about people ends.
    pub(super) fn founder_returns(&mut self, world: &mut dyn World) {
        (self.host, self.host_gone) = (self.founder, None);
        self.banned.retain(|(_, by)| *by == BannedBy::Founder);
        self.keep_table(world);
    }

    /// Sends somebody away. They cannot come back, and newcomers wait for the host from then on.
    pub(super) fn kick(&mut self, guest: usize, whom: &str, world: &mut dyn World) -> Done {
        let person = self.guest_named(whom)?;
        let seat = self.chair_of(person);
        if person == self.guests[guest].person {
            return Err("nobody can send themselves away".into());
        }
        if seat.is_some() && self.phase == Phase::Playing {
            return Err("not while a match is played".into());
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
            self.bye(sent.line, "the host of this table has sent you away", None, world);
        }
        self.keep_table(world);
        Ok(())
    }

    /// An heir cannot send the founder away, but others can go on without them.
    fn free_chair_of_founder(&mut self, seat: Option<Seat>, world: &mut dyn World) -> Done {
        let Some(seat) = seat else { return Err("the founder of the table cannot be sent away".into()) };
        self.chairs[seat.index()] = Chair::of(Sitter::Nobody);
        self.keep_table(world);
        Ok(())
    }

    /// Lets somebody sit down and talk.
    pub(super) fn admit(&mut self, whom: &str, world: &mut dyn World) -> Done {
        let person = self.guest_named(whom)?;
        self.remember_admitted(person);
        self.keep_table(world);
        Ok(())
    }

    /// From now on newcomers wait for the host. Those who are here stay welcome.
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

    /// Hides what somebody says from one guest, or shows it again. It holds for the person, also
    /// after they or the guest have come back by another line.
    pub(super) fn mute(&mut self, guest: usize, whom: &str, mute: bool, world: &mut dyn World) -> Done {
        let pair = (self.guests[guest].person, self.guest_named(whom)?);
        self.mutes.retain(|other| *other != pair);
        if mute {
            self.mutes.push_back(pair);
            if self.mutes.len() > MOST_REMEMBERED {
                self.mutes.pop_front();
            }
        }
        self.tell_room_to(guest, world);
        Ok(())
    }

    pub(super) fn hears(&self, listener: PersonId, speaker: PersonId) -> bool {
        !self.mutes.contains(&(listener, speaker))
    }

    /// Everybody here whom somebody has muted.
    pub(super) fn muted_by(&self, listener: PersonId) -> Vec<String> {
        let by_listener = self.mutes.iter().filter(|(by, _)| *by == listener);
        by_listener.map(|(_, speaker)| self.guest_id(*speaker)).collect()
    }

    /// The spectators who came last.
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
    if list.len() > MOST_REMEMBERED {
        list.remove(0);
    }
}
