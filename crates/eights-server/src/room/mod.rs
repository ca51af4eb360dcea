//! A room: one table and its guests, as a state machine without network, clock or disk.
//!
//! An [`Input`] goes in; effects go out through [`World`]: messages, writes, questions to bots.
//! Time is an input too. While a write is pending, the room queues all other inputs and sends
//! nothing about the change: first the journal, then the players.

mod broadcast;
mod forgetting;
mod guests;
mod lobby;
mod operator;
mod pause;
mod permissions;
mod persist;
mod play;
mod snapshots;
mod talk;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod time;
mod world;

use std::{collections::VecDeque, net::IpAddr, sync::Arc};

use eights::Seat;
use eights_match::{AnyMatch, RuleSet, Shipped};
use eights_store::{MatchId, Op, PersonId, StoreError};
use eights_wire::{Phase, Request, Settings, ToServer};

pub(crate) use broadcast::Listed;
pub(crate) use forgetting::{FORGOTTEN, OwnTable};
use lobby::Done;
pub(crate) use lobby::{checked, fits};
pub(crate) use operator::{Survey, SurveyGuest};
use pause::Pause;
pub(crate) use persist::{NewRoom, RestoreError, Saved, first_deal};
use snapshots::Snapshots;
pub(crate) use world::{Asker, BotReply, BotRequest, ConnectionId, HintAsker, Input, Millis, World};

use crate::limits::{KeyedRate, Rate};
use crate::refusal::Refusal;

/// The operator's settings that concern rooms.
#[derive(Clone, Debug)]
pub(crate) struct RoomConfig {
    /// How many turns a person may let run out before a bot takes over.
    pub(crate) run_outs: u8,
    /// How long a person may be away before a bot takes over.
    pub(crate) grace: Millis,
    /// How long a rematch waits for the seats' entropy.
    pub(crate) shuffle_wait: Millis,
    /// How long a table waits after a hand for people who look at its end; 0 for no pause.
    pub(crate) hand_pause: Millis,
    /// The level of the bot that takes over.
    pub(crate) stand_in: String,
    /// How long an empty table is kept.
    pub(crate) table_idle: Millis,
    /// How long an empty table with an unfinished match is kept.
    pub(crate) match_idle: Millis,
    /// Hints per second that one person may request in the long run; 0 for no limit.
    pub(crate) hint_rate: f64,
    pub(crate) is_level: fn(&str) -> bool,
}

/// A connected person, seated or watching.
#[derive(Clone, Debug)]
pub(crate) struct Guest {
    pub(crate) connection: ConnectionId,
    pub(crate) person: PersonId,
    /// The name at this table; differs from the person's own if somebody else here has one that
    /// looks the same.
    pub(crate) name: String,
    /// Whether updates should describe events in English sentences.
    pub(crate) words: bool,
    /// Whether the table waits for this guest after each hand.
    pub(crate) pauses: bool,
    pub(crate) seat: Option<Seat>,
    /// The client's address, for limits that a new cookie must not reset.
    pub(crate) address: Option<IpAddr>,
}

impl Guest {
    pub(crate) fn new(connection: ConnectionId, person: PersonId, name: String, words: bool) -> Guest {
        Guest { connection, person, name, words, pauses: false, seat: None, address: None }
    }

