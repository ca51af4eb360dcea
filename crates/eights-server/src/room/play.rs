//! Dealing, playing answers, and asking bots for moves and hints.

use std::sync::Arc;

use eights::Seat;
use eights_match::{
    Entry,
    shuffle::{self, Shuffle},
};
use eights_store::{MatchId, Op, Opened, PersonId};
use eights_wire::Phase;
use serde_json::json;

use super::{
    AfterPersist, Asker, BotReply, BotRequest, ConnectionId, CurrentMatch, Guest, HintAsker, Room, Sitter,
    Snapshots, World, lobby::Done,
};
use crate::{people::names, refusal::Refusal};

const HINT_LEVEL: &str = "expert";

impl Room {
    /// Starts a match and deals its first hand.
    pub(super) fn deal(&mut self, world: &mut dyn World) -> Done {
        let entropy: Vec<String> = self.chairs.iter().map(|chair| chair.entropy.clone()).collect();
        let seed = shuffle::seed(&self.secret, &entropy);
        let n_seats = self.chairs.len() as u8;
        let table = self.rules.start(n_seats, seed.clone())?;
        let mut head = self.rules.head(n_seats, &seed);
        (head.names, head.bots) = self.names_and_bots();
        head.shuffle = Some(Shuffle::open(&self.secret, entropy));
        let number = world.random_bytes();
        let id = MatchId::new(u64::from_le_bytes(number[..8].try_into().expect("eight of 32 bytes")));
        let (now, dealt_on) = (world.now(), world.date());
        let seated = |(seat, chair): (usize, &super::Chair)| Some((chair.person()?, seat as u8));
        let people: Vec<(PersonId, u8)> = self.chairs.iter().enumerate().filter_map(seated).collect();
        let opened = Opened { id, head, title: self.rules.title.clone(), at: dealt_on, people };
        self.current_match = Some(CurrentMatch {
            id,
            table,
            snapshots: Snapshots::default(),
            began: now,
            dealt_on,
            clock: None,
            thinking: None,
            hint: None,
            time_is_up: false,
        });
        (self.phase, self.starts_at) = (Phase::Playing, None);
        let ops = vec![Op::Open(Box::new(opened)), self.saved_op()];
        self.persist(AfterPersist::Deal, ops, world);
        Ok(())
    }

    /// The names of the players and the levels of the bots among them, in seat order.
    fn names_and_bots(&self) -> (Vec<String>, Vec<String>) {
        let seated = |(i, chair): (usize, &super::Chair)| match &chair.sitter {
            Sitter::Person(_, name) => (name.clone(), String::new()),
            Sitter::Bot(level) => (names::bot_name(Seat::new(i)), level.clone()),
            Sitter::Nobody => Default::default(),
        };
        let (names, mut bots): (_, Vec<String>) = self.chairs.iter().enumerate().map(seated).unzip();
        if bots.iter().all(String::is_empty) {
            bots.clear();
        }
        (names, bots)
    }

    pub(super) fn dealt(&mut self, world: &mut dyn World) {
        world.match_started();
        self.start_clock(world.now());
        self.broadcast_room(world);
        self.broadcast_update(world);
    }

