//! Bots think off the threads that serve sockets, a few at a time.

use std::{sync::Arc, time::Duration};

use eights::{Dice, Seed};
use eights_bots::{BotKind, Hint, SeatedBot};
use tokio::sync::{Semaphore, mpsc::WeakUnboundedSender};

use crate::{
    driver::ToRoom,
    hub::{Hub, luck},
    room::{Input, Think, Thought, first_deal},
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
}

/// Lets a bot think and brings its answer to the room, if that is still there.
pub(crate) fn think(hub: Arc<Hub>, think: Think, room: WeakUnboundedSender<ToRoom>) {
    let pause = match (think.hint_for, think.step) {
        (Some(_), _) => Duration::ZERO,
        // The cards are still on their way to the people.
        (None, 0) => hub.bots.pause * 2,
        (None, _) => hub.bots.pause,
    };
    let desks = hub.bots.desks.clone();
    tokio::spawn(async move {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        let Ok(desk) = desks.acquire_owned().await else { return };
        let (seat, step, hint_for) = (think.seat, think.step, think.hint_for);
        let hint = tokio::task::spawn_blocking(move || {
            let _desk = desk;
            answer(&hub, &think)
        });
        // A bot that fails has no idea; the room then does what is done for the idle.
        let (say, why) = hint.await.unwrap_or_default().map(|hint| (hint.say, hint.why)).unzip();
        let why = why.unwrap_or_default();
        if let Some(room) = room.upgrade() {
            let _ = room.send(ToRoom::Input(Input::Thought(Thought { seat, step, say, why, hint_for })));
        }
    });
}

/// An answer; where somebody asked for it as a hint, with its reason.
fn answer(hub: &Hub, think: &Think) -> Option<Hint> {
    let mut dice = Dice::at(&Seed::from_bytes(luck()), think.step);
    let kind = BotKind::named(&think.level).ok()?;
    let table = think.table.as_ref();
    if think.hint_for.is_some() {
        return remembering(hub, think, &kind).hint(table, &mut dice);
    }
    let say = match kind.remembers() {
        true => remembering(hub, think, &kind).answer(table, &mut dice),
        false => kind.answer(table, think.seat, &mut dice),
    };
    Some(Hint { say: say?, why: String::new() })
}

/// A bot on its chair with all that its seat has seen. A table keeps no bots: the journal tells
/// one again what happened, which takes less time than it thinks, and works after a restart too.
fn remembering(hub: &Hub, think: &Think, kind: &BotKind) -> Box<dyn SeatedBot> {
    let from_journal = || {
        let (head, entries) = hub.store.journal(think.id).ok()??;
        let rules = hub.library.of_head(&head).ok()?;
        let mut table = first_deal(&rules, &head).ok()?;
        let mut bot = kind.sit(table.as_ref(), think.seat);
        bot.observe(table.as_ref());
        for entry in entries.iter().take_while(|entry| entry.step <= think.step) {
            table.redo(entry).ok()?;
            bot.observe(table.as_ref());
        }
        Some(bot)
    };
    from_journal().unwrap_or_else(|| kind.sit(think.table.as_ref(), think.seat))
}
