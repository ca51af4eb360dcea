//! Attacks a server while people play at other tables, who must not notice.
//!
//! The real program runs with its default limits. Players answer at a steady pace and measure
//! latency while attackers flood it, spam it and do not read, one kind of attack after the
//! other and then all at once. Then the process is suspended and resumed, killed, and its folder
//! damaged. In every phase 99 of 100 answers must be acknowledged within 100 milliseconds, no
//! connection of a player may break, and no acknowledged move may be lost.

mod attacks;

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    rc::Rc,
    time::Duration,
};

use eights_client::Server;
use eights_store::{Durability, Sqlite, Store};
use tokio::{sync::watch, time::sleep};

use crate::{
    error::LoadError,
    founding::{on_one_thread, open_tables, until_moving},
    ledger::Ledger,
    plan::Plan,
    proc,
    served::{Served, Serving},
    tally::Shared,
};
use attacks::{Attack, Attackers, STRANGERS, Stranger};

/// The parameters of a test.
#[derive(Clone, Debug)]
pub struct AttackTest {
    /// The path of the program `eights`.
    pub program: PathBuf,
    /// The folder for all files of the test.
    pub folder: PathBuf,
    /// The length of the whole test.
    pub seconds: u64,
}

/// The limit of the 99th percentile of latency.
const MAX_P99_LATENCY: Duration = Duration::from_millis(100);
/// The number of tables of ordinary players, two at each.
const TABLES: usize = 6;
/// How long these players wait before they answer.
const PACE: Duration = Duration::from_millis(100);
/// How long a table may take to make a step after a start.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);
/// How long the process is suspended.
const SUSPENSION: Duration = Duration::from_secs(3);
/// The most memory that the server may use for a dozen players and their attackers, in KiB.
const MAX_MEMORY_KIB: f64 = 400.0 * 1024.0;

/// The phases of the test: name and attacks.
const PHASES: [(&str, &[Attack]); 7] = [
    ("nothing yet", &[]),
    ("floods of frames and junk", &[Attack::Pings, Attack::Continuations, Attack::Junk]),
    ("floods of requests", &[Attack::Requests, Attack::Codes, Attack::Sheets]),
    ("new people, tables and sheets", &[Attack::Newcomers]),
    ("hints and chat", &[Attack::Hints, Attack::Chat]),
    ("clients that do not read or send", &[Attack::HalfRequests, Attack::UnreadAnswers, Attack::UnreadLines]),
    ("everything at once", &Attack::ALL),
];

/// Runs the whole test and reports progress to `say`. Returns the problems found.
///
/// # Errors
///
/// If the test could not run.
pub fn hostile(test: &AttackTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    on_one_thread(all(test, say))
}

async fn all(test: &AttackTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    // Three more phases follow: after the suspension, after the damage, and behind a proxy.
    let phase_length = Duration::from_secs(test.seconds) / (PHASES.len() as u32 + 3);
    let mut run = TestRun::open(test, "direct", &[], phase_length).await?;
    for (name, attacks) in PHASES {
        run.run_phase(name, attacks, say).await?;
    }
    run.stop_and_continue(say).await?;
    run.damage(say).await?;
    let mut problems = run.close(say)?;
    let mut run = TestRun::open(test, "proxied", &["behind-proxy=true"], phase_length).await?;
    run.run_phase("behind a proxy", &[Attack::Proxies, Attack::Codes, Attack::UnreadLines], say).await?;
    problems.extend(run.close(say)?);
    Ok(problems)
}

/// The state of a test: the server, its players, the attackers and the problems found.
struct TestRun {
    serving: Serving,
    served: Option<Served>,
    servers: watch::Sender<Vec<Server>>,
    shared: Rc<Shared>,
    codes: Vec<String>,
    strangers: Vec<Stranger>,
    phase_length: Duration,
    problems: Vec<String>,
}

impl TestRun {
    async fn open(
        test: &AttackTest,
        name: &str,
        set: &[&str],
        phase_length: Duration,
    ) -> Result<TestRun, LoadError> {
        let mut serving = Serving::with_limits(test.program.clone(), test.folder.join(name));
        serving.set.extend(set.iter().map(|text| (*text).to_owned()));
        let served = serving.start()?;
        let (servers, at) = watch::channel(vec![served.server.clone()]);
        let shared = Rc::new(Shared::new(at, Some(Ledger::default())));
        let plan = Plan { tables: TABLES, seats: 2, people: 2, pace: PACE, ..Plan::default() };
        let codes = open_tables(&plan, &[], &shared).await?;
        let mut strangers = Vec::new();
        for which in 0..STRANGERS {
            strangers.push(Stranger::new(&served.server, which).await?);
        }
        let run = TestRun {
            serving,
            served: Some(served),
            servers,
            shared,
            codes,
            strangers,
            phase_length,
            problems: Vec::new(),
        };
        run.everybody_moves().await?;
        Ok(run)
    }

    fn served(&self) -> Result<&Served, LoadError> {
        self.served.as_ref().ok_or_else(|| LoadError::NoServer("it is gone".into()))
    }

    /// Waits until every table has made another step.
    async fn everybody_moves(&self) -> Result<(), LoadError> {
        let before = self.shared.tally.borrow().progress.clone();
        let least = |code: &str| before.get(code).map_or(1, |n| n + 1);
        until_moving(&self.codes, least, &self.shared, STEP_TIMEOUT).await
    }

