//! Measures how many games per second a trial plays: level normal, two players, all metrics.
//!
//! `cargo run --release -p eights-lab --example games -- openspiel 1000000 2`

use std::{error::Error, sync::atomic::AtomicBool, time::Instant};

use cpu_time::ProcessTime;
use eights_bots::{BotKind, Level};
use eights_lab::{Deals, Runner, Trial, Unit, run_trial};
use eights_match::{Catalog, Shipped};

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize, default: &str| args.get(at).cloned().unwrap_or_else(|| default.to_owned());
    let name = arg(0, "openspiel");
    let games = arg(1, "300000").parse::<u64>()?.max(1);
    let threads = arg(2, "1").parse()?;
    let rules = Catalog::new(&Shipped).rules("crazy-eights", &name, "").map_err(|problems| {
        let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
        lines.join("\n")
    })?;
    let bots = BotKind::Level(Level::Normal);
    let trial = Trial { deals: Deals { seed: 1 }, games, n_seats: 2, unit: Unit::Hand, bots };
    let stop = AtomicBool::new(false);
    let runner = Runner { threads, stop: &stop, progress: &|_| () };
    let (began, cpu) = (Instant::now(), ProcessTime::now());
    run_trial(&rules, &trial, &runner)?;
    let (wall, cpu) = (began.elapsed().as_secs_f64(), cpu.elapsed().as_secs_f64());
    println!(
        "{name}: {games} games on {threads} threads, {:.0} per second, {:.0} per second of CPU time",
        games as f64 / wall,
        games as f64 / cpu
    );
    Ok(())
}
