//! Computes bot moves and hints on a few threads of their own, away from the threads that serve
//! sockets.
//!
//! Moves always go before hints, and one thread never takes hints, so that a bot at one table does
//! not wait for advice at another. Each table has at most one hint in the queue, which makes first
//! come, first served fair between tables.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use eights::{Dice, Seed};
use eights_bots::BotKind;
use eights_match::{Hint, SeatedBot};
use eights_store::Store;
use tokio::sync::mpsc::WeakUnboundedSender;

use crate::{
    hub::inbox::ToRoom,
    library::Library,
    metrics::Metrics,
    random::random_bytes,
    room::{BotReply, BotRequest, Input, first_deal},
};

/// Hints that may wait in the queue. More are refused at once: at a few milliseconds each, the last
/// of these is still answered within seconds.
const MAX_WAITING_HINTS: usize = 128;

/// The queue of moves and hints, and how many threads may work on it.
pub(crate) struct Bots {
    /// How long a bot waits before it answers, in milliseconds.
    pause: AtomicU64,
    max_threads: usize,
    queue: Mutex<Queue>,
    store: Arc<dyn Store>,
    library: Arc<Library>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Queue {
    moves: VecDeque<Job>,
    hints: VecDeque<Job>,
    threads: usize,
    threads_on_hints: usize,
}

/// A request, and the room that waits for the reply.
struct Job {
    request: BotRequest,
    room: WeakUnboundedSender<ToRoom>,
}

/// A bot level, as the API lists it.
pub(crate) struct LevelInfo {
    pub name: &'static str,
    pub about: &'static str,
}

/// Every level, weakest first.
pub(crate) fn levels() -> Vec<LevelInfo> {
    eights_bots::Level::ALL
        .iter()
        .map(|level| LevelInfo { name: level.name(), about: level.about() })
        .collect()
}

pub(crate) fn is_level(name: &str) -> bool {
    eights_bots::Level::named(name).is_some()
}

impl Bots {
    /// As many threads as there are cores, but at least one for moves and one for hints.
    pub(crate) fn new(
        pause: u64,
        store: Arc<dyn Store>,
        library: Arc<Library>,
        metrics: Arc<Metrics>,
    ) -> Bots {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Bots {
            pause: pause.into(),
            max_threads: cores.max(2),
            queue: Mutex::default(),
            store,
            library,
            metrics,
        }
    }

    pub(crate) fn set_pause(&self, pause: u64) {
        self.pause.store(pause, Ordering::Relaxed);
    }

    fn queue(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Answers a request after the bot's pause, and sends the reply to the room if it still exists.
    pub(crate) fn request(self: &Arc<Bots>, request: BotRequest, room: WeakUnboundedSender<ToRoom>) {
        let usual = Duration::from_millis(self.pause.load(Ordering::Relaxed));
        let pause = match request.step {
            _ if request.is_hint() => Duration::ZERO,
            // People are still watching the deal.
            0 => usual * 2,
            _ => usual,
        };
        let (bots, job) = (self.clone(), Job { request, room });
        if pause.is_zero() {
            return bots.submit(job);
        }
        tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            bots.submit(job);
        });
    }

    /// Queues a job, and starts a thread for it unless all are running.
    fn submit(self: Arc<Bots>, job: Job) {
        let mut queue = self.queue();
        if let Err(job) = queue.push(job) {
            drop(queue);
            return reply(job, None);
        }
        if queue.threads < self.max_threads {
            queue.threads += 1;
            drop(queue);
            tokio::task::spawn_blocking(move || self.work());
        }
    }

