//! Faults of several servers that share a database: nodes are killed, paused, deployed and cut off, and the database
//! fails over, while people play.

use std::{
    net::TcpListener,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use eights_store::{LocalServers, Postgres, Store};
use tokio::{
    runtime::Runtime,
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep},
};

use super::{
    STEP_TIMEOUT,
    databases::{DATABASE, Databases},
    kinds,
    proxy::{Diallers, Proxy, Wire},
};
use crate::{
    error::LoadError,
    founding::{on_one_thread, open_tables, until_moving},
    ledger::Ledger,
    plan::Plan,
    served::{Served, Serving},
    tally::Shared,
};

/// Longer than a node may be silent before it is taken for dead.
const LONG: Duration = Duration::from_secs(5);
/// How long players wait before they answer: three servers, two databases and all players share a machine.
const PACE: Duration = Duration::from_millis(40);

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
    /// Whether the database refuses what a node writes that was closed out. Without it the checker must find
    /// problems, which shows that it can.
    pub is_fenced: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    NodeKilled,
    NodePaused,
    NodeDeployed,
    AllDeployed,
    /// The connections of a node to the database end.
    DatabaseCut,
    /// They stay, and nothing passes.
    DatabaseHeld,
    /// The database hears a node, and the node does not hear the database.
    DatabaseMute,
    /// What the node writes is committed, and it does not learn of it.
    AnswersLost,
    NodesParted,
    /// One of two nodes does not hear the other.
    NodesHalfParted,
    StandbySleeps,
    StandbyLost,
    ReplicationCut,
    /// The standby sleeps, and an operator cancels everything that waits for it.
    WaitCancelled,
    PrimaryRestarted,
    /// The primary is lost, and the standby takes its place.
    PrimaryLost,
    /// The standby takes the place of a primary that runs on for a while.
    PrimaryDeposed,
}

const FAULTS: [(Fault, &str); 17] = [
    (Fault::NodeKilled, "a node is killed"),
    (Fault::NodePaused, "a node sleeps for five seconds"),
    (Fault::NodeDeployed, "a node is stopped and started again"),
    (Fault::AllDeployed, "all nodes are replaced in turn"),
    (Fault::DatabaseCut, "a node loses its connections to the database"),
    (Fault::DatabaseHeld, "a node is cut off from the database for five seconds"),
    (Fault::DatabaseMute, "a node does not hear the database for five seconds"),
    (Fault::AnswersLost, "the connections of a node end after COMMIT"),
    (Fault::NodesParted, "two nodes cannot reach each other for five seconds"),
    (Fault::NodesHalfParted, "a node does not hear another one for five seconds"),
    (Fault::StandbySleeps, "the standby sleeps"),
    (Fault::StandbyLost, "the standby is lost"),
    (Fault::ReplicationCut, "primary and standby cannot reach each other"),
    (Fault::WaitCancelled, "waits for the standby are cancelled"),
    (Fault::PrimaryRestarted, "the primary crashes and starts again"),
    (Fault::PrimaryLost, "the primary is lost"),
    (Fault::PrimaryDeposed, "the standby replaces a primary that runs on"),
];

struct Node {
    serving: Serving,
    served: Option<Served>,
    /// How often it was started.
    starts: u32,
    /// To each of the two places of a database server.
    databases: Vec<Proxy>,
    /// From the other nodes.
    from_nodes: Proxy,
}

struct TestRun {
    nodes: Vec<Node>,
    databases: Databases,
    pids: Diallers,
    servers: watch::Sender<Vec<eights_client::Server>>,
    shared: Rc<Shared>,
    codes: Vec<String>,
    rng: u64,
    /// The faults that come next, so that all of them have their turn.
    deck: Vec<(Fault, &'static str)>,
    /// How long it took after each fault until every table had made a step.
    pauses: Vec<(Fault, Duration)>,
    /// Runs the proxies. Dropped last.
    _runtime: Background,
}

/// A runtime that can be dropped on a thread of another one.
struct Background(Option<Runtime>);

impl Drop for Background {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
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
        let mut run = TestRun::open(test, say).await?;
        for number in 1..=test.faults {
            run.fault(number, say).await?;
        }
        run.close(&test.folder, test.is_fenced, say).await
    })
}

/// Ports that nobody uses at the moment.
fn free_ports(count: usize) -> Result<Vec<u16>, LoadError> {
    let failed = |error| LoadError::System("no port for a node", error);
    // All are open at once, so that they differ.
    let open = |_| TcpListener::bind(("127.0.0.1", 0)).map_err(failed);
    let listeners: Vec<TcpListener> = (0..count).map(open).collect::<Result<_, _>>()?;
    listeners.iter().map(|listener| Ok(listener.local_addr().map_err(failed)?.port())).collect()
}

