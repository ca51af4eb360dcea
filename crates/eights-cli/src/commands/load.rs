//! `eights load`: plays at many tables of a server at once, and measures it.

use std::{io::Write, path::PathBuf, time::Duration};

use anyhow::{Context, bail};
use eights_client::{Address, Server};
use eights_load::{Plan, Serving, faults, hostile, load};

use crate::{Ending, FAILED, FINE};

/// Measure a server by playing many games on it over real sockets
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Number of tables
    #[arg(long, value_name = "N", default_value_t = 100)]
    tables: usize,
    /// Number of seats at each table
    #[arg(long, value_name = "N", default_value_t = 4)]
    seats: usize,
    /// How many of the seats are played from here; the server's bots take the others [default: all]
    #[arg(long, value_name = "K")]
    people: Option<usize>,
    /// Address of the server, e.g. http://127.0.0.1:8088; its rate limits must be off
    #[arg(long, conflicts_with = "serve")]
    url: Option<String>,
    /// Trust the certificates in this PEM file
    #[arg(long, value_name = "FILE", requires = "url")]
    ca: Option<PathBuf>,
    /// Process id of that server, to measure its CPU time and memory
    #[arg(long, value_name = "PID", requires = "url")]
    pid: Option<u32>,
    /// Start a server in a temporary folder [default without --url]
    #[arg(long)]
    serve: bool,
    /// With --serve or --faults: store everything in this folder, and leave it there
    #[arg(long, value_name = "FOLDER", conflicts_with = "url")]
    data: Option<PathBuf>,
    /// With --serve: set an option of the server, e.g. --set durability=normal
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "url")]
    set: Vec<String>,
    /// The game
    #[arg(long, default_value = "crazy-eights")]
    game: String,
    /// The rule set
    #[arg(long)]
    rules: Option<String>,
    /// How long to measure, in seconds
    #[arg(long, value_name = "S", default_value_t = 10.0)]
    seconds: f64,
    /// Time that every player takes to answer, bots included, e.g. 4s or 250ms; 0 for none
    #[arg(long, default_value = "0", value_parser = pace)]
    pace: Duration,
    /// Level of the server's bots
    #[arg(long, default_value = "newcomer")]
    bots: String,
    /// Always answer with the first offer instead of a random one
    #[arg(long)]
    first: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Instead of measuring, kill the server this many times during play and damage its files, then check
    /// that everything it acknowledged is stored
    #[arg(long, value_name = "KILLS", conflicts_with_all = ["url", "json"])]
    faults: Option<u32>,
    /// Start this many servers that share a PostgreSQL database with a standby. With --faults, kill, pause, cut off
    /// and restart servers and databases this many times instead of damaging files
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "N", conflicts_with = "url")]
    nodes: Option<usize>,
    /// With --nodes: kill or stop one of the servers after the measurement, and say how long its tables stood still
    #[cfg(feature = "postgres")]
    #[arg(long, value_name = "HOW", requires = "nodes", conflicts_with = "faults")]
    lose: Option<Lose>,
    /// With --nodes: open all tables at the first server, and play through the others
    #[cfg(feature = "postgres")]
    #[arg(long, requires = "nodes", conflicts_with_all = ["faults", "lose"])]
    relayed: bool,
    /// With --nodes and --faults: the same faults in the same order as in an earlier run
    #[cfg(feature = "postgres")]
    #[arg(long, requires = "nodes", requires = "faults")]
    seed: Option<u64>,
    /// With --nodes: let the database accept what dead servers write; the check must then fail
    #[cfg(feature = "postgres")]
    #[arg(long, requires = "nodes", hide = true)]
    without_fence: bool,
    /// Instead of measuring, attack the server in many ways for this many seconds, and check that people at
    /// other tables do not notice
    #[arg(long, value_name = "SECONDS", conflicts_with_all = ["url", "json", "faults"])]
    hostile: Option<u64>,
}

/// How a server ends.
#[cfg(feature = "postgres")]
#[derive(Clone, Copy, clap::ValueEnum)]
enum Lose {
    /// At once, by SIGKILL
    Kill,
    /// After it has given its tables away, by SIGTERM
    Stop,
}

