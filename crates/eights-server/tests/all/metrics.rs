//! Metrics: what is counted and measured, and that the dashboard and the alerts name metrics that exist.

use std::{
    net::SocketAddr,
    process::Command,
    time::{Duration, Instant},
};

use crate::common::{Client, Person, ask_anywhere, serve, table};
use eights_wire::{ToClient, ToServer};
use http_body_util::Full;
use hyper::Request;

const ALERTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/alerts.yml");
const DASHBOARD: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../deploy/grafana.json");

async fn metrics(address: SocketAddr) -> String {
    let request = Request::get("/metrics").header("host", "localhost").body(Full::default()).unwrap();
    let answer = ask_anywhere(address, request).await;
    let kind = answer.headers["content-type"].to_str().unwrap().to_owned();
    assert!(kind.starts_with("application/openmetrics-text; version=1.0.0"), "{kind}");
    assert!(answer.text.ends_with("# EOF\n"), "{}", answer.text);
    answer.text
}

/// Waits until a metric has at least this value: it is counted after the players have been told.
async fn wait_for(address: SocketAddr, name: &str, least: f64) -> f64 {
    let start = Instant::now();
    loop {
        let text = metrics(address).await;
        let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value: f64 = line.unwrap_or_else(|| panic!("{name} is missing: {text}")).parse().unwrap();
        if value >= least {
            return value;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{name} is {value}, not {least}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn moves_writes_bots_and_hints_are_measured() {
    let (server, _folder) = serve(|config| {
        config.metrics = Some(([127, 0, 0, 1], 0).into());
        config.commit = Some("0123abcd");
    })
    .await;
    let address = server.metrics.unwrap();
    let (_people, mut clients) = table(server.address, "crazy-eights", "basic", 2).await;
    for step in 0..6 {
        let asked = clients[0].update.clone().unwrap().asks.unwrap();
        let client = clients.iter_mut().find(|client| client.seat.as_ref() == Some(&asked)).unwrap();
        if step == 0 {
            client.send(&ToServer::Hint {}).await;
            client.wait(|message| matches!(message, ToClient::Hint { .. })).await;
        }
        let say = client.update.as_ref().unwrap().offers[0].say.clone();
        client.act(step, &say).await;
        for client in &mut clients {
            client
                .wait(|message| matches!(message, ToClient::Update(update) if update.step == step + 1))
                .await;
        }
    }
    assert_eq!(wait_for(address, "eights_move_seconds_count", 6.0).await, 6.0);
    assert_eq!(wait_for(address, "eights_moves_total", 6.0).await, 6.0);
    assert!(wait_for(address, "eights_move_seconds_sum", 1e-9).await < 60.0, "in seconds");
    wait_for(address, "eights_journal_write_seconds_count", 7.0).await;
    assert_eq!(wait_for(address, "eights_hint_seconds_count", 1.0).await, 1.0);
    assert_eq!(wait_for(address, "eights_bot_seconds_count", 0.0).await, 0.0, "nobody but people played");

    let ada = Person::new(server.address).await;
    let body = r#"{"game":"crazy-eights","rules":"basic","seats":2,"bots":{"B":"newcomer"}}"#;
    let founded = ada.post("/api/tables", body).await.json();
    let mut client = Client::open(&ada, founded["code"].as_str().unwrap()).await;
    client.send(&ToServer::Start {}).await;
    loop {
        let message = client.wait(|message| matches!(message, ToClient::Update(_))).await;
        let ToClient::Update(update) = message else { unreachable!("only updates are waited for") };
        if update.step >= 2 {
            break;
        }
        if update.asks == client.seat {
            client.act(update.step, &update.offers[0].say).await;
        }
    }
    wait_for(address, "eights_bot_seconds_count", 1.0).await;
    let version =
        concat!("eights_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\",commit=\"0123abcd\"}");
    wait_for(address, version, 1.0).await;
    server.shut_down().await;
}

/// The names of metrics in a text.
fn names(text: &str) -> Vec<&str> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with("eights_")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dashboard_and_the_alerts_name_metrics_that_exist() {
    let (server, _folder) = serve(|config| config.metrics = Some(([127, 0, 0, 1], 0).into())).await;
    let text = metrics(server.metrics.unwrap()).await;
    let known = names(&text);
    for path in [ALERTS, DASHBOARD] {
        let file = std::fs::read_to_string(path).unwrap();
        let used = names(&file);
        assert!(used.len() > 5, "{path}");
        for name in used {
            assert!(known.contains(&name), "{path} names {name}, which is not a metric");
        }
    }
    let dashboard: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(DASHBOARD).unwrap()).unwrap();
    for panel in dashboard["panels"].as_array().unwrap() {
        assert!(!panel["targets"].as_array().unwrap().is_empty(), "{panel}");
    }
    server.shut_down().await;
}

/// Runs where Prometheus is installed.
#[test]
fn promtool_accepts_the_alerts() {
    match Command::new("promtool").args(["check", "rules", ALERTS]).output() {
        Ok(done) => assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            println!("promtool is not installed: the rules of the alerts were not checked");
        }
        Err(error) => panic!("{error}"),
    }
}
