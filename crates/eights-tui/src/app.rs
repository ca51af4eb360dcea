//! The program without a terminal: events come in, screens can be drawn of it.

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

/// Everything there is.
pub struct App {
    /// How it looks.
    pub skin: Skin,
    /// What is on the screen.
    pub screen: Screen,
    /// The menu as it was left.
    pub menu: Menu,
    /// How lines to tables are made.
    pub doors: Box<dyn Doors>,
    /// Where the mouse can click, as last drawn.
    pub hits: Vec<(Rect, Hit)>,
    /// Whether the program is to end.
    pub done: bool,
}

/// What is on the screen.
pub enum Screen {
    /// The start menu.
    Menu,
    /// A table.
    Table(Box<Sitting>),
    /// A journal.
    Replay(Box<Replaying>),
}

/// A table and the line to it.
pub struct Sitting {
    /// What is known of the table.
    pub table: Table,
    /// The line.
    pub line: Box<dyn Line>,
    /// How fast bots answer.
    pub pace: Pace,
    /// The rules in words, where they are known here.
    pub topics: Vec<(String, String)>,
    /// When the newest update came, and of which step it was.
    pub heard: (Instant, u64),
    /// The seconds left to answer, as last shown.
    left: Option<u64>,
}

/// Something the mouse can click on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hit {
    /// A card or a button.
    Item(Item),
    /// A line of a list.
    Choice(usize),
    /// The same as a key.
    Key(char),
    /// Anywhere on something that is closed by a click.
    Close,
}

impl App {
    /// The program with its menu.
    pub fn new(skin: Skin, menu: Menu, doors: Box<dyn Doors>) -> App {
        App { skin, screen: Screen::Menu, menu, doors, hits: Vec::new(), done: false }
    }

    /// The program with a journal.
    pub fn replay(skin: Skin, replaying: Replaying, doors: Box<dyn Doors>) -> App {
        let mut app = App::new(skin, Menu::new(""), doors);
        app.screen = Screen::Replay(Box::new(replaying));
        app
    }

    /// Does what the menu says.
    pub fn deal(&mut self) {
        let seed = self.doors.seed();
        let Some(plan) = self.menu.plan(seed) else { return };
        self.open(plan);
    }

    /// Goes to a table.
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

    /// Sits down at the other end of a line.
    pub fn sit(&mut self, mut line: Box<dyn Line>, shared: bool) {
        let topics = match line.is_local() {
            true => self.menu.chosen().map(|rules| rules.topics.clone()).unwrap_or_default(),
            false => Vec::new(),
        };
        line.send(ToServer::Hello { version: VERSION, words: true });
        let heard = (Instant::now(), 0);
        let pace = self.menu.pace;
        let sitting = Sitting { table: Table::new(shared), line, pace, topics, heard, left: None };
        self.screen = Screen::Table(Box::new(sitting));
        self.tick();
    }

    /// Hears what came in meanwhile; whether anything changed.
    pub fn tick(&mut self) -> bool {
        match &mut self.screen {
            Screen::Menu => false,
            Screen::Table(sitting) => sitting.listen(),
            Screen::Replay(replaying) => replaying.tick(),
        }
    }

    /// Takes an event; whether the screen has to be drawn again.
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

    /// What lies under a place of the screen: what was drawn last is on top.
    pub fn hit(&self, column: u16, row: u16) -> Option<Hit> {
        let at = Position::new(column, row);
        self.hits.iter().rev().find(|(area, _)| area.contains(at)).map(|(_, hit)| hit.clone())
    }
}

impl Sitting {
    /// Hears what the table says; whether it said anything.
    pub fn listen(&mut self) -> bool {
        let said = self.line.poll();
        let anything = !said.is_empty();
        for message in said {
            self.table.hear(message);
        }
        // Nobody plays on behind somebody's back.
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

    /// How many seconds are left to answer, where somebody counts.
    pub fn seconds_left(&self) -> Option<u64> {
        let clock = self.table.now.as_ref()?.clock.as_ref()?;
        let gone = u64::try_from(self.heard.0.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(clock.left.saturating_sub(gone).div_ceil(1000))
    }

    /// Says something to the table and hears what it has to say to that.
    pub fn say(&mut self, message: ToServer) {
        self.table.note = None;
        self.line.send(message);
    }
}