    /// One phase: players play while these attacks run; then latency, connections and memory are
    /// checked.
    async fn run_phase(
        &mut self,
        name: &str,
        attacks: &[Attack],
        say: &mut dyn FnMut(&str),
    ) -> Result<(), LoadError> {
        let attackers = Attackers::start(&self.strangers, attacks);
        self.shared.tally.borrow_mut().restart();
        sleep(self.phase_length).await;
        let (mut waits, broken) = {
            let mut tally = self.shared.tally.borrow_mut();
            (std::mem::take(&mut tally.waits), tally.broken)
        };
        let counts = attackers.stop();
        waits.sort_unstable();
        let at = |share: f64| waits.get((waits.len() as f64 * share) as usize).map_or(0, |wait| *wait);
        let (p50, p99, slowest) = (at(0.5), at(0.99), waits.last().copied().unwrap_or_default());
        let memory = proc::memory(self.served()?.pid());
        say(&format!(
            "{name}: {} answers, half within {:.1} ms, 99 of 100 within {:.1} ms, the slowest {:.1} ms; \
             strangers sent {:.1} MiB, {} of their requests were answered and {} refused; {:.0} MiB of memory",
            waits.len(),
            f64::from(p50) / 1e3,
            f64::from(p99) / 1e3,
            f64::from(slowest) / 1e3,
            counts.bytes.load(std::sync::atomic::Ordering::Relaxed) as f64 / f64::from(1 << 20),
            counts.answered.load(std::sync::atomic::Ordering::Relaxed),
            counts.limited.load(std::sync::atomic::Ordering::Relaxed),
            memory.unwrap_or_default() / 1024.0,
        ));
        let mut wrong = |why: String| self.problems.push(format!("{name}: {why}"));
        // Half of the answers that would be possible without any latency.
        let least = (TABLES as f64 * self.phase_length.as_secs_f64() / PACE.as_secs_f64() / 2.0) as usize;
        if waits.len() < least {
            wrong(format!("only {} answers, where at least {least} were due", waits.len()));
        }
        if Duration::from_micros(p99.into()) > MAX_P99_LATENCY {
            wrong(format!("99 of 100 answers within {:.1} ms", f64::from(p99) / 1e3));
        }
        if broken > 0 {
            wrong(format!("{broken} connections of players broke"));
        }
        match memory {
            Some(kib) if kib > MAX_MEMORY_KIB => wrong(format!("the server holds {:.0} MiB", kib / 1024.0)),
            Some(_) => (),
            None => wrong("the server is gone".into()),
        }
        Ok(())
    }

    /// Suspends the whole process for a while, like a laptop that sleeps.
    async fn stop_and_continue(&mut self, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        let pid = self.served()?.pid();
        signal(pid, "-STOP")?;
        sleep(SUSPENSION).await;
        signal(pid, "-CONT")?;
        self.everybody_moves().await?;
        self.run_phase("after the process was suspended", &[], say).await
    }

    /// Kills the server and damages its folder before it starts again.
    async fn damage(&mut self, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        self.servers.send_replace(Vec::new());
        if let Some(served) = self.served.take() {
            served.kill();
        }
        // Updates sent before the kill may still arrive, and count as acknowledged.
        sleep(Duration::from_millis(20)).await;
        spoil(&self.serving.data)
            .map_err(|error| LoadError::System("the folder cannot be damaged", error))?;
        let served = self.serving.start()?;
        let complaints = served.complaints();
        say(&format!("damaged folder: {}", complaints.lines().next().unwrap_or("no complaint")));
        self.servers.send_replace(vec![served.server.clone()]);
        self.served = Some(served);
        self.everybody_moves().await?;
        self.run_phase("after the folder was damaged", &[], say).await
    }

    /// Shuts the server down, checks its log, and compares the ledger with its store; returns all
    /// problems found.
    fn close(mut self, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
        self.servers.send_replace(Vec::new());
        let Some(served) = self.served.take() else { return Ok(self.problems) };
        let log = served.complaints();
        served.stop()?;
        let lines = log.lines().count();
        if lines > 100 || log.contains("a fault at this table") {
            self.problems
                .push(format!("the log has {lines} lines: {}", log.lines().last().unwrap_or_default()));
        }
        let store = Sqlite::open(&self.serving.data, Durability::Full)
            .map_err(|why| LoadError::Refused(why.to_string()))?;
        if let Some(ledger) = &self.shared.ledger {
            let ledger = ledger.borrow();
            let found = ledger.check(&store);
            let (moves, wrong) = (ledger.acknowledged_moves(), found.len());
            say(&format!(
                "{moves} acknowledged moves compared with the journals, {wrong} differ; {lines} lines of log"
            ));
            self.problems.extend(found);
        }
        store.close();
        Ok(self.problems)
    }
}

fn signal(pid: u32, which: &str) -> Result<(), LoadError> {
    let sent = Command::new("kill").args([which, &pid.to_string()]).status();
    if sent.is_ok_and(|status| status.success()) {
        Ok(())
    } else {
        Err(LoadError::Refused(format!("kill {which} {pid} failed")))
    }
}

/// Damages a data folder as a crash or a curious person might: a torn end of the newest steps,
/// unknown files, no lock file.
fn spoil(folder: &Path) -> std::io::Result<()> {
    for file in fs::read_dir(folder)?.flatten() {
        let name = file.file_name().to_string_lossy().into_owned();
        if name.starts_with("steps-") {
            fs::File::options().append(true).open(file.path())?.write_all(&[0x5a; 100])?;
        }
    }
    fs::write(folder.join("notes.txt"), "what is this folder?")?;
    fs::write(folder.join("eights.db.bak"), [0; 4096])?;
    let _ = fs::remove_file(folder.join("lock"));
    Ok(())
}
