//! The pause after a hand: bots and clocks wait until everybody has seen how it ended.

use eights::Seat;
use eights_wire::Phase;

use super::{Millis, Room, Sitter, World};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pause {
    /// When it ends in any case; none once somebody has asked for more time.
    pub(super) until: Option<Millis>,
}

impl Room {
    /// Whether the last step ended a hand of a match that goes on.
    pub(super) fn hand_is_over(&self) -> bool {
        let current = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing);
        current.is_some_and(|current| current.table.hand_over().is_some())
    }

    /// Starts a pause if a hand has just ended and somebody looks at its end.
    pub(super) fn begin_pause(&mut self, now: Millis) {
        self.pause = None;
        if !self.hand_is_over() || self.room_config.hand_pause == 0 {
            return;
        }
        for (i, chair) in self.chairs.iter_mut().enumerate() {
            let looks = |guest: &super::Guest| guest.pauses && guest.seat == Some(Seat::new(i));
            chair.ready = !self.guests.iter().any(looks);
        }
        if self.is_awaiting_somebody() {
            self.pause = Some(Pause { until: Some(now + self.room_config.hand_pause) });
        }
    }

    pub(super) fn ready_for_hand(&mut self, seat: Seat, ready: bool, world: &mut dyn World) {
        self.chairs[seat.index()].ready = ready;
        // Where a clock runs, nobody can make the others wait for longer than usual.
        if let Some(pause) = self.pause.as_mut().filter(|_| !ready && self.settings.turn_seconds.is_none()) {
            pause.until = None;
        }
        if self.is_awaiting_somebody() {
            self.broadcast_room(world);
        } else {
            self.end_pause(world);
        }
    }

    /// Ends the pause if nobody is waited for any more, as when somebody has left.
    pub(super) fn end_pause_if_ready(&mut self, world: &mut dyn World) {
        if self.pause.is_some() && self.waiting.is_none() && !self.is_awaiting_somebody() {
            self.end_pause(world);
        }
    }

    pub(super) fn end_pause(&mut self, world: &mut dyn World) {
        self.pause = None;
        self.start_clock(world.now());
        self.broadcast_room(world);
        if self.settings.turn_seconds.is_some() {
            // It says how much time there is.
            self.broadcast_update(world);
        }
        self.ask_bot(world);
    }

    /// Whether somebody who is here, and for whom no bot plays, is not ready.
    fn is_awaiting_somebody(&self) -> bool {
        self.chairs.iter().any(|chair| {
            let is_here = matches!(chair.sitter, Sitter::Person(person, _) if self.is_here(person));
            is_here && chair.stand_in.is_none() && !chair.ready
        })
    }
}
