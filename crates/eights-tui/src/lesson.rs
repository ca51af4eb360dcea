//! A guided first hand: the player sits at seat A of a position of the rulebook, is told what to do before every move, and
//! the page's script plays the others.

use std::time::Instant;

use eights::{
    Seat,
    rulebook::{self, Block, Line},
};
use eights_local::{Local, LocalError, Open, RulesAsked, Sitter};
use eights_wire::{RefusalCode, ToClient, ToServer};

use crate::connection::{Connection, Pace};

/// The player's seat.
const PUPIL: Seat = Seat::A;
/// How long a finished position stays before the next one is laid out, in answers of the others.
const REST: u32 = 3;

/// Why a page of the rulebook is not a first hand.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    #[error("{0} has no guided first hand")]
    None(String),
    #[error("line {0} of the first hand: {1}")]
    Page(usize, String),
    #[error(transparent)]
    Table(#[from] LocalError),
}

/// One position that is played through.
struct Scene {
    open: Open,
    /// Who answers what, in order.
    moves: Vec<(String, String)>,
    /// What the player is told before each move of their own.
    sentences: Vec<String>,
}

/// A table that waits for the move that is meant.
pub struct LessonConnection {
    scenes: Vec<Scene>,
    /// What is said in the end.
    closing: String,
    scene: usize,
    /// How many moves of the scene are made.
    played: usize,
    table: Local,
    hello: Option<ToServer>,
    outbox: Vec<ToClient>,
    guidance: Option<String>,
    /// Since when the others or the next scene are due.
    since: Instant,
    pace: Pace,
    hold: bool,
}

impl LessonConnection {
    /// Reads the page of a game and lays out its first position.
    ///
    /// # Errors
    ///
    /// If the page has no play blocks, or one of them cannot be played.
    pub fn new(game: &str, page: &str, pace: Pace) -> Result<LessonConnection, LessonError> {
        let scenes = scenes(game, page)?;
        let first = scenes.first().ok_or_else(|| LessonError::None(game.to_owned()))?;
        let table = Local::opened(first.open.clone())?;
        let mut lesson = LessonConnection {
            closing: closing(page),
            scene: 0,
            played: 0,
            table,
            hello: None,
            outbox: Vec::new(),
            guidance: None,
            since: Instant::now(),
            pace,
            hold: false,
            scenes,
        };
        lesson.guide();
        Ok(lesson)
    }

    /// The next move of the script.
    fn next(&self) -> Option<&(String, String)> {
        self.scenes[self.scene].moves.get(self.played)
    }

    /// The answer that the player should give now.
    fn meant(&self) -> Option<&str> {
        let (seat, say) = self.next()?;
        (*seat == PUPIL.to_string()).then_some(say.as_str())
    }

    /// Sets up the table again after a move or for another scene, and shows it.
    fn lay_out(&mut self) {
        let scene = &self.scenes[self.scene];
        let open = Open { answers: scene.moves[..self.played].to_vec(), ..scene.open.clone() };
        match Local::opened(open) {
            Ok(table) => self.table = table,
            Err(error) => return self.refuse(error.to_string()),
        }
        if let Some(hello) = self.hello.clone() {
            self.ask(&hello);
        }
        self.since = Instant::now();
        self.guide();
    }

    fn ask(&mut self, message: &ToServer) {
        let told = self.table.receive(&eights_wire::write(message));
        self.outbox.extend(told.iter().filter_map(|text| eights_wire::read(text).ok()));
    }

    /// Chooses the sentence for this moment.
    fn guide(&mut self) {
        let scene = &self.scenes[self.scene];
        let pupil = PUPIL.to_string();
        let own = scene.moves[..self.played].iter().filter(|(seat, _)| *seat == pupil).count();
        self.guidance = if self.meant().is_some() {
            scene.sentences.get(own).cloned()
        } else if self.is_over() {
            Some(format!("{} Press q for the menu.", self.closing))
        } else {
            None
        };
    }

    fn is_over(&self) -> bool {
        self.next().is_none() && self.scene + 1 == self.scenes.len()
    }

    fn refuse(&mut self, why: String) {
        let (step, code) = (self.table.table().step(), RefusalCode::NotNow);
        self.outbox.push(ToClient::Refused { id: None, step, code, why });
    }

