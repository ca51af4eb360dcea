//! Faults of several servers that share a database: nodes are killed, paused, deployed and cut off, and the database
//! fails over, while people play.

use std::{
    net::TcpListener,
    path::PathBuf,
    rc::Rc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use eights_store::{LocalServers, Postgres, Store};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep},
};

use super::{
    PACE, STEP_TIMEOUT, kinds,
    proxy::{Proxy, Wire},
};
use crate::{
    error::LoadError,
    founding::{on_one_thread, open_tables, until_moving},
    ledger::Ledger,
    plan::Plan,
    served::{Served, Serving},
    tally::Shared,
};

const DATABASE: &str = "eights";
/// Longer than a node may be silent before it is taken for dead.
const LONG: Duration = Duration::from_secs(6);

/// The parameters of a test.
#[derive(Clone, Debug)]
pub struct ClusterTest {
    /// The path of the program `eights`.
    pub program: PathBuf,
    /// The folder for all files of the test.
    pub folder: PathBuf,
    pub tables: usize,
    pub nodes: usize,
    /// How many faults there are, one after the other.
    pub faults: u32,
    /// Seed of the faults and their moments; taken from the clock if `None`.
    pub seed: Option<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NodeKilled,
    NodePaused,
    NodeDeployed,
    /// The connections of a node to the database end.
    DatabaseCut,
    /// They stay, and nothing passes.
    DatabaseHeld,
    /// What the node writes is committed, and it does not learn of it.
    AnswersLost,
    StandbySleeps,
    /// The standby sleeps, and an operator cancels everything that waits for it.
    WaitCancelled,
    PrimaryRestarted,
    /// The primary is lost, and the standby takes its place.
    PrimaryLost,
}

const FAULTS: [(Fault, &str); 10] = [
    (Fault::NodeKilled, "a node is killed"),
    (Fault::NodePaused, "a node sleeps for six seconds"),
    (Fault::NodeDeployed, "a node is stopped and started again"),
    (Fault::DatabaseCut, "a node loses its connections to the database"),
    (Fault::DatabaseHeld, "a node is cut off from the database for six seconds"),
    (Fault::AnswersLost, "the answers of the database do not reach a node"),
    (Fault::StandbySleeps, "the standby sleeps"),
    (Fault::WaitCancelled, "waits for the standby are cancelled"),
    (Fault::PrimaryRestarted, "the primary crashes and starts again"),
    (Fault::PrimaryLost, "the primary is lost"),
];

struct Node {
    serving: Serving,
    served: Option<Served>,
    /// To each of the two places of a database server.
    proxies: Vec<Proxy>,
}

struct TestRun {
    databases: LocalServers,
    nodes: Vec<Node>,
    servers: watch::Sender<Vec<eights_client::Server>>,
    shared: Rc<Shared>,
    codes: Vec<String>,
    rng: u64,
    /// How long it took after each fault until every table had made a step.
    pauses: Vec<(Fault, Duration)>,
}

/// Runs the test and reports progress to `say`. Returns the problems found.
///
/// # Errors
///
/// If the test could not run.
pub fn cluster(test: &ClusterTest, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    if LocalServers::installed().is_none() {
        return Err(LoadError::Refused("PostgreSQL is not installed (initdb is missing)".into()));
    }
    on_one_thread(async {
        let mut run = TestRun::open(test).await?;
        for number in 1..=test.faults {
            run.fault(number, say).await?;
        }
        run.close(say).await
    })
}

fn system(what: &'static str) -> impl Fn(std::io::Error) -> LoadError {
    move |error| LoadError::System(what, error)
}

