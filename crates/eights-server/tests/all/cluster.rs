//! Servers that share a store: any of them leads to a table, and a table outlives its server.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use crate::common::{Client, Person, ask_anywhere};
use eights_server::{Config, Server};
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
    let config = Config {
        bind: ([127, 0, 0, 1], 0).into(),
        bot_pause: 0,
        shuffle_wait: 50,
        message_rate: 0.0,
        request_rate: 0.0,
        ..Config::default()
    };
    let mut made = None;
    let server = Server::with_shared_store(config, |address| {
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
    for (path, secret) in [("/node/tables", None), ("/node/tables", Some("guess")), ("/node/ws/X", None)] {
        let mut request = Request::get(path).header("host", one.address.to_string());
        if let Some(secret) = secret {
            request = request.header("x-eights-secret", secret);
        }
        let answer = ask_anywhere(one.address, request.body(Full::default()).unwrap()).await;
        assert_eq!(answer.status, 403, "{path}");
    }
    one.server.shut_down().await;
}
