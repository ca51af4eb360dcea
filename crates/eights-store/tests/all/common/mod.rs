//! Matches of numbered steps, and copies of folders as a killed process leaves them.
#![allow(dead_code, reason = "not every test needs every function")]

use std::{
    fs,
    path::{Path, PathBuf},
};

use eights::Seed;
use eights_match::{Actor, Catalog, Entry, Head, Shipped};
use eights_store::{Durability, MatchId, Op, Opened, Sqlite, Store};
use tempfile::TempDir;

/// Reverts the database from version 5 to version 3.
pub(crate) const TO_VERSION_3: &str = "
    DROP INDEX match_kept; DROP INDEX person_visited;
    ALTER TABLE match DROP COLUMN kept_since; ALTER TABLE person DROP COLUMN visited;
    DROP TABLE uptime; DROP INDEX person_used; DROP INDEX sheet_used; DROP INDEX sheet_by; DROP INDEX match_sheet;
    ALTER TABLE room DROP COLUMN used; ALTER TABLE person DROP COLUMN used; ALTER TABLE sheet DROP COLUMN used;
    PRAGMA user_version = 3;";

pub(crate) fn head() -> Head {
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules("crazy-eights", "basic", "").unwrap();
    rules.head(2, &Seed::from_bytes([9; 32]))
}

pub(crate) fn open(number: u64) -> Op {
    let (id, head) = (MatchId::new(number), head());
    Op::Open(Box::new(Opened { id, head, title: "Basic".into(), at: 5, people: Vec::new() }))
}

pub(crate) fn step(number: u64, step: u64) -> Op {
    let said = format!("{number} {step}");
    let digest = format!("{step:016x}");
    Op::Append(MatchId::new(number), Entry { step, by: Actor::Table, said, digest, at: Some(step) })
}

pub(crate) async fn write(store: &Sqlite, ops: Vec<Op>) {
    store.write(ops).await.unwrap();
}

/// The texts of all steps of a match.
pub(crate) fn said(store: &Sqlite, number: u64) -> Vec<String> {
    let (_, entries) = store.journal(MatchId::new(number)).unwrap().unwrap();
    entries.into_iter().map(|entry| entry.said).collect()
}

pub(crate) fn all(number: u64, steps: u64) -> Vec<String> {
    (1..=steps).map(|step| format!("{number} {step}")).collect()
}

pub(crate) fn named(folder: &Path, prefix: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap());
    let is_named = |file: &fs::DirEntry| file.file_name().to_str().unwrap().starts_with(prefix);
    let mut paths: Vec<PathBuf> = files.filter(is_named).map(|file| file.path()).collect();
    paths.sort();
    paths
}

pub(crate) fn logs(folder: &Path) -> Vec<PathBuf> {
    named(folder, "steps-")
}

pub(crate) fn damaged(folder: &Path) -> Vec<PathBuf> {
    named(folder, "damaged-")
}

pub(crate) fn problems(store: &Sqlite) -> Vec<String> {
    store.rooms().unwrap().1
}

/// A copy of the folder, as if the process had been killed now.
pub(crate) fn killed(folder: &TempDir) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    for file in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        fs::copy(file.path(), copy.path().join(file.file_name())).unwrap();
    }
    copy
}

pub(crate) fn opened(folder: &TempDir) -> Sqlite {
    Sqlite::open(folder.path(), Durability::Full).unwrap()
}

/// A step of four kilobytes.
pub(crate) fn long(number: u64, of: u64) -> Op {
    let Op::Append(id, entry) = step(number, of) else { unreachable!("a step is appended") };
    Op::Append(id, Entry { said: "x".repeat(4000), ..entry })
}

/// The steps of each group of a step file, without group headers.
pub(crate) fn groups(path: &Path) -> Vec<Vec<u8>> {
    let bytes = fs::read(path).unwrap();
    let (mut at, mut groups) = (32, Vec::new());
    while bytes[at..].starts_with(&MARK) {
        let length = u32::from_le_bytes(bytes[at + 4..at + 8].try_into().unwrap()) as usize;
        groups.push(bytes[at + 16..at + 16 + length].to_vec());
        at += 16 + length;
    }
    groups
}

/// The mark at the start of every group.
pub(crate) const MARK: [u8; 4] = [0x8e, b'8', b's', 0xe8];

/// Writes a step file of the earlier version: without a header, with checksums over the number in
/// its name.
pub(crate) fn write_steps_without_header(folder: &Path, number: u64, groups: &[Vec<u8>]) {
    let mut bytes = Vec::new();
    for group in groups {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&number.to_le_bytes()).update(&(bytes.len() as u64).to_le_bytes()).update(group);
        bytes.extend_from_slice(&MARK);
        bytes.extend_from_slice(&(group.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&hasher.finalize().as_bytes()[..8]);
        bytes.extend_from_slice(group);
    }
    bytes.resize(256 << 10, 0);
    fs::write(folder.join(format!("steps-{number}.log")), bytes).unwrap();
}

/// A match that was really played, so that it can be replayed.
pub(crate) fn played(number: u8) -> (Head, Vec<Entry>) {
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules("crazy-eights", "action", "").unwrap();
    let seed = Seed::from_bytes([number; 32]);
    let head = rules.head(3, &seed);
    let mut table = rules.start(3, seed).unwrap();
    let mut entries = Vec::new();
    while let Some(seat) = table.asks() {
        let say = table.options(seat).pop().unwrap().say;
        entries.push(table.act(seat, &say).unwrap());
    }
    (head, entries)
}
