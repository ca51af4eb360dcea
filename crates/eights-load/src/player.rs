//! One person at one table: sits down, is ready, answers when asked, plays again.

use std::{io, rc::Rc, time::Duration};

use eights_wire::{Phase, Room, ToServer, VERSION, Who, write};
use tokio::time::{Instant, sleep, sleep_until};

use crate::{
    scan::{Seen, Told, scan},
    socket::Socket,
    tally::Shared,
};

/// Somebody who plays.
pub(crate) struct Player {
    /// The number of their connection.
    pub(crate) number: usize,
    /// Their chair, from 0.
    pub(crate) seat: u8,
    /// The table's code.
    pub(crate) code: String,
    /// Who they are.
    pub(crate) cookie: String,
    /// Whether the table is theirs: then they deal, and count for it.
    pub(crate) host: bool,
    /// How long they think.
    pub(crate) pace: Duration,
    /// Whether they take any of the offers, or always the first.
    pub(crate) random: bool,
    /// What all share.
    pub(crate) shared: Rc<Shared>,
}

/// One line of theirs, and what they have in mind.
struct Line<'a> {
    socket: Socket,
    mind: Mind<'a>,
}

/// How far somebody has come on one line.
struct Mind<'a> {
    player: &'a Player,
    luck: u64,
    /// The match that is played.
    played: String,
    /// The newest step that was told.
    step: Option<u64>,
    /// What to say next, at which step, and when.
    answer: Option<(Instant, u64, String)>,
    /// What was said last, at which step, and when.
    said: Option<(Instant, u64, String)>,
    /// Whether something was added to the next shuffle.
    added: bool,
    /// Messages about the table to send.
    wishes: Vec<ToServer>,
}

/// How long to wait before a broken line is opened again.
const AGAIN: Duration = Duration::from_millis(50);
/// How long to wait before an answer that was not taken is given again.
const REPEAT: Duration = Duration::from_millis(100);

impl Player {
    /// Plays until nobody polls any more; without a ledger, until the line breaks.
    pub(crate) async fn play(self) {
        let mut server = self.shared.server.clone();
        loop {
            let Ok(address) = server.wait_for(Option::is_some).await.map(|it| *it) else { return };
            if let Some(address) = address
                && let Ok(socket) = Socket::open(address, &self.code, &self.cookie, self.number).await
            {
                // A line never ends well: it is played until it breaks.
                let _ = Line::new(&self, socket).play().await;
            }
            self.shared.tally.borrow_mut().broken += 1;
            if self.shared.ledger.is_none() {
                return;
            }
            sleep(AGAIN).await;
        }
    }
}

