//! Servers that share a store: any of them leads to a table, and a table outlives its server.

use std::{
    net::SocketAddr,
    sync::Arc,
    time::{Duration, Instant, SystemTime},
};

use crate::common::{Client, Person, ask_anywhere};
use eights_server::{Clock, Config, Server, TimeSource};
use eights_store::{Memory, Places, Store};
use eights_wire::{ToClient, ToServer};
use http_body_util::Full;
use hyper::Request;

/// A server, its handle on the store, and where other nodes reach it.
struct Node {
    server: Server,
    store: Arc<Memory>,
    address: SocketAddr,
}

/// Another server over the store of `shared`.
async fn node(shared: &Memory) -> Node {
    node_with(shared, Clock::system(), |_| ()).await
}

/// The same with another clock and other settings.
async fn node_with(shared: &Memory, clock: Arc<Clock>, set: impl FnOnce(&mut Config)) -> Node {
    let mut config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        bot_pause: 0,
        shuffle_wait: 50,
        message_rate: 0.0,
        request_rate: 0.0,
        ..Config::default()
    };
    set(&mut config);
    let mut made = None;
    let server = Server::with_shared_store(config, clock, |address| {
        let store = Arc::new(shared.node_at(&address.to_string()));
        made = Some((store.clone(), address));
        store
    });
    let server = server.await.unwrap();
    let (store, address) = made.unwrap();
    Node { server, store, address }
}

/// A table of two people, founded at the first node and joined through the second.
async fn table(one: &Node, two: &Node) -> (String, Vec<Client>) {
    let (ada, bob) = (Person::new(one.server.address).await, Person::new(two.server.address).await);
    let body = r#"{"game":"crazy-eights","rules":"basic","seats":2}"#;
    let founded = ada.post("/api/tables", body).await;
    let code = founded.json()["code"].as_str().unwrap().to_owned();
    let mut clients = vec![Client::open(&ada, &code).await, Client::open(&bob, &code).await];
    clients[1].send(&ToServer::Sit { seat: "B".into() }).await;
    clients[1].wait_room(|room| room.you.as_deref() == Some("B")).await;
    clients[1].send(&ToServer::Ready { ready: true }).await;
    clients[1].wait_room(|room| room.chairs[1].ready).await;
    clients[0].send(&ToServer::Start {}).await;
    for client in &mut clients {
        client.wait(|message| matches!(message, ToClient::Update(_))).await;
    }
    (code, clients)
}

/// Plays the first offer of this many turns; everybody sees every step.
async fn play(clients: &mut [Client], turns: usize) {
    for _ in 0..turns {
        for client in clients.iter_mut() {
            client.catch_up().await;
        }
        let Some(mover) = clients.iter().position(|client| {
            client.update.as_ref().is_some_and(|update| update.over.is_none() && update.asks == client.seat)
        }) else {
            return;
        };
        let update = clients[mover].update.clone().unwrap();
        let say = update.offers[0].say.clone();
        clients[mover].act(update.step, &say).await;
        for client in clients.iter_mut() {
            client.wait(|message| matches!(message, ToClient::Update(next) if next.step > update.step)).await;
        }
    }
}

