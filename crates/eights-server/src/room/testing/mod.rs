//! A room for tests, in a world that records its effects, over a real in-memory store.

use std::{collections::BTreeMap, sync::Arc};

use eights_match::{Catalog, RuleSet, Shipped};
use eights_store::{Memory, Op, PersonId, Store, StoreError};
use eights_wire::{self as wire, Door, Phase, RefusalCode, Request, Settings, ToClient, ToServer};

use super::{Asker, BotRequest, ConnectionId, Guest, Input, Millis, NewRoom, Room, RoomConfig, World};
use crate::library::RulesError;
use crate::net::recipient::Kind;

/// A [`World`] that records every effect.
pub(crate) struct FakeWorld {
    pub(crate) now: Millis,
    /// Milliseconds since 1970. Tests set it to any value.
    pub(crate) date: Millis,
    pub(crate) random_bytes: u8,
    pub(crate) sent: BTreeMap<ConnectionId, Vec<ToClient>>,
    pub(crate) ended: Vec<ConnectionId>,
    pub(crate) units: Vec<Vec<Op>>,
    pub(crate) bot_requests: Vec<BotRequest>,
    pub(crate) rebuild: Option<(StoreError, Option<Asker>)>,
    pub(crate) over: bool,
}

pub(crate) fn rules(game: &str, name: &str) -> Result<Arc<RuleSet>, RulesError> {
    let rules = Catalog::new(&Shipped).rules(game, name, "");
    rules.map(Arc::new).map_err(RulesError::Mistakes)
}

impl World for FakeWorld {
    fn now(&self) -> Millis {
        self.now
    }
    fn date(&self) -> Millis {
        self.date
    }
    fn random_bytes(&mut self) -> [u8; 32] {
        self.random_bytes += 1;
        [self.random_bytes; 32]
    }
    fn send(&mut self, to: ConnectionId, _: Kind, message: &[u8]) {
        let text = std::str::from_utf8(message).unwrap();
        self.sent.entry(to).or_default().push(wire::read(text).unwrap());
    }
    fn close(&mut self, connection: ConnectionId) {
        self.ended.push(connection);
    }
    fn persist(&mut self, ops: Vec<Op>) {
        self.units.push(ops);
    }
    fn request_bot(&mut self, request: BotRequest) {
        self.bot_requests.push(request);
    }
    fn banner(&self) -> Option<String> {
        None
    }

    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, RulesError> {
        rules(game, key)
    }
    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>) {
        self.rebuild = Some((why, asker));
    }
    fn step_sent(&mut self) {}
    fn match_started(&mut self) {}
    fn match_finished(&mut self) {}
    fn changed(&mut self) {}
    fn over(&mut self) {
        self.over = true;
    }
}

pub(crate) struct RoomFixture {
    pub(crate) room: Room,
    pub(crate) world: FakeWorld,
    pub(crate) store: Memory,
}

pub(crate) fn room_config() -> Arc<RoomConfig> {
    Arc::new(RoomConfig {
        run_outs: 2,
        grace: 1000,
        shuffle_wait: 100,
        hand_pause: 12_000,
        stand_in: "normal".into(),
        table_idle: 10_000,
        match_idle: 100_000,
        hint_rate: 0.0,
        is_level: |level| ["normal", "expert"].contains(&level),
    })
}

impl RoomFixture {
    /// A table of Crazy Eights, basic rules, whose host is person 1.
    pub(crate) fn new(seats: usize, turn_seconds: Option<u32>) -> RoomFixture {
        let new_room = NewRoom {
            code: "TABLE1".into(),
            host: (PersonId::new(1), "P1".into()),
            rules: rules("crazy-eights", "basic").unwrap(),
            key: "basic".into(),
            settings: Settings { public: true, turn_seconds, chat: true, door: Door::Open },
            bots: vec![None; seats],
            secret: [99; 32],
        };
        let world = FakeWorld {
            now: 1_000_000_000,
            date: 1_700_000_000_000,
            random_bytes: 0,
            sent: BTreeMap::new(),
            ended: Vec::new(),
            units: Vec::new(),
            bot_requests: Vec::new(),
            rebuild: None,
            over: false,
        };
        let room = Room::new(new_room, room_config(), world.now);
        let store = Memory::default();
        let fixture = RoomFixture { room, world, store };
        fixture.write(vec![fixture.room.saved_op()]).unwrap();
        fixture
    }