    pub(crate) fn at(self, address: Option<IpAddr>) -> Guest {
        Guest { address, ..self }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Sitter {
    Nobody,
    Person(PersonId, String),
    Bot(String),
}

#[derive(Clone, Debug)]
pub(crate) struct Chair {
    sitter: Sitter,
    ready: bool,
    /// The level of the bot that plays for an absent person.
    stand_in: Option<String>,
    run_outs: u8,
    away_since: Option<Millis>,
    /// The seat's contribution to the shuffle.
    entropy: String,
}

impl Chair {
    fn of(sitter: Sitter) -> Chair {
        Chair { sitter, ready: false, stand_in: None, run_outs: 0, away_since: None, entropy: String::new() }
    }

    fn person(&self) -> Option<PersonId> {
        match self.sitter {
            Sitter::Person(id, _) => Some(id),
            _ => None,
        }
    }
}

/// The running match, or the last one.
pub(crate) struct CurrentMatch {
    id: MatchId,
    table: Box<dyn AnyMatch>,
    snapshots: Snapshots,
    /// When it was dealt, by the steady clock. Downtime of the server does not count.
    began: Millis,
    /// The date of the deal.
    dealt_on: Millis,
    /// The deadline of the current turn, and the length of the turn.
    clock: Option<(Millis, Millis)>,
    /// The step for which a bot was asked.
    thinking: Option<u64>,
    /// The guest who waits for a hint.
    hint: Option<Arc<HintAsker>>,
    /// Whether the time limit of the match has been called.
    time_is_up: bool,
}

/// What to send once a write has succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AfterPersist {
    /// An update, for a step.
    Step,
    /// Room and update, for the first deal of a match.
    Deal,
    /// The room.
    Table,
    /// The room, and an update to this connection, which now sees the cards from another seat.
    Seat(ConnectionId),
    /// Nothing: the table has been removed.
    Gone,
}

pub(crate) struct Room {
    code: String,
    /// The person who opened the table, and its host whenever they are connected.
    founder: PersonId,
    founder_name: String,
    /// The founder, or an interim host while the founder is away.
    host: PersonId,
    rules: Arc<RuleSet>,
    /// The name or hash by which the rules were requested.
    key: String,
    settings: Settings,
    chairs: Vec<Chair>,
    phase: Phase,
    secret: [u8; 32],
    current_match: Option<CurrentMatch>,
    /// Banned people, and who banned them: bans by an interim host end when the founder returns.
    banned: Vec<(PersonId, BannedBy)>,
    /// People who may sit and talk while the door is set to `ask`; seated people always may.
    admitted: Vec<PersonId>,
    /// Pairs of listener and muted speaker.
    mutes: VecDeque<(PersonId, PersonId)>,
    guests: Vec<Guest>,
    room_config: Arc<RoomConfig>,
    /// The sender of the message that is being handled.
    asker: Option<Asker>,
    waiting: Option<(AfterPersist, Option<Asker>)>,
    queue: VecDeque<Input>,
    /// When a rematch starts, if one is being prepared.
    starts_at: Option<Millis>,
    /// The pause after a hand.
    pause: Option<Pause>,
    host_away_since: Option<Millis>,
    empty_since: Option<Millis>,
    limits: Limits,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BannedBy {
    Founder,
    Heir,
}

/// Rates for what disturbs others. Counted by person and by address, so that reconnecting resets
/// nothing.
struct Limits {
    hints: KeyedRate<PersonId>,
    talk: KeyedRate<PersonId>,
    /// Several people may share an address, so this limit is higher than the one per person.
    talk_by_address: KeyedRate<IpAddr>,
}

/// Chat messages and gestures of one person.
const TALK: Rate = Rate { per_second: 0.5, burst: 5 };
/// Chat messages and gestures of all people at one address.
const TALK_BY_ADDRESS: Rate = Rate { per_second: 2.0, burst: 15 };
const HINT_BURST: u32 = 5;
/// How many bans, admissions and mutes are remembered, each; the oldest are forgotten.
const MAX_REMEMBERED: usize = 500;

impl Limits {
    fn new(room_config: &RoomConfig) -> Limits {
        Limits {
            hints: KeyedRate::new(hints(room_config)),
            talk: KeyedRate::new(TALK),
            talk_by_address: KeyedRate::new(TALK_BY_ADDRESS),
        }
    }
}

fn hints(room_config: &RoomConfig) -> Rate {
    Rate { per_second: room_config.hint_rate, burst: HINT_BURST }
}

/// How many inputs may queue up while a write is pending.
const MAX_QUEUED_INPUTS: usize = 256;

impl Room {
    /// Takes over changed settings; what runs already is measured by them too.
    pub(crate) fn configure(&mut self, room_config: Arc<RoomConfig>) {
        self.limits.hints.set_rate(hints(&room_config));
        self.room_config = room_config;
    }

    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    /// Gives a table that nobody has seen another code.
    pub(crate) fn set_code(&mut self, code: String) {
        self.code = code;
    }

    pub(crate) fn host(&self) -> PersonId {
        self.host
    }

    pub(crate) fn is_public(&self) -> bool {
        self.settings.public
    }

    pub(crate) fn is_busy(&self) -> bool {
        !self.guests.is_empty()
    }

    /// Game and hash of the rules, if they are a saved sheet.
    pub(crate) fn saved_sheet(&self) -> Option<(String, String)> {
        let game = self.rules.game.id;
        let is_saved = Shipped::text(game, &self.key).is_none();
        is_saved.then(|| (game.to_owned(), self.key.clone()))
    }

    pub(crate) fn has_connection(&self, connection: ConnectionId) -> bool {
        self.guests.iter().any(|guest| guest.connection == connection)
    }

