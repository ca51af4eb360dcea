//! A player at one table: sits down, gets ready, answers when asked, plays again.

use std::{convert::Infallible, rc::Rc, time::Duration};

use eights_client::{ClientError, Socket};
use eights_wire::{Phase, Room, ToServer, VERSION, Who};
use tokio::time::{Instant, sleep, sleep_until};

use crate::{
    ledger::Told,
    scan::{Scanned, Seen, scan},
    source::from_source,
    tally::Shared,
};

/// A player at one table.
pub(crate) struct Player {
    /// The number of the connection, which decides its source address.
    pub(crate) number: usize,
    /// The seat, from 0.
    pub(crate) seat: u8,
    /// The code of the table.
    pub(crate) code: String,
    pub(crate) cookie: String,
    /// Whether this player opened the table: then they deal, and count the moves of the table.
    pub(crate) host: bool,
    /// How long to wait before answering.
    pub(crate) pace: Duration,
    /// Whether to answer with a random offer instead of the first.
    pub(crate) random: bool,
    pub(crate) shared: Rc<Shared>,
}

/// A connection of a player, and what they know on it.
struct Connection<'a> {
    socket: Socket,
    state: State<'a>,
}

/// What a player knows and is about to do.
struct State<'a> {
    player: &'a Player,
    /// The state of the random generator.
    random: u64,
    match_id: String,
    /// The newest step seen.
    step: Option<u64>,
    /// What the next update must show at least, in tests with a ledger.
    least: Option<Told>,
    /// The answer to send next: when, at which step, its text.
    answer: Option<(Instant, u64, String)>,
    /// The answer sent last: when, at which step, its text.
    sent: Option<(Instant, u64, String)>,
    /// Whether entropy was added to the next shuffle.
    added: bool,
    /// Messages about the table to send.
    requests: Vec<ToServer>,
}

/// How long to wait before reconnecting.
const RECONNECT_WAIT: Duration = Duration::from_millis(50);
/// How long to wait before sending an answer again that was not accepted.
const REPEAT_WAIT: Duration = Duration::from_millis(100);

impl Player {
    /// Plays for as long as the task is polled; without a ledger, until the connection breaks.
    pub(crate) async fn play(self) {
        let mut current = self.shared.servers.clone();
        for attempt in self.number.. {
            let Ok(servers) = current.wait_for(|servers| !servers.is_empty()).await.map(|all| all.clone())
            else {
                return;
            };
            // Players are spread over the servers, and try the next one when theirs is gone.
            let server = from_source(&servers[attempt % servers.len()], self.number);
            if let Ok(socket) = Socket::open(&server, &self.code, Some(&self.cookie)).await {
                // Only ever ends with an error, when the connection breaks.
                let _ = Connection::new(&self, socket).play().await;
            }
            self.shared.tally.borrow_mut().broken += 1;
            if self.shared.ledger.is_none() {
                return;
            }
            sleep(RECONNECT_WAIT).await;
        }
    }
}

impl<'a> Connection<'a> {
    fn new(player: &'a Player, socket: Socket) -> Connection<'a> {
        let state = State {
            player,
            random: (player.number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15),
            match_id: String::new(),
            step: None,
            least: player.shared.ledger.as_ref().and_then(|ledger| ledger.borrow().newest(&player.code)),
            answer: None,
            sent: None,
            added: false,
            requests: Vec::new(),
        };
        Connection { socket, state }
    }

    async fn play(mut self) -> Result<Infallible, ClientError> {
        self.socket.send(&ToServer::Hello { version: VERSION, words: false, pauses: false }).await?;
        loop {
            let message = match self.state.answer.as_ref().map(|(due, ..)| *due) {
                Some(due) => tokio::select! {
                    biased;
                    message = self.socket.next_text() => message?,
                    () = sleep_until(due) => {
                        self.answer().await?;
                        continue;
                    }
                },
                None => self.socket.next_text().await?,
            };
            self.state.player.shared.tally.borrow_mut().bytes += message.len() as u64;
            self.state.receive(message.as_bytes());
            for request in std::mem::take(&mut self.state.requests) {
                self.socket.send(&request).await?;
            }
            // A timer has a resolution of a millisecond, too coarse for players who do not wait.
            if self.state.answer.as_ref().is_some_and(|(due, ..)| *due <= Instant::now()) {
                self.answer().await?;
            }
        }
    }

    /// Sends the answer that was chosen.
    async fn answer(&mut self) -> Result<(), ClientError> {
        let state = &mut self.state;
        let Some((_, step, say)) = state.answer.take() else { return Ok(()) };
        if let Some(ledger) = &state.player.shared.ledger {
            ledger.borrow_mut().said(&state.match_id, step, state.player.seat, &say);
        }
        let id = &state.match_id;
        let message = format!("{{\"say\":{{\"match-id\":\"{id}\",\"step\":{step},\"say\":\"{say}\"}}}}");
        state.sent = Some((Instant::now(), step, say));
        self.socket.send_text(message).await
    }
}

impl State<'_> {
    fn receive(&mut self, message: &[u8]) {
        match scan(message) {
            Some(Scanned::Update(seen)) => self.update(&seen, message),
            Some(Scanned::Room(room)) => {
                if let Ok(room) = serde_json::from_slice::<Room>(room) {
                    self.room(&room);
                }
            }
            Some(Scanned::Refused(message)) => self.refused(message),
            _ => (),
        }
    }

