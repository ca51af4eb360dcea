//! What becomes due as time passes: turns, absences, rematches and idle tables. The driver sends
//! `Input::Time` when `wake_at` is reached.

use eights_store::Op;
use eights_wire::Phase;

use super::{AfterPersist, CurrentMatch, Millis, Room, Sitter, World};

/// How long people have to return after a restart of the server, however long the table was idle
/// before.
const RETURN_GRACE: Millis = 10 * 60_000;

impl Room {
    /// The next time at which something may be due.
    pub(crate) fn wake_at(&self) -> Option<Millis> {
        if self.waiting.is_some() {
            return None;
        }
        if let Some(empty_since) = self.empty_since {
            return Some(empty_since + self.idle());
        }
        let playing = self.phase == Phase::Playing;
        let turn = self
            .current_match
            .as_ref()
            .filter(|_| playing)
            .and_then(|current| current.clock)
            .map(|(at, _)| at);
        let limit = self.current_match.as_ref().filter(|_| playing).and_then(|current| self.limit(current));
        let start = self.starts_at.filter(|_| self.can_start(None).is_ok());
        let away =
            self.chairs.iter().filter(|chair| chair.stand_in.is_none()).filter_map(|chair| chair.away_since);
        let away = away.min().filter(|_| playing).map(|away_since| away_since + self.room_config.grace);
        let pause = self.pause.and_then(|pause| pause.until);
        [turn, limit, start, away, pause, self.host_due()].into_iter().flatten().min()
    }

    /// Deletes the table, and its match if it is not finished.
    pub(super) fn persist_end(&mut self, world: &mut dyn World) {
        let mut ops = vec![Op::DropRoom(self.code.clone())];
        let unfinished = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing);
        ops.extend(unfinished.map(|current| Op::DropMatch(current.id)));
        self.persist(AfterPersist::Gone, ops, world);
    }

    /// How long the table may stay empty in its current phase.
    fn idle(&self) -> Millis {
        match self.phase {
            Phase::Playing => self.room_config.match_idle,
            Phase::Gathering | Phase::Over => self.room_config.table_idle,
        }
    }

    /// Adds idle time from before a restart, but leaves people `RETURN_GRACE` to come back.
    pub(crate) fn add_idle(&mut self, idle: Millis) {
        let most = self.idle().saturating_sub(RETURN_GRACE);
        if let Some(empty_since) = &mut self.empty_since {
            *empty_since = empty_since.saturating_sub(idle.min(most));
        }
    }

    /// When the time limit that the rules set for the match is reached.
    fn limit(&self, current: &CurrentMatch) -> Option<Millis> {
        let minutes = self.rules.minutes().filter(|_| !current.time_is_up)?;
        Some(current.began + u64::from(minutes) * 60_000)
    }

    /// When an absent host loses the table to a seated guest.
    fn host_due(&self) -> Option<Millis> {
        let away_since = self.host_away_since.filter(|_| self.heir().is_some())?;
        Some(away_since + self.room_config.grace)
    }

    /// The guest who would become host. Spectators cannot.
    fn heir(&self) -> Option<eights_store::PersonId> {
        self.guests.iter().find(|guest| guest.seat.is_some()).map(|guest| guest.person)
    }

    /// Does everything that is due by now.
    pub(super) fn time(&mut self, world: &mut dyn World) {
        let now = world.now();
        if let Some(empty_since) = self.empty_since {
            if empty_since + self.idle() <= now {
                self.persist_end(world);
            }
            return;
        }
        if self.host_due().is_some_and(|at| at <= now)
            && let Some(heir) = self.heir()
        {
            (self.host, self.host_away_since) = (heir, None);
            return self.persist_table(world);
        }
        if self.starts_at.is_some_and(|at| at <= now) && self.can_start(None).is_ok() {
            let _ = self.deal(world);
            return;
        }
        if self.phase == Phase::Playing {
            self.time_in_play(now, world);
        }
    }

    fn time_in_play(&mut self, now: Millis, world: &mut dyn World) {
        if self.pause.and_then(|pause| pause.until).is_some_and(|until| until <= now) {
            self.end_pause(world);
        }
        if self.send_stand_ins(now) {
            self.broadcast_room(world);
            self.ask_bot(world);
        }
        let Some(current) = &self.current_match else { return };
        if self.limit(current).is_some_and(|at| at <= now) {
            return self.call_time(world);
        }
        if current.clock.is_none_or(|(at, _)| at > now) {
            return;
        }
        let Some(seat) = current.table.asks() else { return };
        let chair = &mut self.chairs[seat.index()];
        chair.run_outs = chair.run_outs.saturating_add(1);
        if chair.run_outs >= self.room_config.run_outs {
            chair.stand_in = Some(self.room_config.stand_in.clone());
        }
        self.broadcast_room(world);
        self.act_or_idle(seat, None, world);
    }

    /// Lets bots take over for people who have been away too long; true if any did.
    fn send_stand_ins(&mut self, now: Millis) -> bool {
        let mut sent = false;
        for chair in &mut self.chairs {
            let long = chair.away_since.is_some_and(|away_since| away_since + self.room_config.grace <= now);
            if long && chair.stand_in.is_none() && matches!(chair.sitter, Sitter::Person(..)) {
                chair.stand_in = Some(self.room_config.stand_in.clone());
                sent = true;
            }
        }
        sent
    }

    /// Records that the match's time limit is reached.
    fn call_time(&mut self, world: &mut dyn World) {
        let Some(current) = &mut self.current_match else { return };
        current.time_is_up = true;
        if let Ok(entry) = current.table.time_is_up() {
            self.append(entry, world);
        }
    }

    /// Starts the clock of the seat whose turn it is. Bots have none, and after a hand it waits.
    pub(super) fn start_clock(&mut self, now: Millis) {
        let asked = self.current_match.as_ref().and_then(|current| current.table.asks());
        let person = asked.filter(|seat| self.bot_at(*seat).is_none());
        let of = self.settings.turn_seconds.map(|seconds| u64::from(seconds) * 1000);
        let clock = person.and(of).map(|of| (now + of, of));
        if let Some(current) = &mut self.current_match {
            current.clock = clock.filter(|_| self.phase == Phase::Playing && self.pause.is_none());
        }
    }
}
