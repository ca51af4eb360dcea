//! Measures several servers that share a database with a standby, and how long tables stand still when one of them
//! is killed or stopped.

use std::{collections::BTreeMap, fmt, path::PathBuf, rc::Rc, time::Duration};

use eights_store::LocalServers;
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep},
};

use crate::{
    error::LoadError,
    faults::databases::{DATABASE, Databases},
    founding::on_one_thread,
    ledger::Ledger,
    load::measure,
    plan::Plan,
    report::Report,
    served::{Served, Serving},
    tally::Shared,
};

/// How a server ends while people play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// SIGKILL.
    Killed,
    /// SIGTERM.
    Stopped,
}

/// The parameters of a measurement.
#[derive(Clone, Debug)]
pub struct NodesTest {
    /// The path of the program `eights`.
    pub program: PathBuf,
    /// The folder for all files.
    pub folder: PathBuf,
    pub nodes: usize,
    pub plan: Plan,
    /// Whether all tables are at the first node, and all people play through the others.
    pub is_relayed: bool,
    /// What happens to one of them after the measurement.
    pub end: Option<End>,
}

/// What the tables of a server noticed when it ended.
#[derive(Clone, Debug)]
pub struct Outage {
    pub end: End,
    /// How many tables it had.
    pub tables: usize,
    /// How many of them were not shown again within a minute.
    pub stuck: usize,
    /// From the signal until a table was shown again by its new owner, in seconds.
    pub median_s: f64,
    pub p99_s: f64,
    pub max_s: f64,
    /// How long the server took to end, in seconds.
    pub ending_s: f64,
}

/// How long tables may take to go on.
const MAX_OUTAGE: Duration = Duration::from_secs(60);

/// Starts a primary, a standby and nodes, and plays on all of them.
///
/// # Errors
///
/// If something does not start, or refuses to play.
pub fn nodes(test: &NodesTest) -> Result<(Report, Option<Outage>), LoadError> {
    if LocalServers::installed().is_none() {
        return Err(LoadError::Refused("PostgreSQL is not installed (initdb is missing)".into()));
    }
    on_one_thread(async {
        let databases = Databases::start(&test.folder.join("databases"), None).await?;
        let mut running = Vec::new();
        for number in 0..test.nodes {
            let data = test.folder.join(format!("node-{number}"));
            let mut serving = Serving::for_load(test.program.clone(), data, test.plan.pace);
            serving.store = Some(LocalServers::url_at(&databases.ports, DATABASE));
            serving.set.push("node-address=127.0.0.1:0".into());
            running.push(spawn_blocking(move || serving.start()).await.map_err(|_| gone())??);
        }
        let pids: Vec<u32> = running.iter().map(Served::pid).collect();
        let gateways = if test.is_relayed { &running[1..] } else { &running[..] };
        let (servers, at) = watch::channel(gateways.iter().map(|node| node.server.clone()).collect());
        // Players who come back after an outage are those with a ledger.
        let ledger = test.end.map(|_| Ledger::default());
        let mut shared = Shared::new(at, ledger);
        shared.founding = test.is_relayed.then(|| running[0].server.clone());
        let shared = Rc::new(shared);
        let (report, codes) = measure(&test.plan, &shared, &pids).await?;
        let outage = match test.end {
            None => None,
            Some(end) => {
                let first = running.remove(0);
                servers.send_replace(running.iter().map(|node| node.server.clone()).collect());
                Some(outage(end, first, &databases, &shared, codes.len()).await?)
            }
        };
        servers.send_replace(Vec::new());
        for node in running {
            spawn_blocking(move || node.stop()).await.map_err(|_| gone())??;
        }
        Ok((report, outage))
    })
}

/// Ends a server, and waits until its tables have gone on.
async fn outage(
    end: End,
    node: Served,
    databases: &Databases,
    shared: &Shared,
    all: usize,
) -> Result<Outage, LoadError> {
    // The first to register has the smallest number.
    let own = "SELECT code FROM room WHERE owner = (SELECT min(id) FROM node WHERE is_open)";
    let owned = databases.sql(own.into()).await?;
    let owned: Vec<&str> = owned.split_whitespace().collect();
    if owned.is_empty() {
        return Err(LoadError::Refused(format!("the node has none of {all} tables")));
    }
    let begin = Instant::now();
    let watch = || shared.tally.borrow_mut().shown_again = Some((begin, BTreeMap::new()));
    if end == End::Stopped {
        watch();
    }
    let ended = spawn_blocking(move || match end {
        End::Killed => {
            node.kill();
            Ok(())
        }
        End::Stopped => node.stop(),
    });
    ended.await.map_err(|_| gone())??;
    let ending_s = begin.elapsed().as_secs_f64();
    if end == End::Killed {
        // What it had sent before has arrived by now.
        sleep(Duration::from_millis(20)).await;
        watch();
    }
    let mut pauses: Vec<f64> = loop {
        sleep(Duration::from_millis(50)).await;
        let tally = shared.tally.borrow();
        let Some((_, shown)) = &tally.shown_again else { return Err(gone()) };
        let known = owned.iter().filter_map(|code| shown.get(*code).map(Duration::as_secs_f64));
        let known: Vec<f64> = known.collect();
        if known.len() == owned.len() || begin.elapsed() > MAX_OUTAGE {
            break known;
        }
    };
    pauses.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let place = (pauses.len() as f64 * share) as usize;
        pauses.get(place.min(pauses.len().saturating_sub(1))).copied().unwrap_or(f64::INFINITY)
    };
    Ok(Outage {
        end,
        tables: owned.len(),
        stuck: owned.len() - pauses.len(),
        median_s: at(0.5),
        p99_s: at(0.99),
        max_s: at(1.0),
        ending_s,
    })
}

impl fmt::Display for Outage {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Outage { tables, stuck, median_s, p99_s, max_s, ending_s, end } = self;
        let what = match end {
            End::Killed => "killed",
            End::Stopped => "stopped",
        };
        writeln!(f, "outage     a node with {tables} tables was {what}, and ended after {ending_s:.2} s")?;
        write!(
            f,
            "           its tables were shown again after {median_s:.2} s (median), {p99_s:.2} s (p99), {max_s:.2} s (most); {stuck} were not"
        )
    }
}

fn gone() -> LoadError {
    LoadError::Refused("a node is gone that should run".into())
}
