//! Opens the tables of a load test over HTTP, and starts their players.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    time::Duration,
};

use eights_client::HttpConnection;
use serde_json::{Value, json};
use tokio::{task::LocalSet, time::sleep};

use crate::{
    error::LoadError,
    plan::Plan,
    player::Player,
    requests::{open_table, sign_in},
    source::from_source,
    tally::Shared,
};

/// The number of tables that are opened concurrently.
const CONCURRENT_OPENINGS: usize = 32;

/// The settings of a table.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) game: String,
    pub(crate) rules: String,
    pub(crate) seats: usize,
}

/// Opens every table of a plan and starts its players; returns the codes of the tables. The
/// tables cycle through `kinds`; if there are none, all play the game of the plan.
pub(crate) async fn open_tables(
    plan: &Plan,
    kinds: &[Wanted],
    shared: &Rc<Shared>,
) -> Result<Vec<String>, LoadError> {
    let (next, numbers) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
    let codes = Rc::new(RefCell::new(Vec::new()));
    let workers: Vec<_> = (0..CONCURRENT_OPENINGS.min(plan.tables))
        .map(|worker| {
            let (plan, kinds, shared) = (plan.clone(), kinds.to_vec(), shared.clone());
            let (next, numbers, codes) = (next.clone(), numbers.clone(), codes.clone());
            tokio::task::spawn_local(async move {
                let servers = shared.servers.borrow().clone();
                let server = shared.founding.as_ref().or(servers.get(worker % servers.len().max(1)));
                let server = server.ok_or_else(|| LoadError::NoServer("it is gone".into()))?;
                let mut http = HttpConnection::open(&from_source(server, 0)).await?;
                loop {
                    let table = next.replace(next.get() + 1);
                    if table >= plan.tables {
                        return Ok(());
                    }
                    let usual =
                        Wanted { game: plan.game.clone(), rules: plan.rules.clone(), seats: plan.seats };
                    let kind = kinds.get(table % kinds.len().max(1)).cloned().unwrap_or(usual);
                    let code = one(&plan, &kind, &mut http, &numbers, &shared).await?;
                    codes.borrow_mut().push(code);
                }
            })
        })
        .collect();
    for worker in workers {
        worker.await.unwrap_or_else(|_| Err(LoadError::Refused("a table could not be opened".into())))?;
    }
    Ok(codes.take())
}

/// Opens one table: gets a cookie for each player, opens the table, starts the players.
async fn one(
    plan: &Plan,
    kind: &Wanted,
    http: &mut HttpConnection,
    numbers: &Cell<usize>,
    shared: &Rc<Shared>,
) -> Result<String, LoadError> {
    let people = plan.people.clamp(1, kind.seats);
    let mut cookies = Vec::new();
    for _ in 0..people {
        cookies.push(sign_in(http).await?);
    }
    let letter = |i: usize| char::from(b'A' + i as u8).to_string();
    let bots: serde_json::Map<String, Value> =
        (people..kind.seats).map(|i| (letter(i), plan.bots.as_str().into())).collect();
    let wanted = json!({ "game": kind.game, "rules": kind.rules, "seats": kind.seats, "bots": bots });
    let code = open_table(http, &cookies[0], &wanted).await?;
    for (seat, cookie) in cookies.into_iter().enumerate() {
        let player = Player {
            number: numbers.replace(numbers.get() + 1),
            seat: seat as u8,
            code: code.clone(),
            cookie,
            host: seat == 0,
            pace: plan.pace,
            random: plan.random,
            shared: shared.clone(),
        };
        tokio::task::spawn_local(player.play());
    }
    Ok(code)
}

/// Waits until each of these tables has made at least `least` steps.
pub(crate) async fn until_moving(
    codes: &[String],
    least: impl Fn(&str) -> u64,
    shared: &Shared,
    most: Duration,
) -> Result<(), LoadError> {
    // Counts only while this process runs, which somebody may have stopped together with the servers.
    let mut waited = Duration::ZERO;
    loop {
        let stuck = {
            let tally = shared.tally.borrow();
            let stands = |code: &&String| tally.progress.get(*code).is_none_or(|n| *n < least(code));
            codes.iter().filter(stands).cloned().collect::<Vec<_>>()
        };
        if stuck.is_empty() {
            return Ok(());
        }
        if waited > most {
            let (n, of, first) = (stuck.len(), codes.len(), &stuck[0]);
            let why = shared.tally.borrow().why.clone();
            let stuck = format!("{n} of {of} tables do not move, {first} for one {why}");
            return Err(LoadError::TooLong(most.as_secs(), stuck));
        }
        let before = tokio::time::Instant::now();
        sleep(Duration::from_millis(20)).await;
        waited += before.elapsed().min(Duration::from_secs(1));
    }
}

/// Runs a test with all its players on the current thread.
pub(crate) fn on_one_thread<T>(work: impl Future<Output = Result<T, LoadError>>) -> Result<T, LoadError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(|error| LoadError::System("no runtime", error))?;
    LocalSet::new().block_on(&runtime, work)
}
