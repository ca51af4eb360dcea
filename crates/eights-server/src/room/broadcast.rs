//! Sends a room's state to its guests: room messages, updates, refusals and hints.

use std::cell::Cell;

use eights::{Seat, Viewer};
use eights_match::shuffle;
use eights_store::PersonId;
use eights_wire::{self as wire, ByeCode, Phase, RulesBrief, ShuffleProof, ToClient, Who};

use super::{Asker, ConnectionId, Guest, Room, Sitter, World};
use crate::refusal::Refusal;
use crate::{net::recipient::Kind, people::names};

/// A table as the list of tables and `GET /api/tables/{code}` show it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub(crate) struct Listed {
    pub(crate) code: String,
    /// What is played: `game`, `name`, `title`, `about` and `hash`.
    pub(crate) rules: RulesBrief,
    pub(crate) seats: u8,
    /// Free chairs.
    pub(crate) free: u8,
    /// `gathering`, `playing` or `over`.
    pub(crate) phase: Phase,
    /// The name of the host; empty if the host has neither a chair nor founded the table.
    pub(crate) host: String,
    /// Whether it is in the public list.
    #[serde(skip)]
    pub(crate) public: bool,
}

thread_local! {
    static BYTES: Cell<Vec<u8>> = const { Cell::new(Vec::new()) };
}

impl Room {
    /// Sends everything about the table except the cards to every guest.
    pub(super) fn broadcast_room(&self, world: &mut dyn World) {
        world.changed();
        for guest in &self.guests {
            self.send_room_to(guest, world);
        }
    }

    pub(super) fn send_room_to(&self, guest: &Guest, world: &mut dyn World) {
        let message = ToClient::Room(Box::new(self.as_seen(guest, world.banner(), world.now())));
        send(guest.connection, &message, world);
    }

    fn as_seen(&self, guest: &Guest, banner: Option<String>, now: u64) -> wire::Room {
        let chair = |(i, chair): (usize, &super::Chair)| wire::Chair {
            seat: Seat::new(i).to_string(),
            who: self.who(chair, Seat::new(i)),
            ready: chair.ready,
        };
        wire::Room {
            code: self.code.clone(),
            rules: self.brief(),
            chairs: self.chairs.iter().enumerate().map(chair).collect(),
            you: guest.seat.map(|seat| seat.to_string()),
            phase: self.phase,
            guest: self.guest_id(guest.person),
            may: self.may(guest),
            settings: self.settings.clone(),
            watchers: self.guests.iter().filter(|guest| guest.seat.is_none()).count() as u32,
            watching: self.watching(),
            muted: self.muted_by(guest.person),
            match_id: self.current_match.as_ref().map(|current| current.id.to_string()),
            shuffle: Some(self.proof()),
            banner,
            pause: self
                .pause
                .map(|pause| wire::Pause { left: pause.until.map(|until| until.saturating_sub(now)) }),
        }
    }

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
                missed: chair.run_outs,
            },
        }
    }

    /// Until the match is over only the commitment is shown: the secret would reveal the cards.
    fn proof(&self) -> ShuffleProof {
        let over = self.phase == Phase::Over;
        let entropy = self.chairs.iter().map(|chair| chair.entropy.clone());
        ShuffleProof {
            commitment: shuffle::commitment(&self.secret),
            entropy: if over { entropy.collect() } else { Vec::new() },
            secret: over.then(|| eights_match::hex::encode(&self.secret)),
        }
    }

    /// Sends the newest update to every guest, each with what that guest may know.
    pub(super) fn broadcast_update(&self, world: &mut dyn World) {
        // Reused across moves to avoid reallocating.
        let mut bytes = BYTES.take();
        let mut written: Option<(Option<Seat>, bool)> = None;
        // Spectators see the same update, so they come last and share one serialisation.
        let watching = |guest: &&Guest| guest.seat.is_none();
        let seated = self.guests.iter().filter(|guest| guest.seat.is_some());
        for guest in seated.chain(self.guests.iter().filter(watching)) {
            if written != Some((guest.seat, guest.words)) {
                bytes.clear();
                self.write_update(guest, world.now(), &mut bytes);
                written = Some((guest.seat, guest.words));
            }
            if !bytes.is_empty() {
                world.send(guest.connection, Kind::Update, &bytes);
            }
        }
        BYTES.set(bytes);
    }

    /// Sends the newest update to one guest, who has just joined or changed seats.
    pub(super) fn send_update_to(&self, connection: ConnectionId, world: &mut dyn World) {
        let Some(guest) = self.guests.iter().find(|guest| guest.connection == connection) else { return };
        let mut bytes = Vec::new();
        self.write_update(guest, world.now(), &mut bytes);
        if !bytes.is_empty() {
            world.send(connection, Kind::Update, &bytes);
        }
    }

    fn write_update(&self, guest: &Guest, now: u64, out: &mut Vec<u8>) {
        let Some(current) = self.current_match.as_ref().filter(|_| self.phase != Phase::Gathering) else {
            return;
        };
        out.extend_from_slice(b"{\"update\":{");
        current.table.write_update(guest.seat.map_or(Viewer::Public, Viewer::Seat), out);
        out.extend_from_slice(format!(",\"match-id\":\"{}\"", current.id).as_bytes());
        if let Some((at, of)) = current.clock {
            let left = at.saturating_sub(now);
            out.extend_from_slice(format!(",\"clock\":{{\"left\":{left},\"of\":{of}}}").as_bytes());
        }
        if guest.words {
            let told = current.table.told(guest.seat);
            out.extend_from_slice(b",\"told\":");
            out.extend_from_slice(wire::write(&told).as_bytes());
        }
        out.extend_from_slice(b"}}");
    }

    pub(super) fn refuse(&self, asker: Asker, refusal: Refusal, world: &mut dyn World) {
        let step = self.current_match.as_ref().map_or(0, |current| current.table.step());
        send(
            asker.connection,
            &ToClient::Refused { id: asker.id, step, code: refusal.code(), why: refusal.to_string() },
            world,
        );
    }

    /// Acknowledges a message that was sent with an `id`.
    pub(super) fn done(&self, asker: Asker, world: &mut dyn World) {
        if let Some(id) = asker.id {
            send(asker.connection, &ToClient::Done { id }, world);
        }
    }

    pub(super) fn bye(&self, connection: ConnectionId, code: ByeCode, why: &str, world: &mut dyn World) {
        send(connection, &ToClient::Bye { code, why: why.to_owned(), back_in: None }, world);
        world.close(connection);
    }

    pub(super) fn pong(&self, connection: ConnectionId, n: u32, world: &mut dyn World) {
        send(connection, &ToClient::Pong { n }, world);
    }

    pub(super) fn why(&self, person: PersonId, said: &str, world: &mut dyn World) -> Result<(), Refusal> {
        let guest = self.guest(person)?;
        let Some(seat) = guest.seat else { return Err(Refusal::Spectator) };
        let Some(current) = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return Err(Refusal::NoMatch);
        };
        let why = current.table.why_not(seat, said);
        let id = self.asker.and_then(|asker| asker.id);
        send(guest.connection, &ToClient::Why { id, say: said.to_owned(), why }, world);
        Ok(())
    }

    pub(super) fn send_hint(
        &self,
        asker: Asker,
        step: u64,
        advice: String,
        why: String,
        world: &mut dyn World,
    ) {
        send(asker.connection, &ToClient::Hint { id: asker.id, step, say: advice, why }, world);
    }
}

pub(super) fn send(connection: ConnectionId, message: &ToClient, world: &mut dyn World) {
    world.send(connection, Kind::Other, wire::write(message).as_bytes());
}
