//! Stores that are moved from a folder to PostgreSQL and back are the same afterwards.

use std::{fs, path::Path};

use eights_store::{
    Durability, MatchId, Op, Opened, PersonId, PersonRow, Postgres, Restored, SheetRow, Sqlite, Store,
    StoreAddress, StoreError, Used,
};
use rusqlite::{Connection, types::Value};

use crate::{
    common::{long, played},
    postgres::{Servers, servers},
};

/// Everything that a store can hold: two finished matches and one that is played, months apart.
async fn fill(folder: &Path) {
    const MONTH: u64 = 31 * 86_400_000;
    let store = Sqlite::open(folder, Durability::Normal).unwrap();
    for number in 1..=3u8 {
        let (head, entries) = played(number);
        let (id, at) = (MatchId::new(u64::from(number)), u64::from(number) * MONTH);
        let people = vec![(PersonId::new(7), 0), (PersonId::new(8), 1)];
        let opened = Opened { id, head, title: "Action 'n' “more”".into(), at, people };
        store.write(vec![Op::Open(Box::new(opened))]).await.unwrap();
        let steps = if number == 3 { entries.len() / 2 } else { entries.len() };
        for entry in entries.into_iter().take(steps) {
            store.write(vec![Op::Append(id, entry)]).await.unwrap();
        }
        if number < 3 {
            store
                .write(vec![Op::Finish { id, at: at + 5, result: "{\"won\":[\"A\"]}".into() }])
                .await
                .unwrap();
        }
    }
    let person = |id, name: &str| PersonRow {
        id: PersonId::new(id),
        token: [id as u8; 32],
        name: name.into(),
        since: 3,
    };
    let sheet = SheetRow {
        game: "crazy-eights".into(),
        hash: "abc".into(),
        sheet: "{}".into(),
        by: PersonId::new(7),
        at: 4,
    };
    store.write(vec![Op::Person(person(7, "Ada")), Op::Person(person(8, "Bob 🂡"))]).await.unwrap();
    store.write(vec![Op::Sheet(sheet), Op::Ban("203.0.113.7".into())]).await.unwrap();
    store.write(vec![Op::Room { code: "TABLE".into(), saved: "{\"a\":1}".into() }]).await.unwrap();
    let used = Used { minutes: 90, people: vec![PersonId::new(8)], ..Used::default() };
    store.write(vec![Op::MarkUsed(used)]).await.unwrap();
    store.write(vec![Op::Room { code: "OTHER".into(), saved: "{}".into() }]).await.unwrap();
}

/// All rows of all tables of a store that is closed.
fn rows(folder: &Path) -> Vec<(String, Vec<Vec<Value>>)> {
    let file = Connection::open(folder.join("eights.db")).unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('step_file', 'sqlite_sequence') ORDER BY name";
    let mut statement = file.prepare(names).unwrap();
    let names: Vec<String> = statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect();
    let all = |name: String| {
        let columns = file.prepare(&format!("SELECT * FROM {name}")).unwrap().column_count();
        let order: Vec<String> = (1..=columns).map(|column| column.to_string()).collect();
        let select = format!("SELECT * FROM {name} ORDER BY {}", order.join(", "));
        let mut statement = file.prepare(&select).unwrap();
        let row = |row: &rusqlite::Row| (0..columns).map(|column| row.get(column)).collect();
        let rows = statement.query_map([], row).unwrap().map(Result::unwrap).collect();
        (name, rows)
    };
    names.into_iter().map(all).collect()
}

fn folder(path: &Path) -> StoreAddress {
    StoreAddress::Sqlite(path.to_owned())
}

fn database(servers: &Servers) -> StoreAddress {
    servers.url().parse().unwrap()
}

/// Moves a store as the program does, which waits for it.
fn moved(from: &StoreAddress, to: &StoreAddress) -> Result<Restored, StoreError> {
    tokio::task::block_in_place(|| from.move_to(to))
}

