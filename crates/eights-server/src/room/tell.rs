//! What a room says, and to whom.

use std::cell::Cell;

use eights::{Seat, Viewer};
use eights_match::shuffle;
use eights_wire::{self as wire, Phase, RulesBrief, ShuffleProof, ToClient, Who};

use super::{Asker, ConnectionId, Guest, Room, Sitter, World};
use crate::{connection::Kind, names};

/// A table in a list of tables.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Listed {
    /// Its code.
    pub(crate) code: String,
    /// What is played: `game`, `name`, `title`, `about` and `hash`.
    #[schema(value_type = Object)]
    pub(crate) rules: RulesBrief,
    /// How many chairs it has.
    pub(crate) seats: u8,
    /// How many of them are free.
    pub(crate) free: u8,
    /// `gathering`, `playing` or `over`.
    #[schema(value_type = String)]
    pub(crate) phase: Phase,
    /// The name of its host; empty where they are not at the table.
    pub(crate) host: String,
    /// Whether strangers see it.
    #[serde(skip)]
    pub(crate) public: bool,
}

thread_local! {
    static BYTES: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

impl Room {
    /// Everything about the table but the cards, to everybody.
    pub(super) fn tell_room(&self, world: &mut dyn World) {
        world.changed();
        for guest in 0..self.guests.len() {
            self.tell_room_to(guest, world);
        }
    }

    pub(super) fn tell_room_to(&self, guest: usize, world: &mut dyn World) {
        let message = ToClient::Room(Box::new(self.as_seen(guest)));
        say(self.guests[guest].line, &message, world);
    }

    /// The table as one guest sees it.
    fn as_seen(&self, guest: usize) -> wire::Room {
        let chair = |(i, chair): (usize, &super::Chair)| wire::Chair {
            seat: Seat::new(i).to_string(),
            who: self.who(chair, Seat::new(i)),
            ready: chair.ready,
        };
        wire::Room {
            code: self.code.clone(),
            rules: self.brief(),
            chairs: self.chairs.iter().enumerate().map(chair).collect(),
            you: self.guests[guest].seat.map(|seat| seat.to_string()),
            phase: self.phase,
            guest: self.guest_id(self.guests[guest].person),
            may: self.may(guest),
            settings: self.settings.clone(),
            watchers: self.guests.iter().filter(|guest| guest.seat.is_none()).count() as u32,
            watching: self.watching(),
            muted: self.muted_by(self.guests[guest].person),
            match_id: self.current_match.as_ref().map(|played| played.id.to_string()),
            shuffle: Some(self.proof()),
        }
    }

    /// The table as everybody may see it in a list.
    pub(crate) fn listed(&self) -> Listed {
        let name = |chair: &super::Chair| match &chair.sitter {
            Sitter::Person(id, name) if *id == self.host => Some(name.clone()),
            _ => None,
        };
        let founder = || (self.host == self.founder).then(|| self.founder_name.clone());
        Listed {
            code: self.code.clone(),
            rules: self.brief(),
            seats: self.chairs.len() as u8,
            free: self.chairs.iter().filter(|chair| chair.sitter == Sitter::Nobody).count() as u8,
            phase: self.phase,
            host: self.chairs.iter().find_map(name).or_else(founder).unwrap_or_default(),
            public: self.settings.public,
        }
    }

    /// What is played, in short.
    pub(crate) fn brief(&self) -> RulesBrief {
        RulesBrief {
            game: self.rules.game.id.into(),
            name: self.key.clone(),
            title: self.rules.title.clone(),
            about: self.rules.about.clone(),
            hash: self.rules.hash.clone(),
        }
    }

    fn who(&self, chair: &super::Chair, seat: Seat) -> Who {
        match &chair.sitter {
            Sitter::Nobody => Who::Nobody {},
            Sitter::Bot(level) => Who::Bot { name: names::bot_name(seat), level: level.clone() },
            Sitter::Person(id, name) => Who::Person {
                guest: self.guest_id(*id),
                name: name.clone(),
                here: self.is_here(*id),
                host: *id == self.host,
                bot: chair.stand_in.clone(),
            },
        }
    }

    /// Before the end only the promise is told.
    fn proof(&self) -> ShuffleProof {
        let over = self.phase == Phase::Over;
        let entropy = self.chairs.iter().map(|chair| chair.entropy.clone());
        ShuffleProof {
            commitment: shuffle::commitment(&self.secret),
            entropy: if over { entropy.collect() } else { Vec::new() },
            secret: over.then(|| eights_match::journal::hex(&self.secret)),
        }
    }

    /// The newest view to everybody, each what they may know.
    pub(super) fn tell_update(&self, world: &mut dyn World) {
        // Kept from one move to the next: a large piece of memory is dear to ask for.
        let mut bytes = BYTES.take();
        let mut written: Option<(Option<Seat>, bool)> = None;
        // Those who watch see the same: they are told one after the other.
        let watching = |guest: &&Guest| guest.seat.is_none();
        let seated = self.guests.iter().filter(|guest| guest.seat.is_some());
        for guest in seated.chain(self.guests.iter().filter(watching)) {
            if written != Some((guest.seat, guest.words)) {
                bytes.clear();
                self.write_update(guest, world.now(), &mut bytes);
                written = Some((guest.seat, guest.words));
            }
            if !bytes.is_empty() {
                world.say(guest.line, Kind::Update, &bytes);
            }
        }
        BYTES.set(bytes);
    }

    /// The newest view to one who has just come.
    pub(super) fn tell_update_to(&self, line: ConnectionId, world: &mut dyn World) {
        let Some(guest) = self.guests.iter().find(|guest| guest.line == line) else { return };
        let mut bytes = Vec::new();
        self.write_update(guest, world.now(), &mut bytes);
        if !bytes.is_empty() {
            world.say(line, Kind::Update, &bytes);
        }
    }

    fn write_update(&self, guest: &Guest, now: u64, out: &mut Vec<u8>) {
        let Some(played) = self.current_match.as_ref().filter(|_| self.phase != Phase::Gathering) else {
            return;
        };
        out.extend_from_slice(b"{\"update\":{");
        played.table.write_update(guest.seat.map_or(Viewer::Public, Viewer::Seat), out);
        out.extend_from_slice(format!(",\"match-id\":\"{}\"", played.id).as_bytes());
        if let Some((at, of)) = played.clock {
            let left = at.saturating_sub(now);
            out.extend_from_slice(format!(",\"clock\":{{\"left\":{left},\"of\":{of}}}").as_bytes());
        }
        if guest.words {
            let told = played.table.told(guest.seat);
            out.extend_from_slice(b",\"told\":");
            out.extend_from_slice(wire::write(&told).as_bytes());
        }
        out.extend_from_slice(b"}}");
    }

    pub(super) fn refuse(&self, asker: Asker, why: &str, world: &mut dyn World) {
        let step = self.current_match.as_ref().map_or(0, |played| played.table.step());
        say(asker.line, &ToClient::Refused { id: asker.id, step, why: why.to_owned() }, world);
    }

    /// Says that a message was carried out, where its sender wants to know.
    pub(super) fn done(&self, asker: Asker, world: &mut dyn World) {
        if let Some(id) = asker.id {
            say(asker.line, &ToClient::Done { id }, world);
        }
    }

    pub(super) fn bye(&self, line: ConnectionId, why: &str, back_in: Option<u64>, world: &mut dyn World) {
        say(line, &ToClient::Bye { why: why.to_owned(), back_in }, world);
        world.end(line);
    }

    pub(super) fn pong(&self, line: ConnectionId, n: u32, world: &mut dyn World) {
        say(line, &ToClient::Pong { n }, world);
    }

    pub(super) fn why(&self, guest: usize, said: &str, world: &mut dyn World) -> Result<(), String> {
        let guest = &self.guests[guest];
        let Some(seat) = guest.seat else { return Err("who watches does not play".into()) };
        let Some(played) = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return Err("no match is played".into());
        };
        let why = played.table.why_not(seat, said);
        let id = self.asker.and_then(|asker| asker.id);
        say(guest.line, &ToClient::Why { id, say: said.to_owned(), why }, world);
        Ok(())
    }

    pub(super) fn tell_hint(
        &self,
        asker: Asker,
        step: u64,
        advice: String,
        why: String,
        world: &mut dyn World,
    ) {
        say(asker.line, &ToClient::Hint { id: asker.id, step, say: advice, why }, world);
    }
}

/// Says a message to one line.
pub(super) fn say(line: ConnectionId, message: &ToClient, world: &mut dyn World) {
    world.say(line, Kind::Other, wire::write(message).as_bytes());
}
