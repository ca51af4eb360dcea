//! A hint in a long match reads no more steps than in a short one.

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use crate::common::{Client, Person};
use eights_match::{AnyMatch, Catalog, Entry, Head, Shipped, hex};
use eights_server::{Config, Server, StoreAddress};
use eights_store::{
    Expired, FinishedRow, KeepLimits, MatchId, Memory, Op, Pending, PersonId, PersonRow, Places, Rooms,
    SheetRow, Store, StoreError,
};
use eights_wire::{ToClient, ToServer};

/// A store that counts the steps read from it.
#[derive(Clone, Default)]
struct Counting {
    store: Arc<Memory>,
    steps: Arc<AtomicU64>,
}

impl Places for Counting {}

impl Store for Counting {
    fn write(&self, ops: Vec<Op>) -> Pending {
        self.store.write(ops)
    }
    fn journal(&self, id: MatchId) -> Result<Option<(Head, Vec<Entry>)>, StoreError> {
        let journal = self.store.journal(id)?;
        let steps = journal.as_ref().map_or(0, |(_, entries)| entries.len());
        self.steps.fetch_add(steps as u64, Ordering::Relaxed);
        Ok(journal)
    }
    fn steps(&self, id: MatchId, after: u64) -> Result<Vec<Entry>, StoreError> {
        let steps = self.store.steps(id, after)?;
        self.steps.fetch_add(steps.len() as u64, Ordering::Relaxed);
        Ok(steps)
    }
    fn rooms(&self) -> Result<Rooms, StoreError> {
        self.store.rooms()
    }
    fn room(&self, code: &str) -> Result<Option<String>, StoreError> {
        self.store.room(code)
    }
    fn person(&self, id: PersonId) -> Result<Option<PersonRow>, StoreError> {
        self.store.person(id)
    }
    fn bans(&self) -> Result<Vec<String>, StoreError> {
        self.store.bans()
    }

    fn sheet(&self, game: &str, hash: &str) -> Result<Option<SheetRow>, StoreError> {
        self.store.sheet(game, hash)
    }
    fn sheets_by(
        &self,
        person: PersonId,
        after: Option<(&str, &str)>,
        limit: u32,
    ) -> Result<Vec<SheetRow>, StoreError> {
        self.store.sheets_by(person, after, limit)
    }

    fn matches_of(
        &self,
        person: PersonId,
        after: Option<MatchId>,
        limit: u32,
    ) -> Result<Vec<MatchId>, StoreError> {
        self.store.matches_of(person, after, limit)
    }

    fn expired(&self, limits: KeepLimits, limit: u32) -> Result<Expired, StoreError> {
        self.store.expired(limits, limit)
    }

    fn finished(&self, of: PersonId, before: u64, limit: u32) -> Result<Vec<FinishedRow>, StoreError> {
        self.store.finished(of, before, limit)
    }
    fn finished_one(&self, id: MatchId) -> Result<Option<FinishedRow>, StoreError> {
        self.store.finished_one(id)
    }
}

async fn serve(store: &Counting) -> Server {
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        store: StoreAddress::Memory,
        bot_pause: 0,
        message_rate: 0.0,
        request_rate: 0.0,
        ..Config::default()
    };
    Server::with_store(config, Arc::new(store.clone())).await.unwrap()
}

/// Continues a match in the store until it has this many steps and the given seat is asked.
async fn play_on(store: &Counting, id: MatchId, steps: u64, seat: &str) {
    let (head, entries) = store.store.journal(id).unwrap().unwrap();
    let rules = Catalog::new(&Shipped).sheet(&head.game, head.rules.clone(), "").unwrap();
    let seed = eights::Seed::from_bytes(hex::decode(&head.seed).unwrap());
    let mut table: Box<dyn AnyMatch> = rules.start(head.seats, seed).unwrap();
    for entry in &entries {
        table.redo(entry).unwrap();
    }
    while table.step() < steps || table.asks().map(|asked| asked.to_string()).as_deref() != Some(seat) {
        let asked = table.asks().expect("the match is long");
        let say = table.options(asked).pop().unwrap().say;
        let entry = table.act(asked, &say).unwrap();
        store.write(vec![Op::Append(id, entry)]).await.unwrap();
    }
}

/// How many steps are read for a hint at about this step of the match.
async fn steps_for_a_hint(store: &Counting, person: &Person, code: &str, id: MatchId, step: u64) -> u64 {
    play_on(store, id, step, "A").await;
    let server = serve(store).await;
    let mut client = Client::open(&person.at(server.address), code).await;
    let before = store.steps.load(Ordering::Relaxed);
    client.send(&ToServer::Hint {}).await;
    client.wait(|message| matches!(message, ToClient::Hint { .. })).await;
    let read = store.steps.load(Ordering::Relaxed) - before;
    server.shut_down().await;
    read
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hint_costs_no_more_in_a_long_match() {
    let store = Counting::default();
    let server = serve(&store).await;
    let sheet =
        r#"{"sheet":{"title":"Long","extends":"score-race","match":{"end":{"target":{"per-player":2000}}}}}"#;
    let ada = Person::new(server.address).await;
    let saved = ada.post("/api/rules/crazy-eights", sheet).await;
    assert_eq!(saved.status, 200, "{}", saved.text);
    let name = saved.json()["name"].as_str().unwrap().to_owned();
    let (people, clients) = crate::common::table(server.address, "crazy-eights", &name, 2).await;
    let room = clients[0].room.clone().unwrap();
    let id: MatchId = room.match_id.unwrap().parse().unwrap();
    drop(clients);
    server.shut_down().await;
    let short = steps_for_a_hint(&store, &people[0], &room.code, id, 300).await;
    assert!((300..520).contains(&short), "{short} steps");
    for step in [1000, 2500] {
        let long = steps_for_a_hint(&store, &people[0], &room.code, id, step).await;
        assert!((1..=512).contains(&long), "{long} steps for a hint at step {step}");
    }
}
