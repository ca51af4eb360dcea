//! People, rule sheets, tables and unfinished matches that nobody uses any more are dropped.

mod common;

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, SystemTime},
};

use common::{Client, Person, table};
use eights_server::{Clock, Config, Server, TimeSource};
use eights_store::{Durability, MatchId, PersonId, Sqlite, Store};
use eights_wire::ToServer;

/// All idle times, in seconds.
const IDLE: u64 = 1800;

/// Steady time that passes by most of a second whenever somebody looks, so that hours pass in a test. A longer
/// gap would count as a stopped process, and not at all.
#[derive(Clone, Default)]
struct Fast(Arc<AtomicU64>);

impl Fast {
    fn seconds(&self) -> u64 {
        self.0.load(Relaxed) / 1000
    }
}

impl TimeSource for Fast {
    fn steady(&self) -> Duration {
        Duration::from_millis(self.0.fetch_add(900, Relaxed))
    }

    fn date(&self) -> SystemTime {
        SystemTime::now()
    }
}

struct Scene {
    server: Server,
    store: Arc<Sqlite>,
    time: Fast,
}

impl Scene {
    async fn open(folder: &std::path::Path) -> Scene {
        let (time, store) = (Fast::default(), Arc::new(Sqlite::open(folder, Durability::Normal).unwrap()));
        let config = Config {
            bind: ([127, 0, 0, 1], 0).into(),
            bot_pause: 0,
            request_rate: 0.0,
            message_rate: 0.0,
            table_idle: IDLE,
            match_idle: IDLE,
            person_idle: IDLE,
            sheet_idle: IDLE,
            ..Config::default()
        };
        let server = Server::with_clock(config, store.clone(), Clock::new(time.clone())).await.unwrap();
        Scene { server, store, time }
    }

    /// Lets time pass, while somebody asks for these paths now and then.
    async fn pass(&self, seconds: u64, person: &Person, paths: &[String]) {
        let end = self.time.seconds() + seconds;
        let mut n = 0;
        while self.time.seconds() < end {
            if n % 100 == 0 {
                for path in paths {
                    assert_eq!(person.get(path).await.status, 200, "{path}");
                }
            }
            n += 1;
            // The server looks at the clock at every request.
            person.get("/api/levels").await;
        }
        // The server looks once a second whether it is time for upkeep.
        tokio::time::sleep(Duration::from_millis(1500)).await;
    }

    fn knows(&self, person: &Person) -> bool {
        let id: PersonId = person.id.parse().unwrap();
        self.store.person(id).unwrap().is_some()
    }
}

async fn save(person: &Person, king: u32) -> String {
    let sheet = format!(r#"{{"sheet":{{"extends":"score-race","values":{{"K":{king}}}}}}}"#);
    person.post("/api/rules/crazy-eights", &sheet).await.json()["name"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_sheets_are_dropped_when_nobody_uses_them() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path()).await;
    let address = scene.server.address;
    let (visitor, regular, author) =
        (Person::new(address).await, Person::new(address).await, Person::new(address).await);
    let (unused, read, played) = (save(&author, 11).await, save(&author, 12).await, save(&author, 13).await);
    // Players stay, and so does the sheet of a table.
    let (players, clients) = table(address, "crazy-eights", &played, 2).await;
    let path = |hash: &str| format!("/api/rules/crazy-eights/{hash}");
    for _ in 0..4 {
        scene.pass(IDLE / 2, &regular, &["/api/me".to_owned(), path(&read)]).await;
    }
    let known = [&visitor, &regular, &author, &players[0], &players[1]].map(|person| scene.knows(person));
    assert_eq!(known, [false, true, true, true, true]);
    let sheets =
        [&unused, &read, &played].map(|hash| scene.store.sheet("crazy-eights", hash).unwrap().is_some());
    assert_eq!(sheets, [false, true, true]);
    // A visitor who was dropped is somebody new, without any trouble.
    let again = visitor.get("/api/me").await;
    assert_eq!((again.status, again.headers.contains_key("set-cookie")), (200, true));
    drop(clients);
    scene.server.shut_down().await;
}

/// Idle time before a restart and idle time after it add up.
#[tokio::test(flavor = "multi_thread")]
async fn idle_tables_and_their_matches_are_dropped_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let scene = Scene::open(folder.path()).await;
    let (people, clients) = table(scene.server.address, "crazy-eights", "basic", 2).await;
    let (ada, room) = (people[0].clone(), clients[0].room.clone().unwrap());
    let id: MatchId = room.match_id.unwrap().parse().unwrap();
    drop(clients);
    scene.pass(IDLE / 2 + 600, &ada, &[]).await;
    scene.server.shut_down().await;
    drop(scene.store);
    let scene = Scene::open(folder.path()).await;
    let ada = ada.at(scene.server.address);
    let path = format!("/api/tables/{}", room.code);
    assert_eq!((scene.server.tables, ada.get(&path).await.status), (1, 200));
    assert!(scene.store.journal(id).unwrap().is_some());
    // Looking at the table makes it look at the clock.
    while ada.get(&path).await.status != 404 {
        assert!(scene.time.seconds() < IDLE - 120, "the table is still there");
        scene.pass(60, &ada, &[]).await;
    }
    assert_eq!(scene.store.journal(id), Ok(None), "nothing of the match is left");
    assert_eq!(scene.store.room(&room.code), Ok(None));
    scene.server.shut_down().await;
}

/// A table that somebody uses is not idle, however often the server is restarted.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_use_survives_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let mut scene = Scene::open(folder.path()).await;
    let (people, clients) = table(scene.server.address, "crazy-eights", "basic", 2).await;
    let code = clients[0].room.clone().unwrap().code;
    drop(clients);
    for _ in 0..3 {
        let ada = people[0].at(scene.server.address);
        let mut client = Client::open(&ada, &code).await;
        scene.pass(IDLE / 2 + 600, &ada, &[]).await;
        client.send(&ToServer::Ping { n: 1 }).await;
        drop(client);
        scene.server.shut_down().await;
        drop(scene.store);
        scene = Scene::open(folder.path()).await;
        let (rooms, _) = scene.store.rooms().unwrap();
        assert!(rooms[0].idle <= 10, "{} minutes", rooms[0].idle);
    }
    scene.server.shut_down().await;
}
