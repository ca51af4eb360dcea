//! A room: one table and everybody at it, as a machine without network, clock or disk.
//!
//! An [`Input`] goes in; what follows goes out through [`World`]: messages,
//! units to keep, questions to bots. Time is an input too. While a unit is on
//! its way to the disk the room takes no other input, and tells nobody of what
//! it did: first the journal, then the players.

mod guests;
mod keep;
mod lobby;
mod past;
mod permissions;
mod play;
#[cfg(test)]
mod scene;
mod talk;
mod tell;
#[cfg(test)]
mod tests;
mod time;
mod world;

use std::{collections::VecDeque, net::IpAddr, sync::Arc};

use eights::Seat;
use eights_match::{AnyMatch, RuleSet, Shipped};
use eights_store::{MatchId, Op, PersonId, StoreError};
use eights_wire::{Phase, Request, Settings, ToServer};

pub(crate) use keep::{Founding, Saved, first_deal};
use lobby::Done;
pub(crate) use lobby::{checked, fits};
use past::Past;
pub(crate) use tell::Listed;
pub(crate) use world::{Asker, BotReply, BotRequest, ConnectionId, HintAsker, Input, Millis, World};

use crate::limits::{Each, Rate};

/// How tables behave here.
#[derive(Clone, Debug)]
pub(crate) struct RoomConfig {
    /// How often somebody's time may run out before a bot plays on.
    pub(crate) run_outs: u8,
    /// How long somebody may be away before a bot plays on.
    pub(crate) grace: Millis,
    /// How long a rematch waits for what the seats add to the shuffle.
    pub(crate) shuffle_wait: Millis,
    /// The bot that plays on for somebody.
    pub(crate) stand_in: String,
    /// After how long without anybody a table is cleared away.
    pub(crate) table_idle: Millis,
    /// The same where a match is not over.
    pub(crate) match_idle: Millis,
    /// How many hints a second one person may ask for in the long run; 0 for no limit.
    pub(crate) hint_rate: f64,
    /// Whether a bot of this level can be had.
    pub(crate) is_level: fn(&str) -> bool,
}

/// Somebody at the table, on a chair or not.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) line: ConnectionId,
    pub(crate) person: PersonId,
    /// Their name, changed at the table where somebody else has it.
    pub(crate) name: String,
    /// Whether they want to be told in sentences.
    pub(crate) words: bool,
    pub(crate) seat: Option<Seat>,
    /// The address they connect from, where it is known.
    pub(crate) address: Option<IpAddr>,
}

impl Guest {
    /// Somebody who comes to a table.
    pub(crate) fn new(line: ConnectionId, person: PersonId, name: String, words: bool) -> Guest {
        Guest { line, person, name, words, seat: None, address: None }
    }

    /// The same guest, connecting from an address.
    pub(crate) fn at(self, address: Option<IpAddr>) -> Guest {
        Guest { address, ..self }
    }
}

/// Who a chair is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    Nobody,
    Person(PersonId, String),
    Bot(String),
}

/// A chair.
#[derive(Clone, Debug)]
pub(crate) struct Chair {
    sitter: Sitter,
    ready: bool,
    /// The level of the bot that plays on for a person.
    stand_in: Option<String>,
    run_outs: u8,
    /// Since when the person has been away.
    gone: Option<Millis>,
    /// What the seat added to the shuffle.
    entropy: String,
}

impl Chair {
    fn of(sitter: Sitter) -> Chair {
        Chair { sitter, ready: false, stand_in: None, run_outs: 0, gone: None, entropy: String::new() }
    }

    fn person(&self) -> Option<PersonId> {
        match self.sitter {
            Sitter::Person(id, _) => Some(id),
            _ => None,
        }
    }
}

/// The match that is played, or was played last.
pub(crate) struct CurrentMatch {
    id: MatchId,
    table: Box<dyn AnyMatch>,
    past: Past,
    /// When it was dealt, by the steady clock. While the server is down no time passes.
    began: Millis,
    /// The same as a date.
    dealt_on: Millis,
    /// When the time of the seat that is asked is up, and how long it was.
    clock: Option<(Millis, Millis)>,
    /// The step for which a bot is thinking.
    thinking: Option<u64>,
    /// Who waits for a hint.
    hint: Option<Arc<HintAsker>>,
    /// Whether the table has said that the time of the match is up.
    time_is_up: bool,
}

