//! Measures three ways to make a group of steps durable: a direct write (O_DIRECT, O_DSYNC) of whole
//! blocks, as the step log does, a buffered write followed by fdatasync, and a transaction of
//! SQLite with one row a step (write-ahead log, `synchronous = FULL`).
//!
//! `cargo run --release --manifest-path bench/disk/Cargo.toml -- [FOLDER] [GROUPS] [BYTES]`
//!
//! The ways take turns, so that a busy moment of the disk hits all of them. The folder must be on the disk
//! in question; a folder in memory proves nothing.

#[path = "../../../crates/eights-store/src/sqlite/log/direct.rs"]
#[allow(dead_code)]
mod direct;

use std::{
    fs::{self, File},
    io::Write,
    os::unix::fs::FileExt,
    path::Path,
    time::{Duration, Instant},
};

use direct::Direct;
use rusqlite::Connection;
use rustix::time::{ClockId, clock_gettime};

/// Groups of one way before the next has its turn.
const TURN: u64 = 100;

/// Steps in a group, each of another match, as under a moderate load.
const STEPS: u64 = 5;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let folder = args.first().map_or(".", String::as_str);
    let number = |index: usize, usual: u64| args.get(index).map_or(usual, |text| text.parse().expect("a number"));
    let (groups, bytes) = (number(1, 4000), number(2, 300) as usize);
    let length = groups * bytes as u64 + 4096;
    let (a, b) = (Path::new(folder).join("bench-direct"), Path::new(folder).join("bench-buffered"));
    for path in [&a, &b] {
        // The log extends its file with zeros ahead of time; so does this.
        let mut file = File::create(path).expect("a folder that can be written");
        file.write_all(&vec![0; length as usize]).and_then(|()| file.sync_all()).expect("space on the disk");
    }
    let mut direct = Direct::open(&a).expect("a file system with direct writes");
    let buffered = File::options().write(true).open(&b).expect("just written");
    let mut database = open_database(&Path::new(folder).join("bench-sqlite"));
    let group = vec![b'x'; bytes];
    let mut spent = [(Duration::ZERO, Duration::ZERO); 3];
    for from in (0..groups).step_by(TURN as usize) {
        let steps = from..(from + TURN).min(groups);
        spent[0] = add(spent[0], timed(|| {
            for n in steps.clone() {
                direct.write(&group, n * bytes as u64).expect("a direct write");
            }
        }));
        spent[1] = add(spent[1], timed(|| {
            for n in steps.clone() {
                buffered.write_all_at(&group, n * bytes as u64).expect("a buffered write");
                buffered.sync_data().expect("fdatasync");
            }
        }));
        spent[2] = add(spent[2], timed(|| {
            for n in steps.clone() {
                let transaction = database.transaction().expect("a transaction");
                for step in 0..STEPS {
                    let row = &group[..bytes / STEPS as usize];
                    transaction
                        .prepare_cached("INSERT INTO steps VALUES (?1, ?2, ?3)")
                        .and_then(|mut insert| insert.execute((n % 500 * STEPS + step, n, row)))
                        .expect("a row");
                }
                transaction.commit().expect("a commit");
            }
        }));
    }
    println!("{:<10} {:>14} {:>14}", "way", "µs/group", "CPU µs/group");
    for (name, (wall, cpu)) in ["direct", "buffered", "sqlite"].iter().zip(spent) {
        let each = |time: Duration| time.as_secs_f64() * 1e6 / groups as f64;
        println!("{name:<10} {:>14.1} {:>14.1}", each(wall), each(cpu));
    }
    drop(database);
    for name in ["bench-direct", "bench-buffered", "bench-sqlite", "bench-sqlite-wal", "bench-sqlite-shm"] {
        let _ = fs::remove_file(Path::new(folder).join(name));
    }
}

fn open_database(path: &Path) -> Connection {
    let database = Connection::open(path).expect("a folder that can be written");
    database
        .execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
             CREATE TABLE steps (match INTEGER, step INTEGER, bytes BLOB, PRIMARY KEY (match, step)) WITHOUT ROWID;",
        )
        .expect("an empty database");
    database
}

/// Wall time and CPU time of this process.
fn timed(work: impl FnOnce()) -> (Duration, Duration) {
    let (began, cpu) = (Instant::now(), cpu_time());
    work();
    (began.elapsed(), cpu_time() - cpu)
}

fn add(a: (Duration, Duration), b: (Duration, Duration)) -> (Duration, Duration) {
    (a.0 + b.0, a.1 + b.1)
}

fn cpu_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