    pub(crate) fn write(&self, ops: Vec<Op>) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(self.store.write(ops))
    }

    /// Passes an input to the room, and performs the writes it asks for.
    pub(crate) fn take(&mut self, input: Input) {
        self.room.take(input, &mut self.world);
        while let Some(unit) = self.world.units.pop() {
            let result = self.write(unit);
            self.room.take(Input::Persisted(result), &mut self.world);
        }
    }

    /// Lets this person join over the connection of the same number.
    pub(crate) fn join(&mut self, number: u32) {
        self.join_by(number, number);
    }

    pub(crate) fn join_by(&mut self, connection: ConnectionId, number: u32) {
        self.join_as(connection, number, &format!("P{number}"));
    }

    pub(crate) fn join_as(&mut self, connection: ConnectionId, number: u32, name: &str) {
        let guest = Guest::new(connection, PersonId::new(u64::from(number)), name.into(), false);
        self.take(Input::Join(Box::new(guest)));
    }

    pub(crate) fn send(&mut self, connection: ConnectionId, message: ToServer) {
        self.take(Input::Message(connection, message.into()));
    }

    pub(crate) fn send_with_id(&mut self, connection: ConnectionId, id: u32, message: ToServer) {
        self.take(Input::Message(connection, Request { id: Some(id), message }));
    }

    /// A message that answers a step of the current match.
    pub(crate) fn answer(&self, step: u64, answer: &str) -> ToServer {
        let match_id = self.room.current_match.as_ref().expect("a match is played").id.to_string();
        ToServer::Say { match_id, step, say: answer.into() }
    }

    /// The guest id of a person.
    pub(crate) fn guest(&self, number: u64) -> String {
        self.room.guest_id(PersonId::new(number))
    }

    /// Takes the messages sent to a connection since the last call.
    pub(crate) fn received(&mut self, connection: ConnectionId) -> Vec<ToClient> {
        self.world.sent.remove(&connection).unwrap_or_default()
    }

    /// Sends a message, checks that it is refused and changes nothing, and returns the reason.
    pub(crate) fn refused(&mut self, connection: ConnectionId, message: ToServer) -> String {
        self.refusal(connection, message).1
    }

    /// The code and the sentence with which a message is refused.
    pub(crate) fn refusal(&mut self, connection: ConnectionId, message: ToServer) -> (RefusalCode, String) {
        let before = (wire::write(&self.room.saved()), self.step());
        self.received(connection);
        self.send(connection, message);
        assert_eq!(before, (wire::write(&self.room.saved()), self.step()), "a refusal changes nothing");
        match self.received(connection).pop() {
            Some(ToClient::Refused { code, why, .. }) => (code, why),
            other => panic!("no refusal: {other:?}"),
        }
    }

    pub(crate) fn step(&self) -> u64 {
        self.room.current_match.as_ref().map_or(0, |current| current.table.step())
    }

    pub(crate) fn asks(&self) -> Option<ConnectionId> {
        self.room.current_match.as_ref()?.table.asks().map(|seat| seat.index() as ConnectionId + 1)
    }

    pub(crate) fn newest_room(&mut self, connection: ConnectionId) -> wire::Room {
        let mut rooms = self.received(connection).into_iter().filter_map(|message| match message {
            ToClient::Room(room) => Some(*room),
            _ => None,
        });
        rooms.next_back().expect("a room was told")
    }

    /// A running match with people 1 to `seats` on the chairs, in order.
    pub(crate) fn playing(seats: usize, turn_seconds: Option<u32>) -> RoomFixture {
        let mut fixture = RoomFixture::new(seats, turn_seconds);
        fixture.join(1);
        for number in 2..=seats as u32 {
            fixture.join(number);
            let seat = char::from(b'A' + number as u8 - 1).to_string();
            fixture.send(number, ToServer::Sit { seat });
            fixture.send(number, ToServer::Ready { ready: true });
        }
        fixture.send(1, ToServer::Start {});
        assert_eq!(fixture.room.phase, Phase::Playing);
        fixture
    }

    /// Plays the last offer of the seat whose turn it is.
    pub(crate) fn move_on(&mut self) {
        let connection = self.asks().expect("somebody is asked");
        let current = self.room.current_match.as_ref().unwrap();
        let say = current.table.options(eights::Seat::new(connection as usize - 1)).pop().unwrap().say;
        let step = self.step();
        self.send(connection, self.answer(step, &say));
        assert_eq!(self.step(), step + 1);
    }

    pub(crate) fn play_out(&mut self) {
        for _ in 0..5000 {
            if self.room.phase == Phase::Over {
                return;
            }
            self.move_on();
        }
        panic!("the match does not end");
    }

    /// Advances the clock, and wakes the room whenever it asks for it.
    pub(crate) fn pass(&mut self, millis: Millis) {
        let until = self.world.now + millis;
        while let Some(at) = self.room.wake_at().filter(|at| *at <= until) {
            self.world.now = self.world.now.max(at);
            self.take(Input::Time);
            if self.world.over {
                return;
            }
        }
        self.world.now = until;
    }
}
