//! The step log: steps survive kills, and damage to the files is reported.

use std::{fs, path::PathBuf};

use crate::common::{
    TO_VERSION_3, all, damaged, killed, logs, long, open, opened, problems, said, step, write,
};
use eights_match::Actor;
use eights_store::{Durability, MatchId, Op, Sqlite, Store, StoreError};

#[tokio::test]
async fn steps_survive_repeated_kills() {
    let mut folder = tempfile::tempdir().unwrap();
    for round in 0..4 {
        let store = opened(&folder);
        if round == 0 {
            write(&store, vec![open(1), open(2)]).await;
        }
        assert_eq!((said(&store, 1), said(&store, 2)), (all(1, round * 5), all(2, round)));
        for n in 1..=5 {
            write(&store, vec![step(1, round * 5 + n)]).await;
        }
        write(&store, vec![step(2, round + 1)]).await;
        let again = store.write(vec![step(2, round + 1)]).await;
        assert_eq!(again, Err(StoreError::Conflict(MatchId::new(2), round + 1)));
        folder = killed(&folder);
    }
    // A clean shutdown leaves everything in one file.
    drop(opened(&folder));
    assert_eq!(logs(folder.path()), [] as [PathBuf; 0]);
    let store = opened(&folder);
    assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 20), all(2, 4)));
}

#[tokio::test]
async fn a_finished_match_needs_no_step_file() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1), open(2)]).await;
    for n in 1..=3 {
        write(&store, vec![step(1, n)]).await;
        write(&store, vec![step(2, n)]).await;
    }
    let finish = Op::Finish { id: MatchId::new(1), at: 9, result: "{}".into() };
    write(&store, vec![step(1, 4), finish]).await;
    let copy = killed(&folder);
    logs(copy.path()).into_iter().for_each(|log| fs::remove_file(log).unwrap());
    let without = opened(&copy);
    let [problem] = &problems(&without)[..] else { panic!("one file is missing") };
    assert!(problem.contains("steps-1.eights is missing") && problem.contains("are lost"), "{problem}");
    assert_eq!(
        (said(&without, 1), said(&without, 2)),
        (all(1, 4), all(2, 0)),
        "only the other needs the log"
    );
    let copy = killed(&folder);
    let again = opened(&copy);
    assert_eq!((said(&again, 1), said(&again, 2)), (all(1, 4), all(2, 3)));
    assert_eq!(again.finished_one(MatchId::new(1)).unwrap().unwrap().steps, 4);
}

/// With one damaged group, the match that lost a step is reported and the others continue.
#[tokio::test]
async fn a_damaged_group_loses_only_its_own_steps() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1), open(2)]).await;
    for n in 1..=4 {
        write(&store, vec![step(1, n)]).await;
        write(&store, vec![step(2, n)]).await;
    }
    let copy = killed(&folder);
    let [log] = &logs(copy.path())[..] else { panic!("one log") };
    let mut bytes = fs::read(log).unwrap();
    let at = bytes.windows(3).position(|window| window == b"1 3").unwrap();
    bytes[at] = b'7';
    fs::write(log, bytes).unwrap();
    for round in 0..2 {
        let store = opened(&copy);
        let why = store.journal(MatchId::new(1)).unwrap_err().to_string();
        assert!(why.contains("step 3 of match") && why.contains("is missing"), "{why}");
        assert!(store.write(vec![step(1, 3)]).await.is_err(), "nothing is added to it");
        assert_eq!(said(&store, 2), all(2, 4 + round));
        write(&store, vec![step(2, 5 + round)]).await;
        let problems = problems(&store);
        assert_eq!(problems.iter().any(|problem| problem.contains("is damaged")), round == 0, "{problems:?}");
    }
    assert_eq!(damaged(copy.path()).len(), 1, "the damaged file is kept");
}

/// A long log is folded into the database without blocking writes or losing anything.
#[tokio::test]
async fn a_long_log_is_folded_into_the_database() {
    const MATCHES: u64 = 300;
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path(), Durability::Normal).unwrap();
    write(&store, (1..=MATCHES).map(open).collect()).await;
    let (mut most, mut steps) = (0, 0);
    while steps < 20 {
        steps += 1;
        let one = |number| store.write(vec![long(number, steps)]);
        for waits in (1..=MATCHES).map(one).collect::<Vec<_>>() {
            waits.await.unwrap();
        }
        most = most.max(logs(folder.path()).len());
    }
    assert_eq!((most, logs(folder.path()).len()), (2, 1), "a second log, and the first one goes");
    let left: u64 = logs(folder.path()).iter().map(|log| fs::metadata(log).unwrap().len()).sum();
    assert!(left < 16 << 20, "{left} bytes");
    let copy = killed(&folder);
    for store in [opened(&copy), store] {
        for number in 1..=MATCHES {
            let (_, entries) = store.journal(MatchId::new(number)).unwrap().unwrap();
            assert!(entries.iter().map(|entry| entry.step).eq(1..=20));
        }
    }
}

/// Version 1 of the database had one row per step.
#[tokio::test]
async fn version_1_is_migrated() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1), open(2), open(3)]).await;
    drop(store);
    let old = rusqlite::Connection::open(folder.path().join("eights.db")).unwrap();
    old.execute_batch(TO_VERSION_3).unwrap();
    old.execute_batch(
        "DROP TABLE steps;
         CREATE TABLE entry (match INTEGER NOT NULL, step INTEGER NOT NULL, by TEXT NOT NULL,
            said TEXT NOT NULL, digest TEXT NOT NULL, at INTEGER, PRIMARY KEY (match, step)) WITHOUT ROWID;
         INSERT INTO entry VALUES (1, 1, 'table', '1 1', '0000000000000001', NULL),
            (1, 2, 'B', '1 2', '0000000000000002', 70), (3, 2, 'A', '3 2', '0000000000000002', 70);
         PRAGMA user_version = 1;",
    )
    .unwrap();
    drop(old);
    for round in 0..2 {
        let store = opened(&folder);
        assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 2 + round), all(2, round)));
        let entries = store.journal(MatchId::new(1)).unwrap().unwrap().1;
        assert_eq!((entries[0].by, entries[0].at), (Actor::Table, None));
        assert_eq!((entries[1].by.to_string(), entries[1].at), ("B".to_owned(), Some(70)));
        assert!(store.journal(MatchId::new(3)).unwrap_err().to_string().contains("damaged"));
        write(&store, vec![step(1, 3 + round)]).await;
        write(&store, vec![step(2, 1 + round)]).await;
    }
}
