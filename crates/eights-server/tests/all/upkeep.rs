//! Unused people, rule sheets, tables and unfinished matches are dropped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, SystemTime},
};

use crate::common::{Client, Person, table};
use eights_server::{Clock, Config, Server, TimeSource};
use eights_store::{Durability, MatchId, PersonId, Sqlite, Store};
use eights_wire::ToServer;

/// All idle times, in seconds.
pub(crate) const IDLE: u64 = 1800;

/// A clock that advances by most of a second whenever it is read, so that hours pass in a test. A larger step
/// would look like a suspended process, whose time does not count.
#[derive(Clone, Default)]
pub(crate) struct Fast(Arc<AtomicU64>);

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

pub(crate) struct TestServer {
    pub(crate) server: Server,
    pub(crate) store: Arc<Sqlite>,
    time: Fast,
}

impl TestServer {
    async fn open(folder: &std::path::Path) -> TestServer {
        TestServer::with(folder, |_| ()).await
    }

    pub(crate) async fn with(folder: &std::path::Path, change: impl FnOnce(&mut Config)) -> TestServer {
        let (time, store) = (Fast::default(), Arc::new(Sqlite::open(folder, Durability::Normal).unwrap()));
        let mut config = Config {
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
        change(&mut config);
        let server = Server::with_clock(config, store.clone(), Clock::new(time.clone())).await.unwrap();
        TestServer { server, store, time }
    }

    /// Lets time pass while requesting these paths now and then.
    pub(crate) async fn pass(&self, seconds: u64, person: &Person, paths: &[String]) {
        let end = self.time.seconds() + seconds;
        let mut n = 0;
        while self.time.seconds() < end {
            if n % 100 == 0 {
                for path in paths {
                    assert_eq!(person.get(path).await.status, 200, "{path}");
                }
            }
            n += 1;
            // Every request reads the clock.
            person.get("/api/levels").await;
        }
        // The server checks once a second whether upkeep is due.
        tokio::time::sleep(Duration::from_millis(1500)).await;
    }

    pub(crate) fn knows(&self, person: &Person) -> bool {
        let id: PersonId = person.id.parse().unwrap();
        self.store.person(id).unwrap().is_some()
    }
}

async fn save(person: &Person, king: u32) -> String {
    let sheet = format!(r#"{{"sheet":{{"extends":"score-race","values":{{"K":{king}}}}}}}"#);
    person.post("/api/rules/crazy-eights", &sheet).await.json()["name"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn unused_people_and_sheets_are_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestServer::open(folder.path()).await;
    let address = test.server.address;
    let (visitor, regular, author) =
        (Person::new(address).await, Person::new(address).await, Person::new(address).await);
    let (unused, read, played) = (save(&author, 11).await, save(&author, 12).await, save(&author, 13).await);
    // Players stay, and so does a sheet that a table uses.
    let (players, clients) = table(address, "crazy-eights", &played, 2).await;
    let path = |hash: &str| format!("/api/rules/crazy-eights/{hash}");
    for _ in 0..4 {
        test.pass(IDLE / 2, &regular, &["/api/me".to_owned(), path(&read)]).await;
    }
    let known = [&visitor, &regular, &author, &players[0], &players[1]].map(|person| test.knows(person));
    assert_eq!(known, [false, true, true, true, true]);
    let sheets =
        [&unused, &read, &played].map(|hash| test.store.sheet("crazy-eights", hash).unwrap().is_some());
    assert_eq!(sheets, [false, true, true]);
    // A dropped visitor becomes a new person without an error.
    let again = visitor.get("/api/me").await;
    assert_eq!((again.status, again.headers.contains_key("set-cookie")), (200, true));
    drop(clients);
    test.server.shut_down().await;
}

/// Idle time before a restart and idle time after it add up.
#[tokio::test(flavor = "multi_thread")]
async fn idle_tables_and_their_matches_are_dropped_across_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let test = TestServer::open(folder.path()).await;
    let (people, clients) = table(test.server.address, "crazy-eights", "basic", 2).await;
    let (ada, room) = (people[0].clone(), clients[0].room.clone().unwrap());
    let id: MatchId = room.match_id.unwrap().parse().unwrap();
    drop(clients);
    test.pass(IDLE / 2 + 600, &ada, &[]).await;
    test.server.shut_down().await;
    drop(test.store);
    let test = TestServer::open(folder.path()).await;
    let ada = ada.at(test.server.address);
    let path = format!("/api/tables/{}", room.code);
    assert_eq!((test.server.tables, ada.get(&path).await.status), (1, 200));
    assert!(test.store.journal(id).unwrap().is_some());
    // Looking up the table makes it check its clock.
    while ada.get(&path).await.status != 404 {
        assert!(test.time.seconds() < IDLE - 120, "the table is still there");
        test.pass(60, &ada, &[]).await;
    }
    assert_eq!(test.store.journal(id), Ok(None), "nothing of the match is left");
    assert_eq!(test.store.room(&room.code), Ok(None));
    test.server.shut_down().await;
}

/// A table in use is not idle, however often the server is restarted.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_in_use_survives_restarts() {
    let folder = tempfile::tempdir().unwrap();
    let mut test = TestServer::open(folder.path()).await;
    let (people, clients) = table(test.server.address, "crazy-eights", "basic", 2).await;
    let code = clients[0].room.clone().unwrap().code;
    drop(clients);
    for _ in 0..3 {
        let ada = people[0].at(test.server.address);
        let mut client = Client::open(&ada, &code).await;
        test.pass(IDLE / 2 + 600, &ada, &[]).await;
        client.send(&ToServer::Ping { n: 1 }).await;
        drop(client);
        test.server.shut_down().await;
        drop(test.store);
        test = TestServer::open(folder.path()).await;
        let (rooms, _) = test.store.rooms().unwrap();
        assert!(rooms[0].idle <= 10, "{} minutes", rooms[0].idle);
    }
    test.server.shut_down().await;
}