fn steps(clients: &[Client]) -> Vec<u64> {
    clients.iter().map(|client| client.update.as_ref().map_or(0, |update| update.step)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_reached_through_any_node() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    let (code, mut clients) = table(&one, &two).await;
    play(&mut clients, 6).await;
    assert_eq!(steps(&clients), [6, 6]);
    // A refusal finds its way back, with the id of its request.
    clients[1].request(77, ToServer::Undo {}).await;
    let refused = clients[1].wait(|message| matches!(message, ToClient::Refused { .. })).await;
    assert!(matches!(refused, ToClient::Refused { id: Some(77), .. }), "{refused:?}");
    let eve = Person::new(two.server.address).await;
    assert_eq!(eve.get(&format!("/api/tables/{code}")).await.json()["phase"], "playing");
    assert_eq!(eve.get("/api/tables/NOSUCH22").await.status, 404);
    let other = Client::open(&eve.at(one.server.address), &code).await;
    assert_eq!(other.room.unwrap().code, code, "people are known at every node");
    one.server.shut_down().await;
    two.server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn public_tables_of_all_nodes_are_listed() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    let settings = r#""settings":{"public":true,"turn-seconds":null,"chat":true,"door":"open"}"#;
    let body = format!(r#"{{"game":"crazy-eights","rules":"basic","seats":2,{settings}}}"#);
    let mut codes = Vec::new();
    for node in [&one, &two] {
        let founded = Person::new(node.server.address).await.post("/api/tables", &body).await;
        codes.push(founded.json()["code"].as_str().unwrap().to_owned());
    }
    codes.sort();
    tokio::time::sleep(Duration::from_millis(1200)).await;
    for node in [&one, &two] {
        let list = Person::new(node.server.address).await.get("/api/tables").await.json();
        let listed: Vec<&str> =
            list.as_array().unwrap().iter().map(|row| row["code"].as_str().unwrap()).collect();
        assert_eq!(listed, codes);
    }
    one.server.shut_down().await;
    two.server.shut_down().await;
}

/// The owner stops: the client of the other node keeps its socket and plays on.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_moves_when_its_server_stops() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    let (code, mut clients) = table(&one, &two).await;
    play(&mut clients, 5).await;
    let journal = shared_steps(&shared, &clients);
    one.server.shut_down().await;
    let bye = clients[0].wait(|message| matches!(message, ToClient::Bye { .. })).await;
    assert!(matches!(bye, ToClient::Bye { back_in: Some(_), .. }));
    // The newest room and update come again over the same socket.
    clients[1].wait(|message| matches!(message, ToClient::Update(update) if update.step == 5)).await;
    assert_eq!(two.store.owner(&code), Ok(Some(two.store.node())));
    clients[1].catch_up().await;
    assert_eq!(shared_steps(&shared, &clients), journal);
    two.server.shut_down().await;
}

fn shared_steps(shared: &Memory, clients: &[Client]) -> usize {
    let id = clients[1].update.as_ref().unwrap().match_id.parse().unwrap();
    shared.journal(id).unwrap().unwrap().1.len()
}

/// Somebody takes the owner for dead while it lives: it can write no more, its clients follow the
/// table, and it goes on as another node.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_taken_for_dead_starts_again() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    let (code, mut clients) = table(&one, &two).await;
    play(&mut clients, 4).await;
    let before = one.store.node();
    two.store.close_out(before).unwrap();
    for client in &mut clients {
        client.wait(|message| matches!(message, ToClient::Update(update) if update.step == 4)).await;
    }
    play(&mut clients, 4).await;
    assert_eq!(steps(&clients), [8, 8]);
    assert_ne!(one.store.node(), before);
    let owner = shared.node_at("nobody:1").owner(&code).unwrap();
    assert!([one.store.node(), two.store.node()].map(Some).contains(&owner));
    one.server.shut_down().await;
    two.server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_nodes_of_the_cluster_may_speak_for_people() {
    let shared = Memory::default();
    let one = node(&shared).await;
    for (path, secret) in [("/node/tables", None), ("/node/tables", Some("guess")), ("/node/trunk", None)] {
        let mut request = Request::get(path).header("host", one.address.to_string());
        if let Some(secret) = secret {
            request = request.header("x-eights-secret", secret);
        }
        let answer = ask_anywhere(one.address, request.body(Full::default()).unwrap()).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    one.server.shut_down().await;
}

const TABLE: &str = r#"{"game":"crazy-eights","rules":"basic","seats":2}"#;

/// Lets nodes hear of each other.
async fn acquainted() {
    tokio::time::sleep(Duration::from_millis(1200)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_has_no_more_tables_at_two_nodes_than_at_one() {
    let shared = Memory::default();
    let set = |config: &mut Config| config.max_tables = 3;
    let (one, two) =
        (node_with(&shared, Clock::system(), set).await, node_with(&shared, Clock::system(), set).await);
    acquainted().await;
    let ada = Person::new(one.server.address).await;
    let mut statuses = Vec::new();
    for at in [&one, &two, &one, &two, &one] {
        statuses.push(ada.at(at.server.address).post("/api/tables", TABLE).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 422, 422]);
    let bob = Person::new(two.server.address).await;
    assert_eq!(bob.post("/api/tables", TABLE).await.status, 200);
    one.server.shut_down().await;
    two.server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_has_no_more_tables_and_people_at_two_nodes_than_at_one() {
    let shared = Memory::default();
    let set = |config: &mut Config| (config.max_tables_per_address, config.new_people_per_day) = (3, 8);
    let (one, two) =
        (node_with(&shared, Clock::system(), set).await, node_with(&shared, Clock::system(), set).await);
    acquainted().await;
    let mut statuses = Vec::new();
    for at in [&one, &two, &one, &two, &two] {
        let somebody = Person::new(at.server.address).await;
        statuses.push(somebody.post("/api/tables", TABLE).await.status);
    }
    assert_eq!(statuses, [200, 200, 200, 429, 429]);
    let mut newcomers = Vec::new();
    for at in [&one, &two, &one, &two, &one] {
        let request = Request::get("/api/me").header("host", at.server.address.to_string());
        newcomers.push(ask_anywhere(at.server.address, request.body(Full::default()).unwrap()).await.status);
    }
    assert_eq!(newcomers, [200, 200, 200, 429, 429], "eight in all, four at each node");
    one.server.shut_down().await;
    two.server.shut_down().await;
}

/// A person who deletes themselves at one node is forgotten at the tables of all of them.
#[tokio::test(flavor = "multi_thread")]
async fn a_person_is_deleted_at_all_nodes() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    acquainted().await;
    let ada = Person::new(one.server.address).await;
    assert_eq!(ada.write("PUT", "/api/me", r#"{"name":"Ada Lovelace"}"#).await.status, 200);
    let founded = ada.post("/api/tables", TABLE).await;
    let code = founded.json()["code"].as_str().unwrap().to_owned();
    let _open = Client::open(&ada, &code).await;
    assert!(shared.room(&code).unwrap().unwrap().contains("Ada Lovelace"));
    assert_eq!(ada.at(two.server.address).write("DELETE", "/api/me", "").await.status, 204);
    // A table without anybody else is closed.
    assert!(shared.room(&code).unwrap().is_none_or(|saved| !saved.contains("Ada Lovelace")));
    one.server.shut_down().await;
    two.server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_moves_to_a_device_at_another_node() {
    let shared = Memory::default();
    let (one, two) = (node(&shared).await, node(&shared).await);
    acquainted().await;
    let ada = Person::new(one.server.address).await;
    let founded = ada.post("/api/tables", TABLE).await;
    let mut open = Client::open(&ada, founded.json()["code"].as_str().unwrap()).await;
    let link = ada.post("/api/me/link", "").await.json()["code"].as_str().unwrap().to_owned();
    let phone = Person::new(two.server.address).await;
    let claim = format!(r#"{{"code":"{link}"}}"#);
    let claimed = phone.post("/api/me/claim", &claim).await;
    assert_eq!((claimed.status, claimed.json()["id"].as_str()), (200, Some(ada.id.as_str())));
    assert_eq!(phone.post("/api/me/claim", &claim).await.status, 404, "a code works once");
    open.wait(|message| matches!(message, ToClient::Bye { .. })).await;
    one.server.shut_down().await;
    two.server.shut_down().await;
}

/// A clock whose date is wrong by an hour.
struct Early(Instant);

impl TimeSource for Early {
    fn steady(&self) -> Duration {
        self.0.elapsed()
    }

    fn date(&self) -> SystemTime {
        SystemTime::now() - Duration::from_secs(3600)
    }
}

/// Who is alive is measured by the store's clock, and turns by a steady one: the date decides nothing.
#[tokio::test(flavor = "multi_thread")]
async fn a_node_whose_clock_is_an_hour_off_plays_as_any_other() {
    let shared = Memory::default();
    let wrong = Clock::new(Early(Instant::now()));
    let (one, two) = (node_with(&shared, wrong, |_| ()).await, node(&shared).await);
    let nodes = [one.store.node(), two.store.node()];
    let (_, mut clients) = table(&one, &two).await;
    play(&mut clients, 4).await;
    // Longer than a node may be silent.
    tokio::time::sleep(Duration::from_millis(3500)).await;
    play(&mut clients, 4).await;
    assert_eq!(steps(&clients), [8, 8]);
    assert_eq!([one.store.node(), two.store.node()], nodes, "nobody was taken for dead");
    one.server.shut_down().await;
    clients[1].wait(|message| matches!(message, ToClient::Update(update) if update.step == 8)).await;
    two.server.shut_down().await;
}