impl<'a> Line<'a> {
    fn new(player: &'a Player, socket: Socket) -> Line<'a> {
        let luck = (player.number as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (played, wishes) = (String::new(), Vec::new());
        let mind = Mind { player, luck, played, step: None, answer: None, said: None, added: false, wishes };
        Line { socket, mind }
    }

    async fn play(mut self) -> io::Result<()> {
        self.send(&ToServer::Hello { version: VERSION, words: false }).await?;
        loop {
            match self.mind.answer.as_ref().map(|(due, ..)| *due) {
                Some(due) => tokio::select! {
                    ready = self.socket.readable() => ready?,
                    () = sleep_until(due) => {
                        self.say().await?;
                        continue;
                    }
                },
                None => self.socket.readable().await?,
            }
            let Line { socket, mind } = &mut self;
            let bytes = socket.take_in(|message| mind.hear(message))?;
            mind.player.shared.tally.borrow_mut().bytes += bytes as u64;
            for wish in std::mem::take(&mut self.mind.wishes) {
                self.send(&wish).await?;
            }
            if self.socket.is_pinged() {
                self.socket.send(b"").await?;
            }
            if self.mind.answer.as_ref().is_some_and(|(due, ..)| *due <= Instant::now()) {
                self.say().await?;
            }
        }
    }

    async fn send(&mut self, message: &ToServer) -> io::Result<()> {
        self.socket.send(write(message).as_bytes()).await
    }

    /// Gives the answer that was thought of.
    async fn say(&mut self) -> io::Result<()> {
        let mind = &mut self.mind;
        let Some((_, step, say)) = mind.answer.take() else { return Ok(()) };
        if let Some(ledger) = &mind.player.shared.ledger {
            ledger.borrow_mut().said(&mind.played, step, mind.player.seat, &say);
        }
        let id = &mind.played;
        let message = format!("{{\"say\":{{\"match-id\":\"{id}\",\"step\":{step},\"say\":\"{say}\"}}}}");
        mind.said = Some((Instant::now(), step, say));
        self.socket.send(message.as_bytes()).await
    }
}

impl Mind<'_> {
    fn hear(&mut self, message: &[u8]) {
        match scan(message) {
            Some(Told::Update(seen)) => self.update(&seen),
            Some(Told::Room(room)) => {
                if let Ok(room) = serde_json::from_slice::<Room>(room) {
                    self.room(&room);
                }
            }
            Some(Told::Refused(message)) => self.refused(message),
            _ => (),
        }
    }

    /// What was said is not done. Unless news come, it is said again a little later.
    fn refused(&mut self, message: &[u8]) {
        // A host may deal a moment after the table has done it by itself.
        if memchr::memmem::find(message, b"not while a match is played").is_some() {
            return;
        }
        let mut tally = self.player.shared.tally.borrow_mut();
        tally.why = String::from_utf8_lossy(message).into_owned();
        // Where the table told first how it stands, the answer has been put back already.
        let Some((_, step, say)) = self.said.take() else { return };
        tally.refused += 1;
        self.answer = Some((Instant::now() + REPEAT, step, say));
    }

    fn update(&mut self, seen: &Seen) {
        let now = Instant::now();
        let before = self.step.replace(seen.step);
        let mut tally = self.player.shared.tally.borrow_mut();
        tally.updates += 1;
        let mut again = false;
        match self.said.take() {
            Some((when, step, say)) if seen.step == step + 1 => {
                tally.waits.push((now - when).as_micros().min(u128::from(u32::MAX)) as u32);
                if let Some(ledger) = &self.player.shared.ledger {
                    ledger.borrow_mut().acknowledged(&self.played, step, self.player.seat, say);
                }
            }
            // The table stands where it stood: what was said has not been kept.
            Some((_, step, _)) if seen.step == step => {
                tally.refused += 1;
                again = true;
            }
            _ => (),
        }
        if let Some(ledger) = &self.player.shared.ledger {
            ledger.borrow_mut().told(&self.played, seen.step, before.is_none());
        }
        if self.player.host {
            let moved = before.map_or(0, |before| seen.step.saturating_sub(before));
            tally.moves += moved;
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
        let which = match self.player.random {
            true => self.below(offers.clone().count() as u64),
            false => 0,
        };
        let Some(say) = offers.clone().nth(which as usize) else { return };
        let pace = self.player.pace.as_micros() as u64;
        let wait = match (first, again) {
            (_, true) => Duration::from_micros(pace).max(REPEAT),
            // Tables do not move in step with each other.
            (true, _) => Duration::from_micros(self.below(pace.max(1))),
            _ => Duration::from_micros(pace),
        };
        self.answer = Some((now + wait, seen.step, String::from_utf8_lossy(say).into_owned()));
    }

    /// A number below another, by chance: xorshift.
    fn below(&mut self, n: u64) -> u64 {
        self.luck ^= self.luck << 13;
        self.luck ^= self.luck >> 7;
        self.luck ^= self.luck << 17;
        self.luck % n.max(1)
    }

    /// Does what somebody does about a table who wants to play.
    fn room(&mut self, room: &Room) {
        if room.match_id.as_ref().is_some_and(|id| *id != self.played) {
            self.played = room.match_id.clone().unwrap_or_default();
            // Another match counts from nothing.
            (self.step, self.said, self.answer) = (self.step.map(|_| 0), None, None);
        }
        self.added &= room.phase == Phase::Gathering;
        let own = char::from(b'A' + self.player.seat).to_string();
        match room.phase {
            Phase::Playing => (),
            Phase::Over if self.player.host => {
                self.player.shared.tally.borrow_mut().matches += 1;
                self.wishes.push(ToServer::Rematch {});
            }
            Phase::Over => (),
            Phase::Gathering if room.you.is_none() => self.wishes.push(ToServer::Sit { seat: own }),
            Phase::Gathering => self.gather(room, &own),
        }
    }

    /// Adds to the shuffle, is ready, and deals when everybody is.
    fn gather(&mut self, room: &Room, own: &str) {
        if !self.added {
            self.added = true;
            let entropy = format!("{:016x}", self.below(u64::MAX));
            self.wishes.push(ToServer::Entropy { entropy });
        }
        let (own, others): (Vec<_>, Vec<_>) = room.chairs.iter().partition(|chair| chair.seat == own);
        if !self.player.host && own.iter().any(|chair| !chair.ready) {
            self.wishes.push(ToServer::Ready { ready: true });
        } else if self.player.host && others.into_iter().all(is_set) {
            self.wishes.push(ToServer::Start {});
        }
    }
}

/// Whether somebody on a chair waits for the cards.
fn is_set(chair: &eights_wire::Chair) -> bool {
    chair.ready && !matches!(chair.who, Who::Nobody {})
}
