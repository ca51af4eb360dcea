//! Bots and hints are computed off the threads that serve sockets, on a few threads of their own.
//!
//! A bot's move always goes before a hint, and one thread never takes hints, so that a bot at one
//! table does not wait for advice given at another. Each table has at most one hint in the queue,
//! which makes first come, first served fair between tables.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use eights::{Dice, Seed};
use eights_bots::{BotKind, Hint, SeatedBot};
use tokio::sync::mpsc::WeakUnboundedSender;

use crate::{
    driver::ToRoom,
    hub::{Hub, luck},
    room::{BotReply, BotRequest, Input, first_deal},
};

/// Hints that may wait at a time. More are refused at once: at a few milliseconds each, the last
/// of these is still answered within seconds.
const MAX_WAITING_HINTS: usize = 128;

/// The queue of moves and hints, and the threads that work on it.
pub(crate) struct Bots {
    pause: Duration,
    max_threads: usize,
    queue: Mutex<Queue>,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    hints: VecDeque<Job>,
    threads: usize,
    threads_on_hints: usize,
}

/// A question and the room that waits for the answer.
struct Job {
    think: BotRequest,
    room: WeakUnboundedSender<ToRoom>,
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
    /// As many threads as there are cores, but at least one for moves and one for hints.
    pub(crate) fn new(pause: Duration) -> Bots {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Bots { pause, max_threads: cores.max(2), queue: Mutex::default() }
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Queue {
    /// Adds a job. Hands it back when too many hints wait already.
    fn push(&mut self, job: Job) -> Result<(), Job> {
        if !job.think.is_hint() {
            self.moves.push_back(job);
            return Ok(());
        }
        self.hints.retain(|other| other.think.is_wanted() && other.think.id != job.think.id);
        if self.hints.len() >= MAX_WAITING_HINTS {
            return Err(job);
        }
        self.hints.push_back(job);
        Ok(())
    }

    /// The next job for a thread: moves first, and hints only while another thread is left for moves.
    fn pop(&mut self, max_threads: usize) -> Option<Job> {
        if let Some(job) = self.moves.pop_front() {
            return Some(job);
        }
        if self.threads_on_hints + 1 >= max_threads {
            return None;
        }
        let mut jobs = std::iter::from_fn(|| self.hints.pop_front());
        let job = jobs.find(|job| job.think.is_wanted())?;
        self.threads_on_hints += 1;
        Some(job)
    }
}

/// Lets a bot think and brings its answer to the room, if that is still there.
pub(crate) fn think(hub: Arc<Hub>, think: BotRequest, room: WeakUnboundedSender<ToRoom>) {
    let pause = match think.step {
        _ if think.is_hint() => Duration::ZERO,
        // The cards are still on their way to the people.
        0 => hub.bots.pause * 2,
        _ => hub.bots.pause,
    };
    tokio::spawn(async move {
        if !pause.is_zero() {
            tokio::time::sleep(pause).await;
        }
        submit(hub, Job { think, room });
    });
}

/// Queues a job, and starts a thread for it if one may be added.
fn submit(hub: Arc<Hub>, job: Job) {
    let mut queue = hub.bots.queue();
    if let Err(job) = queue.push(job) {
        drop(queue);
        return reply(job, None);
    }
    if queue.threads < hub.bots.max_threads {
        queue.threads += 1;
        drop(queue);
        tokio::task::spawn_blocking(move || work(&hub));
    }
}

/// Works on the queue until nothing is left in it that this thread may take.
fn work(hub: &Hub) {
    loop {
        let mut queue = hub.bots.queue();
        let Some(job) = queue.pop(hub.bots.max_threads) else {
            queue.threads -= 1;
            return;
        };
        drop(queue);
        let is_hint = job.think.is_hint();
        // A bot that panics has no answer; the room then does what it does for the idle.
        let answered = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| answer(hub, &job.think)));
        reply(job, answered.unwrap_or_default());
        if is_hint {
            hub.bots.queue().threads_on_hints -= 1;
        }
    }
}

/// Brings an answer to the room that asked, unless nobody waits for it any more.
fn reply(job: Job, answer: Option<Hint>) {
    let BotRequest { seat, step, .. } = job.think;
    let is_hint = job.think.is_hint();
    let (say, why) = answer.map(|hint| (hint.say, hint.why)).unzip();
    let thought = BotReply { seat, step, say, why: why.unwrap_or_default(), is_hint };
    if let Some(room) = job.room.upgrade().filter(|_| job.think.is_wanted()) {
        let _ = room.send(ToRoom::Input(Input::BotReply(thought)));
    }
}

/// The answer to a question; only a hint has a reason.
fn answer(hub: &Hub, think: &BotRequest) -> Option<Hint> {
    let mut dice = Dice::at(&Seed::from_bytes(luck()), think.step);
    let kind = BotKind::named(&think.level).ok()?;
    let table = think.table.as_ref();
    if think.is_hint() {
        return remembering(hub, think, &kind).hint(table, &mut dice);
    }
    let say = match kind.remembers() {
        true => remembering(hub, think, &kind).answer(table, &mut dice),
        false => kind.answer(table, think.seat, &mut dice),
    };
    Some(Hint { say: say?, why: String::new() })
}

/// A bot that has seen the last few hundred steps from its seat. Rooms keep no bots: replaying the journal takes
/// less time than the search, and works after a restart too.
fn remembering(hub: &Hub, think: &BotRequest, kind: &BotKind) -> Box<dyn SeatedBot> {
    let from_journal = || {
        let (mut table, entries) = match &think.past {
            Some(past) => (past.copy(), hub.store.steps(think.id, past.step()).ok()?),
            None => {
                let (head, entries) = hub.store.journal(think.id).ok()??;
                let rules = hub.library.of_head(&head).ok()?;
                (first_deal(&rules, &head).ok()?, entries)
            }
        };
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
