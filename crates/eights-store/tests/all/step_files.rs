//! Missing, emptied, truncated, swapped and foreign step files: each is reported, and none is
//! deleted.

use std::{fs, path::PathBuf};

use crate::common::{
    MARK, TO_VERSION_3, all, damaged, groups, killed, logs, long, open, opened, problems, said, step, write,
    write_steps_without_header,
};
use eights_store::{Durability, Sqlite, Store};
use tempfile::TempDir;

/// A folder after a kill: two matches of three steps each, all in one step file.
async fn crashed() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1), open(2)]).await;
    for n in 1..=3 {
        write(&store, vec![step(1, n)]).await;
        write(&store, vec![step(2, n)]).await;
    }
    killed(&folder)
}

/// The only reported problem.
fn problem(store: &Sqlite) -> String {
    let problems = problems(store);
    assert_eq!(problems.len(), 1, "{problems:?}");
    problems[0].clone()
}

#[tokio::test]
async fn a_missing_file_is_reported_once() {
    let folder = crashed().await;
    let [file] = &logs(folder.path())[..] else { panic!("one step file") };
    fs::remove_file(file).unwrap();
    let store = opened(&folder);
    let problem = problem(&store);
    assert!(problem.contains("steps-1.eights is missing") && problem.contains("are lost"), "{problem}");
    assert_eq!(said(&store, 1), all(1, 0));
    // The match continues from what is left.
    write(&store, vec![step(1, 1)]).await;
    drop(store);
    let store = opened(&folder);
    assert_eq!(problems(&store), [] as [&str; 0]);
    assert_eq!(said(&store, 1), all(1, 1));
}

#[tokio::test]
async fn an_emptied_file_is_reported() {
    let folder = crashed().await;
    fs::write(&logs(folder.path())[0], "").unwrap();
    let store = opened(&folder);
    let problem = problem(&store);
    assert!(problem.contains("steps-1.eights is missing"), "{problem}");
}

#[tokio::test]
async fn an_overwritten_file_is_reported_and_kept() {
    let folder = crashed().await;
    let garbage = b"this is something else entirely".repeat(100);
    fs::write(&logs(folder.path())[0], &garbage).unwrap();
    let store = opened(&folder);
    let problems = problems(&store);
    assert_eq!(problems.len(), 2, "{problems:?}");
    assert!(problems[0].contains("steps-1.eights is missing"), "{problems:?}");
    assert!(problems[1].contains("does not belong to this database"), "{problems:?}");
    write(&store, vec![open(3)]).await;
    drop(store);
    let [aside] = &damaged(folder.path())[..] else { panic!("it is set aside") };
    assert_eq!(fs::read(aside).unwrap(), garbage);
}

/// A file truncated between two groups looks complete, but is too short.
#[tokio::test]
async fn a_truncated_file_is_reported_and_kept() {
    let folder = crashed().await;
    let file = logs(folder.path())[0].clone();
    let whole = fs::read(&file).unwrap();
    let group = whole.windows(3).rposition(|bytes| bytes == b"2 3").unwrap();
    let cut = whole[..group].windows(4).rposition(|bytes| bytes == MARK).unwrap();
    fs::write(&file, &whole[..cut]).unwrap();
    let store = opened(&folder);
    let problem = problem(&store);
    assert!(problem.contains("was cut") && problem.contains("may be lost"), "{problem}");
    assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 3), all(2, 2)));
    drop(store);
    assert_eq!(fs::read(&damaged(folder.path())[0]).unwrap(), &whole[..cut]);
    assert_eq!(logs(folder.path()), [] as [PathBuf; 0]);
}

/// A power failure leaves an incomplete last group. No table is lost, and none is reported as lost.
#[tokio::test]
async fn an_unfinished_write_is_not_reported_as_loss() {
    let folder = crashed().await;
    let file = logs(folder.path())[0].clone();
    let mut torn = fs::read(&file).unwrap();
    let last = torn.windows(3).rposition(|bytes| bytes == b"2 3").unwrap();
    torn[last..last + 40].fill(0);
    fs::write(&file, &torn).unwrap();
    let store = opened(&folder);
    let problem = problem(&store);
    assert!(problem.contains("an unfinished write. Nobody was told of such steps"), "{problem}");
    assert!(!problem.contains("lost"), "{problem}");
    assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 3), all(2, 2)));
    drop(store);
    assert_eq!(damaged(folder.path()).len(), 1);
}

