//! Joining, leaving, taking chairs, and setting up the next match.

use eights::Seat;
use eights_match::shuffle;
use eights_store::PersonId;
use eights_wire::{ByeCode, Door, Phase, Settings, Setup};

use super::{AfterPersist, Chair, ConnectionId, Guest, Room, Sitter, World};
use crate::refusal::Refusal;

/// The result of carrying out a message; the error is one sentence for its sender.
pub(super) type Done = Result<(), Refusal>;

/// The longest turn that can be set: one day.
const MAX_TURN_SECONDS: u32 = 24 * 3600;

impl Room {
    pub(super) fn join(&mut self, mut guest: Guest, world: &mut dyn World) {
        let (connection, person) = (guest.connection, guest.person);
        if self.is_banned(person) && person != self.founder {
            return self.bye(
                connection,
                ByeCode::SentAway,
                "the host of this table has sent you away",
                world,
            );
        }
        for old in self.guests.extract_if(.., |other| other.person == person).collect::<Vec<_>>() {
            self.drop_hint(old.connection, world);
            self.bye(old.connection, ByeCode::TakenOver, "another page of yours has taken over", world);
        }
        guest.name = self.name_for(&guest);
        guest.seat = self.chair_of(person);
        if let Some(seat) = guest.seat {
            let chair = &mut self.chairs[seat.index()];
            chair.sitter = Sitter::Person(person, guest.name.clone());
            (chair.away_since, chair.stand_in, chair.run_outs) = (None, None, 0);
        }
        if person == self.host {
            self.host_away_since = None;
        }
        if person == self.founder {
            self.founder_name = guest.name.clone();
        }
        let (seat, pauses) = (guest.seat, guest.pauses);
        self.guests.push(guest);
        if self.empty_since.take().is_some() {
            self.begin_pause(world.now());
            if self.phase == Phase::Playing {
                self.start_clock(world.now());
            }
        } else if let Some(seat) = seat.filter(|_| self.pause.is_some()) {
            self.chairs[seat.index()].ready = !pauses;
        }
        self.broadcast_room(world);
        self.send_update_to(connection, world);
        self.ask_bot(world);
        if person == self.founder && person != self.host {
            self.founder_returns(world);
        }
    }

    pub(super) fn leave(&mut self, connection: ConnectionId, world: &mut dyn World) {
        let Some(at) = self.guests.iter().position(|guest| guest.connection == connection) else { return };
        let guest = self.guests.remove(at);
        self.drop_hint(connection, world);
        if let Some(seat) = guest.seat {
            self.chairs[seat.index()].away_since = Some(world.now());
        }
        if guest.person == self.host {
            self.host_away_since = Some(world.now());
        }
        if self.guests.is_empty() {
            self.empty_since = Some(world.now());
        }
        self.broadcast_room(world);
        self.end_pause_if_ready(world);
    }

    pub(super) fn sit(&mut self, person: PersonId, seat: &str, world: &mut dyn World) -> Done {
        let seat = self.chair_named(seat)?;
        let name = self.guest(person)?.name.clone();
        let own = self.chair_of(person);
        if own == Some(seat) {
            let chair = &mut self.chairs[seat.index()];
            (chair.away_since, chair.stand_in, chair.run_outs) = (None, None, 0);
        } else if self.phase == Phase::Playing {
            return Err(Refusal::OwnChairOnly);
        } else if self.chairs[seat.index()].sitter != Sitter::Nobody {
            return Err(Refusal::ChairTaken);
        } else {
            if let Some(own) = own {
                self.chairs[own.index()] = Chair::of(Sitter::Nobody);
            }
            self.chairs[seat.index()] = Chair::of(Sitter::Person(person, name));
        }
        let guest = self.guest_mut(person)?;
        guest.seat = Some(seat);
        let connection = guest.connection;
        self.persist_seat(connection, world);
        Ok(())
    }

    /// Leaves the chair. During a match the guest keeps it and a bot plays on.
    pub(super) fn stand(&mut self, person: PersonId, world: &mut dyn World) -> Done {
        let guest = self.guest_mut(person)?;
        let Some(seat) = guest.seat.take() else { return Err(Refusal::NotSeated) };
        let connection = guest.connection;
        self.drop_hint(connection, world);
        match self.phase {
            Phase::Playing => self.chairs[seat.index()].stand_in = Some(self.room_config.stand_in.clone()),
            _ => self.chairs[seat.index()] = Chair::of(Sitter::Nobody),
        }
        self.persist_seat(connection, world);
        Ok(())
    }

    /// Persists the table. Afterwards this connection gets a new update, since another seat sees
    /// other cards.
    fn persist_seat(&mut self, connection: ConnectionId, world: &mut dyn World) {
        let ops = vec![self.saved_op()];
        self.persist(AfterPersist::Seat(connection), ops, world);
    }

    pub(super) fn ready(&mut self, person: PersonId, ready: bool, world: &mut dyn World) -> Done {
        let Some(seat) = self.guest(person)?.seat else { return Err(Refusal::NotSeated) };
        if self.phase == Phase::Playing {
            self.ready_for_hand(seat, ready, world);
            return Ok(());
        }
        self.chairs[seat.index()].ready = ready;
        let in_time = self.all_entropy_added() || self.starts_at.is_some_and(|at| at <= world.now());
        if self.starts_at.is_some() && in_time && self.can_start(None).is_ok() {
            return self.deal(world);
        }
        self.persist_table(world);
        Ok(())
    }