    pub(crate) fn take(&mut self, input: Input, world: &mut dyn World) {
        match input {
            Input::Persisted(result) => self.persisted(result, world),
            input if self.waiting.is_some() => {
                match input {
                    Input::Message(connection, request) if self.queue.len() >= MAX_QUEUED_INPUTS => {
                        let asker = Asker { connection, id: request.id };
                        self.refuse(asker, Refusal::TooFast, world);
                    }
                    // Joins, leaves and bot replies are few and must not be lost, so they are
                    // queued beyond the limit.
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
            Input::Leave(connection) => self.leave(connection, world),
            Input::Message(connection, request) => self.receive(connection, request, world),
            Input::BotReply(reply) => self.bot_replied(reply, world),
            Input::Time => self.time(world),
            Input::Close => self.persist_end(world),
            Input::Evict(ban) => self.evict(&ban, world),
            Input::Forget(person) => self.forget(person, world),
            Input::BannerChanged => self.broadcast_room(world),
            Input::Configure(room_config) => self.configure(room_config),
            Input::Persisted(_) => (),
        }
    }

    fn receive(&mut self, connection: ConnectionId, request: Request, world: &mut dyn World) {
        let Some(guest) = self.guests.iter().find(|guest| guest.connection == connection) else { return };
        let person = guest.person;
        let asker = Asker { connection, id: request.id };
        if let Err(why) = self.allowed(guest, &request.message) {
            return self.refuse(asker, why, world);
        }
        let answers_itself =
            matches!(request.message, ToServer::Why { .. } | ToServer::Hint {} | ToServer::Ping { .. });
        self.asker = Some(asker);
        let done = self.carry_out(person, request.message, world);
        // `persist` has taken the asker, who is answered once the write succeeds.
        let asker = self.asker.take();
        match (done, asker) {
            (Err(why), _) => self.refuse(Asker { connection, id: request.id }, why, world),
            (Ok(()), Some(asker)) if !answers_itself => self.done(asker, world),
            (Ok(()), _) => (),
        }
    }

    fn carry_out(&mut self, person: PersonId, message: ToServer, world: &mut dyn World) -> Done {
        match message {
            ToServer::Hello { .. } => Err(Refusal::AlreadyGreeted),
            ToServer::Say { match_id, step, say } => self.act(person, &match_id, step, &say, world),
            ToServer::Why { say } => self.why(person, &say, world),
            ToServer::Hint {} => self.hint(person, world),
            ToServer::Undo {} => Err(Refusal::NoUndo),
            ToServer::Sit { seat } => self.sit(person, &seat, world),
            ToServer::Stand {} => self.stand(person, world),
            ToServer::Ready { ready } => self.ready(person, ready, world),
            ToServer::Entropy { entropy } => self.entropy(person, entropy, world),
            ToServer::Bot { seat, level } => self.bot(&seat, level, world),
            ToServer::Kick { guest: whom } => self.kick(person, &whom, world),
            ToServer::Admit { guest: whom } => self.admit(&whom, world),
            ToServer::Start {} => self.start(person, world),
            ToServer::Change { setup } => self.change(&setup, world),
            ToServer::Set { settings } => self.set(settings, world),
            ToServer::Rematch {} => self.rematch(person, world),
            ToServer::Chat { text } => self.chat(person, &text, world),
            ToServer::Emote { emote } => self.emote(person, &emote, world),
            ToServer::Mute { guest: whom, mute } => self.mute(person, &whom, mute, world),
            ToServer::Ping { n } => {
                self.pong(self.guest(person)?.connection, n, world);
                Ok(())
            }
        }
    }

    /// Sends what a finished write was waiting for. If the write failed, asks for a rebuild from
    /// the store: in memory the change has already happened.
    fn persisted(&mut self, result: Result<(), StoreError>, world: &mut dyn World) {
        let Some((after, asker)) = self.waiting.take() else { return };
        if let Err(why) = result {
            self.waiting = Some((after, asker));
            return world.rebuild(why, asker);
        }
        match after {
            AfterPersist::Step => self.stepped(world),
            AfterPersist::Deal => self.dealt(world),
            AfterPersist::Table => self.broadcast_room(world),
            AfterPersist::Seat(connection) => {
                self.broadcast_room(world);
                self.send_update_to(connection, world);
            }
            AfterPersist::Gone => {
                self.send_all_away("the operator of this server has closed the table", world);
                return world.over();
            }
        }
        if let Some(asker) = asker {
            self.done(asker, world);
        }
        self.end_pause_if_ready(world);
        self.ask_bot(world);
    }

    /// Starts a write. The guest whose message caused it is answered when it succeeds.
    fn persist(&mut self, after: AfterPersist, ops: Vec<Op>, world: &mut dyn World) {
        self.waiting = Some((after, self.asker.take()));
        world.persist(ops);
    }

    /// Persists the table, then sends it to everybody.
    fn persist_table(&mut self, world: &mut dyn World) {
        let ops = vec![self.saved_op()];
        self.persist(AfterPersist::Table, ops, world);
    }

    fn chair_of(&self, person: PersonId) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.person() == Some(person)).map(Seat::new)
    }

    fn is_here(&self, person: PersonId) -> bool {
        self.guests.iter().any(|guest| guest.person == person)
    }

    fn chair_named(&self, text: &str) -> Result<Seat, Refusal> {
        Seat::from_letter(text).filter(|seat| seat.index() < self.chairs.len()).ok_or(Refusal::NoSuchChair)
    }
}
