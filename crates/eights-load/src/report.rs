//! The results of a load test, as text and as JSON.

use std::fmt;

use serde::Serialize;

use crate::{plan::Plan, tally::Tally};

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Report {
    /// Game and rule set.
    pub game: String,
    pub tables: usize,
    /// The number of seats at each table.
    pub seats: usize,
    /// How many of these seats this client played; the server's bots took the others.
    pub people: usize,
    /// How long each player waited before answering, in milliseconds.
    pub pace_ms: f64,
    /// The time to open all tables and deal.
    pub founding_s: f64,
    /// The length of the measurement.
    pub seconds: f64,
    /// The steps of all tables, including those of bots.
    pub moves: u64,
    pub moves_per_s: f64,
    /// The number of finished matches; each was followed by another.
    pub matches: u64,
    /// The number of latencies measured, each from sending an answer to the update that contains it.
    pub timed: usize,
    pub p50_ms: f64,
    pub p99_ms: f64,
    pub max_ms: f64,
    /// Bytes sent to all players together, per move, without WebSocket frame headers.
    pub bytes_per_move: f64,
    /// Updates sent to all players together, per move.
    pub updates_per_move: f64,
    /// CPU time of the server per move, in microseconds.
    pub server_cpu_us_per_move: Option<f64>,
    /// CPU time of the server per second: the number of cores it kept busy.
    pub server_cores: Option<f64>,
    /// CPU time of this client per move, in microseconds.
    pub client_cpu_us_per_move: Option<f64>,
    /// Memory of the server at the end, in KiB.
    pub server_kib: Option<f64>,
    /// The growth of its memory per table, in KiB.
    pub server_kib_per_table: Option<f64>,
    /// The number of refused answers.
    pub refused: u64,
    /// The reason of the last refusal.
    pub why: String,
    /// The number of broken connections.
    pub broken: u64,
}

impl Report {
    pub(crate) fn new(
        plan: &Plan,
        tally: &Tally,
        seconds: f64,
        founding_s: f64,
        (server_cpu, client_cpu): (Option<f64>, Option<f64>),
        (before, after): (Option<f64>, Option<f64>),
    ) -> Report {
        let moves = tally.moves.max(1) as f64;
        let at = |share: f64| {
            let i = (tally.waits.len() as f64 * share) as usize;
            tally
                .waits
                .get(i.min(tally.waits.len().saturating_sub(1)))
                .map_or(0.0, |wait| f64::from(*wait) / 1e3)
        };
        Report {
            game: format!("{} {}", plan.game, plan.rules).trim().to_owned(),
            tables: plan.tables,
            seats: plan.seats,
            people: plan.people.clamp(1, plan.seats),
            pace_ms: plan.pace.as_secs_f64() * 1e3,
            founding_s,
            seconds,
            moves: tally.moves,
            moves_per_s: tally.moves as f64 / seconds,
            matches: tally.matches,
            timed: tally.waits.len(),
            p50_ms: at(0.5),
            p99_ms: at(0.99),
            max_ms: at(1.0),
            bytes_per_move: tally.bytes as f64 / moves,
            updates_per_move: tally.updates as f64 / moves,
            server_cpu_us_per_move: server_cpu.map(|cpu| 1e6 * cpu / moves),
            server_cores: server_cpu.map(|cpu| cpu / seconds),
            client_cpu_us_per_move: client_cpu.map(|cpu| 1e6 * cpu / moves),
            server_kib: after,
            server_kib_per_table: before
                .zip(after)
                .map(|(before, after)| (after - before) / plan.tables as f64),
            refused: tally.refused,
            why: tally.why.clone(),
            broken: tally.broken,
        }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let pace = match self.pace_ms {
            0.0 => "answers without a pause".to_owned(),
            ms => format!("an answer after {:.2} s", ms / 1e3),
        };
        let (tables, seats, people) = (self.tables, self.seats, self.people);
        writeln!(f, "{tables} tables of {}, {seats} seats ({people} over sockets), {pace}", self.game)?;
        writeln!(f, "opened and dealt in {:.1} s, measured {:.1} s", self.founding_s, self.seconds)?;
        let (all, each) = (self.moves, self.moves_per_s);
        writeln!(f, "moves      {each:.0} a second ({all}; {} matches ended)", self.matches)?;
        let (p50, p99, max) = (self.p50_ms, self.p99_ms, self.max_ms);
        writeln!(f, "latency    p50 {p50:.2} ms, p99 {p99:.2} ms, max {max:.1} ms ({} timed)", self.timed)?;
        let (bytes, updates) = (self.bytes_per_move, self.updates_per_move);
        writeln!(f, "network    {bytes:.0} bytes a move in {updates:.2} updates")?;
        if let (Some(cpu), Some(cores)) = (self.server_cpu_us_per_move, self.server_cores) {
            let own = self.client_cpu_us_per_move.unwrap_or_default();
            writeln!(f, "CPU        server {cpu:.1} µs a move ({cores:.2} cores), this client {own:.1} µs")?;
        }
        if let (Some(kib), Some(each)) = (self.server_kib, self.server_kib_per_table) {
            writeln!(f, "memory     server {:.1} MiB, {each:.1} KiB a table", kib / 1024.0)?;
        }
        write!(f, "refused    {} answers; {} connections broke {}", self.refused, self.broken, self.why)
    }
}
