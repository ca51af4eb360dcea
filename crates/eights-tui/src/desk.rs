//! A line to a table in this program.

use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError},
    thread,
    time::{Duration, Instant},
};

use eights_local::Local;
use eights_wire::{ToClient, ToServer};

use crate::line::{Health, Line, Pace};

/// A table in this program that answers at once, bots included: for tests and benches.
pub struct Desk {
    table: Local,
    said: Vec<ToClient>,
    hold: bool,
    journal: Option<File>,
}

impl Desk {
    /// A line to a table. What is played is written down if a file is given.
    pub fn new(table: Local, journal: Option<File>) -> Desk {
        let mut desk = Desk { table, said: Vec::new(), hold: false, journal };
        desk.write_down();
        desk
    }

    fn heard(&mut self, texts: Vec<String>) {
        self.said.extend(texts.iter().filter_map(|text| eights_wire::read(text).ok()));
    }

    /// Lets one bot answer.
    fn tick(&mut self) {
        let told = self.table.tick();
        self.heard(told);
        self.write_down();
    }

    fn bots_are_asked(&self) -> bool {
        !self.hold && self.table.bot_is_asked()
    }

    /// Answers may be taken back, so the whole journal is written again.
    fn write_down(&mut self) {
        let Some(file) = &mut self.journal else { return };
        let text = self.table.journal();
        let written = file
            .seek(SeekFrom::Start(0))
            .and_then(|_| file.write_all(text.as_bytes()))
            .and_then(|()| file.set_len(text.len() as u64));
        if let Err(error) = written {
            self.journal = None;
            let why = format!("the journal cannot be written: {error}");
            self.said.push(ToClient::Refused { id: None, step: self.table.table().step(), why });
        }
    }
}

impl Line for Desk {
    fn send(&mut self, message: ToServer) {
        let told = self.table.hear(&eights_wire::write(&message));
        self.heard(told);
        self.write_down();
    }

    fn poll(&mut self) -> Vec<ToClient> {
        if self.bots_are_asked() {
            self.tick();
        }
        std::mem::take(&mut self.said)
    }

    fn hold(&mut self, hold: bool) {
        self.hold = hold;
    }

    fn is_local(&self) -> bool {
        true
    }
}

/// The same table in a thread of its own, so that the screen never waits for a bot.
pub struct Backroom {
    to: Sender<Wish>,
    from: Receiver<ToClient>,
    gone: bool,
}

enum Wish {
    Send(ToServer),
    Pace(Pace),
    Hold(bool),
}

impl Backroom {
    /// Moves a table into a thread of its own, which ends with the line.
    pub fn new(desk: Desk, pace: Pace) -> Backroom {
        let (to, wishes) = mpsc::channel();
        let (says, from) = mpsc::channel();
        thread::spawn(move || serve(desk, pace, &wishes, &says));
        Backroom { to, from, gone: false }
    }
}

fn serve(mut desk: Desk, mut pace: Pace, wishes: &Receiver<Wish>, says: &Sender<ToClient>) {
    let mut since = Instant::now();
    let began = Instant::now();
    // The rules know no clock: where they set a limit, they are told when it is reached.
    let minutes = desk.table.rules().minutes().map(u64::from);
    let mut limit = minutes.map(|minutes| Duration::from_secs(60 * minutes));
    loop {
        if limit.is_some_and(|limit| began.elapsed() >= limit) {
            limit = None;
            let told = desk.table.time_is_up();
            desk.heard(told);
            desk.write_down();
        }
        let wait = match desk.bots_are_asked() {
            true => pace.wait().saturating_sub(since.elapsed()),
            false => Duration::from_secs(if limit.is_some() { 1 } else { 3600 }),
        };
        match wishes.recv_timeout(wait) {
            Ok(Wish::Send(message)) => {
                desk.send(message);
                since = Instant::now();
            }
            Ok(Wish::Pace(new)) => pace = new,
            Ok(Wish::Hold(hold)) if hold != desk.hold => {
                desk.hold = hold;
                since = Instant::now();
            }
            Ok(Wish::Hold(_)) => (),
            Err(RecvTimeoutError::Timeout) => {
                if desk.bots_are_asked() {
                    desk.tick();
                    since = Instant::now();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
        for message in desk.said.drain(..) {
            if says.send(message).is_err() {
                return;
            }
        }
    }
}

impl Line for Backroom {
    fn send(&mut self, message: ToServer) {
        // Without anybody on the other side there is nothing to be said.
        let _ = self.to.send(Wish::Send(message));
    }

    fn poll(&mut self) -> Vec<ToClient> {
        let mut said = Vec::new();
        loop {
            match self.from.try_recv() {
                Ok(message) => said.push(message),
                Err(TryRecvError::Empty) => return said,
                Err(TryRecvError::Disconnected) => {
                    self.gone = true;
                    return said;
                }
            }
        }
    }

    fn health(&self) -> Health {
        match self.gone {
            true => Health::Gone("the table broke down".into()),
            false => Health::Fine,
        }
    }

    fn pace(&mut self, pace: Pace) {
        let _ = self.to.send(Wish::Pace(pace));
    }

    fn hold(&mut self, hold: bool) {
        let _ = self.to.send(Wish::Hold(hold));
    }

    fn is_local(&self) -> bool {
        true
    }
}