    fn say(&mut self, say: &str) {
        match self.meant() {
            Some(meant) if meant == say => {
                self.played += 1;
                self.lay_out();
            }
            Some(_) => self.refuse("You may do that too, but first do what is said here. h shows it.".into()),
            None if self.is_over() => self.refuse("The first hand is over: q goes back to the menu.".into()),
            None => self.refuse("It is not your turn yet.".into()),
        }
    }

    /// Plays for the others, or goes on to the next position, when it is time.
    fn go_on(&mut self) {
        let waits = match self.next() {
            _ if self.hold || self.hello.is_none() || self.meant().is_some() || self.is_over() => return,
            Some(_) => 1,
            None => REST,
        };
        if self.since.elapsed() < self.pace.wait() * waits {
            return;
        }
        if self.next().is_some() {
            self.played += 1;
        } else {
            (self.scene, self.played) = (self.scene + 1, 0);
        }
        self.lay_out();
    }
}

impl Connection for LessonConnection {
    fn send(&mut self, message: ToServer) {
        match message {
            ToServer::Hello { .. } => {
                self.ask(&message);
                self.hello = Some(message);
                self.since = Instant::now();
            }
            ToServer::Say { say, .. } => self.say(&say),
            ToServer::Hint {} => {
                let (step, why) = (self.table.table().step(), self.guidance.clone().unwrap_or_default());
                if let Some(say) = self.meant().map(str::to_owned) {
                    self.outbox.push(ToClient::Hint { id: None, step, say, why });
                }
            }
            ToServer::Why { .. } => self.ask(&message),
            _ => self.refuse("Not during a first hand.".into()),
        }
    }

    fn poll(&mut self) -> Vec<ToClient> {
        self.go_on();
        std::mem::take(&mut self.outbox)
    }

    fn pace(&mut self, pace: Pace) {
        self.pace = pace;
    }

    fn hold(&mut self, hold: bool) {
        if self.hold && !hold {
            self.since = Instant::now();
        }
        self.hold = hold;
    }

    fn is_local(&self) -> bool {
        true
    }

    fn guidance(&self) -> Option<&str> {
        self.guidance.as_deref()
    }
}

/// The positions of a page, each with the numbered sentences above it.
fn scenes(game: &str, page: &str) -> Result<Vec<Scene>, LessonError> {
    let blocks = rulebook::read(page).map_err(|problems| match problems.into_iter().next() {
        Some((line, why)) => LessonError::Page(line, why),
        None => LessonError::None(game.to_owned()),
    })?;
    let mut from = 0;
    let scene = |block: &Block| {
        let sentences = page.lines().take(block.line).skip(from).filter_map(numbered).collect();
        from = block.line;
        let moves = block.play.iter().filter_map(|(_, line)| match line {
            Line::Act(seat, said) => Some((seat.to_string(), said.clone())),
            _ => None,
        });
        Scene { open: open(game, block), moves: moves.collect(), sentences }
    };
    Ok(blocks.iter().map(scene).collect())
}

fn open(game: &str, block: &Block) -> Open {
    let chair = |seat: Seat| {
        if seat == PUPIL {
            Sitter::Person { name: "You".into() }
        } else {
            Sitter::Bot { level: "normal".into() }
        }
    };
    Open {
        game: block.heading.game.clone().unwrap_or_else(|| game.to_owned()),
        rules: RulesAsked::Named(block.heading.rules.clone().unwrap_or_default()),
        with: block.heading.with.clone().unwrap_or_default(),
        chairs: Seat::first(block.position.n_seats()).map(chair).collect(),
        // Each position is a match of its own to the screen.
        seed: block.line.to_string(),
        position: Some(block.position.clone()),
        answers: Vec::new(),
    }
}

/// The text of a line such as `3. End your turn.`
fn numbered(line: &str) -> Option<String> {
    let (number, text) = line.split_once(". ")?;
    number.parse::<u32>().ok().map(|_| plain(text))
}

/// The last paragraph of a page.
fn closing(page: &str) -> String {
    page.trim_end().rsplit("\n\n").next().map(plain).unwrap_or_default()
}

/// A sentence without the marks of Markdown.
fn plain(text: &str) -> String {
    text.replace(['*', '`'], "")
}
