//! Bots think off the threads that serve sockets, a few at a time.

use std::{sync::Arc, time::Duration};

use eights::{Dice, Seed};
use tokio::sync::{Semaphore, mpsc::WeakUnboundedSender};

use crate::{
    driver::ToRoom,
    hub::luck,
    room::{Input, Think, Thought},
};

/// Where bots think.
pub(crate) struct Bots {
    pause: Duration,
    desks: Arc<Semaphore>,
}

/// A level that can be had, and what people should know of it.
pub(crate) struct LevelInfo {
    /// Its name.
    pub name: &'static str,
    /// What to expect.
    pub about: &'static str,
}

/// Every level, weakest first.
pub(crate) fn levels() -> Vec<LevelInfo> {
    eights_bots::Level::ALL
        .iter()
        .map(|level| LevelInfo { name: level.name(), about: level.about() })
        .collect()
}

/// Whether there is a bot of this level.
pub(crate) fn is_level(name: &str) -> bool {
    eights_bots::Level::named(name).is_some()
}

impl Bots {
    /// As many desks as there are cores, and a pause before each answer.
    pub(crate) fn new(pause: Duration) -> Bots {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Bots { pause, desks: Arc::new(Semaphore::new(cores)) }
    }

    /// Lets a bot think and brings its answer to the room, if that is still there.
    pub(crate) fn think(&self, think: Think, room: WeakUnboundedSender<ToRoom>) {
        let pause = if think.hint_for.is_some() { Duration::ZERO } else { self.pause };
        let desks = self.desks.clone();
        tokio::spawn(async move {
            if !pause.is_zero() {
                tokio::time::sleep(pause).await;
            }
            let Ok(desk) = desks.acquire_owned().await else { return };
            let (seat, step, hint_for) = (think.seat, think.step, think.hint_for);
            let say = tokio::task::spawn_blocking(move || {
                let _desk = desk;
                answer(&think)
            });
            // A bot that fails has no idea; the room then does what is done for the idle.
            let say = say.await.unwrap_or_default();
            if let Some(room) = room.upgrade() {
                let _ = room.send(ToRoom::Input(Input::Thought(Thought { seat, step, say, hint_for })));
            }
        });
    }
}

fn answer(think: &Think) -> Option<String> {
    let mut dice = Dice::at(&Seed::from_bytes(luck()), think.step);
    let brain = eights_bots::Brain::named(&think.level).ok()?;
    brain.answer(think.table.as_ref(), think.seat, &mut dice)
}