impl TestRun {
    /// Starts databases and nodes, opens tables and starts players.
    async fn open(test: &ClusterTest) -> Result<TestRun, LoadError> {
        let folder = test.folder.join("databases");
        std::fs::create_dir_all(&folder).map_err(system("a folder"))?;
        // These end with the thread that starts them, which is therefore this one.
        let mut databases = LocalServers::start(&folder).map_err(system("the primary"))?;
        databases.add_standby().map_err(system("the standby"))?;
        databases.create_database(DATABASE).map_err(system("the database"))?;
        let mut nodes = Vec::new();
        for number in 0..test.nodes {
            let mut proxies = Vec::new();
            for port in databases.ports() {
                proxies.push(Proxy::start(port).await?);
            }
            let name = test.folder.join(format!("node-{number}"));
            let mut serving = Serving::for_load(test.program.clone(), name, Duration::ZERO);
            let ports: Vec<u16> = proxies.iter().map(|proxy| proxy.port).collect();
            serving.store = Some(LocalServers::url_at(&ports, DATABASE));
            let port = TcpListener::bind(("127.0.0.1", 0)).and_then(|listener| listener.local_addr());
            let port = port.map_err(system("no port for a node"))?.port();
            serving.set.push(format!("node-address=127.0.0.1:{port}"));
            nodes.push(Node { served: Some(started(&serving).await?), serving, proxies });
        }
        let (servers, at) = watch::channel(Vec::new());
        let shared = Rc::new(Shared::new(at, Some(Ledger::default())));
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let rng = test.seed.unwrap_or_else(clock) | 1;
        let mut run =
            TestRun { databases, nodes, servers, shared, codes: Vec::new(), rng, pauses: Vec::new() };
        run.announce();
        let plan = Plan { tables: test.tables, people: 16, pace: PACE, ..Plan::default() };
        run.codes = open_tables(&plan, &kinds(), &run.shared).await?;
        run.everybody_moves().await?;
        Ok(run)
    }

    /// Tells the players where the nodes are that run.
    fn announce(&self) {
        let running = self.nodes.iter().filter_map(|node| node.served.as_ref());
        self.servers.send_replace(running.map(|served| served.server.clone()).collect());
    }

    /// A random number below `n` (xorshift64).
    fn below(&mut self, n: u64) -> u64 {
        self.rng ^= self.rng << 13;
        self.rng ^= self.rng >> 7;
        self.rng ^= self.rng << 17;
        self.rng % n.max(1)
    }

    /// Waits until every table has made another step.
    async fn everybody_moves(&self) -> Result<(), LoadError> {
        let before = self.shared.tally.borrow().progress.clone();
        let least = |code: &str| before.get(code).map_or(1, |n| n + 1);
        until_moving(&self.codes, least, &self.shared, STEP_TIMEOUT).await
    }

    async fn fault(&mut self, number: u32, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        sleep(Duration::from_micros(self.below(400_000))).await;
        let (fault, what) = FAULTS[self.below(FAULTS.len() as u64) as usize];
        let node = self.below(self.nodes.len() as u64) as usize;
        let begin = Instant::now();
        self.inflict(fault, node).await?;
        self.everybody_moves()
            .await
            .map_err(|why| LoadError::Refused(format!("fault {number}, {what}: {why}")))?;
        let pause = begin.elapsed();
        self.pauses.push((fault, pause));
        if self.nodes[node].served.is_none() {
            self.nodes[node].served = Some(started(&self.nodes[node].serving).await?);
            self.announce();
        }
        let (moves, broken) = {
            let ledger = self.shared.ledger.as_ref().map(|ledger| ledger.borrow());
            (ledger.map_or(0, |ledger| ledger.acknowledged_moves()), self.shared.tally.borrow().broken)
        };
        say(&format!(
            "fault {number}: {what}; every table moved within {:.1} s; {moves} moves, {broken} connections broke so far",
            pause.as_secs_f64()
        ));
        Ok(())
    }

