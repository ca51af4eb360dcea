//! Setting the system date while people play neither locks anybody out nor deletes anything.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant, SystemTime},
};

use crate::common::{Client, Person, ask, table};
use eights_server::{Clock, Config, Server, TimeSource};
use eights_store::{Durability, Sqlite};
use eights_wire::{ToClient, ToServer};
use http_body_util::Full;
use hyper::Request;

const HOUR: i64 = 3600;

/// The clocks of the operating system, with a date that can be set.
#[derive(Clone)]
struct Movable {
    start: Instant,
    /// The error of the date, in seconds.
    wrong: Arc<AtomicI64>,
}

impl TimeSource for Movable {
    fn steady(&self) -> Duration {
        self.start.elapsed()
    }

    fn date(&self) -> SystemTime {
        let wrong = self.wrong.load(Ordering::Relaxed);
        let by = Duration::from_secs(wrong.unsigned_abs());
        if wrong < 0 { SystemTime::now() - by } else { SystemTime::now() + by }
    }
}

/// A server with default limits and a date that can be set.
async fn serve(folder: &std::path::Path) -> (Server, Arc<AtomicI64>) {
    let source = Movable { start: Instant::now(), wrong: Arc::default() };
    let wrong = source.wrong.clone();
    let config = Config { bind: ([127, 0, 0, 1], 0).into(), bot_pause: 0, ..Config::default() };
    let store = Arc::new(Sqlite::open(folder, Durability::Normal).unwrap());
    (Server::with_clock(config, store, Clock::new(source)).await.unwrap(), wrong)
}

/// Plays the last offer of the seat whose turn it is, and waits for the update.
async fn move_on(clients: &mut [Client]) {
    let asked = clients.iter().position(|client| {
        let update = client.update.as_ref().unwrap();
        update.asks == client.seat
    });
    let client = &mut clients[asked.expect("somebody is asked")];
    let update = client.update.clone().unwrap();
    let say = update.offers.last().unwrap().say.clone();
    client.act(update.step, &say).await;
    for client in clients {
        client.wait(|message| matches!(message, ToClient::Update(new) if new.step > update.step)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_locked_out_when_the_clock_is_set_back() {
    let folder = tempfile::tempdir().unwrap();
    let (server, wrong) = serve(folder.path()).await;
    let (people, mut clients) = table(server.address, "crazy-eights", "basic", 2).await;
    for jump in [-HOUR, 0, HOUR, -30 * 24 * HOUR] {
        wrong.store(jump, Ordering::Relaxed);
        let health = Request::get("/healthz").header("host", "x").body(Full::default()).unwrap();
        assert_eq!(ask(server.address, health).await.status, 200);
        assert_eq!(people[0].get("/api/me").await.status, 200);
        Person::new(server.address).await;
        move_on(&mut clients).await;
        clients[0].send(&ToServer::Chat { text: "still here".into() }).await;
        clients[1].wait(|message| matches!(message, ToClient::Chat { .. })).await;
    }
    server.shut_down().await;
}

/// An unfinished match is dropped after fourteen idle days of uptime, but not because the date
/// changes.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_deleted_when_the_clock_is_set_forward() {
    let folder = tempfile::tempdir().unwrap();
    let (server, wrong) = serve(folder.path()).await;
    let (people, mut clients) = table(server.address, "crazy-eights", "basic", 2).await;
    move_on(&mut clients).await;
    let code = clients[0].room.clone().unwrap().code;
    let step = clients[0].update.clone().unwrap().step;
    for far in [400 * 24 * HOUR, 0, 800 * 24 * HOUR] {
        wrong.store(far, Ordering::Relaxed);
        clients.clear();
        // Looking up the table makes it check its clock.
        let path = format!("/api/tables/{code}");
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(50)).await;
            assert_eq!(people[0].get(&path).await.status, 200, "the table is still there");
        }
        let client = Client::open(&people[0], &code).await;
        assert_eq!(client.update.as_ref().map(|update| update.step), Some(step));
    }
    server.shut_down().await;
    let (server, _) = serve(folder.path()).await;
    assert_eq!((server.tables, server.problems.len()), (1, 0));
    server.shut_down().await;
}
