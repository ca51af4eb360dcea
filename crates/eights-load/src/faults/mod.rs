//! Fault injection: the server must keep everything it acknowledged through crashes and disk
//! faults.
//!
//! Players play at many tables of all games while the server is killed repeatedly, its disk
//! fills up, its folder becomes read-only, or a page of its database is damaged. An update that
//! shows a step acknowledges it; a [`Ledger`] records all acknowledgements. Afterwards it is
//! compared with the journals, line by line.

#[cfg(feature = "postgres")]
mod cluster;
#[cfg(feature = "postgres")]
pub(crate) mod databases;
mod disk;
#[cfg(feature = "postgres")]
mod proxy;

#[cfg(feature = "postgres")]
pub use cluster::{ClusterTest, cluster};

use std::{
    path::PathBuf,
    rc::Rc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use eights_client::Server;
use eights_store::{Durability, Sqlite, Store};
use tokio::{sync::watch, time::sleep};

use crate::{
    error::LoadError,
    founding::{Wanted, on_one_thread, open_tables, until_moving},
    ledger::Ledger,
    plan::Plan,
    served::{Served, Serving},
    tally::Shared,
};

/// The parameters of a test.
#[derive(Clone, Debug)]
pub struct FaultTest {
    /// The path of the program `eights`.
    pub program: PathBuf,
    /// The folder for all files of the test.
    pub folder: PathBuf,
    pub tables: usize,
    /// The number of times to kill the server.
    pub kills: u32,
    /// Seed of the moments at which it is killed; taken from the clock if `None`.
    pub seed: Option<u64>,
}

/// How long a table may take to make a step after a start.
const STEP_TIMEOUT: Duration = Duration::from_secs(60);
/// How long players wait before they answer.
const PACE: Duration = Duration::from_millis(5);

/// The state of a test: the server, its players and the problems found.
struct TestRun {
    test: FaultTest,
    serving: Serving,
    shared: Rc<Shared>,
    servers: watch::Sender<Vec<Server>>,
    codes: Vec<String>,
    /// The state of the random generator.
    rng: u64,
    problems: Vec<String>,
}

/// Runs all tests and reports progress to `say`. Returns the problems found.
///
/// # Errors
///
/// If a test could not run.
pub fn faults(test: &FaultTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    on_one_thread(all(test, say))
}

async fn all(test: &FaultTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    let (mut run, served) = TestRun::open(test.clone(), "kills").await?;
    let served = run.kills(served, say).await?;
    run.retire(served, say)?;
    run.read_only(say).await?;
    run.damaged_page(say).await?;
    let mut problems = run.close();
    problems.extend(disk::full(test, say).await?);
    Ok(problems)
}

/// Tables of every game.
fn kinds() -> Vec<Wanted> {
    [
        ("crazy-eights", "basic", 4),
        ("crazy-eights", "action", 3),
        ("crazier-eights", "", 2),
        ("crazy-8-ball", "", 2),
    ]
    .map(|(game, rules, seats)| Wanted { game: game.into(), rules: rules.into(), seats })
    .into()
}

impl TestRun {
    /// Starts a server with data in the folder `name`, opens tables and starts players.
    async fn open(test: FaultTest, name: &str) -> Result<(TestRun, Served), LoadError> {
        let serving = Serving::for_load(test.program.clone(), test.folder.join(name), Duration::ZERO);
        TestRun::open_by(test, serving).await
    }

    async fn open_by(test: FaultTest, serving: Serving) -> Result<(TestRun, Served), LoadError> {
        let served = serving.start()?;
        let (servers, at) = watch::channel(vec![served.server.clone()]);
        let shared = Rc::new(Shared::new(at, Some(Ledger::default())));
        let plan = Plan { tables: test.tables, people: 16, pace: PACE, ..Plan::default() };
        let codes = open_tables(&plan, &kinds(), &shared).await?;
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let rng = test.seed.unwrap_or_else(clock) | 1;
        let run = TestRun { test, serving, shared, servers, codes, rng, problems: Vec::new() };
        run.everybody_moves().await?;
        Ok((run, served))
    }

    /// A random number below `n` (xorshift64).
    fn below(&mut self, n: u64) -> u64 {
        self.rng ^= self.rng << 13;
        self.rng ^= self.rng >> 7;
        self.rng ^= self.rng << 17;
        self.rng % n.max(1)
    }

    fn ledger(&self) -> std::cell::RefMut<'_, Ledger> {
        self.shared.ledger.as_ref().expect("a run has a ledger").borrow_mut()
    }

    /// Waits until every table has made another step.
    async fn everybody_moves(&self) -> Result<(), LoadError> {
        self.these_move(&self.codes).await
    }

    async fn these_move(&self, codes: &[String]) -> Result<(), LoadError> {
        let before = self.shared.tally.borrow().progress.clone();
        let least = |code: &str| before.get(code).map_or(1, |n| n + 1);
        until_moving(codes, least, &self.shared, STEP_TIMEOUT).await
    }

    /// Starts the server again and gives the players its new address.
    fn restart(&self) -> Result<Served, LoadError> {
        let served = self.serving.start()?;
        self.servers.send_replace(vec![served.server.clone()]);
        Ok(served)
    }

    /// Kills the server at random moments; every match must continue each time.
    async fn kills(&mut self, mut served: Served, say: &mut dyn FnMut(&str)) -> Result<Served, LoadError> {
        for kill in 1..=self.test.kills {
            sleep(Duration::from_micros(self.below(400_000))).await;
            self.servers.send_replace(Vec::new());
            served.kill();
            // Updates sent before the kill may still arrive, and count as acknowledged.
            sleep(Duration::from_millis(20)).await;
            served = self.restart()?;
            if !served.complaints().is_empty() {
                self.problems.push(format!("kill {kill}: {}", served.complaints()));
            }
            self.everybody_moves().await?;
            let moves = self.ledger().acknowledged_moves();
            let matches = self.ledger().n_matches();
            say(&format!(
                "kill {kill}: {moves} moves of {matches} matches acknowledged, every table continues"
            ));
        }
        Ok(served)
    }

    /// Shuts the server down and compares the ledger with its store.
    fn retire(&mut self, served: Served, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        self.servers.send_replace(Vec::new());
        served.stop()?;
        let store = Sqlite::open(&self.serving.data, Durability::Full)
            .map_err(|why| LoadError::Refused(why.to_string()))?;
        let found = self.ledger().check(&store);
        store.close();
        let moves = self.ledger().acknowledged_moves();
        say(&format!(
            "ledger: {moves} acknowledged moves compared with the journals, {} differ",
            found.len()
        ));
        self.problems.extend(found);
        Ok(())
    }

    fn close(self) -> Vec<String> {
        self.servers.send_replace(Vec::new());
        self.problems
    }
}
