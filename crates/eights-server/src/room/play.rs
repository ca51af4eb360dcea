//! Playing: answers in, the journal first, then everybody is told.

use std::sync::Arc;

use eights::Seat;
use eights_match::{
    Entry, Refusal,
    shuffle::{self, Shuffle},
};
use eights_store::{MatchId, Op, Opened, PersonId};
use eights_wire::Phase;
use serde_json::json;

use super::{
    After, Asker, BotReply, BotRequest, ConnectionId, CurrentMatch, HintAsker, Millis, Past, Room, Sitter,
    World, lobby::Done,
};

/// The level that hints come from.
const ADVISER: &str = "expert";

impl Room {
    /// Deals the first hand of a match.
    pub(super) fn deal(&mut self, world: &mut dyn World) -> Done {
        let entropy: Vec<String> = self.chairs.iter().map(|chair| chair.entropy.clone()).collect();
        let seed = shuffle::seed(&self.secret, &entropy);
        let n_seats = self.chairs.len() as u8;
        let table = self.rules.start(n_seats, seed.clone()).map_err(|why| why.to_string())?;
        let mut head = self.rules.head(n_seats, &seed);
        head.names = self.names();
        head.shuffle = Some(Shuffle::open(&self.secret, entropy));
        let number = world.luck();
        let id = MatchId::new(u64::from_le_bytes(number[..8].try_into().expect("eight of 32 bytes")));
        let (now, dealt_on) = (world.now(), world.date());
        let seated = |(seat, chair): (usize, &super::Chair)| Some((chair.person()?, seat as u8));
        let people: Vec<(PersonId, u8)> = self.chairs.iter().enumerate().filter_map(seated).collect();
        let opened = Opened { id, head, title: self.rules.title.clone(), at: dealt_on, people };
        self.current_match = Some(CurrentMatch {
            id,
            table,
            past: Past::default(),
            began: now,
            dealt_on,
            clock: None,
            thinking: None,
            hint: None,
            time_is_up: false,
        });
        (self.phase, self.starting) = (Phase::Playing, None);
        let ops = vec![Op::Open(Box::new(opened)), self.saved_op()];
        self.keep(After::Deal, ops, world);
        Ok(())
    }

    fn names(&self) -> Vec<String> {
        let name = |chair: &super::Chair| match &chair.sitter {
            Sitter::Person(_, name) => name.clone(),
            Sitter::Bot(level) => format!("bot ({level})"),
            Sitter::Nobody => String::new(),
        };
        self.chairs.iter().map(name).collect()
    }

    pub(super) fn dealt(&mut self, world: &mut dyn World) {
        world.played(false);
        self.start_clock(world.now());
        self.tell_room(world);
        self.tell_update(world);
    }

    pub(super) fn say(
        &mut self,
        guest: usize,
        match_id: &str,
        step: u64,
        say: &str,
        world: &mut dyn World,
    ) -> Done {
        let Some(seat) = self.guests[guest].seat else {
            return Err("who watches does not play".into());
        };
        let Some(played) = self.current_match.as_ref().filter(|_| self.phase == Phase::Playing) else {
            return Err("no match is played".into());
        };
        if played.id.to_string() != match_id {
            return Err("that was an answer to another match".into());
        }
        let now = played.table.step();
        if step != now {
            return Err(format!("that was an answer to step {step}, and the table is at step {now}"));
        }
        self.act(seat, say, world).map_err(|why| why.to_string())?;
        let chair = &mut self.chairs[seat.index()];
        (chair.stand_in, chair.run_outs) = (None, 0);
        Ok(())
    }

    /// Gives an answer, and keeps it.
    pub(super) fn act(&mut self, seat: Seat, say: &str, world: &mut dyn World) -> Result<(), Refusal> {
        let Some(played) = &mut self.current_match else { return Err(Refusal::Over) };
        let entry = played.table.act(seat, say)?;
        self.append(entry, world);
        Ok(())
    }

    /// Keeps a step that the match has taken, and the end with the last one.
    pub(super) fn append(&mut self, mut entry: Entry, world: &mut dyn World) {
        let now = world.now();
        let Some(played) = &mut self.current_match else { return };
        entry.at = Some(now.saturating_sub(played.began));
        played.clock = None;
        let id = played.id;
        let mut ops = vec![Op::Append(id, entry)];
        if let Some(end) = played.table.over() {
            let result = json!({ "winners": end.winners, "points": end.points }).to_string();
            self.phase = Phase::Over;
            self.chairs.iter_mut().for_each(|chair| chair.ready = false);
            ops.push(Op::Finish { id, at: world.date(), result });
            ops.push(self.saved_op());
        }
        self.keep(After::Step(now), ops, world);
    }

