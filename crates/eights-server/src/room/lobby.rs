//! Guests come, sit down and stand up; the host fills the chairs and sets up the next match.

use eights::Seat;
use eights_match::shuffle;
use eights_store::PersonId;
use eights_wire::{Door, Phase, Settings, Setup};

use super::{After, Chair, ConnectionId, Guest, Room, Sitter, World};

/// Whether a message was carried out, or why not, in one sentence.
pub(super) type Done = Result<(), String>;

/// As long as anybody may think.
const LONGEST_TURN: u32 = 24 * 3600;

impl Room {
    pub(super) fn join(&mut self, mut guest: Guest, world: &mut dyn World) {
        let (line, person) = (guest.line, guest.person);
        if self.is_banned(person) && person != self.founder {
            return self.bye(line, "the host of this table has sent you away", None, world);
        }
        for old in self.guests.extract_if(.., |other| other.person == person).collect::<Vec<_>>() {
            self.drop_hint(old.line, world);
            self.bye(old.line, "another page of yours has taken over", None, world);
        }
        guest.name = self.name_for(&guest);
        guest.seat = self.chair_of(person);
        if let Some(seat) = guest.seat {
            let chair = &mut self.chairs[seat.index()];
            chair.sitter = Sitter::Person(person, guest.name.clone());
            (chair.gone, chair.stand_in, chair.run_outs) = (None, None, 0);
        }
        if person == self.host {
            self.host_gone = None;
        }
        if person == self.founder {
            self.founder_name = guest.name.clone();
        }
        self.guests.push(guest);
        let woken = self.quiet.take().is_some();
        self.tell_room(world);
        if self.phase == Phase::Playing && woken {
            self.start_clock(world.now());
        }
        self.tell_update_to(line, world);
        self.ask_bot(world);
        if person == self.founder && person != self.host {
            self.founder_returns(world);
        }
    }

    pub(super) fn leave(&mut self, line: ConnectionId, world: &mut dyn World) {
        let Some(at) = self.guests.iter().position(|guest| guest.line == line) else { return };
        let guest = self.guests.remove(at);
        self.drop_hint(line, world);
        if let Some(seat) = guest.seat {
            self.chairs[seat.index()].gone = Some(world.now());
        }
        if guest.person == self.host {
            self.host_gone = Some(world.now());
        }
        if self.guests.is_empty() {
            self.quiet = Some(world.now());
        }
        self.tell_room(world);
    }

    pub(super) fn sit(&mut self, guest: usize, seat: &str, world: &mut dyn World) -> Done {
        let seat = self.chair_named(seat)?;
        let (person, name) = (self.guests[guest].person, self.guests[guest].name.clone());
        let own = self.chair_of(person);
        if own == Some(seat) {
            let chair = &mut self.chairs[seat.index()];
            (chair.gone, chair.stand_in, chair.run_outs) = (None, None, 0);
        } else if self.phase == Phase::Playing {
            return Err("while a match is played, one can only return to one's own chair".into());
        } else if self.chairs[seat.index()].sitter != Sitter::Nobody {
            return Err("that chair is taken".into());
        } else {
            if let Some(own) = own {
                self.chairs[own.index()] = Chair::of(Sitter::Nobody);
            }
            self.chairs[seat.index()] = Chair::of(Sitter::Person(person, name));
        }
        self.guests[guest].seat = Some(seat);
        self.keep_seat(guest, world);
        Ok(())
    }

    /// In play the chair stays one's own and a bot plays on.
    pub(super) fn stand(&mut self, guest: usize, world: &mut dyn World) -> Done {
        let Some(seat) = self.guests[guest].seat.take() else { return Err("you sit on no chair".into()) };
        self.drop_hint(self.guests[guest].line, world);
        match self.phase {
            Phase::Playing => self.chairs[seat.index()].stand_in = Some(self.room_config.stand_in.clone()),
            _ => self.chairs[seat.index()] = Chair::of(Sitter::Nobody),
        }
        self.keep_seat(guest, world);
        Ok(())
    }

    /// Keeps the table. Then the guest, who sees the cards from another side now, gets a new view.
    fn keep_seat(&mut self, guest: usize, world: &mut dyn World) {
        let ops = vec![self.saved_op()];
        self.keep(After::Seat(self.guests[guest].line), ops, world);
    }

    pub(super) fn ready(&mut self, guest: usize, ready: bool, world: &mut dyn World) -> Done {
        let Some(seat) = self.guests[guest].seat else { return Err("you sit on no chair".into()) };
        self.chairs[seat.index()].ready = ready;
        let in_time = self.all_added() || self.starting.is_some_and(|at| at <= world.now());
        if self.starting.is_some() && in_time && self.can_start(None).is_ok() {
            return self.deal(world);
        }
        self.keep_table(world);
        Ok(())
    }

