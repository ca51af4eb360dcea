//! Backups of stores, also while they are written, and what restoring them checks.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use crate::common::{killed, long, open, opened, played, step, write};
use eights_match::{Entry, Head};
use eights_store::{
    BackedUp, Durability, MatchId, Op, Opened, PersonId, PersonRow, Restored, Sqlite, Store, back_up, restore,
};

fn id(number: u8) -> MatchId {
    MatchId::new(u64::from(number) + 1)
}

fn opening(number: u8, head: &Head) -> Op {
    let head = head.clone();
    Op::Open(Box::new(Opened { id: id(number), head, title: "Action".into(), at: 1, people: Vec::new() }))
}

/// Restores a backup to a new folder inside of another one.
fn restored(file: &Path, outer: &Path) -> (Restored, Sqlite) {
    let folder = outer.join("restored");
    let _ = fs::remove_dir_all(&folder);
    let restored = restore(file, &folder).unwrap();
    (restored, Sqlite::open(&folder, Durability::Normal).unwrap())
}

/// Single steps go to the log and steps within units to the database, so the two are never of the
/// same moment.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_during_play_contains_everything_that_was_acknowledged_before() {
    const MATCHES: u8 = 8;
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let store = Arc::new(opened(&folder));
    let matches: Vec<(Head, Vec<Entry>)> = (0..MATCHES).map(played).collect();
    let acknowledged: Arc<Vec<AtomicUsize>> = Arc::new((0..MATCHES).map(|_| AtomicUsize::new(0)).collect());
    let stop = Arc::new(AtomicBool::new(false));
    for (number, (head, _)) in (0..).zip(&matches) {
        store.write(vec![opening(number, head)]).await.unwrap();
    }
    let mut writers = Vec::new();
    for (number, (_, entries)) in (0..MATCHES).zip(matches.clone()) {
        let (store, acknowledged, stop) = (store.clone(), acknowledged.clone(), stop.clone());
        writers.push(tokio::spawn(async move {
            for (n, entry) in entries.into_iter().enumerate() {
                if stop.load(Ordering::Relaxed) {
                    return;
                }
                let mut ops = vec![Op::Append(id(number), entry)];
                if n % 7 == 5 {
                    ops.push(Op::Room { code: format!("R{number}"), saved: "{}".into() });
                }
                store.write(ops).await.unwrap();
                acknowledged[usize::from(number)].store(n + 1, Ordering::SeqCst);
            }
        }));
    }
    let now = || acknowledged.iter().map(|count| count.load(Ordering::SeqCst)).collect::<Vec<_>>();
    for round in 0..6 {
        // Something is played between two backups.
        let goal = now().iter().sum::<usize>() + 20;
        while now().iter().sum::<usize>() < goal && writers.iter().any(|writer| !writer.is_finished()) {
            tokio::task::yield_now().await;
        }
        let before = now();
        let file = outer.path().join(format!("backup-{round}"));
        let (from, to) = (folder.path().to_owned(), file.clone());
        let backed_up = tokio::task::spawn_blocking(move || back_up(&from, &to)).await.unwrap().unwrap();
        assert_eq!((backed_up.matches, &backed_up.problems), (u64::from(MATCHES), &Vec::new()));
        let (report, copy) = restored(&file, outer.path());
        assert_eq!(report.problems, [] as [&str; 0], "every match can be replayed");
        for (number, (head, entries)) in (0..).zip(&matches) {
            let (found_head, found) = copy.journal(id(number)).unwrap().unwrap();
            let least = before[usize::from(number)];
            assert_eq!(&found_head, head);
            assert!(found.len() >= least, "match {number}: {} of {least} steps, round {round}", found.len());
            assert_eq!(found, entries[..found.len()], "match {number}");
        }
    }
    stop.store(true, Ordering::Relaxed);
    for writer in writers {
        writer.await.unwrap();
    }
}

