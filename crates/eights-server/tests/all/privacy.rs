//! People export and delete what is stored about them.

use crate::{
    common::{Client, Person, serve, table},
    play,
};
use eights_match::{Catalog, Shipped};
use eights_wire::{Phase, ToClient, ToServer, Who};
use serde_json::Value;

/// Plays a match between all clients to its end.
pub(crate) async fn play_out(clients: &mut [Client]) {
    play::play_out(clients, 5000).await;
    for client in clients {
        client.wait_room(|room| room.phase == Phase::Over).await;
    }
}

async fn named(person: &Person, name: &str) {
    assert_eq!(person.write("PUT", "/api/me", &format!("{{\"name\":\"{name}\"}}")).await.status, 200);
}

/// A table with two people who have names, in its lobby.
async fn lobby(address: std::net::SocketAddr) -> (Person, Person, String) {
    let (ada, ben) = (Person::new(address).await, Person::new(address).await);
    named(&ada, "Ada").await;
    named(&ben, "Ben").await;
    let opened = ada.post("/api/tables", r#"{"game":"crazy-eights","rules":"basic","seats":2}"#).await;
    (ada, ben, opened.json()["code"].as_str().unwrap().to_owned())
}

/// Ada and Ben have played a match; returns them with its id and their connections.
async fn played(address: std::net::SocketAddr) -> (Person, Person, String, Vec<Client>) {
    let (ada, ben, code) = lobby(address).await;
    let mut clients = vec![Client::open(&ada, &code).await, Client::open(&ben, &code).await];
    clients[1].send(&ToServer::Sit { seat: "B".into() }).await;
    clients[1].send(&ToServer::Ready { ready: true }).await;
    clients[0].wait_room(|room| room.chairs[1].ready).await;
    clients[0].send(&ToServer::Start {}).await;
    for client in &mut clients {
        client.wait(|message| matches!(message, ToClient::Update(_))).await;
    }
    play_out(&mut clients).await;
    let id = clients[0].update.as_ref().unwrap().match_id.clone();
    (ada, ben, id, clients)
}

fn verify(journal: &str) {
    let catalog = Catalog::new(&Shipped);
    eights_match::journal::replay(&catalog, journal).expect("the journal can be replayed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_everything_but_hidden_cards() {
    let (server, _folder) = serve(|_| ()).await;
    let (ada, ben, id, _clients) = played(server.address).await;
    let sheet = r#"{"sheet":{"extends":"score-race","values":{"K":12}}}"#;
    let name = ada.post("/api/rules/crazy-eights", sheet).await.json()["name"].clone();
    let answer = ada.get("/api/me/export").await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"eights.json\"");
    let export = answer.json();
    assert_eq!((&export["person"]["name"], &export["person"]["id"]), (&"Ada".into(), &ada.id.clone().into()));
    let own = &export["tables"][0];
    assert_eq!((&own["seat"], &own["host"], &own["phase"]), (&"A".into(), &true.into(), &"over".into()));
    assert_eq!((&export["rules"][0]["name"], export["rules"].as_array().unwrap().len()), (&name, 1));
    let matches = export["matches"].as_array().unwrap();
    assert_eq!((matches.len(), &matches[0]["result"]["id"]), (1, &id.clone().into()));
    let journal = matches[0]["journal"].as_str().unwrap();
    assert_eq!(journal, ben.get(&format!("/api/matches/{id}/journal")).await.text);
    verify(journal);
    // Nothing of a match before it is over.
    let (players, running) = table(server.address, "crazy-eights", "basic", 2).await;
    let export = players[0].get("/api/me/export").await.json();
    assert_eq!(
        (export["tables"].as_array().unwrap().len(), &export["matches"]),
        (1, &Value::Array(Vec::new()))
    );
    drop(running);
    assert_eq!(Person { cookie: String::new(), ..ada }.get("/api/me/export").await.status, 401);
    server.shut_down().await;
}

/// More sheets and matches than are read at once.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_export_is_one_document() {
    let (server, folder) = serve(|_| ()).await;
    let (ada, _, id, clients) = played(server.address).await;
    for king in 1..=23 {
        let sheet = format!(r#"{{"sheet":{{"extends":"score-race","values":{{"K":{king}}}}}}}"#);
        assert_eq!(ada.post("/api/rules/crazy-eights", &sheet).await.status, 200);
    }
    drop(clients);
    server.shut_down().await;
    {
        use eights_store::{Durability, MatchId, Op, Opened, Sqlite, Store};
        let store = Sqlite::open(folder.path(), Durability::Normal).unwrap();
        let (head, entries) = store.journal(id.parse().unwrap()).unwrap().unwrap();
        for number in 1..=25 {
            let (id, people) = (MatchId::new(number), vec![(ada.id.parse().unwrap(), 0)]);
            let opened = Opened { id, head: head.clone(), title: "Basic".into(), at: 1, people };
            let mut ops = vec![Op::Open(Box::new(opened))];
            ops.extend(entries.iter().map(|entry| Op::Append(id, entry.clone())));
            // Those in between are not finished.
            if !(1..=12).contains(&number) {
                ops.push(Op::Finish { id, at: 2, result: "{}".into() });
            }
            store.write(ops).await.unwrap();
        }
        store.close();
    }
    let server = crate::common::serve_in(folder.path(), |_| ()).await;
    let export = ada.at(server.address).get("/api/me/export").await.json();
    assert_eq!(export["rules"].as_array().unwrap().len(), 23);
    let matches = export["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 14, "thirteen and the one that was played");
    matches.iter().for_each(|one| verify(one["journal"].as_str().unwrap()));
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_person_is_gone_and_matches_of_others_stay_valid() {
    let (server, _folder) = serve(|_| ()).await;
    let (ada, ben, id, mut clients) = played(server.address).await;
    let before = ben.get(&format!("/api/matches/{id}/journal")).await.text;
    let answer = ada.write("DELETE", "/api/me", "").await;
    assert_eq!((answer.status, &*answer.text), (204, ""));
    let cookie = answer.headers["set-cookie"].to_str().unwrap();
    assert!(cookie.starts_with("eights=;") && cookie.contains("Max-Age=0"), "{cookie}");

    let mut bye = None;
    while let Some(message) = clients[0].next().await {
        if let ToClient::Bye { why, .. } = message {
            bye = Some(why);
        }
    }
    assert_eq!(bye.as_deref(), Some("what was stored about you has been deleted"));
    for path in ["/api/me/export", "/api/matches"] {
        assert_eq!(ada.get(path).await.status, 401, "{path}");
    }
    assert_ne!(ada.get("/api/me").await.json()["id"], ada.id.as_str(), "somebody new");

    // In Ben's match her name is a neutral word, and nothing else has changed.
    let own = ben.get("/api/matches").await.json();
    assert_eq!(own[0]["names"], serde_json::json!(["Somebody", "Ben"]));
    let after = ben.get(&format!("/api/matches/{id}/journal")).await.text;
    assert_eq!(after, before.replace("\"Ada\"", "\"Somebody\""));
    verify(&after);
    // The table is Ben's now, with a free chair.
    let room = clients[1].wait_room(|room| matches!(room.chairs[0].who, Who::Nobody {})).await;
    assert!(matches!(&room.chairs[1].who, Who::Person { host: true, .. }), "{:?}", room.chairs);
    let export = ben.get("/api/me/export").await.text;
    assert!(!export.contains("Ada") && !export.contains(&ada.id), "{export}");
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_is_deleted_while_playing_is_replaced_by_a_bot() {
    let (server, folder) = serve(|config| config.stand_in = "newcomer".into()).await;
    let (people, mut clients) = table(server.address, "crazy-eights", "basic", 2).await;
    let (id, code) =
        (clients[1].update.as_ref().unwrap().match_id.clone(), clients[1].room.clone().unwrap().code);
    assert_eq!(people[0].write("DELETE", "/api/me", "").await.status, 204);
    let mut ben = clients.remove(1);
    let room = ben.wait_room(|room| matches!(room.chairs[0].who, Who::Bot { .. })).await;
    assert_eq!(room.phase, Phase::Playing);
    // The bot plays on, to the end.
    while ben.update.as_ref().unwrap().over.is_none() {
        let update = ben.update.clone().unwrap();
        if update.asks == ben.seat {
            ben.act(update.step, &update.offers[0].say).await;
        }
        ben.wait(|message| matches!(message, ToClient::Update(new) if new.step > update.step)).await;
    }
    let journal = people[1].get(&format!("/api/matches/{id}/journal")).await.text;
    verify(&journal);
    assert!(
        journal.lines().next().unwrap().contains("[\"Somebody\","),
        "{}",
        journal.lines().next().unwrap()
    );
    drop((ben, clients));
    server.shut_down().await;
    let server = crate::common::serve_in(folder.path(), |_| ()).await;
    assert_eq!((server.tables, server.problems.len()), (1, 0));
    // A table without anybody else is closed.
    let ben = people[1].at(server.address);
    assert_eq!(ben.write("DELETE", "/api/me", "").await.status, 204);
    assert_eq!(ben.get(&format!("/api/tables/{code}")).await.status, 404);
    server.shut_down().await;
}
