//! Pulling the plug: the server is ended at any moment, and must know afterwards what it has promised.
//!
//! People play at many tables of all games while the server is killed again
//! and again, its disk fills up, its folder becomes read-only, a page of its
//! file is damaged. A [`Ledger`] holds everything that was acknowledged; an
//! update that shows a step is the acknowledgement. Afterwards it is compared
//! with the journals, line by line.

mod disk;
mod ledger;

pub use ledger::Ledger;

use std::{
    path::PathBuf,
    rc::Rc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use eights_store::{Durability, Sqlite, Store};
use tokio::{sync::watch, time::sleep};

use crate::{
    LoadError, Plan,
    founding::{Wanted, found, on_one_thread, until_moving},
    served::{Served, Serving},
    tally::Shared,
};

/// What is to be tried.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The program `eights`.
    pub program: PathBuf,
    /// A folder for everything.
    pub folder: PathBuf,
    /// How many tables.
    pub tables: usize,
    /// How often the server is killed.
    pub kills: u32,
    /// Decides the moments; the clock does when it is none.
    pub luck: Option<u64>,
}

/// How long a table may take to move on after a start.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long people think.
const PACE: Duration = Duration::from_millis(5);

/// Everything that players and the server's keeper share.
struct Scene {
    trial: Trial,
    serving: Serving,
    shared: Rc<Shared>,
    server: watch::Sender<Option<std::net::SocketAddr>>,
    codes: Vec<String>,
    luck: u64,
    problems: Vec<String>,
}

/// Tries everything; `say` hears what is done. Returns what is wrong: nothing, if all is well.
///
/// # Errors
///
/// When it could not be tried.
pub fn faults(trial: &Trial, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    on_one_thread(all(trial, say))
}

async fn all(trial: &Trial, say: &mut dyn FnMut(&str)) -> Result<Vec<String>, LoadError> {
    let (mut scene, served) = Scene::open(trial.clone(), "kills").await?;
    let served = scene.kills(served, say).await?;
    scene.retire(served, say)?;
    scene.read_only(say).await?;
    scene.damaged_page(say).await?;
    let mut problems = scene.close();
    problems.extend(disk::full(trial, say).await?);
    Ok(problems)
}

/// Something of every game.
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

impl Scene {
    /// A server in a folder of its own, with tables that are played at.
    async fn open(trial: Trial, name: &str) -> Result<(Scene, Served), LoadError> {
        let serving = Serving::for_load(trial.program.clone(), trial.folder.join(name), Duration::ZERO);
        Scene::open_by(trial, serving).await
    }

    async fn open_by(trial: Trial, serving: Serving) -> Result<(Scene, Served), LoadError> {
        let served = serving.start()?;
        let (server, at) = watch::channel(Some(served.address));
        let shared = Rc::new(Shared::new(at, Some(Ledger::default())));
        let plan = Plan { tables: trial.tables, people: 16, pace: PACE, ..Plan::default() };
        let codes = found(&plan, &kinds(), &shared).await?;
        let clock = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |it| it.as_nanos() as u64);
        let luck = trial.luck.unwrap_or_else(clock) | 1;
        let scene = Scene { trial, serving, shared, server, codes, luck, problems: Vec::new() };
        scene.everybody_moves().await?;
        Ok((scene, served))
    }

    /// A number below another, by chance.
    fn below(&mut self, n: u64) -> u64 {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        self.luck % n.max(1)
    }

    fn ledger(&self) -> std::cell::RefMut<'_, Ledger> {
        self.shared.ledger.as_ref().expect("a scene has a ledger").borrow_mut()
    }

    /// Waits until every table has moved on from where it is now.
    async fn everybody_moves(&self) -> Result<(), LoadError> {
        self.these_move(&self.codes).await
    }

    async fn these_move(&self, codes: &[String]) -> Result<(), LoadError> {
        let before = self.shared.tally.borrow().progress.clone();
        let least = |code: &str| before.get(code).map_or(1, |n| n + 1);
        until_moving(codes, least, &self.shared, PATIENCE).await
    }

    /// Starts the server again, and lets everybody know.
    fn restart(&self) -> Result<Served, LoadError> {
        let served = self.serving.start()?;
        self.ledger().mark();
        self.server.send_replace(Some(served.address));
        Ok(served)
    }

    /// Kills the server at random moments; every match goes on each time.
    async fn kills(&mut self, mut served: Served, say: &mut dyn FnMut(&str)) -> Result<Served, LoadError> {
        for kill in 1..=self.trial.kills {
            sleep(Duration::from_micros(self.below(400_000))).await;
            self.server.send_replace(None);
            served.kill();
            // What had come before is still heard, and counts as acknowledged.
            sleep(Duration::from_millis(20)).await;
            served = self.restart()?;
            if !served.complaints().is_empty() {
                self.problems.push(format!("kill {kill}: {}", served.complaints()));
            }
            self.everybody_moves().await?;
            let moves = self.ledger().acknowledged_moves();
            let matches = self.ledger().n_matches();
            say(&format!(
                "kill {kill}: {moves} moves of {matches} matches acknowledged, every table goes on"
            ));
        }
        Ok(served)
    }

    /// Ends the server in order, and compares the ledger with what it kept.
    fn retire(&mut self, served: Served, say: &mut dyn FnMut(&str)) -> Result<(), LoadError> {
        self.server.send_replace(None);
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
        self.server.send_replace(None);
        self.problems
    }
}
