//! PostgreSQL conforms, and loses nothing when servers die, sleep or change places. Every test starts servers of its
//! own, and is skipped where PostgreSQL is not installed.

use std::{
    thread,
    time::{Duration, Instant},
};

use eights_store::{LocalServers, MatchId, Op, Places, Postgres, Store, StoreError, conformance};
use tempfile::TempDir;
use tokio::time::timeout;

use crate::common::{long, open, step};

const DATABASE: &str = "tables";

pub(crate) struct Servers {
    servers: LocalServers,
    _folder: TempDir,
}

/// A primary, perhaps a standby, and an empty database.
pub(crate) fn servers(has_standby: bool) -> Option<Servers> {
    if LocalServers::installed().is_none() {
        eprintln!("skipped: PostgreSQL is not installed (initdb is missing)");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut servers = LocalServers::start(folder.path()).unwrap();
    if has_standby {
        servers.add_standby().unwrap();
    }
    servers.create_database(DATABASE).unwrap();
    Some(Servers { servers, _folder: folder })
}

impl Servers {
    pub(crate) fn url(&self) -> String {
        self.servers.url(DATABASE)
    }

    pub(crate) fn text(&self, sql: &str) -> String {
        self.servers.sql(DATABASE, sql).unwrap()
    }

    pub(crate) fn number(&self, sql: &str) -> u64 {
        self.text(sql).trim().parse().unwrap()
    }
}

pub(crate) fn refusal(url: &str) -> String {
    Postgres::open(url).err().expect("it cannot be opened").to_string()
}

/// Asks until the refusal says this, which servers need a moment for.
pub(crate) fn refusal_with(url: &str, wanted: &str) -> String {
    let begin = Instant::now();
    loop {
        let why = refusal(url);
        if why.contains(wanted) {
            return why;
        }
        assert!(begin.elapsed() < Duration::from_secs(30), "{why}");
        thread::sleep(Duration::from_millis(100));
    }
}

fn said(store: &impl Store, number: u64) -> Vec<String> {
    let (_, entries) = store.journal(MatchId::new(number)).unwrap().unwrap();
    entries.into_iter().map(|entry| entry.said).collect()
}

#[tokio::test]
async fn postgres_conforms() {
    let Some(servers) = servers(false) else { return };
    conformance::all(&Postgres::open(&servers.url()).unwrap()).await;
    // What the suite has written is in partitions by month.
    let partitions = "SELECT count(*) FROM pg_inherits WHERE inhparent = 'match'::regclass";
    assert_eq!(servers.number(partitions), 1, "every match of the suite begins in January 1970");
}

#[tokio::test]
async fn nodes_share_a_database() {
    let Some(servers) = servers(false) else { return };
    let node = |address: &str| Postgres::open_shared(&servers.url(), address).unwrap();
    let (one, two, three) = (node("one:1"), node("two:1"), node("three:1"));
    conformance::cluster(&one, &two, &three).await;
    drop((one, two, three));
    assert_eq!(servers.number("SELECT count(*) FROM node WHERE is_open"), 0, "they have gone in peace");
    assert_eq!(servers.number("SELECT count(*) FROM log") + servers.number("SELECT count(*) FROM lane"), 0);
}

/// Others would take a node for dead that is silent for three seconds.
#[test]
fn a_node_that_does_nothing_is_heard() {
    let Some(servers) = servers(false) else { return };
    let one = Postgres::open_shared(&servers.url(), "one:1").unwrap();
    let two = Postgres::open_shared(&servers.url(), "two:1").unwrap();
    thread::sleep(Duration::from_secs(6));
    for store in [&one, &two] {
        let peers = store.peers().unwrap();
        assert!(peers.len() == 1 && peers[0].silent < Duration::from_secs(3), "{peers:?}");
    }
}

#[tokio::test]
async fn acknowledged_writes_survive_reopening() {
    let Some(servers) = servers(false) else { return };
    for round in 0..3 {
        let store = Postgres::open(&servers.url()).unwrap();
        if round == 0 {
            store.write(vec![open(1)]).await.unwrap();
            store.write(vec![Op::Room { code: "ROOM".into(), saved: "{}".into() }]).await.unwrap();
        }
        let write = |number| store.write(vec![step(1, number)]);
        let waiting: Vec<_> = (round * 50 + 1..=(round + 1) * 50).map(write).collect();
        for one in waiting {
            one.await.unwrap();
        }
        assert_eq!(said(&store, 1).len() as u64, (round + 1) * 50);
        store
            .write(vec![Op::Room { code: "ROOM".into(), saved: format!("{{\"a\":{round}}}") }])
            .await
            .unwrap();
    }
}

/// A long log is folded while it is written, and nothing is missing afterwards.
#[tokio::test]
async fn a_long_log_is_shortened() {
    let Some(servers) = servers(false) else { return };
    let store = Postgres::open(&servers.url()).unwrap();
    // The lanes take turns by the number of the match; these are all on one.
    let matches: Vec<u64> = (1..=20).map(|number| number * 2).collect();
    for number in &matches {
        store.write(vec![open(*number)]).await.unwrap();
    }
    for round in 1..=300 {
        let write = |number: &u64| store.write(vec![long(*number, round)]);
        let waiting: Vec<_> = matches.iter().map(write).collect();
        for one in waiting {
            one.await.unwrap();
        }
    }
    let left = servers.number("SELECT COALESCE(SUM(length(bytes)), 0) FROM log");
    assert!(left < 16 << 20, "{left} bytes of 24,000,000 are left");
    assert!(servers.number("SELECT count(*) FROM steps") >= 20);
    for number in &matches {
        let id = MatchId::new(*number);
        assert_eq!(store.steps(id, 290).unwrap().len(), 10);
        assert_eq!(store.journal(id).unwrap().unwrap().1.len(), 300);
    }
    drop(store);
    let store = Postgres::open(&servers.url()).unwrap();
    assert_eq!(store.journal(MatchId::new(40)).unwrap().unwrap().1.len(), 300);
    store.write(vec![step(40, 301)]).await.unwrap();
}

#[test]
fn what_is_wrong_is_said_in_one_sentence() {
    let Some(servers) = servers(true) else { return };
    let standby = servers.servers.standby_url(DATABASE).unwrap();
    // The standby has the new database on disk, and shows it a moment later.
    refusal_with(&standby, "is a read-only standby: give the address of the primary");
    let other = servers.servers.url("nothing");
    let why = refusal(&other);
    assert!(why.ends_with("has no database nothing: create it with `createdb nothing`"), "{why}");
    let why = refusal("postgres://eights@127.0.0.1:1/tables");
    assert!(why.starts_with("the database at 127.0.0.1:1 cannot be reached: "), "{why}");
    let why = refusal("postgres://eights@nowhere.invalid/tables");
    assert!(why.starts_with("the database at nowhere.invalid:5432 cannot be reached: "), "{why}");
    let why = refusal("postgres://eights@127.0.0.1:port/tables");
    assert!(why.starts_with("the address of the database cannot be read"), "{why}");
    let why = refusal(&format!("{}?sslmode=require", servers.url()));
    assert!(why.ends_with("does not speak TLS: set ssl = on there, or write sslmode=disable"), "{why}");
    let why = refusal(&format!("{}?sslmode=verify-full&sslrootcert=/nowhere.pem", servers.url()));
    assert!(why.starts_with("/nowhere.pem: this file of sslrootcert cannot be read"), "{why}");

    // A user with a password.
    let hba = servers.servers.sql(DATABASE, "SHOW hba_file").unwrap();
    let rules = std::fs::read_to_string(hba.trim()).unwrap();
    std::fs::write(hba.trim(), format!("host all locked 127.0.0.1/32 scram-sha-256\n{rules}")).unwrap();
    servers.servers.sql(DATABASE, "CREATE ROLE locked LOGIN PASSWORD 'right'").unwrap();
    servers.servers.sql(DATABASE, "SELECT pg_reload_conf()").unwrap();
    // At the primary alone: the standby has the old rules.
    let locked = |login: &str| {
        let primary = LocalServers::url_at(&servers.servers.ports()[..1], DATABASE);
        primary.replace("eights@", &format!("{login}@"))
    };
    // The server reads its rules anew a moment after it was told to.
    let why = refusal_with(&locked("locked:wrong"), "does not accept user locked with this password");
    assert!(!why.contains("wrong"));
    let why = refusal(&locked("locked"));
    assert!(why.contains("wants a password"), "{why}");
    let why = refusal(&locked("locked:right"));
    assert!(why.contains("may not do this"), "{why}");

    let store = Postgres::open(&servers.url()).unwrap();
    let why = refusal(&servers.url());
    assert!(why.starts_with("another server uses this database"), "{why}");
    drop(store);
    servers.servers.sql(DATABASE, "UPDATE eights SET version = 99").unwrap();
    assert!(refusal(&servers.url()).contains("was written by a newer program (form 99, known here is 1)"));
    servers.servers.sql(DATABASE, "UPDATE eights SET version = 0").unwrap();
    assert!(refusal(&servers.url()).contains("was written by an old program (form 0, known here is 1)"));
}

#[test]
fn a_node_knows_whether_its_moves_are_on_two_machines() {
    let Some(mut servers) = servers(false) else { return };
    let store = Postgres::open_shared(&servers.url(), "here:1").unwrap();
    let why = store.is_replicated().unwrap_err().to_string();
    assert!(why.starts_with("the database does not replicate synchronously"), "{why}");
    servers.servers.add_standby().unwrap();
    assert_eq!(store.is_replicated(), Ok(()));
}

/// Waits until this many commits wait for the standby.
fn wait_for_waiting(servers: &Servers, count: u64) {
    let waiting =
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'eights'";
    let begin = Instant::now();
    while servers.number(waiting) < count {
        assert!(begin.elapsed() < Duration::from_secs(20), "no commit waits for the standby");
        thread::sleep(Duration::from_millis(20));
    }
}

/// The primary dies while a commit waits for the standby, which takes over: the store writes the
/// step there, and play goes on.
#[tokio::test]
async fn a_lost_primary_loses_nothing_and_doubles_nothing() {
    let Some(mut servers) = servers(true) else { return };
    let store = Postgres::open(&servers.url()).unwrap();
    store.write(vec![open(2)]).await.unwrap();
    for number in 1..=5 {
        store.write(vec![step(2, number)]).await.unwrap();
    }
    servers.servers.hold_standby(true).unwrap();
    let mut waiting = store.write(vec![step(2, 6)]);
    wait_for_waiting(&servers, 1);
    assert!(timeout(Duration::from_millis(300), &mut waiting).await.is_err(), "nobody is told before");
    assert_eq!(said(&store, 2).len(), 5);
    servers.servers.crash_primary();
    servers.servers.hold_standby(false).unwrap();
    servers.servers.promote_standby().unwrap();
    timeout(Duration::from_secs(30), waiting).await.expect("the new primary is found").unwrap();
    store.write(vec![step(2, 7)]).await.unwrap();
    assert_eq!(store.write(vec![step(2, 7)]).await, Err(StoreError::Conflict(MatchId::new(2), 7)));
    let all: Vec<String> = (1..=7).map(|number| format!("2 {number}")).collect();
    assert_eq!(said(&store, 2), all);
    drop(store);
    assert_eq!(said(&Postgres::open(&servers.url()).unwrap(), 2), all, "and so it is kept");
}

/// The primary restarts while a commit waits: its commit is there and visible, but on one machine only.
#[tokio::test]
async fn a_restarted_primary_loses_nothing_and_doubles_nothing() {
    let Some(mut servers) = servers(true) else { return };
    let store = Postgres::open(&servers.url()).unwrap();
    store.write(vec![open(2), step(2, 1)]).await.unwrap();
    servers.servers.hold_standby(true).unwrap();
    let mut waiting = store.write(vec![step(2, 2)]);
    wait_for_waiting(&servers, 1);
    servers.servers.crash_primary();
    servers.servers.restart_primary().unwrap();
    assert!(timeout(Duration::from_secs(1), &mut waiting).await.is_err(), "the standby does not have it");
    servers.servers.hold_standby(false).unwrap();
    timeout(Duration::from_secs(60), waiting).await.expect("the standby follows again").unwrap();
    store.write(vec![step(2, 3)]).await.unwrap();
    assert_eq!(said(&store, 2), ["2 1", "2 2", "2 3"]);
}

/// An operator cancels the wait: PostgreSQL then reports success with a warning, and the store does not believe it.
#[tokio::test]
async fn a_cancelled_wait_is_not_success() {
    let Some(servers) = servers(true) else { return };
    let store = Postgres::open(&servers.url()).unwrap();
    store.write(vec![open(2), step(2, 1)]).await.unwrap();
    servers.servers.hold_standby(true).unwrap();
    let mut waiting = store.write(vec![step(2, 2)]);
    wait_for_waiting(&servers, 1);
    let cancel = "SELECT count(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
    assert_eq!(servers.number(cancel), 1);
    assert!(timeout(Duration::from_secs(1), &mut waiting).await.is_err(), "the standby does not have it");
    servers.servers.hold_standby(false).unwrap();
    timeout(Duration::from_secs(30), waiting).await.expect("the standby follows again").unwrap();
    store.write(vec![step(2, 3)]).await.unwrap();
    assert_eq!(said(&store, 2), ["2 1", "2 2", "2 3"]);
}