    pub(super) fn entropy(&mut self, guest: usize, entropy: String, world: &mut dyn World) -> Done {
        let Some(seat) = self.guests[guest].seat else { return Err("you sit on no chair".into()) };
        if self.phase != Phase::Gathering {
            return Err("the cards are shuffled already".into());
        }
        if entropy.chars().count() > shuffle::LONGEST {
            return Err(format!("up to {} characters can be added to the shuffle", shuffle::LONGEST));
        }
        self.chairs[seat.index()].entropy = entropy;
        if self.starting.is_some() && self.all_added() && self.can_start(None).is_ok() {
            return self.deal(world);
        }
        // Kept like everything else: a seat must find in the proof what the table has taken.
        self.keep_table(world);
        Ok(())
    }

    pub(super) fn bot(&mut self, seat: &str, level: Option<String>, world: &mut dyn World) -> Done {
        let seat = self.chair_named(seat)?;
        if let Some(level) = level.as_deref().filter(|level| !(self.room_config.is_level)(level)) {
            return Err(format!("there is no bot of level {level:?}"));
        }
        let chair = &mut self.chairs[seat.index()];
        match (&chair.sitter, self.phase, level) {
            (Sitter::Person(..), Phase::Playing, Some(level)) if chair.gone.is_some() => {
                chair.stand_in = Some(level);
            }
            (Sitter::Person(..), Phase::Playing, _) => {
                return Err("a bot can only play for somebody who is away".into());
            }
            (_, Phase::Playing, _) => return Err("not while a match is played".into()),
            (Sitter::Person(..), ..) => return Err("somebody sits there".into()),
            (_, _, Some(level)) => *chair = Chair { ready: true, ..Chair::of(Sitter::Bot(level)) },
            (_, _, None) => *chair = Chair::of(Sitter::Nobody),
        }
        self.keep_table(world);
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
        self.keep_table(world);
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
        self.keep_table(world);
        Ok(())
    }

    /// People sit down for another match: a new secret is promised.
    pub(super) fn gather(&mut self, world: &mut dyn World) {
        self.phase = Phase::Gathering;
        self.secret = world.luck();
        self.starting = None;
        for chair in &mut self.chairs {
            chair.ready = matches!(chair.sitter, Sitter::Bot(_));
            chair.entropy.clear();
            (chair.stand_in, chair.run_outs) = (None, 0);
        }
    }

    pub(super) fn rematch(&mut self, guest: usize, world: &mut dyn World) -> Done {
        let Some(seat) = self.guests[guest].seat else { return Err("you sit on no chair".into()) };
        self.gather(world);
        self.chairs[seat.index()].ready = true;
        self.starting = Some(world.now() + self.room_config.shuffle_wait);
        self.keep_table(world);
        Ok(())
    }

    /// Whether everybody on a chair could start.
    pub(super) fn start(&mut self, guest: usize, world: &mut dyn World) -> Done {
        self.can_start(Some(self.guests[guest].person))?;
        self.deal(world)
    }

    /// Why the match cannot start yet. Whoever starts it need not say that they are ready.
    pub(super) fn can_start(&self, starter: Option<PersonId>) -> Done {
        for (chair, seat) in self.chairs.iter().zip((0..).map(Seat::new)) {
            match &chair.sitter {
                Sitter::Nobody => return Err(format!("nobody sits at {seat}: a bot could")),
                Sitter::Person(id, name) if !chair.ready && Some(*id) != starter => {
                    return Err(format!("{name} is not ready"));
                }
                _ => (),
            }
        }
        Ok(())
    }

    /// Whether everybody who is here has added to the shuffle.
    pub(super) fn all_added(&self) -> bool {
        self.chairs.iter().all(|chair| chair.person().is_none() || !chair.entropy.is_empty())
    }
}

/// Settings that a table can have.
pub(crate) fn checked(mut settings: Settings) -> Result<Settings, String> {
    settings.turn_seconds = settings.turn_seconds.filter(|seconds| *seconds > 0);
    match settings.turn_seconds {
        Some(seconds) if !(3..=LONGEST_TURN).contains(&seconds) => {
            Err("a turn has 3 seconds at least and a day at most".into())
        }
        _ => Ok(settings),
    }
}

/// The longest title and description of rules that a table shows to everybody, in characters.
const LONGEST_TITLE: usize = 80;
const LONGEST_ABOUT: usize = 600;

/// Whether so many can play by these rules, and whether they can be shown: sheets that were saved before there
/// were limits may say anything.
pub(crate) fn fits(rules: &eights_match::RuleSet, seats: u8) -> Done {
    for (what, text, most) in
        [("title", &rules.title, LONGEST_TITLE), ("description", &rules.about, LONGEST_ABOUT)]
    {
        if text.chars().count() > most {
            return Err(format!("the {what} of these rules has more than {most} characters"));
        }
    }
    let seed = eights::Seed::from_number(0);
    rules.start(seats, seed).map(drop).map_err(|why| why.to_string())
}
