//! Idle time in the database: it survives restarts, older databases start at zero, and dropped matches stay dropped.

use crate::common::{TO_VERSION_3, killed, open, opened, problems, step, write};
use eights_store::{IdleLimits, MatchId, Op, PersonId, PersonRow, SheetRow, Store, Used};

fn person(number: u64) -> Op {
    Op::Person(PersonRow { id: PersonId::new(number), token: [1; 32], name: "Ada".into(), since: 0 })
}

fn sheet(hash: &str) -> Op {
    let (game, sheet) = ("crazy-eights".into(), "{}".into());
    Op::Sheet(SheetRow { game, hash: hash.into(), sheet, by: PersonId::new(1), at: 0 })
}

fn pass(minutes: u64) -> Op {
    Op::MarkUsed(Used { minutes, ..Used::default() })
}

fn drop_after(minutes: u64) -> Op {
    Op::DropUnused(IdleLimits { people: minutes, sheets: minutes })
}

#[tokio::test]
async fn idle_time_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    let room = Op::Room { code: "ROOM".into(), saved: "{}".into() };
    write(&store, vec![room, person(2), pass(30)]).await;
    let folder = killed(&folder);
    let store = opened(&folder);
    assert_eq!(store.rooms().unwrap().0[0].idle, 30);
    write(&store, vec![pass(30), drop_after(50)]).await;
    assert_eq!(store.rooms().unwrap().0[0].idle, 60);
    assert_eq!(store.person(PersonId::new(2)), Ok(None));
}

/// An older database has no idle times: everything in it counts as used when it is migrated.
#[tokio::test]
async fn everything_in_a_version_3_database_counts_as_used_now() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    let room = Op::Room { code: "ROOM".into(), saved: "{}".into() };
    write(&store, vec![room, person(1), person(2), sheet("abc"), open(1), pass(1000)]).await;
    drop(store);
    let old = rusqlite::Connection::open(folder.path().join("eights.db")).unwrap();
    old.execute_batch(TO_VERSION_3).unwrap();
    drop(old);
    let store = opened(&folder);
    assert_eq!(store.rooms().unwrap().0[0].idle, 0);
    write(&store, vec![pass(10), drop_after(10)]).await;
    assert!(store.person(PersonId::new(2)).unwrap().is_some());
    assert!(store.sheet("crazy-eights", "abc").unwrap().is_some());
    write(&store, vec![pass(1), drop_after(10)]).await;
    assert_eq!(store.person(PersonId::new(2)), Ok(None));
    assert_eq!(store.sheet("crazy-eights", "abc"), Ok(None));
}

/// One transaction drops a limited number; the rest goes next time.
#[tokio::test]
async fn many_unused_people_are_dropped_in_batches() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, (1..=700).map(person).collect()).await;
    let count = || (1..=700).filter(|n| store.person(PersonId::new(*n)).unwrap().is_some()).count();
    write(&store, vec![pass(10), drop_after(5)]).await;
    assert_eq!(count(), 200);
    write(&store, vec![drop_after(5)]).await;
    assert_eq!(count(), 0);
}

/// The steps of a dropped match are still in a step file. They are not read again, and nothing is reported.
#[tokio::test]
async fn a_dropped_match_stays_dropped_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1), open(2)]).await;
    for number in [1, 2] {
        write(&store, vec![step(number, 1)]).await;
    }
    write(&store, vec![Op::DropMatch(MatchId::new(1))]).await;
    let folder = killed(&folder);
    for _ in 0..2 {
        let store = opened(&folder);
        assert_eq!(problems(&store), [] as [String; 0]);
        assert_eq!(store.journal(MatchId::new(1)), Ok(None));
        assert_eq!(store.steps(MatchId::new(2), 0).unwrap().len(), 1);
    }
    let database = rusqlite::Connection::open(folder.path().join("eights.db")).unwrap();
    let left: u64 =
        database.query_row("SELECT COUNT(*) FROM steps WHERE match = 1", [], |row| row.get(0)).unwrap();
    assert_eq!(left, 0);
}