fn refusal(from: &StoreAddress, to: &StoreAddress) -> String {
    moved(from, to).expect_err("it cannot be moved").to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_store_is_the_same_after_moving_there_and_back() {
    let Some(servers) = servers(true) else { return };
    let outer = tempfile::tempdir().unwrap();
    let (old, new) = (outer.path().join("old"), outer.path().join("new"));
    fill(&old).await;
    let before = rows(&old);
    let steps = (1..=3)
        .map(|id| {
            Sqlite::open(&old, Durability::Normal).unwrap().steps(MatchId::new(id), 0).unwrap().len() as u64
        })
        .sum();
    let all = Restored { tables: 2, matches: 3, steps, outdated: 0, problems: Vec::new() };
    assert_eq!(moved(&folder(&old), &database(&servers)), Ok(all.clone()));
    assert_eq!(rows(&old), before, "the source is not changed");
    assert_eq!(servers.number("SELECT count(*) FROM pg_inherits WHERE inhparent = 'match'::regclass"), 3);

    // A server goes on with it: the table is free, and the match that was played has its next step.
    let store = Postgres::open(&servers.url()).unwrap();
    assert_eq!(store.rooms().unwrap().0.len(), 2);
    let (_, entries) = played(3);
    let next = store.steps(MatchId::new(3), 0).unwrap().len();
    store.write(vec![Op::Append(MatchId::new(3), entries[next].clone())]).await.unwrap();
    store.write(vec![Op::Room { code: "TABLE".into(), saved: "{\"a\":1}".into() }]).await.unwrap();
    drop(store);

    assert_eq!(moved(&database(&servers), &folder(&new)), Ok(Restored { steps: steps + 1, ..all }));
    let (before, after) = (before.into_iter(), rows(&new).into_iter());
    for ((name, before), (_, after)) in before.zip(after) {
        match &*name {
            // One step more, in a row of its own.
            "steps" => assert_eq!((before.len() + 1, &before[..]), (after.len(), &after[..before.len()])),
            "room" => assert_eq!(before.len(), after.len()),
            _ => assert_eq!(before, after, "{name}"),
        }
    }
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 2, "nothing else is left");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_move_overwrites_nothing_and_waits_for_no_server() {
    let Some(servers) = servers(false) else { return };
    let outer = tempfile::tempdir().unwrap();
    let (old, database) = (outer.path().join("old"), database(&servers));
    assert!(refusal(&folder(&old), &database).starts_with("there is no store in the folder"));
    fill(&old).await;
    {
        let _serving = Sqlite::open(&old, Durability::Normal).unwrap();
        assert!(refusal(&folder(&old), &database).contains("another program already serves the folder"));
    }
    {
        let _serving = Postgres::open(&servers.url()).unwrap();
        assert!(refusal(&folder(&old), &database).starts_with("another server uses this database"));
        assert!(refusal(&database, &folder(&outer.path().join("new"))).starts_with("another server uses"));
    }
    moved(&folder(&old), &database).unwrap();
    assert_eq!(refusal(&folder(&old), &database), "the database is not empty: create another one");
    assert!(refusal(&database, &folder(&old)).ends_with("is not empty: choose another one"));
    let why = refusal(&folder(&old), &StoreAddress::Memory);
    assert!(why.ends_with("to memory: a store is moved between sqlite:FOLDER and postgres://…"), "{why}");
    assert_eq!(fs::read_dir(outer.path()).unwrap().count(), 1, "nothing is left behind");
}

/// A match that cannot be replayed is moved as it is, and named.
#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_match_is_moved_as_it_is() {
    let Some(servers) = servers(false) else { return };
    let outer = tempfile::tempdir().unwrap();
    let (old, new) = (outer.path().join("old"), outer.path().join("new"));
    fill(&old).await;
    {
        let store = Sqlite::open(&old, Durability::Normal).unwrap();
        let id = MatchId::new(3);
        let next = store.steps(id, 0).unwrap().len() as u64 + 1;
        let Op::Append(_, entry) = long(3, next) else { unreachable!("a step is appended") };
        store.write(vec![Op::Append(id, entry)]).await.unwrap();
    }
    for (from, to) in [(folder(&old), database(&servers)), (database(&servers), folder(&new))] {
        let problems = moved(&from, &to).unwrap().problems;
        assert!(problems.len() == 1 && problems[0].contains("cannot be replayed"), "{problems:?}");
    }
    assert_eq!(rows(&old), rows(&new));
}
