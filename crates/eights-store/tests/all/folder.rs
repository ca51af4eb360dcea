//! The data folder: locked by one process, readable by its owner only, with few open files.

use std::{
    fs::{self, Permissions},
    os::unix::fs::PermissionsExt,
    path::Path,
    sync::Barrier,
};

use crate::common::{all, killed, logs, open, opened, problems, said, step, write};
use eights_store::{Durability, PersonId, Sqlite, Store};

fn refusal(folder: &Path) -> String {
    Sqlite::open(folder, Durability::Full).err().expect("it cannot be opened").to_string()
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().permissions().mode() & 0o777
}

/// Deleting every possible lock file changes nothing: the folder itself is locked.
#[tokio::test]
async fn a_second_server_cannot_start_even_without_lock_files() {
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    write(&store, vec![open(1)]).await;
    write(&store, vec![step(1, 1)]).await;
    for file in fs::read_dir(folder.path()).unwrap().map(Result::unwrap) {
        let name = file.file_name().into_string().unwrap();
        if !name.starts_with("eights.db") && !name.starts_with("steps-") {
            fs::remove_file(file.path()).unwrap();
        }
    }
    assert!(refusal(folder.path()).contains("another program already serves the folder"));
    assert_eq!(logs(folder.path()).len(), 1, "the step file of the first one is still there");
    write(&store, vec![step(1, 2)]).await;
    assert_eq!(said(&opened(&killed(&folder)), 1), all(1, 2));
    drop(store);
    opened(&folder);
}

/// Earlier versions locked a file.
#[test]
fn a_running_earlier_version_is_detected() {
    let folder = tempfile::tempdir().unwrap();
    let lock = fs::File::create(folder.path().join("lock")).unwrap();
    lock.try_lock().unwrap();
    assert!(refusal(folder.path()).contains("another program already serves the folder"));
    drop(lock);
    drop(opened(&folder));
    assert!(!folder.path().join("lock").exists());
}

#[tokio::test]
async fn only_the_owner_can_read_anything() {
    let outer = tempfile::tempdir().unwrap();
    let folder = outer.path().join("data");
    for round in 0..2 {
        let store = Sqlite::open(&folder, Durability::Full).unwrap();
        assert_eq!(problems(&store), [] as [&str; 0]);
        if round == 0 {
            write(&store, vec![open(1)]).await;
        }
        write(&store, vec![step(1, round + 1)]).await;
        assert_eq!(mode(&folder), 0o700);
        let files: Vec<_> = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()).collect();
        assert!(files.len() >= 3, "{files:?}");
        for file in &files {
            assert_eq!(mode(file), 0o600, "{}", file.display());
        }
        drop(store);
        // The permissions that earlier versions used.
        for file in fs::read_dir(&folder).unwrap().map(|file| file.unwrap().path()) {
            fs::set_permissions(file, Permissions::from_mode(0o644)).unwrap();
        }
        fs::set_permissions(&folder, Permissions::from_mode(0o755)).unwrap();
    }
}

fn open_files(folder: &Path) -> usize {
    let files = fs::read_dir("/proc/self/fd").unwrap().flatten();
    let targets = files.filter_map(|file| fs::read_link(file.path()).ok());
    targets.filter(|target| target.starts_with(folder)).count()
}

/// A burst of readers opens some connections, and most of them are closed again.
#[cfg(target_os = "linux")]
#[test]
fn a_burst_of_readers_leaves_few_files_open() {
    const READERS: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let store = opened(&folder);
    let at_rest = open_files(folder.path());
    let (together, mut most) = (Barrier::new(READERS), 0);
    std::thread::scope(|scope| {
        let read = || {
            together.wait();
            for number in 0..20 {
                store.person(PersonId::new(number)).unwrap();
            }
        };
        let threads: Vec<_> = (0..READERS).map(|_| scope.spawn(read)).collect();
        while !threads.iter().all(|thread| thread.is_finished()) {
            most = most.max(open_files(folder.path()));
        }
    });
    // A connection has two or three files open: the database, its log, and the index of that.
    assert!(most - at_rest <= 20 * 3, "{most} files during the burst, {at_rest} before");
    // Four connections stay. SQLite keeps the descriptor of the database of a closed connection as long as another
    // one holds a lock on it (POSIX locks would be lost with it), and uses it for the next connection it opens: so
    // up to sixteen of these, and two more files for each connection that stays.
    let after = open_files(folder.path());
    assert!(after - at_rest <= 16 + 4 * 2, "{after} files after the burst, {at_rest} before");
}
