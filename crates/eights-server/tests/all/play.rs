//! Whole matches over real sockets: dealt, played, stored, and continued after a restart.

use crate::common::{Client, Person, serve};
use eights_wire::{Phase, ToClient, ToServer};

/// Plays the last offer of every turn until the match is over.
pub(crate) async fn play_out(clients: &mut [Client], limit: usize) -> usize {
    let mut steps = 0;
    while steps < limit {
        let mut acted = false;
        for client in clients.iter_mut() {
            client.catch_up().await;
            let Some(update) = &client.update else { continue };
            if update.over.is_some() {
                return steps;
            }
            if update.asks != client.seat {
                continue;
            }
            let (step, say) = (update.step, update.offers.last().unwrap().say.clone());
            client.act(step, &say).await;
            client.wait(|message| matches!(message, ToClient::Update(next) if next.step > step)).await;
            (acted, steps) = (true, steps + 1);
        }
        assert!(acted, "it is always some seat's turn");
    }
    steps
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_is_played_to_its_end() {
    let (server, folder) = serve(|_| ()).await;
    for (game, rules, seats) in [
        ("crazy-eights", "basic", 2),
        ("crazy-eights", "action", 4),
        ("crazier-eights", "", 3),
        ("crazy-8-ball", "", 2),
        ("last-match", "", 3),
    ] {
        let (people, mut clients) = crate::common::table(server.address, game, rules, seats).await;
        play_out(&mut clients, 5000).await;
        let room = clients[0].wait_room(|room| room.phase == Phase::Over).await;
        let proof = room.shuffle.unwrap();
        assert!(proof.secret.is_some(), "the secret is shown after the match");
        let id = room.match_id.unwrap();
        let journal = people[0].get(&format!("/api/matches/{id}/journal")).await;
        assert_eq!(journal.status, 200);
        let catalog = eights_match::Catalog::new(&eights_match::Shipped);
        let again = eights_match::journal::replay(&catalog, &journal.text).unwrap();
        assert!(again.is_over());
        let list = people[0].get("/api/matches").await.json();
        assert_eq!(list[0]["id"], id.as_str());
        assert_eq!(list[0]["you"], "A");
    }
    server.shut_down().await;
    drop(folder);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_continues_after_a_restart() {
    let (server, folder) = serve(|_| ()).await;
    let (people, mut clients) = crate::common::table(server.address, "crazy-eights", "action", 3).await;
    play_out(&mut clients, 10).await;
    let code = clients[0].room.as_ref().unwrap().code.clone();
    clients[0].catch_up().await;
    let before = clients[0].update.clone().unwrap();
    server.shut_down().await;
    let bye = clients[0].wait(|message| matches!(message, ToClient::Bye { .. })).await;
    assert!(matches!(bye, ToClient::Bye { back_in: Some(_), .. }));

    let server = crate::common::serve_in(folder.path(), |_| ()).await;
    assert_eq!((server.tables, server.problems.len()), (1, 0));
    let mut again = Vec::new();
    for person in &people {
        again.push(Client::open(&person.at(server.address), &code).await);
    }
    let update = again[0].update.clone().unwrap();
    assert_eq!((update.step, update.view.get()), (before.step, before.view.get()));
    play_out(&mut again, 5000).await;
    again[0].wait_room(|room| room.phase == Phase::Over).await;
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_fill_the_chairs_and_play() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let body = r#"{"game":"crazy-eights","rules":"basic","seats":4,"bots":{"B":"newcomer","C":"learner","D":"newcomer"}}"#;
    let code = ada.post("/api/tables", body).await.json()["code"].as_str().unwrap().to_owned();
    let mut client = Client::open(&ada, &code).await;
    client.send(&ToServer::Start {}).await;
    client.wait(|message| matches!(message, ToClient::Update(_))).await;
    for _ in 0..300 {
        let update = client.update.clone().unwrap();
        if update.over.is_some() {
            break;
        }
        if update.asks == client.seat {
            let say = update.offers.last().unwrap().say.clone();
            client.act(update.step, &say).await;
        }
        client.wait(|message| matches!(message, ToClient::Update(next) if next.step > update.step)).await;
    }
    let last = client.update.unwrap();
    assert!(last.over.is_some());
    let journal = ada.get(&format!("/api/matches/{}/journal", last.match_id)).await.text;
    let head: serde_json::Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
    assert_eq!(head["bots"], serde_json::json!(["", "newcomer", "learner", "newcomer"]));
    assert_eq!(head["names"][2], "Bot C", "as it was called at the table");
    server.shut_down().await;
}

/// A hint is one of the offers, with a reason that fits the position.
#[tokio::test(flavor = "multi_thread")]
async fn hints_have_reasons() {
    let (server, _folder) = serve(|_| ()).await;
    let (_people, mut clients) = crate::common::table(server.address, "crazy-eights", "basic", 2).await;
    let mut reasons = std::collections::BTreeSet::new();
    for _ in 0..12 {
        for client in &mut clients {
            client.catch_up().await;
            let update = client.update.clone().unwrap();
            if update.over.is_some() || update.asks != client.seat {
                continue;
            }
            client.send(&ToServer::Hint {}).await;
            let hint = client.wait(|message| matches!(message, ToClient::Hint { .. })).await;
            let ToClient::Hint { step, say, why, .. } = hint else { unreachable!("waited for") };
            assert_eq!(step, update.step);
            assert!(update.offers.iter().any(|offer| offer.say == say), "{say} is not an offer");
            assert!(why.ends_with('.') && why.len() > 10, "{why:?} is not a sentence");
            reasons.insert(why);
            client.act(step, &say).await;
            client.wait(|message| matches!(message, ToClient::Update(next) if next.step > step)).await;
        }
    }
    assert!(reasons.len() > 1, "{reasons:?}");
    server.shut_down().await;
}