    /// Takes jobs from the queue until it holds none that this thread may take.
    fn work(&self) {
        loop {
            let mut queue = self.queue();
            let Some(job) = queue.pop(self.max_threads) else {
                queue.threads -= 1;
                return;
            };
            drop(queue);
            let is_hint = job.request.is_hint();
            let began = Instant::now();
            // A bot that panics gives no answer; the room then plays the idle answer.
            let answered =
                std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| self.answer(&job.request)));
            let thought = if is_hint { &self.metrics.hint_seconds } else { &self.metrics.bot_seconds };
            thought.observe(began.elapsed().as_secs_f64());
            reply(job, answered.unwrap_or_default());
            if is_hint {
                self.queue().threads_on_hints -= 1;
            }
        }
    }

    /// The bot's answer; the reason is filled in for hints only.
    fn answer(&self, request: &BotRequest) -> Option<Hint> {
        let mut dice = Dice::at(&Seed::from_bytes(random_bytes()), request.step);
        let kind = BotKind::named(&request.level).ok()?;
        let table = request.table.as_ref();
        if request.is_hint() {
            return self.remembering(request, kind).hint(table, &mut dice);
        }
        let mut bot =
            if kind.remembers() { self.remembering(request, kind) } else { table.sit(kind, request.seat) };
        let say = bot.answer(table, &mut dice);
        Some(Hint { say: say?, why: String::new() })
    }

    /// A bot that has seen the last few hundred steps from its seat. Rooms keep no bots: replaying the
    /// journal takes less time than the search, and works after a restart too.
    fn remembering(&self, request: &BotRequest, kind: BotKind) -> Box<dyn SeatedBot> {
        let from_journal = || {
            let (mut table, entries) = match &request.snapshot {
                Some(snapshot) => (snapshot.copy(), self.store.steps(request.id, snapshot.step()).ok()?),
                None => {
                    let (head, entries) = self.store.journal(request.id).ok()??;
                    let rules = self.library.of_head(&head).ok()?;
                    (first_deal(&rules, &head).ok()?, entries)
                }
            };
            let mut bot = table.sit(kind, request.seat);
            bot.observe(table.as_ref());
            for entry in entries.iter().take_while(|entry| entry.step <= request.step) {
                table.redo(entry).ok()?;
                bot.observe(table.as_ref());
            }
            Some(bot)
        };
        from_journal().unwrap_or_else(|| request.table.sit(kind, request.seat))
    }
}

impl Queue {
    /// Adds a job. Returns it if too many hints are waiting.
    fn push(&mut self, job: Job) -> Result<(), Job> {
        if !job.request.is_hint() {
            self.moves.push_back(job);
            return Ok(());
        }
        self.hints.retain(|other| other.request.is_wanted());
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
        let job = jobs.find(|job| job.request.is_wanted())?;
        self.threads_on_hints += 1;
        Some(job)
    }
}

/// Sends a reply to the room, unless nobody waits for it.
fn reply(job: Job, answer: Option<Hint>) {
    let BotRequest { seat, step, .. } = job.request;
    let is_hint = job.request.is_hint();
    let (answer, why) = answer.map(|hint| (hint.say, hint.why)).unzip();
    let bot_reply = BotReply { seat, step, answer, why: why.unwrap_or_default(), is_hint };
    if let Some(room) = job.room.upgrade().filter(|_| job.request.is_wanted()) {
        let _ = room.send(ToRoom::Input(Input::BotReply(bot_reply)));
    }
}

#[cfg(test)]
mod tests {
    use eights_wire::ToServer;

    use super::*;
    use crate::room::testing::RoomFixture;

    /// A guest asks, leaves, returns and asks again: the second hint stays queued, whichever of the
    /// two arrives first.
    #[test]
    fn an_abandoned_hint_does_not_displace_a_wanted_one() {
        let mut fixture = RoomFixture::playing(2, None);
        let connection = fixture.asks().unwrap();
        fixture.send(connection, ToServer::Hint {});
        fixture.take(Input::Leave(connection));
        fixture.join_by(70, connection);
        fixture.send(70, ToServer::Hint {});
        let (room, _inbox) = tokio::sync::mpsc::unbounded_channel();
        let mut job = || Job { request: fixture.world.bot_requests.pop().unwrap(), room: room.downgrade() };
        let (wanted, abandoned) = (job(), job());
        assert!(wanted.request.is_wanted() && !abandoned.request.is_wanted());
        let mut queue = Queue::default();
        assert!(queue.push(wanted).is_ok() && queue.push(abandoned).is_ok());
        assert!(queue.pop(2).is_some_and(|job| job.request.is_wanted()));
    }
}
