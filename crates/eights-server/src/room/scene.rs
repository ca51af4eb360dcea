//! A room in a world where everything is written down, with a store that really keeps.

use std::{collections::BTreeMap, sync::Arc};

use eights_match::{Catalog, RuleSet, Shipped};
use eights_store::{Memory, Op, PersonId, Store, StoreError};
use eights_wire::{self as wire, Door, Phase, Request, Settings, ToClient, ToServer};

use super::{Asker, BotRequest, ConnectionId, Founding, Guest, Input, Millis, Room, RoomConfig, World};
use crate::connection::Kind;

/// A world in which everything is written down.
pub(super) struct Fake {
    pub(super) now: Millis,
    /// Milliseconds since 1970; any test may set it to anything.
    pub(super) date: Millis,
    pub(super) luck: u8,
    pub(super) said: BTreeMap<ConnectionId, Vec<ToClient>>,
    pub(super) ended: Vec<ConnectionId>,
    pub(super) units: Vec<Vec<Op>>,
    pub(super) thinking: Vec<BotRequest>,
    pub(super) rebuild: Option<(StoreError, Option<Asker>)>,
    pub(super) over: bool,
}

pub(super) fn rules(game: &str, name: &str) -> Result<Arc<RuleSet>, String> {
    let rules = Catalog::new(&Shipped).rules(game, name, "");
    rules.map(Arc::new).map_err(|problems| problems[0].message.clone())
}

impl World for Fake {
    fn now(&self) -> Millis {
        self.now
    }
    fn date(&self) -> Millis {
        self.date
    }
    fn luck(&mut self) -> [u8; 32] {
        self.luck += 1;
        [self.luck; 32]
    }
    fn say(&mut self, to: ConnectionId, _: Kind, message: &[u8]) {
        let text = std::str::from_utf8(message).unwrap();
        self.said.entry(to).or_default().push(wire::read(text).unwrap());
    }
    fn end(&mut self, line: ConnectionId) {
        self.ended.push(line);
    }
    fn keep(&mut self, ops: Vec<Op>) {
        self.units.push(ops);
    }
    fn think(&mut self, think: BotRequest) {
        self.thinking.push(think);
    }
    fn rules(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, String> {
        rules(game, key)
    }
    fn rebuild(&mut self, why: StoreError, asker: Option<Asker>) {
        self.rebuild = Some((why, asker));
    }
    fn told(&mut self, _: Millis) {}
    fn played(&mut self, _: bool) {}
    fn changed(&mut self) {}
    fn over(&mut self) {
        self.over = true;
    }
}

/// A room in such a world, with a store that really keeps.
pub(super) struct Scene {
    pub(super) room: Room,
    pub(super) world: Fake,
    pub(super) store: Memory,
}

pub(super) fn room_config() -> Arc<RoomConfig> {
    Arc::new(RoomConfig {
        run_outs: 2,
        grace: 1000,
        shuffle_wait: 100,
        stand_in: "normal".into(),
        table_idle: 10_000,
        match_idle: 100_000,
        hint_rate: 0.0,
        is_level: |level| ["normal", "expert"].contains(&level),
    })
}

impl Scene {
    /// A table of Crazy Eights, basic rules, whose host is person 1.
    pub(super) fn new(seats: usize, turn_seconds: Option<u32>) -> Scene {
        let founding = Founding {
            code: "TABLE1".into(),
            host: (PersonId::new(1), "P1".into()),
            rules: rules("crazy-eights", "basic").unwrap(),
            key: "basic".into(),
            settings: Settings { public: true, turn_seconds, chat: true, door: Door::Open },
            bots: vec![None; seats],
            secret: [99; 32],
        };
        let world = Fake {
            now: 1_000_000_000,
            date: 1_700_000_000_000,
            luck: 0,
            said: BTreeMap::new(),
            ended: Vec::new(),
            units: Vec::new(),
            thinking: Vec::new(),
            rebuild: None,
            over: false,
        };
        let room = Room::new(founding, room_config(), world.now);
        let store = Memory::default();
        let scene = Scene { room, world, store };
        scene.write(vec![scene.room.saved_op()]).unwrap();
        scene
    }

    pub(super) fn write(&self, ops: Vec<Op>) -> Result<(), StoreError> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(self.store.write(ops))
    }