/// The backup is one file that only its owner can read, whatever state the folder is in.
#[tokio::test]
async fn every_state_of_a_folder_can_be_backed_up() {
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let (head, entries) = played(9);
    let store = opened(&folder);
    let ada = PersonRow { id: PersonId::new(7), token: [3; 32], name: "Ada".into(), since: 1 };
    write(&store, vec![opening(9, &head), Op::Person(ada.clone())]).await;
    for entry in &entries {
        write(&store, vec![Op::Append(id(9), entry.clone())]).await;
    }
    let crashed = killed(&folder);
    let running = back_up(folder.path(), &outer.path().join("running")).unwrap();
    drop(store);
    let stopped = back_up(folder.path(), &outer.path().join("stopped")).unwrap();
    let after_crash = back_up(crashed.path(), &outer.path().join("crashed")).unwrap();
    for (name, report) in [("running", running), ("stopped", stopped), ("crashed", after_crash)] {
        let file = outer.path().join(name);
        let bytes = fs::metadata(&file).unwrap().len();
        assert_eq!(
            report,
            BackedUp { tables: 0, matches: 1, people: 1, bytes, problems: Vec::new() },
            "{name}"
        );
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{name}");
        let (report, copy) = restored(&file, outer.path());
        assert_eq!((report.steps, report.problems), (entries.len() as u64, Vec::new()), "{name}");
        assert_eq!(copy.journal(id(9)).unwrap().unwrap().1, entries, "{name}");
        assert_eq!(copy.person(ada.id).unwrap().unwrap(), ada);
    }
    let mut left: Vec<_> = fs::read_dir(&outer).unwrap().map(|file| file.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["crashed", "restored", "running", "stopped"], "nothing else is left behind");
}

/// Backups while the log is rotated, folded and removed.
#[tokio::test(flavor = "multi_thread")]
async fn a_backup_during_rotation_loses_nothing() {
    const MATCHES: u64 = 300;
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let store = Arc::new(Sqlite::open(folder.path(), Durability::Normal).unwrap());
    write(&store, (1..=MATCHES).map(open).collect()).await;
    let steps = Arc::new(AtomicUsize::new(0));
    let writing = tokio::spawn({
        let (store, steps) = (store.clone(), steps.clone());
        async move {
            for n in 1..=30 {
                let all: Vec<_> = (1..=MATCHES).map(|number| store.write(vec![long(number, n)])).collect();
                for one in all {
                    one.await.unwrap();
                }
                steps.store(n as usize, Ordering::SeqCst);
            }
        }
    });
    let mut round = 0;
    while !writing.is_finished() {
        let least = steps.load(Ordering::SeqCst);
        let (from, to) = (folder.path().to_owned(), outer.path().join(format!("backup-{round}")));
        let file = to.clone();
        let report = tokio::task::spawn_blocking(move || back_up(&from, &to)).await.unwrap().unwrap();
        assert_eq!(report.problems, [] as [&str; 0]);
        // These steps are not of a real match, so they are only counted.
        let copy = tempfile::tempdir().unwrap();
        fs::copy(&file, copy.path().join("eights.db")).unwrap();
        let copy = opened(&copy);
        for number in 1..=MATCHES {
            let found = copy.journal(MatchId::new(number)).unwrap().unwrap().1;
            assert!(found.iter().map(|entry| entry.step).eq(1..=found.len() as u64));
            assert!(found.len() >= least, "{} of {least} steps of match {number}", found.len());
        }
        fs::remove_file(file).unwrap();
        round += 1;
    }
    writing.await.unwrap();
    assert!(round > 1, "{round} backups");
}

#[tokio::test]
async fn lost_steps_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1)]).await;
    for n in 1..=4 {
        write(&store, vec![step(1, n)]).await;
    }
    let copy = killed(&folder);
    let log = crate::common::logs(copy.path()).pop().unwrap();
    let mut bytes = fs::read(&log).unwrap();
    let at = bytes.windows(3).position(|window| window == b"1 3").unwrap();
    bytes[at] = b'7';
    fs::write(&log, &bytes).unwrap();
    let report = back_up(copy.path(), &outer.path().join("damaged")).unwrap();
    assert!(report.problems[0].contains("steps-1.eights is damaged"), "{:?}", report.problems);
    fs::remove_file(&log).unwrap();
    let report = back_up(copy.path(), &outer.path().join("missing")).unwrap();
    assert!(report.problems[0].contains("steps-1.eights is missing"), "{:?}", report.problems);
    // These steps are no moves either, and restoring says so of the match.
    let back = restore(&outer.path().join("damaged"), &outer.path().join("folder")).unwrap();
    let [problem] = &back.problems[..] else { panic!("{:?}", back.problems) };
    assert!(problem.contains("step 3 of match") && problem.contains("is missing"), "{problem}");
}