    pub(super) fn act(
        &mut self,
        person: PersonId,
        match_id: &str,
        step: u64,
        answer: &str,
        world: &mut dyn World,
    ) -> Done {
        let Some(seat) = self.guest(person)?.seat else { return Err(Refusal::Spectator) };
        let Some(current) = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return Err(Refusal::NoMatch);
        };
        if current.id.to_string() != match_id {
            return Err(Refusal::OtherMatch);
        }
        let now = current.table.step();
        if step != now {
            return Err(Refusal::OtherStep { said: step, now });
        }
        self.act_at(seat, answer, world)?;
        let chair = &mut self.chairs[seat.index()];
        chair.ready |= self.pause.is_some();
        let was_away = chair.stand_in.take().is_some() || chair.run_outs > 0;
        chair.run_outs = 0;
        if was_away {
            self.broadcast_room(world);
        }
        Ok(())
    }

    /// Plays an answer for a seat and persists the step.
    pub(super) fn act_at(&mut self, seat: Seat, answer: &str, world: &mut dyn World) -> Done {
        let Some(current) = &mut self.current_match else { return Err(eights_match::Refusal::Over.into()) };
        let entry = current.table.act(seat, answer)?;
        self.append(entry, world);
        Ok(())
    }

    /// Persists a step, and with the last one the result of the match.
    pub(super) fn append(&mut self, mut entry: Entry, world: &mut dyn World) {
        let now = world.now();
        let Some(current) = &mut self.current_match else { return };
        entry.at = Some(now.saturating_sub(current.began));
        current.clock = None;
        let id = current.id;
        let mut ops = vec![Op::Append(id, entry)];
        if let Some(end) = current.table.over() {
            let result = json!({ "winners": end.winners, "points": end.points }).to_string();
            self.phase = Phase::Over;
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            ops.push(Op::Finish { id, at: world.date(), result });
            ops.push(self.saved_op());
        }
        self.persist(AfterPersist::Step, ops, world);
    }

    /// Sends out a step that has been persisted.
    pub(super) fn stepped(&mut self, world: &mut dyn World) {
        if let Some(current) = &mut self.current_match {
            current.snapshots.note(current.table.as_ref());
        }
        if self.hand_is_over() || self.phase == Phase::Over {
            self.begin_pause(world.now());
            if self.pause.is_some() {
                self.broadcast_room(world);
            }
        }
        self.start_clock(world.now());
        let overtaken = self.current_match.as_mut().and_then(|current| current.hint.take());
        self.broadcast_update(world);
        if self.phase == Phase::Over {
            self.broadcast_room(world);
            world.match_finished();
        }
        if let Some(asker) = overtaken {
            self.give_up_hint(&asker, world);
        }
        world.step_sent();
    }

    /// The level of the bot that plays this seat now.
    pub(super) fn bot_at(&self, seat: Seat) -> Option<&str> {
        let chair = self.chairs.get(seat.index())?;
        match &chair.sitter {
            Sitter::Bot(level) => Some(level),
            Sitter::Person(..) => chair.stand_in.as_deref(),
            Sitter::Nobody => Some(&self.room_config.stand_in),
        }
    }

    /// Asks the bot whose turn it is. At an empty table and after a hand bots wait.
    pub(super) fn ask_bot(&mut self, world: &mut dyn World) {
        let pauses = self.guests.is_empty() || self.pause.is_some();
        if self.phase != Phase::Playing || pauses || self.waiting.is_some() {
            return;
        }
        let Some(seat) = self.current_match.as_ref().and_then(|current| current.table.asks()) else { return };
        let Some(level) = self.bot_at(seat).map(str::to_owned) else { return };
        let Some(current) = &mut self.current_match else { return };
        let step = current.table.step();
        if current.thinking == Some(step) {
            return;
        }
        current.thinking = Some(step);
        let (table, id, snapshot) = (current.table.copy(), current.id, current.snapshots.copy());
        world.request_bot(BotRequest { seat, step, level, table, id, snapshot, asker: None });
    }

    pub(super) fn bot_replied(&mut self, reply: BotReply, world: &mut dyn World) {
        if reply.is_hint {
            return self.give_hint(reply, world);
        }
        let Some(current) = self.current_match.as_mut().filter(|_| self.phase == Phase::Playing) else {
            return;
        };
        if current.thinking == Some(reply.step) {
            current.thinking = None;
        }
        // Another seat may have broken in, or the person may have returned.
        if current.table.step() != reply.step || self.bot_at(reply.seat).is_none() {
            return;
        }
        self.act_or_idle(reply.seat, reply.answer, world);
    }

    /// Plays this answer for a seat; if there is none or it is illegal, plays the idle answer.
    pub(super) fn act_or_idle(&mut self, seat: Seat, answer: Option<String>, world: &mut dyn World) {
        if answer.is_some_and(|answer| self.act_at(seat, &answer, world).is_ok()) {
            return;
        }
        let idle = self.current_match.as_ref().and_then(|current| current.table.idle_answer(seat));
        if let Some(idle) = idle {
            let _ = self.act_at(seat, &idle, world);
        }
    }

    /// Asks a bot for advice: one request at a time, for the seat whose turn it is.
    pub(super) fn hint(&mut self, person: PersonId, world: &mut dyn World) -> Done {
        let Guest { seat, connection, .. } = *self.guest(person)?;
        let Some(seat) = seat else { return Err(Refusal::Spectator) };
        let Some(current) = self.current_match.as_mut().filter(|_| self.phase == Phase::Playing) else {
            return Err(Refusal::NoMatch);
        };
        if current.table.asks() != Some(seat) {
            return Err(Refusal::NotYourTurn);
        }
        if current.hint.is_some() {
            return Err(Refusal::HintPending);
        }
        if !self.limits.hints.allows(person, world.now()) {
            return Err(Refusal::TooManyHints);
        }
        let (step, table, id) = (current.table.step(), current.table.copy(), current.id);
        let from = self.asker.unwrap_or(Asker { connection, id: None });
        let asker = Arc::new(HintAsker { from, seat, step });
        let weak = Some(Arc::downgrade(&asker));
        let snapshot = current.snapshots.copy();
        current.hint = Some(asker);
        world.request_bot(BotRequest {
            seat,
            step,
            level: HINT_LEVEL.into(),
            table,
            id,
            snapshot,
            asker: weak,
        });
        Ok(())
    }

    /// Sends a hint to the guest who asked for it, if they still wait.
    fn give_hint(&mut self, reply: BotReply, world: &mut dyn World) {
        let Some(current) = &mut self.current_match else { return };
        let is_for = |asker: &mut Arc<HintAsker>| (asker.seat, asker.step) == (reply.seat, reply.step);
        let Some(asker) = current.hint.take_if(is_for) else { return };
        match reply.answer {
            Some(answer) => self.send_hint(asker.from, reply.step, answer, reply.why, world),
            None => self.refuse(asker.from, Refusal::NoHint, world),
        }
    }

    /// Cancels the hint that this connection waits for.
    pub(super) fn drop_hint(&mut self, connection: ConnectionId, world: &mut dyn World) {
        let Some(current) = &mut self.current_match else { return };
        if let Some(asker) = current.hint.take_if(|asker| asker.from.connection == connection) {
            self.give_up_hint(&asker, world);
        }
    }

    /// Refuses a hint that comes too late. Only needed for a message with an `id`, which must get
    /// exactly one answer.
    fn give_up_hint(&self, asker: &HintAsker, world: &mut dyn World) {
        if asker.from.id.is_some() {
            self.refuse(asker.from, Refusal::GoneOn, world);
        }
    }
}
