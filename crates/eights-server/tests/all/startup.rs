//! A server with many unfinished matches starts within ten seconds. `EIGHTS_STARTUP_TABLES=10000` tests more.
//!
//! One match is really played; its copies, with other codes and ids, are written directly to the store.

use std::time::Instant;

use crate::common::{Client, serve, serve_in, table};
use eights_store::{Durability, MatchId, Op, Opened, PersonId, Sqlite, Store};
use eights_wire::ToClient;

/// Steps of every match.
const STEPS: u64 = 40;
/// Matches per write.
const BATCH: usize = 500;

#[tokio::test(flavor = "multi_thread")]
async fn many_unfinished_matches_are_restored_quickly() {
    let wanted = std::env::var("EIGHTS_STARTUP_TABLES").ok().and_then(|n| n.parse().ok());
    let tables: usize = wanted.unwrap_or(1000);
    let (server, folder) = serve(|_| ()).await;
    let (people, mut clients) = table(server.address, "crazy-eights", "basic", 4).await;
    for step in 0..STEPS {
        let asked = clients[0].update.clone().unwrap().asks.unwrap();
        let client = clients.iter_mut().find(|client| client.seat.as_ref() == Some(&asked)).unwrap();
        let say = client.update.as_ref().unwrap().offers[0].say.clone();
        client.act(step, &say).await;
        for client in &mut clients {
            client
                .wait(|message| matches!(message, ToClient::Update(update) if update.step == step + 1))
                .await;
        }
    }
    let before = clients[1].update.clone().unwrap();
    server.shut_down().await;

    copy(folder.path(), tables).await;
    let began = Instant::now();
    let server = serve_in(folder.path(), |_| ()).await;
    let took = began.elapsed();
    println!("{tables} unfinished matches of {STEPS} steps: awake after {:.2} s", took.as_secs_f64());
    assert_eq!((server.tables, &server.problems), (tables, &Vec::new()));
    assert!(took.as_secs_f64() < 10.0, "{took:?}");
    // Any of them continues where it was.
    let last = Client::open(&people[1].at(server.address), &code(tables - 1)).await;
    let update = last.update.clone().unwrap();
    assert_eq!((update.step, update.view.get()), (STEPS, before.view.get()));
    server.shut_down().await;
}

fn code(number: usize) -> String {
    format!("X{number:05}")
}

/// Copies the only table of a folder until there are `tables`.
async fn copy(folder: &std::path::Path, tables: usize) {
    let store = Sqlite::open(folder, Durability::Normal).unwrap();
    let (rooms, _) = store.rooms().unwrap();
    let first = rooms[0].code.clone();
    let saved: serde_json::Value = serde_json::from_str(&rooms[0].saved).unwrap();
    let id: MatchId = saved["played"][0].as_str().unwrap().parse().unwrap();
    let (head, entries) = store.journal(id).unwrap().unwrap();
    let numbers: Vec<usize> = (1..tables).collect();
    for batch in numbers.chunks(BATCH) {
        let mut ops = Vec::new();
        for number in batch {
            let (new, mut saved) = (MatchId::new(*number as u64), saved.clone());
            saved["code"] = code(*number).into();
            saved["played"][0] = new.to_string().into();
            let people = (0..4).map(|seat| (PersonId::new(7), seat)).collect();
            let opened = Opened { id: new, head: head.clone(), title: "copied".into(), at: 0, people };
            ops.push(Op::Open(Box::new(opened)));
            ops.extend(entries.iter().map(|entry| Op::Append(new, entry.clone())));
            ops.push(Op::Room { code: code(*number), saved: saved.to_string() });
        }
        store.write(ops).await.unwrap();
    }
    assert_ne!(first, code(1));
    store.close();
}
