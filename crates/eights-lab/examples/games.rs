//! How many games a second the lab plays: heuristic bots, two players, all numbers counted.
//!
//! `cargo run --release -p eights-lab --example games -- openspiel 1000000 2`

use std::{sync::atomic::AtomicBool, time::Instant};

use cpu_time::ProcessTime;
use eights_bots::{BotKind, Level};
use eights_lab::{Deals, Runner, Trial, Unit, run_trial};
use eights_table::{Catalog, Shipped};

fn main() -> Result<(), String> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |at: usize, other: &str| words.get(at).cloned().unwrap_or_else(|| other.to_owned());
    let number = |text: String| text.parse::<u64>().map_err(|_| format!("{text:?} is no number"));
    let name = word(0, "openspiel");
    let (games, threads) = (number(word(1, "300000"))?.max(1), number(word(2, "1"))? as usize);
    let rules = Catalog::new(&Shipped).rules("crazy-eights", &name, "").map_err(|problems| {
        let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
        told.join("\n")
    })?;
    let bots = BotKind::Level(Level::Normal);
    let trial = Trial { deals: Deals { seed: 1 }, games, n_seats: 2, unit: Unit::Hand, bots };
    let stop = AtomicBool::new(false);
    let runner = Runner { threads, stop: &stop, progress: &|_| () };
    let (began, used) = (Instant::now(), ProcessTime::now());
    run_trial(&rules, &trial, &runner).map_err(|why| why.to_string())?;
    let (took, used) = (began.elapsed().as_secs_f64(), used.elapsed().as_secs_f64());
    println!(
        "{name}: {games} games on {threads} threads, {:.0} a second of the clock, {:.0} a second of one core",
        games as f64 / took,
        games as f64 / used
    );
    Ok(())
}
