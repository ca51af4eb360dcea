//! The application state: which screen is shown, and how events change it. Needs no terminal.

use std::time::Instant;

use eights_wire::{ToServer, VERSION};
use ratatui::layout::{Position, Rect};

use crate::{
    connection::{Connection, Pace},
    connector::Connector,
    games,
    items::Hit,
    lesson::{LessonConnection, LessonError},
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
    pub connector: Box<dyn Connector>,
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
    pub connection: Box<dyn Connection>,
    pub pace: Pace,
    /// The rules in words, as heading and text. Only known for tables in this program.
    pub topics: Vec<(String, String)>,
    /// When the newest update came, and its step.
    pub last_update: (Instant, u64),
    /// The seconds left to answer, as last shown.
    left: Option<u64>,
}

impl App {
    /// Starts with the menu.
    pub fn new(skin: Skin, menu: Menu, connector: Box<dyn Connector>) -> App {
        App { skin, screen: Screen::Menu, menu, connector, hits: Vec::new(), done: false }
    }

    /// Starts with a journal.
    pub fn replay(skin: Skin, replaying: Replaying, connector: Box<dyn Connector>) -> App {
        let mut app = App::new(skin, Menu::new(""), connector);
        app.screen = Screen::Replay(Box::new(replaying));
        app
    }

    /// Opens the table that is set up in the menu.
    pub fn deal(&mut self) {
        let seed = self.connector.seed();
        let Some(plan) = self.menu.plan(seed) else { return };
        self.open(plan);
    }

    pub fn open(&mut self, plan: Plan) {
        let (made, shared) = match plan {
            Plan::Local { open, shared } => (self.connector.local(*open, self.menu.pace), shared),
            Plan::Server(request) => (self.connector.server(request), false),
        };
        match made {
            Ok(connection) => self.sit(connection, shared),
            Err(error) => self.menu.note = Some(error.to_string()),
        }
    }

    /// Opens the guided first hand of a game.
    pub fn learn(&mut self, game: &str) {
        if let Some(at) = self.menu.games.iter().position(|choice| choice.id == game) {
            self.menu.game = at;
            self.menu.settle();
        }
        let page = games::first_hand(game).ok_or_else(|| LessonError::None(game.to_owned()));
        match page.and_then(|page| LessonConnection::new(game, page, self.menu.pace)) {
            Ok(lesson) => self.sit(Box::new(lesson), false),
            Err(error) => self.menu.note = Some(error.to_string()),
        }
    }

    /// Shows the table at the other end of a connection. `shared` means that several people take
    /// turns at this screen.
    pub fn sit(&mut self, mut connection: Box<dyn Connection>, shared: bool) {
        let topics = if connection.is_local() {
            self.menu.chosen().map(|rules| rules.topics.clone()).unwrap_or_default()
        } else {
            Vec::new()
        };
        connection.send(ToServer::Hello { version: VERSION, words: true, pauses: false });
        let last_update = (Instant::now(), 0);
        let pace = self.menu.pace;
        let table = Table::new(games::read, shared);
        let sitting = Sitting { table, connection, pace, topics, last_update, left: None };
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

    /// The clickable area at a position. The area drawn last is on top.
    pub fn hit(&self, column: u16, row: u16) -> Option<Hit> {
        let at = Position::new(column, row);
        self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, hit)| hit.clone())
    }
}

impl Sitting {
    /// Processes the messages of the table; returns whether the screen has to be drawn again.
    pub fn listen(&mut self) -> bool {
        let messages = self.connection.poll();
        let anything = !messages.is_empty();
        for message in messages {
            self.table.receive(message);
        }
        self.table.guide(self.connection.guidance());
        // Bots wait while a popup covers the table, so that the player misses nothing.
        self.connection.hold(self.table.popup.is_some());
        let step = self.table.now.as_ref().map_or(0, |now| now.step);
        if anything && step != self.last_update.1 {
            self.last_update = (Instant::now(), step);
        }
        let left = self.seconds_left();
        let ticked = left != self.left;
        self.left = left;
        anything || ticked
    }

    /// The seconds left to answer, if the table has a clock.
    pub fn seconds_left(&self) -> Option<u64> {
        let clock = self.table.now.as_ref()?.clock.as_ref()?;
        let gone = u64::try_from(self.last_update.0.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(clock.left.saturating_sub(gone).div_ceil(1000))
    }

    /// Sends a message to the table. Clears the note, since it answered the previous message.
    pub fn send(&mut self, message: ToServer) {
        self.table.note = None;
        self.connection.send(message);
    }
}