    pub(super) fn entropy(&mut self, person: PersonId, entropy: String, world: &mut dyn World) -> Done {
        let Some(seat) = self.guest(person)?.seat else { return Err(Refusal::NotSeated) };
        if self.phase != Phase::Gathering {
            return Err(Refusal::AlreadyShuffled);
        }
        if entropy.chars().count() > shuffle::MAX_ENTROPY_CHARS {
            return Err(Refusal::EntropyTooLong(shuffle::MAX_ENTROPY_CHARS));
        }
        self.chairs[seat.index()].entropy = entropy;
        if self.starts_at.is_some() && self.all_entropy_added() && self.can_start(None).is_ok() {
            return self.deal(world);
        }
        // Persisted before it is acknowledged: after the match every seat must find its entropy in
        // the shuffle proof.
        self.persist_table(world);
        Ok(())
    }

    pub(super) fn bot(&mut self, seat: &str, level: Option<String>, world: &mut dyn World) -> Done {
        let seat = self.chair_named(seat)?;
        if let Some(level) = level.as_deref().filter(|level| !(self.room_config.is_level)(level)) {
            return Err(Refusal::NoSuchLevel(level.to_owned()));
        }
        let chair = &mut self.chairs[seat.index()];
        match (&chair.sitter, self.phase, level) {
            (Sitter::Person(..), Phase::Playing, Some(level)) if chair.away_since.is_some() => {
                chair.stand_in = Some(level);
            }
            (Sitter::Person(..), Phase::Playing, _) => {
                return Err(Refusal::PlayerPresent);
            }
            (_, Phase::Playing, _) => return Err(Refusal::NotDuringMatch),
            (Sitter::Person(..), ..) => return Err(Refusal::PersonSeated),
            (_, _, Some(level)) => *chair = Chair { ready: true, ..Chair::of(Sitter::Bot(level)) },
            (_, _, None) => *chair = Chair::of(Sitter::Nobody),
        }
        self.persist_table(world);
        Ok(())
    }

    pub(super) fn change(&mut self, setup: &Setup, world: &mut dyn World) -> Done {
        let rules = world.rules(&setup.game, &setup.rules)?;
        fits(&rules, setup.seats)?;
        self.key = if setup.rules.is_empty() { rules.name.clone() } else { setup.rules.clone() };
        self.rules = rules;
        self.gather(world);
        self.chairs.truncate(usize::from(setup.seats));
        self.chairs.resize(usize::from(setup.seats), Chair::of(Sitter::Nobody));
        for guest in &mut self.guests {
            guest.seat = guest.seat.filter(|seat| seat.index() < self.chairs.len());
        }
        self.persist_table(world);
        Ok(())
    }

    pub(super) fn set(&mut self, settings: Settings, world: &mut dyn World) -> Done {
        let settings = checked(settings)?;
        if settings.door == Door::Ask && self.settings.door == Door::Open {
            self.close_door();
        }
        self.settings = settings;
        if self.phase == Phase::Playing {
            self.start_clock(world.now());
        }
        self.persist_table(world);
        Ok(())
    }

    /// Returns to gathering, with a new shuffle secret whose commitment is published at once.
    pub(super) fn gather(&mut self, world: &mut dyn World) {
        self.phase = Phase::Gathering;
        self.secret = world.random_bytes();
        self.starts_at = None;
        for chair in &mut self.chairs {
            chair.ready = matches!(chair.sitter, Sitter::Bot(_));
            chair.entropy.clear();
            (chair.stand_in, chair.run_outs) = (None, 0);
        }
    }

    pub(super) fn rematch(&mut self, person: PersonId, world: &mut dyn World) -> Done {
        let Some(seat) = self.guest(person)?.seat else { return Err(Refusal::NotSeated) };
        self.gather(world);
        self.chairs[seat.index()].ready = true;
        self.starts_at = Some(world.now() + self.room_config.shuffle_wait);
        self.persist_table(world);
        Ok(())
    }

    pub(super) fn start(&mut self, person: PersonId, world: &mut dyn World) -> Done {
        self.can_start(Some(person))?;
        self.deal(world)
    }

    /// Checks that every chair is taken and everybody is ready. The person who starts counts as
    /// ready.
    pub(super) fn can_start(&self, starter: Option<PersonId>) -> Done {
        for (chair, seat) in self.chairs.iter().zip((0..).map(Seat::new)) {
            match &chair.sitter {
                Sitter::Nobody => return Err(Refusal::EmptyChair(seat)),
                Sitter::Person(id, name) if !chair.ready && Some(*id) != starter => {
                    return Err(Refusal::NotReady(name.clone()));
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// Whether every seated person has added entropy to the shuffle.
    pub(super) fn all_entropy_added(&self) -> bool {
        self.chairs.iter().all(|chair| chair.person().is_none() || !chair.entropy.is_empty())
    }
}

/// Validates the settings of a table; a turn of 0 seconds means no clock.
pub(crate) fn checked(mut settings: Settings) -> Result<Settings, Refusal> {
    settings.turn_seconds = settings.turn_seconds.filter(|seconds| *seconds > 0);
    match settings.turn_seconds {
        Some(seconds) if !(3..=MAX_TURN_SECONDS).contains(&seconds) => Err(Refusal::BadTurnTime),
        _ => Ok(settings),
    }
}

/// The longest title and description of a rule set that a table shows, in characters.
const MAX_TITLE_CHARS: usize = 80;
const MAX_ABOUT_CHARS: usize = 600;

/// Checks that a rule set can be played by this many seats, and that its title and description can
/// be shown: sheets saved before these limits existed may have any length.
pub(crate) fn fits(rules: &eights_match::RuleSet, seats: u8) -> Done {
    for (what, text, most) in
        [("title", &rules.title, MAX_TITLE_CHARS), ("description", &rules.about, MAX_ABOUT_CHARS)]
    {
        if text.chars().count() > most {
            return Err(Refusal::RulesTextTooLong(what, most));
        }
    }
    let seed = eights::Seed::from_number(0);
    rules.start(seats, seed)?;
    Ok(())
}