    /// A step is safe.
    pub(super) fn stepped(&mut self, heard: Millis, world: &mut dyn World) {
        if let Some(played) = &mut self.current_match {
            played.past.note(played.table.as_ref());
        }
        self.start_clock(world.now());
        let overtaken = self.current_match.as_mut().and_then(|played| played.hint.take());
        self.tell_update(world);
        if self.phase == Phase::Over {
            self.tell_room(world);
            world.played(true);
        }
        if let Some(asker) = overtaken {
            self.give_up_hint(&asker, world);
        }
        world.told(heard);
    }

    /// The bot that plays at a seat now.
    pub(super) fn bot_at(&self, seat: Seat) -> Option<&str> {
        let chair = self.chairs.get(seat.index())?;
        match &chair.sitter {
            Sitter::Bot(level) => Some(level),
            Sitter::Person(..) => chair.stand_in.as_deref(),
            Sitter::Nobody => Some(&self.room_config.stand_in),
        }
    }

    /// Asks the bot whose turn it is. At a table without people nobody plays.
    pub(super) fn ask_bot(&mut self, world: &mut dyn World) {
        if self.phase != Phase::Playing || self.guests.is_empty() || self.waiting.is_some() {
            return;
        }
        let Some(seat) = self.current_match.as_ref().and_then(|played| played.table.asks()) else { return };
        let Some(level) = self.bot_at(seat).map(str::to_owned) else { return };
        let Some(played) = &mut self.current_match else { return };
        let step = played.table.step();
        if played.thinking == Some(step) {
            return;
        }
        played.thinking = Some(step);
        let (table, id, past) = (played.table.copy(), played.id, played.past.copy());
        world.think(BotRequest { seat, step, level, table, id, past, asker: None });
    }

    pub(super) fn thought(&mut self, thought: BotReply, world: &mut dyn World) {
        if thought.is_hint {
            return self.give_hint(thought, world);
        }
        let Some(played) = self.current_match.as_mut().filter(|_| self.phase == Phase::Playing) else {
            return;
        };
        if played.thinking == Some(thought.step) {
            played.thinking = None;
        }
        // Somebody else may have broken in, or the person may have returned.
        if played.table.step() != thought.step || self.bot_at(thought.seat).is_none() {
            return;
        }
        self.act_or_idle(thought.seat, thought.say, world);
    }

    /// Gives an answer for a seat, or what is done for one that says nothing.
    pub(super) fn act_or_idle(&mut self, seat: Seat, say: Option<String>, world: &mut dyn World) {
        if say.is_some_and(|say| self.act(seat, &say, world).is_ok()) {
            return;
        }
        let idle = self.current_match.as_ref().and_then(|played| played.table.idle_answer(seat));
        if let Some(idle) = idle {
            let _ = self.act(seat, &idle, world);
        }
    }

    /// Asks for advice: once per step, for the seat that must answer.
    pub(super) fn hint(&mut self, guest: usize, world: &mut dyn World) -> Done {
        let guest = &self.guests[guest];
        let Some(seat) = guest.seat else { return Err("who watches does not play".into()) };
        let Some(played) = self.current_match.as_mut().filter(|_| self.phase == Phase::Playing) else {
            return Err("no match is played".into());
        };
        if played.table.asks() != Some(seat) {
            return Err("it is not your turn".into());
        }
        if played.hint.is_some() {
            return Err("a hint is on its way already".into());
        }
        if !self.limits.hints.allows(guest.person, world.now()) {
            return Err("that was a lot of hints: wait a little before the next one".into());
        }
        let (step, table, id) = (played.table.step(), played.table.copy(), played.id);
        let from = self.asker.unwrap_or(Asker { line: guest.line, id: None });
        let asker = Arc::new(HintAsker { from, seat, step });
        let weak = Some(Arc::downgrade(&asker));
        let past = played.past.copy();
        played.hint = Some(asker);
        world.think(BotRequest { seat, step, level: ADVISER.into(), table, id, past, asker: weak });
        Ok(())
    }

    /// Brings a hint to the guest who asked for it.
    fn give_hint(&mut self, thought: BotReply, world: &mut dyn World) {
        let Some(played) = &mut self.current_match else { return };
        let is_for = |asker: &mut Arc<HintAsker>| (asker.seat, asker.step) == (thought.seat, thought.step);
        let Some(asker) = played.hint.take_if(is_for) else { return };
        match thought.say {
            Some(say) => self.tell_hint(asker.from, thought.step, say, thought.why, world),
            None => self.refuse(asker.from, "there is no hint at the moment: try again", world),
        }
    }

    /// Forgets the hint that this line waits for.
    pub(super) fn drop_hint(&mut self, line: ConnectionId, world: &mut dyn World) {
        let Some(played) = &mut self.current_match else { return };
        if let Some(asker) = played.hint.take_if(|asker| asker.from.line == line) {
            self.give_up_hint(&asker, world);
        }
    }

    /// A hint comes too late. Its asker has seen why, unless they count on an answer to every message.
    fn give_up_hint(&self, asker: &HintAsker, world: &mut dyn World) {
        if asker.from.id.is_some() {
            self.refuse(asker.from, "the table has gone on since", world);
        }
    }
}