    /// Does it, and undoes it. A node that has ended is started again once the others have gone on.
    async fn inflict(&mut self, fault: Fault, node: usize) -> Result<(), LoadError> {
        match fault {
            Fault::NodeKilled => {
                if let Some(served) = self.nodes[node].served.take() {
                    served.kill();
                }
                self.announce();
            }
            Fault::NodePaused => {
                self.signal(node, "-STOP")?;
                sleep(LONG).await;
                self.signal(node, "-CONT")?;
            }
            Fault::NodeDeployed => {
                if let Some(served) = self.nodes[node].served.take() {
                    self.announce();
                    spawn_blocking(move || served.stop()).await.map_err(|_| gone())??;
                }
            }
            Fault::DatabaseCut => self.disturb(node, Wire::Cut, Duration::from_millis(300)).await,
            Fault::DatabaseHeld => self.disturb(node, Wire::Held, LONG).await,
            Fault::AnswersLost => {
                self.disturb(node, Wire::NoAnswers, Duration::from_millis(50)).await;
                self.disturb(node, Wire::Cut, Duration::from_millis(100)).await;
            }
            Fault::StandbySleeps | Fault::WaitCancelled => {
                self.databases.hold_standby(true).map_err(system("the standby"))?;
                sleep(Duration::from_millis(500)).await;
                if fault == Fault::WaitCancelled {
                    const CANCEL: &str =
                        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
                    self.databases.sql(DATABASE, CANCEL).map_err(system("cancelling"))?;
                    sleep(Duration::from_millis(500)).await;
                }
                self.databases.hold_standby(false).map_err(system("the standby"))?;
            }
            Fault::PrimaryRestarted => {
                self.databases.crash_primary();
                self.databases.restart_primary().map_err(system("the primary"))?;
            }
            Fault::PrimaryLost => {
                self.databases.crash_primary();
                self.databases.promote_standby().map_err(system("the standby"))?;
                self.databases.add_standby().map_err(system("the standby"))?;
            }
        }
        Ok(())
    }

    async fn disturb(&self, node: usize, wire: Wire, time: Duration) {
        let set = |wire| self.nodes[node].proxies.iter().for_each(|proxy| proxy.set(wire));
        set(wire);
        sleep(time).await;
        set(Wire::Whole);
    }

    fn signal(&self, node: usize, signal: &str) -> Result<(), LoadError> {
        let pid = self.nodes[node].served.as_ref().map_or(0, Served::pid);
        let sent = std::process::Command::new("kill").args([signal, &pid.to_string()]).status();
        match sent {
            Ok(status) if status.success() => Ok(()),
            _ => Err(gone()),
        }
    }

    /// Stops all nodes, and compares the ledger with the store.
    async fn close(mut self, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
        self.servers.send_replace(Vec::new());
        for node in &mut self.nodes {
            if let Some(served) = node.served.take() {
                spawn_blocking(move || served.stop()).await.map_err(|_| gone())??;
            }
        }
        let store = Postgres::open(&self.databases.url(DATABASE))
            .map_err(|why| LoadError::Refused(why.to_string()))?;
        let ledger = self.shared.ledger.as_ref().map(|ledger| ledger.borrow());
        let Some(ledger) = ledger else { return Ok(Vec::new()) };
        let problems = ledger.check(&store);
        store.close();
        say(&format!(
            "{} acknowledged moves of {} matches, and everything that anybody was told, compared with the journals: {} problems",
            ledger.acknowledged_moves(),
            ledger.n_matches(),
            problems.len()
        ));
        for (fault, what) in FAULTS {
            let mut pauses: Vec<f64> = self
                .pauses
                .iter()
                .filter(|(of, _)| *of == fault)
                .map(|(_, pause)| pause.as_secs_f64())
                .collect();
            pauses.sort_by(f64::total_cmp);
            if let (Some(median), Some(most)) = (pauses.get(pauses.len() / 2), pauses.last()) {
                let count = pauses.len();
                say(&format!(
                    "{count} × {what}: until every table moved {median:.1} s (median), {most:.1} s (most)"
                ));
            }
        }
        Ok(problems)
    }
}

fn gone() -> LoadError {
    LoadError::Refused("a node is gone that should run".into())
}

/// Starts a node on another thread: it needs the proxies, which run on this one.
async fn started(serving: &Serving) -> Result<Served, LoadError> {
    let serving = serving.clone();
    spawn_blocking(move || serving.start()).await.map_err(|_| gone())?
}