impl TestRun {
    /// Starts databases and nodes, opens tables and starts players.
    async fn open(test: &ClusterTest, say: &mut dyn FnMut(&str)) -> Result<TestRun, LoadError> {
        // The proxies have a thread of their own, so that busy players do not slow them down.
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).enable_all().build();
        let runtime = runtime.map_err(|error| LoadError::System("no thread for proxies", error))?;
        let handle = runtime.handle().clone();
        let databases = Databases::start(&test.folder.join("databases"), Some(&handle)).await?;
        let pids = Diallers::new(Mutex::new(vec![0; test.nodes]));
        let mut nodes = Vec::new();
        for (number, port) in free_ports(test.nodes)?.into_iter().enumerate() {
            let from_nodes = Proxy::between(&handle, port, test.nodes, pids.clone()).await?;
            let mut proxies = Vec::new();
            for port in &databases.ports {
                proxies.push(Proxy::start(&handle, *port).await?);
            }
            let data = test.folder.join(format!("node-{number}"));
            let mut serving = Serving::for_load(test.program.clone(), data, Duration::ZERO);
            let ports: Vec<u16> = proxies.iter().map(|proxy| proxy.port).collect();
            serving.store = Some(LocalServers::url_at(&ports, DATABASE));
            serving.set.push(format!("node-bind=127.0.0.1:{port}"));
            serving.set.push(format!("node-address=127.0.0.1:{}", from_nodes.port));
            nodes.push(Node { serving, served: None, starts: 0, databases: proxies, from_nodes });
        }
        let (servers, at) = watch::channel(Vec::new());
        let shared = Rc::new(Shared::new(at, Some(Ledger::default())));
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64);
        let seed = test.seed.unwrap_or_else(clock) | 1;
        let mut run = TestRun {
            nodes,
            databases,
            pids,
            servers,
            shared,
            codes: Vec::new(),
            rng: seed,
            deck: Vec::new(),
            pauses: Vec::new(),
            _runtime: Background(Some(runtime)),
        };
        for number in 0..test.nodes {
            run.start(number).await?;
        }
        if !test.is_fenced {
            run.databases.sql(KEEP_OPEN.into()).await?;
        }
        let plan = Plan { tables: test.tables, people: 16, pace: PACE, ..Plan::default() };
        run.codes = open_tables(&plan, &kinds(), &run.shared).await?;
        run.everybody_moves().await?;
        say(&format!("{} nodes, {} tables, --seed {seed}", test.nodes, test.tables));
        Ok(run)
    }

    /// Starts a node, and tells the players about it.
    async fn start(&mut self, number: usize) -> Result<(), LoadError> {
        let node = &mut self.nodes[number];
        node.starts += 1;
        // Every start has a log of its own.
        node.serving.log = node.serving.data.with_extension(format!("{}.log", node.starts));
        let serving = node.serving.clone();
        // On another thread: people play meanwhile.
        let served = spawn_blocking(move || serving.start()).await.map_err(|_| gone())??;
        self.pids.lock().unwrap_or_else(PoisonError::into_inner)[number] = served.pid();
        node.served = Some(served);
        self.announce();
        Ok(())
    }

    /// Takes a node that is about to end away from the players.
    fn take(&mut self, number: usize) -> Result<Served, LoadError> {
        let served = self.nodes[number].served.take().ok_or_else(gone)?;
        self.announce();
        Ok(served)
    }

    async fn stop(&mut self, number: usize) -> Result<(), LoadError> {
        let served = self.take(number)?;
        spawn_blocking(move || served.stop()).await.map_err(|_| gone())?
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

    /// Draws the next fault.
    fn draw(&mut self) -> (Fault, &'static str) {
        if self.deck.is_empty() {
            self.deck = FAULTS.into();
        }
        let place = self.below(self.deck.len() as u64) as usize;
        self.deck.swap_remove(place)
    }

    /// Picks a node: mostly the owner of some table, since nobody notices what happens to the others.
    async fn pick_node(&mut self) -> Result<usize, LoadError> {
        let any = self.below(self.nodes.len() as u64) as usize;
        let table = self.below(2 * self.codes.len() as u64) as usize;
        let Some(code) = self.codes.get(table) else { return Ok(any) };
        let find = format!("SELECT address FROM room JOIN node ON node.id = owner WHERE code = '{code}'");
        let owner = self.databases.sql(find).await?;
        let is_owner = |node: &Node| owner.trim().ends_with(&format!(":{}", node.from_nodes.port));
        Ok(self.nodes.iter().position(is_owner).unwrap_or(any))
    }

    /// Waits until every table has made another step.
    async fn everybody_moves(&self) -> Result<(), LoadError> {
        let before = self.shared.tally.borrow().progress.clone();
        let least = |code: &str| before.get(code).map_or(1, |n| n + 1);
        until_moving(&self.codes, least, &self.shared, STEP_TIMEOUT).await
    }

    async fn fault(&mut self, number: u32, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        sleep(Duration::from_micros(self.below(400_000))).await;
        let (fault, what) = self.draw();
        let node = self.pick_node().await?;
        let failed = |why| LoadError::Refused(format!("fault {number}, {what}: {why}"));
        let begin = Instant::now();
        self.inflict(fault, node).await.map_err(failed)?;
        self.everybody_moves().await.map_err(failed)?;
        let pause = begin.elapsed();
        self.pauses.push((fault, pause));
        if self.nodes[node].served.is_none() {
            self.start(node).await?;
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

    /// Does it, and undoes it. A node that was killed is started again once the others have gone on.
    async fn inflict(&mut self, fault: Fault, node: usize) -> Result<(), LoadError> {
        let other = (node + 1) % self.nodes.len();
        match fault {
            Fault::NodeKilled => self.take(node)?.kill(),
            Fault::NodePaused => {
                self.signal(node, "-STOP")?;
                sleep(LONG).await;
                self.signal(node, "-CONT")?;
            }
            Fault::NodeDeployed => self.stop(node).await?,
            Fault::AllDeployed => {
                for node in 0..self.nodes.len() {
                    self.stop(node).await?;
                    self.start(node).await?;
                }
            }
            Fault::DatabaseCut => self.disturb(node, Wire::Cut, Duration::from_millis(300)).await,
            Fault::DatabaseHeld => self.disturb(node, Wire::Held, LONG).await,
            Fault::DatabaseMute => self.disturb(node, Wire::NoAnswers, LONG).await,
            Fault::AnswersLost => {
                self.disturb(node, Wire::NoAnswers, Duration::from_millis(50)).await;
                self.disturb(node, Wire::Cut, Duration::from_millis(100)).await;
            }
            Fault::NodesParted => self.part(node, other, [Wire::Held, Wire::Held]).await,
            Fault::NodesHalfParted => self.part(node, other, [Wire::NoAnswers, Wire::NoRequests]).await,
            Fault::StandbySleeps => self.databases.pause_standby(false).await?,
            Fault::WaitCancelled => self.databases.pause_standby(true).await?,
            Fault::StandbyLost => self.databases.replace_standby().await?,
            Fault::ReplicationCut => self.databases.cut_replication().await,
            Fault::PrimaryRestarted => self.databases.restart_primary().await?,
            Fault::PrimaryLost => self.databases.fail_over().await?,
            Fault::PrimaryDeposed => self.databases.depose_primary().await?,
        }
        Ok(())
    }

    /// Disturbs the connections of a node to the database.
    async fn disturb(&self, node: usize, wire: Wire, time: Duration) {
        let set = |wire| self.nodes[node].databases.iter().for_each(|proxy| proxy.set(wire));
        set(wire);
        sleep(time).await;
        set(Wire::Whole);
    }

    /// Disturbs two nodes: what the first one has dialled, and what the second one has.
    async fn part(&self, one: usize, two: usize, wires: [Wire; 2]) {
        let set = |[by_one, by_two]: [Wire; 2]| {
            self.nodes[two].from_nodes.set_from(one, by_one);
            self.nodes[one].from_nodes.set_from(two, by_two);
        };
        set(wires);
        sleep(LONG).await;
        set([Wire::Whole; 2]);
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
    async fn close(
        mut self,
        folder: &Path,
        is_fenced: bool,
        say: &mut dyn FnMut(&str),
    ) -> Result<Vec<String>, LoadError> {
        self.servers.send_replace(Vec::new());
        for number in 0..self.nodes.len() {
            if is_fenced {
                self.stop(number).await?;
            } else {
                // Servers that contradict each other may not end in peace.
                self.take(number)?.kill();
            }
        }
        let store = Postgres::open(&self.databases.url().await?)
            .map_err(|why| LoadError::Refused(why.to_string()))?;
        let ledger = self.shared.ledger.as_ref().map(|ledger| ledger.borrow());
        let Some(ledger) = ledger else { return Ok(Vec::new()) };
        let mut problems = ledger.check(&store);
        store.close();
        say(&format!(
            "{} acknowledged moves of {} matches, and {} updates that somebody was told, compared with the journals: {} problems",
            ledger.acknowledged_moves(),
            ledger.n_matches(),
            ledger.n_updates(),
            problems.len()
        ));
        problems.extend(crashes(folder));
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

/// Switches the fence off: a lane stays open even after another node has closed it.
const KEEP_OPEN: &str = "CREATE FUNCTION keep_open() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN IF TG_OP = 'DELETE' THEN RETURN NULL; END IF; NEW.closed := false; RETURN NEW; END $$;
    CREATE TRIGGER no_fence BEFORE UPDATE OR DELETE ON lane FOR EACH ROW EXECUTE FUNCTION keep_open()";

/// What the nodes have logged about faults of their own.
fn crashes(folder: &Path) -> Vec<String> {
    let logs = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
    let logs = logs.filter(|path| path.extension().is_some_and(|extension| extension == "log"));
    let mut found = Vec::new();
    for path in logs {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let own = |line: &&str| line.contains("panicked") || line.contains("a fault at this table");
        found.extend(text.lines().filter(own).map(|line| format!("{name}: {line}")));
    }
    found
}

fn gone() -> LoadError {
    LoadError::Refused("a node is gone that should run".into())
}