    /// An answer was refused. Unless an update comes first, it is sent again a little later.
    fn refused(&mut self, message: &[u8]) {
        // A host may deal a moment after the table has done it by itself.
        if memchr::memmem::find(message, b"not while a match is played").is_some() {
            return;
        }
        let mut tally = self.player.shared.tally.borrow_mut();
        tally.why = String::from_utf8_lossy(message).into_owned();
        // If an update came before the refusal, it has already set the next answer.
        let Some((_, step, say)) = self.sent.take() else { return };
        tally.refused += 1;
        self.answer = Some((Instant::now() + REPEAT_WAIT, step, say));
    }

    fn update(&mut self, seen: &Seen, message: &[u8]) {
        let now = Instant::now();
        let before = self.step.replace(seen.step);
        let mut tally = self.player.shared.tally.borrow_mut();
        tally.updates += 1;
        let mut again = false;
        match self.sent.take() {
            Some((when, step, say)) if seen.step == step + 1 => {
                tally.waits.push((now - when).as_micros().min(u128::from(u32::MAX)) as u32);
                if let Some(ledger) = &self.player.shared.ledger {
                    ledger.borrow_mut().acknowledged(&self.match_id, step, self.player.seat, say);
                }
            }
            // The table is still at the same step: the answer was not stored.
            Some((_, step, _)) if seen.step == step => {
                tally.refused += 1;
                again = true;
            }
            _ => (),
        }
        if let Some(ledger) = &self.player.shared.ledger {
            let Player { code, seat, .. } = self.player;
            let told = ledger.borrow_mut().told(code, *seat, seen.step, message, self.least.as_ref());
            self.least = Some(told);
        }
        if self.player.host {
            let moved = before.map_or(0, |before| seen.step.saturating_sub(before));
            tally.moves += moved;
            if let Some((since, shown)) = &mut tally.shown_again {
                shown.entry(self.player.code.clone()).or_insert_with(|| since.elapsed());
            }
            if self.player.shared.ledger.is_some() || before.is_none() {
                *tally.progress.entry(self.player.code.clone()).or_default() += moved;
            }
        }
        drop(tally);
        self.answer = None;
        if seen.asks == Some(b'A' + self.player.seat) {
            self.think(seen, now, before.is_none(), again);
        }
    }

    /// Chooses an answer, and when to give it.
    fn think(&mut self, seen: &Seen, now: Instant, first: bool, again: bool) {
        let offers = seen.offers();
        let which = if self.player.random { self.below(offers.clone().count() as u64) } else { 0 };
        let Some(say) = offers.clone().nth(which as usize) else { return };
        let pace = self.player.pace.as_micros() as u64;
        let wait = match (first, again) {
            (_, true) => Duration::from_micros(pace).max(REPEAT_WAIT),
            // A random first wait keeps the tables from moving in step.
            (true, _) => Duration::from_micros(self.below(pace.max(1))),
            _ => Duration::from_micros(pace),
        };
        self.answer = Some((now + wait, seen.step, String::from_utf8_lossy(say).into_owned()));
    }

    /// A random number below `n` (xorshift64).
    fn below(&mut self, n: u64) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random % n.max(1)
    }

    /// Decides what to ask of the table in order to play: a seat, a deal, a rematch.
    fn room(&mut self, room: &Room) {
        if room.match_id.as_ref().is_some_and(|id| *id != self.match_id) {
            self.match_id = room.match_id.clone().unwrap_or_default();
            // The steps of a new match start at zero.
            (self.step, self.sent, self.answer) = (self.step.map(|_| 0), None, None);
        }
        self.added &= room.phase == Phase::Gathering;
        let own = char::from(b'A' + self.player.seat).to_string();
        match room.phase {
            Phase::Playing => (),
            Phase::Over if self.player.host => {
                self.player.shared.tally.borrow_mut().matches += 1;
                self.requests.push(ToServer::Rematch {});
            }
            Phase::Over => (),
            Phase::Gathering if room.you.is_none() => self.requests.push(ToServer::Sit { seat: own }),
            Phase::Gathering => self.gather(room, &own),
        }
    }

    /// Before a match: adds entropy, gets ready, and deals when everybody is ready.
    fn gather(&mut self, room: &Room, own: &str) {
        if !self.added {
            self.added = true;
            let entropy = format!("{:016x}", self.below(u64::MAX));
            self.requests.push(ToServer::Entropy { entropy });
        }
        let (own, others): (Vec<_>, Vec<_>) = room.chairs.iter().partition(|chair| chair.seat == own);
        if !self.player.host && own.iter().any(|chair| !chair.ready) {
            self.requests.push(ToServer::Ready { ready: true });
        } else if self.player.host && others.into_iter().all(is_set) {
            self.requests.push(ToServer::Start {});
        }
    }
}

/// Whether the seat is taken, and its player ready.
fn is_set(chair: &eights_wire::Chair) -> bool {
    chair.ready && !matches!(chair.who, Who::Nobody {})
}
