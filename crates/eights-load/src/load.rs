//! The load test: opens tables, warms up, counts for a while, reports.

use std::{rc::Rc, time::Duration};

use eights_client::Server;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};

use crate::{
    error::LoadError,
    founding::{on_one_thread, open_tables, until_moving},
    plan::Plan,
    proc,
    report::Report,
    tally::Shared,
};

/// Open files that the process needs beside its sockets.
const SPARE: usize = 64;
/// Timeout for opening all tables and dealing.
const START_TIMEOUT: Duration = Duration::from_secs(300);

/// Runs a load test against a server. With the server's process id, its CPU time and memory are
/// measured as well.
///
/// # Errors
///
/// If the server cannot be reached or refuses to play, or the plan needs too many sockets.
pub fn load(plan: &Plan, server: &Server, pid: Option<u32>) -> Result<Report, LoadError> {
    let (wanted, most) = (plan.sockets(), proc::most_files().unwrap_or(usize::MAX));
    if wanted + SPARE > most {
        return Err(LoadError::TooMany(wanted, most));
    }
    on_one_thread(async {
        let (_servers, at) = watch::channel(vec![server.clone()]);
        let shared = Rc::new(Shared::new(at, None));
        measure(plan, &shared, pid.as_slice()).await.map(|(report, _)| report)
    })
}

/// Opens tables, and measures servers by their process ids. Also returns the codes of the tables.
pub(crate) async fn measure(
    plan: &Plan,
    shared: &Rc<Shared>,
    pids: &[u32],
) -> Result<(Report, Vec<String>), LoadError> {
    // None if one of them is not known.
    let all = |of: fn(u32) -> Option<f64>| -> Option<f64> {
        let known: Option<Vec<f64>> = pids.iter().map(|pid| of(*pid)).collect();
        known.filter(|known| !known.is_empty()).map(|known| known.into_iter().sum())
    };
    let before = all(proc::memory);
    let began = Instant::now();
    let codes = open_tables(plan, &[], shared).await?;
    until_moving(&codes, |_| 0, shared, START_TIMEOUT).await?;
    let founding = began.elapsed();
    // Wait until every player has answered once: from then on the load is even.
    sleep(plan.pace + Duration::from_secs(1)).await;

    let own = std::process::id();
    let cpu = || (all(proc::cpu), proc::cpu(own));
    shared.tally.borrow_mut().restart();
    let (cpu_before, began) = (cpu(), Instant::now());
    sleep(plan.time).await;
    let (cpu_after, seconds) = (cpu(), began.elapsed().as_secs_f64());
    let after = all(proc::memory);
    let used = |before: Option<f64>, after: Option<f64>| Some(after? - before?);
    let mut tally = shared.tally.borrow_mut();
    tally.waits.sort_unstable();
    let report = Report::new(
        plan,
        &tally,
        seconds,
        founding.as_secs_f64(),
        (used(cpu_before.0, cpu_after.0), used(cpu_before.1, cpu_after.1)),
        (before, after),
    );
    Ok((report, codes))
}
