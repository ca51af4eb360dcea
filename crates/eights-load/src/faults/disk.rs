//! Faults of the disk: read-only folder, damaged page, full disk.

use std::{
    fs,
    io::{Read, Seek, SeekFrom, Write},
    os::unix::fs::{MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use eights_client::{HttpConnection, Method, StatusCode};
use tokio::time::{Instant, sleep};

use super::{FaultTest, STEP_TIMEOUT, TestRun};
use crate::{
    error::LoadError,
    served::{Served, Serving},
};

/// The page size of the SQLite database.
const PAGE: u64 = 1024;
/// How many pages to try, from the end, until a damaged one belongs to an unfinished match.
const MAX_PAGES: u64 = 24;
/// The size of the small disk while it has free space, in KiB.
const DISK_KIB: u64 = 256 << 10;
/// The free space after it is shrunk, in KiB.
const FREE_KIB: u64 = 600;
/// The id of the user `nobody`, for tests that run as root.
const NOBODY: u32 = 65_534;

fn failed(what: &'static str) -> impl Fn(std::io::Error) -> LoadError {
    move |error| LoadError::System(what, error)
}

fn allow(path: &Path, mode: u32) -> Result<(), LoadError> {
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(failed("permissions"))
}

impl TestRun {
    /// Makes the folder read-only: the server must refuse to start and name the folder. When the
    /// folder is writable again, it must continue every match.
    pub(super) async fn read_only(&mut self, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        let data = self.serving.data.clone();
        let is_root = fs::metadata("/proc/self").map_err(failed("this process"))?.uid() == 0;
        let mut serving = self.serving.clone();
        if is_root {
            // Root can write to a read-only folder, so run the server as another user.
            serving.user = Some(NOBODY);
            serving.program = self.test.folder.join("eights-for-all");
            fs::copy(&self.serving.program, &serving.program).map_err(failed("a copy of the program"))?;
            allow(&serving.program, 0o755)?;
            allow(&self.test.folder, 0o755)?;
        }
        allow(&data, 0o555)?;
        let ended = serving.fail_to_start();
        allow(&data, 0o755)?;
        let (status, said) = ended?;
        let last = said.lines().last().unwrap_or_default();
        say(&format!("read-only folder: ended with {status}: {last}"));
        if status.success() || !last.contains(&data.display().to_string()) {
            self.problems.push(format!("a read-only folder is not named: {status}: {said}"));
        }
        let served = self.restart()?;
        self.everybody_moves().await?;
        self.servers.send_replace(Vec::new());
        served.stop()
    }

    /// Damages a page of the database: the server must name the tables that are lost, and serve the
    /// others.
    pub(super) async fn damaged_page(&mut self, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        let file = self.serving.data.join("eights.db");
        for back in 1..=MAX_PAGES {
            let Some(whole) = damage(&file, back).map_err(failed("damaging a page"))? else { break };
            let started = self.serving.start();
            if let Ok(served) = started {
                let complaints = served.complaints();
                let is_lost = |code: &&String| complaints.contains(&format!("table {code} cannot go on"));
                let (lost, fine): (Vec<&String>, Vec<&String>) = self.codes.iter().partition(is_lost);
                if !lost.is_empty() {
                    let (lost, fine) = (lost.len(), fine.into_iter().cloned().collect::<Vec<_>>());
                    return self.after_damage(served, back, lost, &fine, say).await;
                }
                served.kill();
            } else if let Err(LoadError::NoServer(why)) = started {
                // If the damaged page is essential, the server cannot start, but must say why.
                say(&format!("damaged page {back} from the end: not started: {why}"));
                if !why.contains("damaged") {
                    self.problems.push(format!("a damaged page is called something else: {why}"));
                }
            }
            fs::write(&file, whole).map_err(failed("mending a page"))?;
        }
        self.problems.push("no damaged page hit an unfinished match".into());
        Ok(())
    }

    async fn after_damage(
        &mut self,
        served: Served,
        back: u64,
        lost: usize,
        fine: &[String],
        say: &mut dyn FnMut(&str),
    ) -> Result<(), LoadError> {
        let first = served.complaints();
        let first = first.lines().next().unwrap_or_default().to_owned();
        say(&format!("damaged page {back} from the end: {lost} tables lost, {} served: {first}", fine.len()));
        if fine.is_empty() {
            self.problems.push("one damaged page lost every table".into());
        }
        self.servers.send_replace(vec![served.server.clone()]);
        let moved = self.these_move(fine).await;
        self.servers.send_replace(Vec::new());
        served.kill();
        moved
    }
}

/// Overwrites a page, counted from the end; returns the original content of the file.
fn damage(path: &Path, back: u64) -> std::io::Result<Option<Vec<u8>>> {
    let mut file = fs::File::options().read(true).write(true).open(path)?;
    let mut whole = Vec::new();
    file.read_to_end(&mut whole)?;
    let Some(at) = (whole.len() as u64).checked_sub(back * PAGE).filter(|at| *at >= PAGE) else {
        return Ok(None);
    };
    file.seek(SeekFrom::Start(at))?;
    file.write_all(&[0xa5; PAGE as usize])?;
    Ok(Some(whole))
}

/// Fills the disk: the server must refuse every answer with the reason, lose nothing that it
/// acknowledged, and continue every match when there is free space again.
pub(super) async fn full(test: &FaultTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    let disk = test.folder.join("disk");
    fs::create_dir_all(&disk).map_err(failed("a folder"))?;
    let small = Small::mount(&disk);
    let data = disk.join("data");
    let mut serving = Serving::for_load(test.program.clone(), data, Duration::ZERO);
    serving.log = test.folder.join("full.log");
    if small.is_none() {
        // Without permission to mount, limit the file size instead, in blocks of 1024 bytes.
        let blocks = 1000 + 60 * test.tables;
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        serving.by = ["bash", "-c", &limited].map(Into::into).into();
    }
    let (mut run, served) = TestRun::open_by(test.clone(), serving).await?;
    if let Some(small) = &small {
        small.shrink(&run.serving.data)?;
    }
    let why = until_refused(&run).await?;
    say(&format!("full disk: refused: {why}"));
    if small.is_some() && !why.contains("full") {
        run.problems.push(format!("a full disk is called something else: {why}"));
    }
    // The server must still answer requests that write nothing.
    let mut http = HttpConnection::open(&served.server).await?;
    let health = http.request(Method::GET, "/healthz", None, String::new()).await?;
    if health.status != StatusCode::OK {
        run.problems.push(format!("on a full disk the server is not well: {}", health.status));
    }
    let served = match &small {
        Some(small) => {
            small.resize(DISK_KIB)?;
            served
        }
        None => {
            run.servers.send_replace(Vec::new());
            served.kill();
            run.serving.by.clear();
            run.restart()?
        }
    };
    run.everybody_moves().await?;
    say("full disk: there is room again, and every table continues");
    run.retire(served, say)?;
    let problems = run.close();
    drop(small);
    Ok(problems)
}

/// Waits until the server refuses an answer because it cannot be stored; returns the reason.
async fn until_refused(run: &TestRun) -> Result<String, LoadError> {
    let began = Instant::now();
    while began.elapsed() < STEP_TIMEOUT * 2 {
        {
            let tally = run.shared.tally.borrow();
            if tally.why.contains(r#""code":"not-saved""#) {
                return Ok(tally.why.clone());
            }
        }
        sleep(Duration::from_millis(10)).await;
    }
    Err(LoadError::TooLong(STEP_TIMEOUT.as_secs() * 2, "the small disk is not full".into()))
}

/// A small disk in memory (tmpfs), unmounted on drop.
struct Small(PathBuf);

impl Small {
    fn mount(at: &Path) -> Option<Small> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", &format!("size={DISK_KIB}k"), "tmpfs"])
            .arg(at)
            .output();
        mounted.is_ok_and(|output| output.status.success()).then(|| Small(at.to_owned()))
    }

    fn resize(&self, kib: u64) -> Result<(), LoadError> {
        let done = Command::new("mount").args(["-o", &format!("remount,size={kib}k")]).arg(&self.0).output();
        if done.is_ok_and(|output| output.status.success()) {
            Ok(())
        } else {
            Err(LoadError::Refused("the size of the small disk cannot be changed".into()))
        }
    }

    /// Shrinks the disk so that only [`FREE_KIB`] remains free beside this folder.
    fn shrink(&self, folder: &Path) -> Result<(), LoadError> {
        let files = fs::read_dir(folder).map_err(failed("the small disk"))?;
        let blocks =
            files.flatten().filter_map(|file| file.metadata().ok()).map(|metadata| metadata.blocks());
        // A block of `stat` has 512 bytes.
        self.resize(blocks.sum::<u64>() / 2 + FREE_KIB)
    }
}

impl Drop for Small {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).output();
    }
}
