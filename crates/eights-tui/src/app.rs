//! The application state: which screen is shown, and how events change it. Needs no terminal.

use std::time::Instant;

use crossterm::event::{Event, KeyEventKind};
use eights_wire::{ToServer, VERSION};
use ratatui::layout::{Position, Rect};

use crate::{
    doors::Doors,
    input,
    items::Item,
    line::{Line, Pace},
    menu::{Menu, Plan},
    replaying::Replaying,
    skin::Skin,
    table::Table,
};

pub struct App {
    pub skin: Skin,
    pub screen: Screen,
    /// Kept while a table is shown, so that the menu returns with the same choices.
    pub menu: Menu,
    /// Connects to tables.
    pub doors: Box<dyn Doors>,
    /// The clickable areas of the screen as last drawn.
    pub hits: Vec<(Rect, Hit)>,
    /// Whether the program should end.
    pub done: bool,
}

pub enum Screen {
    Menu,
    Table(Box<Sitting>),
    /// A journal, step by step.
    Replay(Box<Replaying>),
}

/// A table and the connection to it.
pub struct Sitting {
    pub table: Table,
    pub line: Box<dyn Line>,
    pub pace: Pace,
    /// The rules in words, as heading and text. Only known for tables in this program.
    pub topics: Vec<(String, String)>,
    /// When the newest update came, and its step.
    pub heard: (Instant, u64),
    /// The seconds left to answer, as last shown.
    left: Option<u64>,
}

/// The effect of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// Plays a card or presses a button.
    Item(Item),
    /// Chooses a row of a list.
    Choice(usize),
    /// The same as pressing this key.
    Key(char),
    /// Closes a popup.
    Close,
}

impl App {
    /// Starts with the menu.
    pub fn new(skin: Skin, menu: Menu, doors: Box<dyn Doors>) -> App {
        App { skin, screen: Screen::Menu, menu, doors, hits: Vec::new(), done: false }
    }

    /// Starts with a journal.
    pub fn replay(skin: Skin, replaying: Replaying, doors: Box<dyn Doors>) -> App {
        let mut app = App::new(skin, Menu::new(""), doors);
        app.screen = Screen::Replay(Box::new(replaying));
        app
    }

    /// Opens the table that is set up in the menu.
    pub fn deal(&mut self) {
        let seed = self.doors.seed();
        let Some(plan) = self.menu.plan(seed) else { return };
        self.open(plan);
    }

    pub fn open(&mut self, plan: Plan) {
        let (made, shared) = match plan {
            Plan::Local { open, shared } => (self.doors.local(*open, self.menu.pace), shared),
            Plan::Server(visit) => (self.doors.server(visit), false),
        };
        match made {
            Ok(line) => self.sit(line, shared),
            Err(why) => self.menu.note = Some(why),
        }
    }

    /// Shows the table at the other end of a connection. `shared` means that several people take
    /// turns at this screen.
    pub fn sit(&mut self, mut line: Box<dyn Line>, shared: bool) {
        let topics = if line.is_local() {
            self.menu.chosen().map(|rules| rules.topics.clone()).unwrap_or_default()
        } else {
            Vec::new()
        };
        line.send(ToServer::Hello { version: VERSION, words: true });
        let heard = (Instant::now(), 0);
        let pace = self.menu.pace;
        let sitting = Sitting { table: Table::new(shared), line, pace, topics, heard, left: None };
        self.screen = Screen::Table(Box::new(sitting));
        self.tick();
    }

    /// Processes messages and timers; returns whether the screen has to be drawn again.
    pub fn tick(&mut self) -> bool {
        match &mut self.screen {
            Screen::Menu => false,
            Screen::Table(sitting) => sitting.listen(),
            Screen::Replay(replaying) => replaying.tick(),
        }
    }

    /// Handles a key, the mouse or a resize; returns whether the screen has to be drawn again.
    pub fn event(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => {
                input::key(self, *key);
                true
            }
            Event::Mouse(mouse) => input::mouse(self, *mouse),
            Event::Paste(text) => {
                input::paste(self, text);
                true
            }
            Event::Resize(..) => true,
            _ => false,
        }
    }

    /// The clickable area at a position. The area drawn last is on top.
    pub fn hit(&self, column: u16, row: u16) -> Option<Hit> {
        let at = Position::new(column, row);
        self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, hit)| hit.clone())
    }
}

impl Sitting {
    /// Processes the messages of the table; returns whether the screen has to be drawn again.
    pub fn listen(&mut self) -> bool {
        let messages = self.line.poll();
        let anything = !messages.is_empty();
        for message in messages {
            self.table.hear(message);
        }
        // Bots wait while a popup covers the table, so that the player misses nothing.
        self.line.hold(self.table.popup.is_some());
        let step = self.table.now.as_ref().map_or(0, |now| now.step);
        if anything && step != self.heard.1 {
            self.heard = (Instant::now(), step);
        }
        let left = self.seconds_left();
        let ticked = left != self.left;
        self.left = left;
        anything || ticked
    }

    /// The seconds left to answer, if the table has a clock.
    pub fn seconds_left(&self) -> Option<u64> {
        let clock = self.table.now.as_ref()?.clock.as_ref()?;
        let gone = u64::try_from(self.heard.0.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(clock.left.saturating_sub(gone).div_ceil(1000))
    }

    /// Sends a message to the table. Clears the note, since it answered the previous message.
    pub fn say(&mut self, message: ToServer) {
        self.table.note = None;
        self.line.send(message);
    }
}
