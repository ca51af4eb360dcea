//! Submitted rule sheets: who may have one checked, and how little a hostile one costs.

use std::time::{Duration, Instant};

use crate::common::{Client, Person, serve, serve_in};
use eights_wire::{ToClient, ToServer};
use serde_json::{Value, json};

/// Sheets of the maximum body size, each large in a different way.
fn hostile() -> Vec<(&'static str, Value)> {
    let names = |n: usize| vec!["original"; n];
    let table = |n: usize| (0..n).map(|i| (format!("k{i}"), json!(1))).collect::<Value>();
    let deep = (0..5_000).fold(json!(1), |inner, _| Value::Array(vec![inner]));
    vec![
        ("crazier-eights", json!({ "deck": { "cards": names(20_000) } })),
        ("crazier-eights", json!({ "deck": { "cards": names(256) } })),
        ("crazier-eights", json!({ "deck": { "cards": names(8) } })),
        ("crazier-eights", json!({ "title": "x".repeat(200_000) })),
        ("crazier-eights", table(15_000)),
        ("crazy-8-ball", json!({ "deck": { "corners": vec!["blue-red"; 18_000] } })),
        ("crazy-eights", json!({ "cards": { "8": vec!["wild"; 20_000] } })),
        ("crazy-eights", json!({ "cards": table(15_000) })),
        ("crazy-eights", json!({ "about": "y".repeat(601) })),
        ("crazy-eights", json!({ "title": "z".repeat(81) })),
        ("crazy-eights", json!({ "x".repeat(200_000): 1 })),
        ("crazy-eights", deep),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn only_people_with_a_cookie_have_sheets_checked() {
    let (server, _folder) = serve(|_| ()).await;
    let stranger = Person { address: server.address, cookie: String::new(), id: String::new() };
    let sheet = r#"{"sheet":{"extends":"basic"}}"#;
    for path in ["/api/rules/crazy-eights/check", "/api/rules/crazy-eights"] {
        assert_eq!(stranger.post(path, sheet).await.status, 401, "{path}");
        // The body of a stranger is ignored, however bad it is.
        assert_eq!(stranger.post(path, "{").await.status, 401, "{path}");
    }
    let ada = Person::new(server.address).await;
    let checked = ada.post("/api/rules/crazy-eights/check", sheet).await;
    assert_eq!((checked.status, &checked.json()["ok"]), (200, &true.into()), "{}", checked.text);
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hostile_sheet_costs_little_and_is_answered_with_little() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    for (game, sheet) in hostile() {
        let text = sheet.to_string();
        for body in [format!("{{\"sheet\":{text}}}"), json!({ "text": text }).to_string()] {
            let shown = &body[..body.len().min(60)];
            for path in [format!("/api/rules/{game}/check"), format!("/api/rules/{game}")] {
                let start = Instant::now();
                let answer = ada.post(&path, &body).await;
                // An optimised build takes a few milliseconds; the bound allows for a debug build on a busy
                // machine.
                assert!(start.elapsed() < Duration::from_secs(2), "{path} {shown}: {:?}", start.elapsed());
                assert!(answer.text.len() < 100_000, "{path} {shown}: {} bytes", answer.text.len());
                let is_refused = match answer.status {
                    200 => answer.json()["ok"] == false,
                    status => [400, 413, 422].contains(&status),
                };
                assert!(is_refused, "{path} {shown}: {} {}", answer.status, answer.text);
            }
        }
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_checks_at_once_are_all_answered() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let sheet = json!({ "sheet": { "extends": "standard", "deck": { "cards": ["original"] } } }).to_string();
    let one = |ada: Person, sheet: String| async move {
        ada.post("/api/rules/crazier-eights/check", &sheet).await.status
    };
    let asked: Vec<_> = (0..40).map(|_| tokio::spawn(one(ada.clone(), sheet.clone()))).collect();
    for status in asked {
        assert!([200, 503].contains(&status.await.unwrap()), "either done, or asked to try again later");
    }
    assert_eq!(one(ada, sheet).await, 200, "the queue is empty again");
    server.shut_down().await;
}

/// A table by a freshly saved sheet, with a bot on the other chair.
async fn table_by(person: &Person, sheet: &str) -> String {
    let saved = person.post("/api/rules/crazy-eights", sheet).await.json();
    let body =
        json!({ "game": "crazy-eights", "rules": saved["name"], "seats": 2, "bots": { "B": "newcomer" } });
    let founded = person.post("/api/tables", &body.to_string()).await;
    assert_eq!(founded.status, 200, "{}", founded.text);
    founded.json()["code"].as_str().unwrap().to_owned()
}

/// The title that a table shows for its rules.
async fn titles(person: &Person, code: &str) -> (String, String) {
    let rules = person.get(&format!("/api/tables/{code}")).await.json()["rules"].clone();
    let text = |key: &str| rules[key].as_str().unwrap().to_owned();
    (text("title"), text("about"))
}

/// The title of a sheet is not part of what it means, so people can save the same rules under different
/// titles. Nobody names the rules of others: not by being first, and not after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn each_table_shows_the_title_that_its_own_sheet_has() {
    let (server, folder) = serve(|_| ()).await;
    let (first, ada) = (Person::new(server.address).await, Person::new(server.address).await);
    let rules = |title: &str, about: &str| {
        let sheet = json!({ "title": title, "about": about, "extends": "score-race", "values": { "K": 11 } });
        json!({ "sheet": sheet }).to_string()
    };
    let (rude, friday) = (rules("Rude", "Mocks everybody."), rules("Friday", "Our own rules."));
    let hash = |answer: crate::common::Answer| answer.json()["hash"].as_str().unwrap().to_owned();
    assert_eq!(
        hash(first.post("/api/rules/crazy-eights", &rude).await),
        hash(ada.post("/api/rules/crazy-eights", &friday).await),
        "the two mean the same"
    );
    let (of_first, gathering, playing) =
        (table_by(&first, &rude).await, table_by(&ada, &friday).await, table_by(&ada, &friday).await);
    let mut client = Client::open(&ada, &playing).await;
    client.send(&ToServer::Start {}).await;
    client.wait(|message| matches!(message, ToClient::Update(_))).await;
    assert_eq!(client.room.as_ref().unwrap().rules.title, "Friday");
    drop(client);
    server.shut_down().await;

    let server = serve_in(folder.path(), |_| ()).await;
    let ada = ada.at(server.address);
    assert_eq!(titles(&ada, &of_first).await, ("Rude".into(), "Mocks everybody.".into()));
    for code in [&gathering, &playing] {
        assert_eq!(titles(&ada, code).await, ("Friday".into(), "Our own rules.".into()));
    }
    server.shut_down().await;
}

/// Memory of this process, in MiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
    line.split_whitespace().nth(1).unwrap().parse::<u64>().unwrap() / 1024
}

/// A compiled rule set of Crazier Eights takes most of a megabyte. Those that no table uses do not pile up.
#[tokio::test(flavor = "multi_thread")]
async fn viewing_many_sheets_does_not_fill_the_memory() {
    let (server, _folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let mut paths = Vec::new();
    for fuel in 0..160 {
        let sheet = json!({ "sheet": { "extends": "standard", "fuel": 500 + fuel } }).to_string();
        let saved = ada.post("/api/rules/crazier-eights", &sheet).await;
        assert_eq!(saved.status, 200, "{}", saved.text);
        paths.push(format!("/api/rules/crazier-eights/{}", saved.json()["name"].as_str().unwrap()));
    }
    let (first, others) = paths.split_at(40);
    for path in first {
        assert_eq!(ada.get(path).await.status, 200, "{path}");
    }
    let before = memory();
    for path in others {
        assert_eq!(ada.get(path).await.status, 200, "{path}");
    }
    let grown = memory().saturating_sub(before);
    assert!(grown < 50, "{grown} MiB for {} sheets", others.len());
    server.shut_down().await;
}
