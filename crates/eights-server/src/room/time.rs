//! What happens because time passes. The room has no clock: somebody says that it is time.

use eights_store::Op;
use eights_wire::Phase;

use super::{After, CurrentMatch, Millis, Room, Sitter, World};

/// After a start people have this long to return, however long they were away before.
const RETURN: Millis = 10 * 60_000;

impl Room {
    /// When the room wants to be asked next whether something is due.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        if self.waiting.is_some() {
            return None;
        }
        if let Some(quiet) = self.quiet {
            return Some(quiet + self.idle());
        }
        let playing = self.phase == Phase::Playing;
        let turn = self.current_match.as_ref().filter(|_| playing).and_then(|it| it.clock).map(|(at, _)| at);
        let limit = self.current_match.as_ref().filter(|_| playing).and_then(|it| self.limit(it));
        let start = self.starting.filter(|_| self.can_start(None).is_ok());
        let away = self.chairs.iter().filter(|chair| chair.stand_in.is_none()).filter_map(|chair| chair.gone);
        let away = away.min().filter(|_| playing).map(|gone| gone + self.room_config.grace);
        [turn, limit, start, away, self.host_due()].into_iter().flatten().min()
    }

    /// How long the table stays without anybody.
    fn idle(&self) -> Millis {
        match self.phase {
            Phase::Playing => self.room_config.match_idle,
            Phase::Gathering | Phase::Over => self.room_config.table_idle,
        }
    }

    /// Adds idle time from before the server was restarted, up to a last chance to return.
    pub(crate) fn add_idle(&mut self, idle: Millis) {
        let most = self.idle().saturating_sub(RETURN);
        if let Some(quiet) = &mut self.quiet {
            *quiet = quiet.saturating_sub(idle.min(most));
        }
    }

    /// When the time that the rules set for the match is up.
    fn limit(&self, played: &CurrentMatch) -> Option<Millis> {
        let minutes = self.rules.minutes().filter(|_| !played.time_is_up)?;
        Some(played.began + u64::from(minutes) * 60_000)
    }

    /// When a host who is away loses the table to somebody who is here.
    fn host_due(&self) -> Option<Millis> {
        let gone = self.host_gone.filter(|_| self.heir().is_some())?;
        Some(gone + self.room_config.grace)
    }

    /// Somebody on a chair. Spectators inherit nothing.
    fn heir(&self) -> Option<eights_store::PersonId> {
        self.guests.iter().find(|guest| guest.seat.is_some()).map(|guest| guest.person)
    }

    /// Everything that is due by now.
    pub(super) fn time(&mut self, world: &mut dyn World) {
        let now = world.now();
        if let Some(quiet) = self.quiet {
            if quiet + self.idle() <= now {
                let mut ops = vec![Op::DropRoom(self.code.clone())];
                let unfinished = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing);
                ops.extend(unfinished.map(|played| Op::DropMatch(played.id)));
                self.keep(After::Gone, ops, world);
            }
            return;
        }
        if self.host_due().is_some_and(|at| at <= now)
            && let Some(heir) = self.heir()
        {
            (self.host, self.host_gone) = (heir, None);
            return self.keep_table(world);
        }
        if self.starting.is_some_and(|at| at <= now) && self.can_start(None).is_ok() {
            let _ = self.deal(world);
            return;
        }
        if self.phase == Phase::Playing {
            self.time_in_play(now, world);
        }
    }

    fn time_in_play(&mut self, now: Millis, world: &mut dyn World) {
        if self.send_stand_ins(now) {
            self.tell_room(world);
            self.ask_bot(world);
        }
        let Some(played) = &self.current_match else { return };
        if self.limit(played).is_some_and(|at| at <= now) {
            return self.call_time(world);
        }
        if played.clock.is_none_or(|(at, _)| at > now) {
            return;
        }
        let Some(seat) = played.table.asks() else { return };
        let chair = &mut self.chairs[seat.index()];
        chair.run_outs = chair.run_outs.saturating_add(1);
        if chair.run_outs >= self.room_config.run_outs {
            chair.stand_in = Some(self.room_config.stand_in.clone());
            self.tell_room(world);
        }
        self.act_or_idle(seat, None, world);
    }

    /// Bots play on for those who have been away too long.
    fn send_stand_ins(&mut self, now: Millis) -> bool {
        let mut sent = false;
        for chair in &mut self.chairs {
            let long = chair.gone.is_some_and(|gone| gone + self.room_config.grace <= now);
            if long && chair.stand_in.is_none() && matches!(chair.sitter, Sitter::Person(..)) {
                chair.stand_in = Some(self.room_config.stand_in.clone());
                sent = true;
            }
        }
        sent
    }

    /// The time agreed for the match is up.
    fn call_time(&mut self, world: &mut dyn World) {
        let Some(played) = &mut self.current_match else { return };
        played.time_is_up = true;
        if let Ok(entry) = played.table.time_is_up() {
            self.append(entry, world);
        }
    }

    /// Whoever is asked now has their time from now on.
    pub(super) fn start_clock(&mut self, now: Millis) {
        let asked = self.current_match.as_ref().and_then(|played| played.table.asks());
        let person = asked.filter(|seat| self.bot_at(*seat).is_none());
        let of = self.settings.turn_seconds.map(|seconds| u64::from(seconds) * 1000);
        let clock = person.and(of).map(|of| (now + of, of));
        if let Some(played) = &mut self.current_match {
            played.clock = clock.filter(|_| self.phase == Phase::Playing);
        }
    }
}