    /// Takes an input, and keeps what is to be kept.
    pub(super) fn take(&mut self, input: Input) {
        self.room.take(input, &mut self.world);
        while let Some(unit) = self.world.units.pop() {
            let kept = self.write(unit);
            self.room.take(Input::Kept(kept), &mut self.world);
        }
    }

    /// The person of this number comes by a line of the same number.
    pub(super) fn join(&mut self, number: u32) {
        self.join_by(number, number);
    }

    pub(super) fn join_by(&mut self, line: ConnectionId, number: u32) {
        self.join_as(line, number, &format!("P{number}"));
    }

    pub(super) fn join_as(&mut self, line: ConnectionId, number: u32, name: &str) {
        let guest = Guest::new(line, PersonId::new(u64::from(number)), name.into(), false);
        self.take(Input::Join(Box::new(guest)));
    }

    pub(super) fn says(&mut self, line: ConnectionId, message: ToServer) {
        self.take(Input::Heard(line, message.into()));
    }

    /// Says something under a number.
    pub(super) fn requests(&mut self, line: ConnectionId, id: u32, message: ToServer) {
        self.take(Input::Heard(line, Request { id: Some(id), message }));
    }

    /// An answer to a step of the match that is played.
    pub(super) fn answer(&self, step: u64, say: &str) -> ToServer {
        let match_id = self.room.current_match.as_ref().expect("a match is played").id.to_string();
        ToServer::Say { match_id, step, say: say.into() }
    }

    /// What messages call the person of this number.
    pub(super) fn guest(&self, number: u64) -> String {
        self.room.guest_id(PersonId::new(number))
    }

    /// What a line has heard since it was last asked.
    pub(super) fn heard(&mut self, line: ConnectionId) -> Vec<ToClient> {
        self.world.said.remove(&line).unwrap_or_default()
    }

    /// Says something that is refused, and changes nothing.
    pub(super) fn refused(&mut self, line: ConnectionId, message: ToServer) -> String {
        let before = (wire::write(&self.room.saved()), self.step());
        self.heard(line);
        self.says(line, message);
        assert_eq!(before, (wire::write(&self.room.saved()), self.step()), "a refusal changes nothing");
        match self.heard(line).pop() {
            Some(ToClient::Refused { why, .. }) => why,
            other => panic!("no refusal: {other:?}"),
        }
    }

    pub(super) fn step(&self) -> u64 {
        self.room.current_match.as_ref().map_or(0, |played| played.table.step())
    }

    pub(super) fn asks(&self) -> Option<ConnectionId> {
        self.room.current_match.as_ref()?.table.asks().map(|seat| seat.index() as ConnectionId + 1)
    }

    pub(super) fn newest_room(&mut self, line: ConnectionId) -> wire::Room {
        let mut rooms = self.heard(line).into_iter().filter_map(|it| match it {
            ToClient::Room(room) => Some(*room),
            _ => None,
        });
        rooms.next_back().expect("a room was told")
    }

    /// People 1 to n on the chairs in order, and the match dealt.
    pub(super) fn playing(seats: usize, turn_seconds: Option<u32>) -> Scene {
        let mut scene = Scene::new(seats, turn_seconds);
        scene.join(1);
        for number in 2..=seats as u32 {
            scene.join(number);
            let seat = char::from(b'A' + number as u8 - 1).to_string();
            scene.says(number, ToServer::Sit { seat });
            scene.says(number, ToServer::Ready { ready: true });
        }
        scene.says(1, ToServer::Start {});
        assert_eq!(scene.room.phase, Phase::Playing);
        scene
    }

    /// Whoever is asked takes their last offer.
    pub(super) fn move_on(&mut self) {
        let line = self.asks().expect("somebody is asked");
        let played = self.room.current_match.as_ref().unwrap();
        let say = played.table.options(eights::Seat::new(line as usize - 1)).pop().unwrap().say;
        let step = self.step();
        self.says(line, self.answer(step, &say));
        assert_eq!(self.step(), step + 1);
    }

    pub(super) fn play_out(&mut self) {
        for _ in 0..5000 {
            if self.room.phase == Phase::Over {
                return;
            }
            self.move_on();
        }
        panic!("the match does not end");
    }

    /// Time passes; the room is asked as often as it wants to be.
    pub(super) fn pass(&mut self, millis: Millis) {
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