/// What is to be told when a unit is safe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum After {
    /// A step, heard at a moment.
    Step(Millis),
    /// The first deal.
    Deal,
    /// Something about the table.
    Table,
    /// Something about the table, and this line sees the cards from another side now.
    Seat(ConnectionId),
    /// The end of the table.
    Gone,
}

/// One table and everybody at it.
pub(crate) struct Room {
    code: String,
    /// Who opened the table. It is theirs whenever they are here.
    founder: PersonId,
    founder_name: String,
    /// Who decides about the table now: its founder, or an heir while the founder is away.
    host: PersonId,
    rules: Arc<RuleSet>,
    /// The name or hash by which the rules were asked for.
    key: String,
    settings: Settings,
    chairs: Vec<Chair>,
    phase: Phase,
    secret: [u8; 32],
    current_match: Option<CurrentMatch>,
    /// Who was sent away, and whether by the founder. What an heir decided ends with their time.
    banned: Vec<(PersonId, BannedBy)>,
    /// Who may sit and talk while the door is set to ask; those on chairs may anyway.
    admitted: Vec<PersonId>,
    /// Who does not want to hear whom: the listener first.
    mutes: VecDeque<(PersonId, PersonId)>,
    guests: Vec<Guest>,
    room_config: Arc<RoomConfig>,
    /// The message that is being handled.
    asker: Option<Asker>,
    waiting: Option<(After, Option<Asker>)>,
    queue: VecDeque<Input>,
    /// A rematch is about to start.
    starting: Option<Millis>,
    /// Since when the host has been away.
    host_gone: Option<Millis>,
    /// Since when nobody has been here.
    quiet: Option<Millis>,
    limits: Limits,
}

/// Who sent somebody away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BannedBy {
    Founder,
    Heir,
}

/// How often people may do what disturbs others. Counted by person and by address, so that a new
/// connection starts nothing anew.
struct Limits {
    hints: Each<PersonId>,
    talk: Each<PersonId>,
    /// More than one person may share an address, but not talk without end.
    talk_by_address: Each<IpAddr>,
}

/// How often one person may talk, gestures included.
const TALK: Rate = Rate { per_second: 0.5, burst: 5 };
/// How often all people of one address may talk.
const TALK_BY_ADDRESS: Rate = Rate { per_second: 2.0, burst: 15 };
/// How many hints somebody may ask for at once.
const HINT_BURST: u32 = 5;
/// More people who were sent away or admitted are not remembered, nor more mutes.
const MOST_REMEMBERED: usize = 500;

impl Limits {
    fn new(room_config: &RoomConfig) -> Limits {
        Limits {
            hints: Each::new(Rate { per_second: room_config.hint_rate, burst: HINT_BURST }),
            talk: Each::new(TALK),
            talk_by_address: Each::new(TALK_BY_ADDRESS),
        }
    }
}

/// More is not kept while a unit is on its way.
const MOST_WAITING: usize = 256;

impl Room {
    /// The code by which others join.
    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Whose table it is.
    pub(crate) fn host(&self) -> PersonId {
        self.host
    }

    /// Whether it is in the list of open tables.
    pub(crate) fn is_public(&self) -> bool {
        self.settings.public
    }

    /// Whether anybody is connected.
    pub(crate) fn is_busy(&self) -> bool {
        !self.guests.is_empty()
    }

    /// Game and hash of the rules where they are a saved sheet.
    pub(crate) fn saved_sheet(&self) -> Option<(String, String)> {
        let game = self.rules.game.id;
        let is_saved = Shipped::text(game, &self.key).is_none();
        is_saved.then(|| (game.to_owned(), self.key.clone()))
    }

    /// Whether somebody is here by this line.
    pub(crate) fn has_line(&self, line: ConnectionId) -> bool {
        self.guests.iter().any(|guest| guest.line == line)
    }

    /// Takes an input.
    pub(crate) fn take(&mut self, input: Input, world: &mut dyn World) {
        match input {
            Input::Kept(kept) => self.kept(kept, world),
            input if self.waiting.is_some() => {
                match input {
                    Input::Heard(line, request) if self.queue.len() >= MOST_WAITING => {
                        let asker = Asker { line, id: request.id };
                        self.refuse(asker, "a little slower, please", world);
                    }
                    // Connections that come and go, and answers of bots, are few and never lost.
                    input => self.queue.push_back(input),
                }
                return;
            }
            input => self.handle(input, world),
        }
        while self.waiting.is_none() {
            let Some(input) = self.queue.pop_front() else { break };
            self.handle(input, world);
        }
    }