/// Unlisted files are renamed, whatever their number.
#[tokio::test]
async fn unlisted_files_are_set_aside() {
    let other = crashed().await;
    let foreign = fs::read(&logs(other.path())[0]).unwrap();
    let folder = crashed().await;
    let names = [
        "steps-18446744073709551615.log",
        "steps-18446744073709551615.eights",
        "steps-9223372036854775807.eights",
        "steps-2.eights",
    ];
    for name in names {
        fs::write(folder.path().join(name), b"garbage").unwrap();
    }
    // A foreign file with a step that this database does not have.
    let longer = tempfile::tempdir().unwrap();
    let store = opened(&longer);
    write(&store, vec![open(1)]).await;
    for n in 1..=4 {
        write(&store, vec![step(1, n)]).await;
    }
    let news = fs::read(&logs(longer.path())[0]).unwrap();
    fs::write(folder.path().join("steps-70.eights"), &news).unwrap();
    // This foreign file holds only known steps, so it can go.
    fs::write(folder.path().join("steps-71.eights"), &foreign).unwrap();
    let store = opened(&folder);
    let problems = problems(&store);
    assert_eq!(problems.len(), 5, "{problems:?}");
    assert!(problems.iter().all(|problem| problem.contains("does not belong")), "{problems:?}");
    assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 3), all(2, 3)));
    write(&store, vec![step(1, 4)]).await;
    drop(store);
    assert_eq!(damaged(folder.path()).len(), 5);
    assert_eq!(fs::read(folder.path().join("damaged-steps-70.eights")).unwrap(), news);
    assert_eq!(said(&opened(&folder), 1), all(1, 4));
}

/// Two files with swapped names are still read in the right order.
#[tokio::test]
async fn swapped_files_lose_nothing() {
    const MATCHES: u64 = 300;
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(folder.path(), Durability::Normal).unwrap();
    write(&store, (1..=MATCHES).map(open).collect()).await;
    // Steps of four kilobytes: after sixteen megabytes a second file begins.
    let mut steps = 0;
    for n in 1..=13 {
        let waiting: Vec<_> = (1..=MATCHES).map(|number| store.write(vec![long(number, n)])).collect();
        for one in waiting {
            one.await.unwrap();
        }
        steps = n;
    }
    let mut number = 0;
    while logs(folder.path()).len() < 2 {
        number += 1;
        assert!(number <= MATCHES, "a second file begins");
        write(&store, vec![long(number, steps + 1)]).await;
    }
    write(&store, vec![long(number + 1, steps + 1)]).await;
    std::thread::sleep(std::time::Duration::from_millis(300));
    let copy = killed(&folder);
    drop(store);
    let [one, two] = &logs(copy.path())[..] else { panic!("two step files") };
    let spare = copy.path().join("spare");
    fs::rename(one, &spare).unwrap();
    fs::rename(two, one).unwrap();
    fs::rename(&spare, two).unwrap();
    let store = opened(&copy);
    let problems = problems(&store);
    assert!(
        problems.len() == 2 && problems.iter().all(|problem| problem.contains("was renamed")),
        "{problems:?}"
    );
    for id in 1..=MATCHES {
        let wanted = steps + u64::from(id <= number + 1);
        assert_eq!(said(&store, id).len() as u64, wanted, "match {id}");
    }
    drop(store);
    assert_eq!((logs(copy.path()).len(), damaged(copy.path()).len()), (0, 0));
}

/// Earlier versions called the files logs, and wrote no header.
#[tokio::test]
async fn files_of_an_earlier_version_are_migrated() {
    let folder = crashed().await;
    let file = logs(folder.path())[0].clone();
    let groups = groups(&file);
    write_steps_without_header(folder.path(), 7, &groups[..4]);
    write_steps_without_header(folder.path(), 10, &groups[4..]);
    fs::write(folder.path().join("steps-18446744073709551615.log"), "garbage").unwrap();
    fs::remove_file(file).unwrap();
    let database = rusqlite::Connection::open(folder.path().join("eights.db")).unwrap();
    database.execute_batch(TO_VERSION_3).unwrap();
    database.execute_batch("DROP TABLE step_file; PRAGMA user_version = 2;").unwrap();
    drop(database);
    // Killed again before the old files were folded.
    let store = opened(&folder);
    let copy = killed(&folder);
    drop(store);
    assert_eq!(logs(copy.path()).len(), 4);
    let store = opened(&copy);
    assert_eq!((said(&store, 1), said(&store, 2)), (all(1, 3), all(2, 3)));
    let problem = problem(&store);
    assert!(problem.contains("steps-18446744073709551615.log"), "{problem}");
    write(&store, vec![step(1, 4)]).await;
    drop(store);
    assert_eq!((logs(copy.path()).len(), damaged(copy.path()).len()), (0, 1));
    assert_eq!(said(&opened(&copy), 1), all(1, 4));
}
