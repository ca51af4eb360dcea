//! Rule sheets of strangers: who may have one checked, and how little a hostile one costs.

mod common;

use std::time::{Duration, Instant};

use common::{Person, serve};
use serde_json::{Value, json};

/// Sheets that are as large as the server lets a body be, each large in another way.
fn hostile() -> Vec<(&'static str, Value)> {
    let names = |n: usize| vec!["original"; n];
    let table = |n: usize| (0..n).map(|i| (format!("k{i}"), json!(1))).collect::<Value>();
    let deep = (0..5_000).fold(json!(1), |inner, _| json!([inner]));
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
        // Nothing is done with the body of a stranger, however bad it is.
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
        for body in [json!({ "sheet": sheet.clone() }), json!({ "text": sheet.to_string() })] {
            let body = body.to_string();
            let shown = &body[..body.len().min(60)];
            for path in [format!("/api/rules/{game}/check"), format!("/api/rules/{game}")] {
                let start = Instant::now();
                let answer = ada.post(&path, &body).await;
                // An optimised build takes a few milliseconds; this bound is for a debug build on a busy machine.
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
        assert!([200, 503].contains(&status.await.unwrap()), "done, or asked to come again");
    }
    assert_eq!(one(ada, sheet).await, 200, "and nothing is left waiting");
    server.shut_down().await;
}
