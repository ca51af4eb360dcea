//! The replay screen: steps through a journal with the arrow keys.

use std::time::{Duration, Instant};

use crossterm::event::KeyCode;
use eights::{Seat, Viewer};
use eights_local::Replay;
use eights_match::{Actor, AnyMatch, Entry, journal};
use eights_wire::{ToClient, read};

use crate::{games, printed_names::PrintedNames, shapes, table::Table, words};

/// How long each step is shown during automatic playback.
const BEAT: Duration = Duration::from_millis(900);

/// A journal, and the step of it that is shown.
pub struct Replaying {
    replay: Replay,
    /// The sentences about each step, as the viewer saw it.
    told: Vec<Vec<String>>,
    /// The seat and the answer of each step, for people.
    answers: Vec<(String, String)>,
    pub step: u64,
    /// The seat whose view is shown. `None` shows all cards of a finished match, or what
    /// spectators saw of an unfinished one.
    pub seat: Option<Seat>,
    pub table: Table,
    /// During automatic playback: when the current step was first shown.
    pub playing: Option<Instant>,
    pub help: bool,
}

impl Replaying {
    /// Shows the beginning of a journal.
    pub fn new(replay: Replay, seat: Option<Seat>) -> Replaying {
        let table = Table::new(games::read, false);
        let mut replaying = Replaying {
            replay,
            told: Vec::new(),
            answers: Vec::new(),
            step: 0,
            seat,
            table,
            playing: None,
            help: false,
        };
        replaying.sit(seat);
        replaying
    }

    pub fn steps(&self) -> u64 {
        self.replay.steps()
    }

    /// The seat and the answer that led to the step that is shown.
    pub fn said(&self) -> Option<(String, String)> {
        let at = usize::try_from(self.step.checked_sub(1)?).ok()?;
        self.answers.get(at).cloned()
    }

    /// Changes the seat whose view is shown.
    pub fn sit(&mut self, seat: Option<Seat>) {
        self.seat = seat;
        let mut table = self.replay.table_at(0);
        let shaped = is_shaped(table.as_ref());
        let shown = |lines: Vec<String>| match shaped {
            true => lines.iter().map(|line| shapes::symbols(line)).collect(),
            false => lines,
        };
        self.told = vec![shown(table.told(seat))];
        self.answers.clear();
        for entry in self.replay.entries() {
            self.answers.push((entry.by.to_string(), answer_text(table.as_ref(), entry)));
            // Every line was checked when the journal was read.
            if journal::replay_entry(table.as_mut(), entry).is_err() {
                break;
            }
            self.told.push(shown(table.told(seat)));
        }
        self.go(self.step);
    }

    pub fn go(&mut self, step: u64) {
        self.step = step.min(self.steps());
        let mut table = Table::new(games::read, false);
        table.room = Some(self.replay.room(self.seat));
        let shown = usize::try_from(self.step).unwrap_or(usize::MAX);
        let names = table.names();
        let printed = printed_in(self.replay.table_at(0).as_ref());
        for (step, lines) in self.told.iter().enumerate().take(shown.saturating_add(1)) {
            table.log.extend(lines.iter().map(|line| (step as u64, words::sentence(line, &names, &printed))));
        }
        if let Ok(message @ ToClient::Update(_)) = read(&self.replay.at(self.step, self.seat)) {
            let log = std::mem::take(&mut table.log);
            table.receive(message);
            table.log = log;
        }
        table.popup = None;
        table.note = None;
        self.table = table;
    }

    /// Shows the next step when it is due in automatic playback; returns whether it did.
    pub fn tick(&mut self) -> bool {
        match self.playing {
            Some(since) if since.elapsed() >= BEAT => {
                self.playing = (self.step < self.steps()).then(Instant::now);
                self.go(self.step + 1);
                true
            }
            _ => false,
        }
    }

    /// Handles a key; returns whether to end the program.
    pub fn key(&mut self, code: KeyCode) -> bool {
        if self.help {
            self.help = false;
            return false;
        }
        let (step, steps) = (self.step, self.steps());
        match code {
            KeyCode::Right | KeyCode::Char('l') => self.go(step + 1),
            KeyCode::Left | KeyCode::Char('h') => self.go(step.saturating_sub(1)),
            KeyCode::Down | KeyCode::PageDown => self.go(step + 10),
            KeyCode::Up | KeyCode::PageUp => self.go(step.saturating_sub(10)),
            KeyCode::Home | KeyCode::Char('g') => self.go(0),
            KeyCode::End | KeyCode::Char('G') => self.go(steps),
            KeyCode::Char(' ') => {
                self.playing = if self.playing.is_some() { None } else { Some(Instant::now()) };
                return false;
            }
            KeyCode::Char('v') | KeyCode::Tab => {
                let n = usize::from(self.replay.head().seats);
                let next = self.seat.map_or(0, |seat| seat.index() + 1);
                self.sit((next < n).then(|| Seat::new(next)));
            }
            KeyCode::Char('?') => self.help = true,
            KeyCode::Char('q') | KeyCode::Esc => return true,
            _ => (),
        }
        if !matches!(code, KeyCode::Char('v') | KeyCode::Tab) {
            self.playing = None;
        }
        false
    }

    /// The share of the journal up to the step that is shown, from 0 to 1.
    pub fn progress(&self) -> f64 {
        self.step as f64 / self.steps().max(1) as f64
    }
}

/// Whether the cards of a match have shapes.
fn is_shaped(table: &dyn AnyMatch) -> bool {
    shapes::in_view(&table.view(Viewer::Public).to_string())
}

/// What is printed on the cards of a match.
fn printed_in(table: &dyn AnyMatch) -> PrintedNames {
    PrintedNames::in_view(&table.view(Viewer::Public).to_string())
}

/// The answer of a journal entry as the screen shows offers.
fn answer_text(table: &dyn AnyMatch, entry: &Entry) -> String {
    let Actor::Seat(seat) = entry.by else { return entry.said.clone() };
    let offer = table.options(seat).into_iter().find(|offer| offer.say == entry.said);
    let Some(mut offer) = offer else { return entry.said.clone() };
    if is_shaped(table) {
        shapes::show(&mut offer);
    }
    words::offer_text(&offer, &printed_in(table))
}