#[tokio::test]
async fn what_cannot_be_backed_up_or_restored_is_named_in_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let file = |name: &str| outer.path().join(name);
    let store = opened(&folder);
    let (head, entries) = played(3);
    write(&store, vec![opening(3, &head), Op::Append(id(3), entries[0].clone())]).await;
    back_up(folder.path(), &file("backup")).unwrap();

    let refused = |from: &Path, to: &Path| back_up(from, to).unwrap_err().to_string();
    assert!(refused(folder.path(), &file("backup")).ends_with("backup exists already: choose another name"));
    assert!(refused(outer.path(), &file("other")).starts_with("there is no store in the folder"));
    assert!(refused(folder.path(), &file("nowhere/backup")).contains("cannot write"));

    let refused = |name: &str| restore(&file(name), &file("new")).unwrap_err().to_string();
    assert!(refused("missing").contains("missing cannot be read: No such file"), "{}", refused("missing"));
    fs::write(file("text"), "nothing of the kind").unwrap();
    assert!(refused("text").contains("text is not a backup"), "{}", refused("text"));
    // The database of a store whose newest steps are in files beside it.
    fs::copy(file("backup"), file("database")).unwrap();
    let database = rusqlite::Connection::open(file("database")).unwrap();
    database.execute_batch("INSERT INTO step_file (id) VALUES (randomblob(16))").unwrap();
    assert!(refused("database").ends_with("use eights backup"), "{}", refused("database"));
    rusqlite::Connection::open(file("empty")).unwrap().execute_batch("CREATE TABLE x (y)").unwrap();
    assert!(refused("empty").contains("it is a database of something else"), "{}", refused("empty"));
    let mut bytes = fs::read(file("backup")).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 3000].fill(0xff);
    fs::write(file("damaged"), &bytes).unwrap();
    assert!(refused("damaged").contains("damaged"), "{}", refused("damaged"));
    assert!(!file("new").exists(), "nothing is made for a backup that cannot be used");

    fs::create_dir(file("full")).unwrap();
    fs::write(file("full").join("letter"), "dear Ada").unwrap();
    let why = restore(&file("backup"), &file("full")).unwrap_err().to_string();
    assert!(why.ends_with("full is not empty: choose another one"), "{why}");
    assert_eq!(fs::read_dir(file("full")).unwrap().count(), 1);
    // A folder of a server, running or not, is never empty.
    let why = restore(&file("backup"), folder.path()).unwrap_err().to_string();
    assert!(why.contains("is not empty"), "{why}");
}

/// A step that cannot be played is found by replaying.
#[tokio::test]
async fn a_forged_match_is_reported() {
    let folder = tempfile::tempdir().unwrap();
    let outer = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    let (head, mut entries) = played(4);
    entries[5].digest = "0000000000000000".into();
    write(&store, vec![opening(4, &head), opening(5, &head)]).await;
    for entry in &entries {
        write(&store, vec![Op::Append(id(4), entry.clone())]).await;
    }
    back_up(folder.path(), &outer.path().join("backup")).unwrap();
    let (report, copy) = restored(&outer.path().join("backup"), outer.path());
    let [problem] = &report.problems[..] else { panic!("{:?}", report.problems) };
    assert!(problem.contains(&format!("match {} cannot be replayed: line 7", id(4))), "{problem}");
    assert_eq!(copy.journal(id(4)).unwrap().unwrap().1.len(), entries.len(), "it is restored all the same");
}
