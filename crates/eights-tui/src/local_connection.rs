//! Connections to a table in this program.

use std::{
    fs::File,
    io::{Seek, SeekFrom, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, TryRecvError},
    thread,
    time::{Duration, Instant},
};

use eights_local::Local;
use eights_wire::{RefusalCode, ToClient, ToServer};

use crate::connection::{Connection, ConnectionState, Pace};

/// A table in this program that answers at once, bots included: for tests and benches.
pub struct LocalConnection {
    table: Local,
    outbox: Vec<ToClient>,
    hold: bool,
    journal: Option<File>,
}

impl LocalConnection {
    /// Connects to a table, and writes its journal to a file if one is given.
    pub fn new(table: Local, journal: Option<File>) -> LocalConnection {
        let mut local = LocalConnection { table, outbox: Vec::new(), hold: false, journal };
        local.write_down();
        local
    }

    fn queue(&mut self, texts: Vec<String>) {
        self.outbox.extend(texts.iter().filter_map(|text| eights_wire::read(text).ok()));
    }

    /// Lets one bot answer.
    fn tick(&mut self) {
        let told = self.table.tick();
        self.queue(told);
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
            self.outbox.push(ToClient::Refused {
                id: None,
                step: self.table.table().step(),
                code: RefusalCode::NotSaved,
                why,
            });
        }
    }
}

impl Connection for LocalConnection {
    fn send(&mut self, message: ToServer) {
        let told = self.table.receive(&eights_wire::write(&message));
        self.queue(told);
        self.write_down();
    }

    fn poll(&mut self) -> Vec<ToClient> {
        if self.bots_are_asked() {
            self.tick();
        }
        std::mem::take(&mut self.outbox)
    }

    fn hold(&mut self, hold: bool) {
        self.hold = hold;
    }

    fn is_local(&self) -> bool {
        true
    }
}

/// The same table in a thread of its own, so that the screen never waits for a bot.
pub struct ThreadedConnection {
    to: Sender<Command>,
    from: Receiver<ToClient>,
    gone: bool,
}

enum Command {
    Send(ToServer),
    Pace(Pace),
    Hold(bool),
}

impl ThreadedConnection {
    /// Moves a table into a thread of its own, which ends when this is dropped.
    pub fn new(local: LocalConnection, pace: Pace) -> ThreadedConnection {
        let (to, commands) = mpsc::channel();
        let (messages, from) = mpsc::channel();
        thread::spawn(move || serve(local, pace, &commands, &messages));
        ThreadedConnection { to, from, gone: false }
    }
}

fn serve(
    mut local: LocalConnection,
    mut pace: Pace,
    commands: &Receiver<Command>,
    messages: &Sender<ToClient>,
) {
    let mut since = Instant::now();
    let began = Instant::now();
    // Rules read no clock: if they set a time limit, the table reports when it is reached.
    let minutes = local.table.rules().minutes().map(u64::from);
    let mut limit = minutes.map(|minutes| Duration::from_secs(60 * minutes));
    loop {
        if limit.is_some_and(|limit| began.elapsed() >= limit) {
            limit = None;
            let told = local.table.time_is_up();
            local.queue(told);
            local.write_down();
        }
        let wait = if local.bots_are_asked() {
            pace.wait().saturating_sub(since.elapsed())
        } else {
            Duration::from_secs(if limit.is_some() { 1 } else { 3600 })
        };
        match commands.recv_timeout(wait) {
            Ok(Command::Send(message)) => {
                local.send(message);
                since = Instant::now();
            }
            Ok(Command::Pace(new)) => pace = new,
            Ok(Command::Hold(hold)) if hold != local.hold => {
                local.hold = hold;
                since = Instant::now();
            }
            Ok(Command::Hold(_)) => (),
            Err(RecvTimeoutError::Timeout) => {
                if local.bots_are_asked() {
                    local.tick();
                    since = Instant::now();
                }
            }
            Err(RecvTimeoutError::Disconnected) => return,
        }
        for message in local.outbox.drain(..) {
            if messages.send(message).is_err() {
                return;
            }
        }
    }
}

impl Connection for ThreadedConnection {
    fn send(&mut self, message: ToServer) {
        // If the thread has ended, `poll` notices.
        let _ = self.to.send(Command::Send(message));
    }

    fn poll(&mut self) -> Vec<ToClient> {
        let mut received = Vec::new();
        loop {
            match self.from.try_recv() {
                Ok(message) => received.push(message),
                Err(TryRecvError::Empty) => return received,
                Err(TryRecvError::Disconnected) => {
                    self.gone = true;
                    return received;
                }
            }
        }
    }

    fn state(&self) -> ConnectionState {
        if self.gone {
            ConnectionState::Closed("the table stopped working".into())
        } else {
            ConnectionState::Open
        }
    }

    fn pace(&mut self, pace: Pace) {
        let _ = self.to.send(Command::Pace(pace));
    }

    fn hold(&mut self, hold: bool) {
        let _ = self.to.send(Command::Hold(hold));
    }

    fn is_local(&self) -> bool {
        true
    }
}
