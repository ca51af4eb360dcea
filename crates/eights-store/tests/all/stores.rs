//! The backends pass the conformance suites, and SQLite survives restarts and damage.

use std::{
    fs,
    io::{Seek, SeekFrom, Write},
};

use eights_store::{Durability, Memory, Op, PersonId, PersonRow, Sqlite, Store, conformance};

fn person(number: u64) -> PersonRow {
    PersonRow { id: PersonId::new(number), token: [1; 32], name: format!("number {number}"), since: number }
}

fn refusal(folder: &std::path::Path) -> String {
    Sqlite::open(folder, Durability::Full).err().expect("it cannot be opened").to_string()
}

#[tokio::test]
async fn memory_conforms() {
    conformance::all(&Memory::default()).await;
}

#[tokio::test]
async fn nodes_share_a_memory() {
    let one = Memory::default().node_at("one:1");
    let (two, three) = (one.node_at("two:1"), one.node_at("three:1"));
    conformance::all(&one).await;
    conformance::cluster(&one, &two, &three).await;
}

#[tokio::test]
async fn sqlite_conforms() {
    let folder = tempfile::tempdir().unwrap();
    conformance::all(&Sqlite::open(folder.path(), Durability::Full).unwrap()).await;
}

#[tokio::test]
async fn acknowledged_writes_survive_reopening() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..3 {
        let store = Sqlite::open(folder.path(), Durability::Full).unwrap();
        for number in 0..round * 100 {
            assert_eq!(store.person(PersonId::new(number)).unwrap(), Some(person(number)));
        }
        let write = |number| store.write(vec![Op::Person(person(number))]);
        let waiting: Vec<_> = (round * 100..(round + 1) * 100).map(write).collect();
        for one in waiting {
            one.await.unwrap();
        }
    }
}

#[test]
fn a_folder_cannot_be_opened_twice() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Sqlite::open(folder.path(), Durability::Full).unwrap();
    assert!(refusal(folder.path()).starts_with("another program already serves the folder"));
}

#[test]
fn a_path_that_is_not_a_folder_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "x").unwrap();
    let why = refusal(&folder.path().join("file"));
    assert!(why.contains("cannot create the folder"), "{why}");
}

#[test]
fn a_file_that_is_not_a_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("eights.db"), "this is not a database at all. ".repeat(400)).unwrap();
    let why = refusal(folder.path());
    assert!(why.contains("damaged from its beginning"), "{why}");
}

/// Overwrites the last page of a database with many rooms: the others can still be read.
#[tokio::test]
async fn a_damaged_page_loses_only_its_own_rooms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("eights.db");
    let store = Sqlite::open(folder.path(), Durability::Full).unwrap();
    for number in 0..500 {
        let saved = format!("{{\"number\":{number},\"pad\":\"{}\"}}", "x".repeat(200));
        store.write(vec![Op::Room { code: format!("R{number:04}"), saved }]).await.unwrap();
    }
    drop(store);
    let length = fs::metadata(&path).unwrap().len();
    let mut file = fs::File::options().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(length - 1024)).unwrap();
    file.write_all(&[0xff; 1024]).unwrap();
    drop(file);
    let store = Sqlite::open(folder.path(), Durability::Full).unwrap();
    let (rooms, problems) = store.rooms().unwrap();
    assert!((450..500).contains(&rooms.len()), "{} rooms", rooms.len());
    assert!(problems[0].to_string().contains("damaged"), "{problems:?}");
}