    fn handle(&mut self, input: Input, world: &mut dyn World) {
        match input {
            Input::Join(guest) => self.join(*guest, world),
            Input::Leave(line) => self.leave(line, world),
            Input::Heard(line, request) => self.heard(line, request, world),
            Input::BotReply(thought) => self.thought(thought, world),
            Input::Time => self.time(world),
            Input::Kept(_) => (),
        }
    }

    fn heard(&mut self, line: ConnectionId, request: Request, world: &mut dyn World) {
        let Some(guest) = self.guests.iter().position(|guest| guest.line == line) else { return };
        let asker = Asker { line, id: request.id };
        if let Err(why) = self.allowed(guest, &request.message) {
            return self.refuse(asker, &why, world);
        }
        let answers_itself =
            matches!(request.message, ToServer::Why { .. } | ToServer::Hint {} | ToServer::Ping { .. });
        self.asker = Some(asker);
        let done = self.carry_out(guest, request.message, world);
        // What has to be kept first has taken the asker along, and answers when it is safe.
        let asker = self.asker.take();
        match (done, asker) {
            (Err(why), _) => self.refuse(Asker { line, id: request.id }, &why, world),
            (Ok(()), Some(asker)) if !answers_itself => self.done(asker, world),
            (Ok(()), _) => (),
        }
    }

    fn carry_out(&mut self, guest: usize, message: ToServer, world: &mut dyn World) -> Done {
        match message {
            ToServer::Hello { .. } => Err("this line is greeted already".into()),
            ToServer::Say { match_id, step, say } => self.say(guest, &match_id, step, &say, world),
            ToServer::Why { say } => self.why(guest, &say, world),
            ToServer::Hint {} => self.hint(guest, world),
            ToServer::Undo {} => Err("nothing is taken back at this table".into()),
            ToServer::Sit { seat } => self.sit(guest, &seat, world),
            ToServer::Stand {} => self.stand(guest, world),
            ToServer::Ready { ready } => self.ready(guest, ready, world),
            ToServer::Entropy { entropy } => self.entropy(guest, entropy, world),
            ToServer::Bot { seat, level } => self.bot(&seat, level, world),
            ToServer::Kick { guest: whom } => self.kick(guest, &whom, world),
            ToServer::Admit { guest: whom } => self.admit(&whom, world),
            ToServer::Start {} => self.start(guest, world),
            ToServer::Change { setup } => self.change(&setup, world),
            ToServer::Set { settings } => self.set(settings, world),
            ToServer::Rematch {} => self.rematch(guest, world),
            ToServer::Chat { text } => self.chat(guest, &text, world),
            ToServer::Emote { emote } => self.emote(guest, &emote, world),
            ToServer::Mute { guest: whom, mute } => self.mute(guest, &whom, mute, world),
            ToServer::Ping { n } => {
                self.pong(self.guests[guest].line, n, world);
                Ok(())
            }
        }
    }

    /// A unit is safe: now everybody is told. Or it is not: then it never happened.
    fn kept(&mut self, kept: Result<(), StoreError>, world: &mut dyn World) {
        let Some((after, asker)) = self.waiting.take() else { return };
        if let Err(why) = kept {
            self.waiting = Some((after, asker));
            return world.rebuild(why, asker);
        }
        match after {
            After::Step(heard) => self.stepped(heard, world),
            After::Deal => self.dealt(world),
            After::Table => self.tell_room(world),
            After::Seat(line) => {
                self.tell_room(world);
                self.tell_update_to(line, world);
            }
            After::Gone => return world.over(),
        }
        if let Some(asker) = asker {
            self.done(asker, world);
        }
        self.ask_bot(world);
    }

    /// Keeps a unit and waits for it. The guest whose message led to it is answered then.
    fn keep(&mut self, after: After, ops: Vec<Op>, world: &mut dyn World) {
        self.waiting = Some((after, self.asker.take()));
        world.keep(ops);
    }

    /// Keeps the table as it is now, and then tells everybody.
    fn keep_table(&mut self, world: &mut dyn World) {
        let ops = vec![self.saved_op()];
        self.keep(After::Table, ops, world);
    }

    fn chair_of(&self, person: PersonId) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.person() == Some(person)).map(Seat::new)
    }

    fn is_here(&self, person: PersonId) -> bool {
        self.guests.iter().any(|guest| guest.person == person)
    }

    /// The chair that a text names.
    fn chair_named(&self, text: &str) -> Result<Seat, String> {
        Seat::from_letter(text)
            .filter(|seat| seat.index() < self.chairs.len())
            .ok_or_else(|| "there is no such chair".to_owned())
    }
}