fn pace(text: &str) -> Result<Duration, String> {
    let (number, unit) = text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| "it is a time like 4s or 250ms")?;
    let seconds = match unit {
        "" | "s" => number,
        "ms" => number / 1e3,
        _ => return Err("it is a time like 4s or 250ms".into()),
    };
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    if let Some(kills) = args.faults {
        return test_faults(args, kills, out);
    }
    if let Some(seconds) = args.hostile {
        return test_attacks(seconds, out);
    }
    let usual = if args.game == "crazy-eights" { "basic" } else { "" };
    let plan = Plan {
        tables: args.tables,
        seats: args.seats,
        people: args.people.unwrap_or(args.seats),
        bots: args.bots.clone(),
        game: args.game.clone(),
        rules: args.rules.clone().unwrap_or_else(|| usual.into()),
        pace: args.pace,
        time: Duration::try_from_secs_f64(args.seconds)?,
        random: !args.first,
    };
    #[cfg(feature = "postgres")]
    if let Some(nodes) = args.nodes {
        return measure_nodes(args, nodes, plan, out);
    }
    let report = match &args.url {
        Some(url) => {
            let address: Address = url.parse()?;
            load(&plan, &Server::new(address.server, args.ca.as_deref())?, args.pid)?
        }
        None => {
            let folder = folder()?;
            let data = args.data.clone().unwrap_or_else(|| folder.path().join("data"));
            let mut serving = Serving::for_load(std::env::current_exe()?, data, args.pace);
            serving.set.extend(args.set.iter().cloned());
            let served = serving.start()?;
            let report = load(&plan, &served.server, Some(served.pid()))?;
            let complaints = served.complaints();
            served.stop()?;
            if !complaints.is_empty() {
                bail!("the server logged problems: {complaints}");
            }
            report
        }
    };
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    Ok(FINE)
}

/// Measures several servers that share a database.
#[cfg(feature = "postgres")]
fn measure_nodes(args: &Args, nodes: usize, plan: Plan, out: &mut impl Write) -> Ending {
    use eights_load::nodes::{End, NodesTest};
    if args.relayed && nodes < 2 {
        bail!("--relayed needs two servers or more: --nodes 2");
    }
    let folder = folder()?;
    let end = args.lose.map(|lose| match lose {
        Lose::Kill => End::Killed,
        Lose::Stop => End::Stopped,
    });
    let place = args.data.clone().unwrap_or_else(|| folder.path().to_owned());
    let test = NodesTest {
        program: std::env::current_exe()?,
        folder: place,
        nodes,
        plan,
        is_relayed: args.relayed,
        end,
    };
    let (report, outage) = eights_load::nodes::nodes(&test)?;
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&report)?)?;
    } else {
        writeln!(out, "{report}")?;
    }
    if let Some(outage) = outage {
        writeln!(out, "{outage}")?;
    }
    Ok(FINE)
}

fn folder() -> anyhow::Result<tempfile::TempDir> {
    tempfile::Builder::new().prefix("eights-load").tempdir().context("no temporary folder")
}

fn test_faults(args: &Args, kills: u32, out: &mut impl Write) -> Ending {
    let folder = folder()?;
    let program = std::env::current_exe()?;
    let folder_path = args.data.clone().unwrap_or_else(|| folder.path().to_owned());
    let mut say = |line: &str| {
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    #[cfg(feature = "postgres")]
    if let Some(nodes) = args.nodes {
        let (tables, seed, is_fenced) = (args.tables, args.seed, !args.without_fence);
        let test = faults::ClusterTest {
            program,
            folder: folder_path,
            tables,
            nodes,
            faults: kills,
            seed,
            is_fenced,
        };
        return report_faults(&faults::cluster(&test, &mut say)?, out);
    }
    let test = faults::FaultTest { program, folder: folder_path, tables: args.tables, kills, seed: None };
    report_faults(&faults::faults(&test, &mut say)?, out)
}

fn report_faults(problems: &[String], out: &mut impl Write) -> Ending {
    for problem in problems {
        writeln!(out, "WRONG: {problem}")?;
    }
    if problems.is_empty() {
        writeln!(out, "no acknowledged step was lost or duplicated, and every match continues")?;
        Ok(FINE)
    } else {
        writeln!(out, "{} problems found", problems.len())?;
        Ok(FAILED)
    }
}

fn test_attacks(seconds: u64, out: &mut impl Write) -> Ending {
    let folder = folder()?;
    let test =
        hostile::AttackTest { program: std::env::current_exe()?, folder: folder.path().to_owned(), seconds };
    let mut say = |line: &str| {
        let _ = writeln!(out, "{line}").and_then(|()| out.flush());
    };
    let problems = hostile::hostile(&test, &mut say)?;
    for problem in &problems {
        writeln!(out, "WRONG: {problem}")?;
    }
    if problems.is_empty() {
        writeln!(out, "players at other tables were not affected")?;
        Ok(FINE)
    } else {
        writeln!(out, "{} problems found", problems.len())?;
        Ok(FAILED)
    }
}
