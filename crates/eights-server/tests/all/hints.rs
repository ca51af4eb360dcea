//! Hints are cheap to request and expensive to compute: many requests must not slow down bots at
//! other tables.

use std::time::{Duration, Instant};

use crate::common::{Client, Person, serve};
use eights_wire::{ToClient, ToServer, Update};

/// How long a bot may take to answer while others ask for hints. Alone it takes a few milliseconds.
const MAX_BOT_DELAY: Duration = Duration::from_secs(1);

/// A running match of a person against a bot of the given level.
async fn against_a_bot(address: std::net::SocketAddr, level: &str) -> (Person, Client) {
    let person = Person::new(address).await;
    let body = format!(r#"{{"game":"crazy-eights","rules":"basic","seats":2,"bots":{{"B":"{level}"}}}}"#);
    let code = person.post("/api/tables", &body).await.json()["code"].as_str().unwrap().to_owned();
    let mut client = Client::open(&person, &code).await;
    client.send(&ToServer::Start {}).await;
    wait_for_turn(&mut client).await;
    (person, client)
}

/// Waits until this client must answer, or until the match is over.
async fn wait_for_turn(client: &mut Client) -> Option<Update> {
    loop {
        if let Some(update) = client.update.clone() {
            if update.over.is_some() {
                return None;
            }
            if update.asks == client.seat {
                return Some(update);
            }
        }
        client.wait(|message| matches!(message, ToClient::Update(_))).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hint_spam_does_not_slow_bots_at_other_tables() {
    let (server, _folder) = serve(|_| ()).await;
    let mut spammers = Vec::new();
    for _ in 0..8 {
        let (_person, mut client) = against_a_bot(server.address, "newcomer").await;
        spammers.push(tokio::spawn(async move {
            for _ in 0..250 {
                client.send(&ToServer::Hint {}).await;
            }
            client.catch_up().await;
            std::future::pending::<()>().await;
        }));
    }
    let (_person, mut client) = against_a_bot(server.address, "normal").await;
    for _ in 0..40 {
        let Some(update) = wait_for_turn(&mut client).await else { break };
        let say = update.offers.last().unwrap().say.clone();
        let asked = Instant::now();
        client.act(update.step, &say).await;
        client.wait(|message| matches!(message, ToClient::Update(next) if next.step > update.step)).await;
        if wait_for_turn(&mut client).await.is_none() {
            break;
        }
        assert!(asked.elapsed() < MAX_BOT_DELAY, "the bot took {:?}", asked.elapsed());
    }
    spammers.iter().for_each(tokio::task::JoinHandle::abort);
    server.shut_down().await;
}

/// A hint is dropped when its asker leaves, and they may ask again.
#[tokio::test(flavor = "multi_thread")]
async fn one_hint_at_a_time() {
    let (server, _folder) = serve(|_| ()).await;
    let (person, mut client) = against_a_bot(server.address, "newcomer").await;
    let code = client.room.as_ref().unwrap().code.clone();
    for _ in 0..20 {
        client.send(&ToServer::Hint {}).await;
    }
    assert_eq!(client.refusal().await, "a hint is on its way already");
    drop(client);
    let mut again = Client::open(&person, &code).await;
    again.send(&ToServer::Hint {}).await;
    let answer =
        again.wait(|message| matches!(message, ToClient::Hint { .. } | ToClient::Refused { .. })).await;
    assert!(matches!(answer, ToClient::Hint { .. }), "{answer:?}");
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn hints_have_their_own_rate_limit() {
    let (server, _folder) = serve(|config| config.hint_rate = 0.1).await;
    let (_person, mut client) = against_a_bot(server.address, "newcomer").await;
    let mut hints = 0;
    loop {
        client.send(&ToServer::Hint {}).await;
        match client.wait(|message| matches!(message, ToClient::Hint { .. } | ToClient::Refused { .. })).await
        {
            ToClient::Hint { .. } => hints += 1,
            ToClient::Refused { why, .. } => {
                assert_eq!(why, "that was a lot of hints: wait a little before the next one");
                break;
            }
            _ => unreachable!("only these are waited for"),
        }
    }
    assert!((1..10).contains(&hints), "{hints} hints at once");
    server.shut_down().await;
}
