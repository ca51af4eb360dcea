//! Handles keys, the mouse and pasted text on every screen.

mod lobby;
mod popup;
mod table;

use crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::{
    app::{App, Screen},
    items::Hit,
    menu::Row,
};

impl App {
    /// Handles a key, the mouse or a resize; returns whether the screen has to be drawn again.
    pub fn event(&mut self, event: &Event) -> bool {
        match event {
            Event::Key(pressed) if pressed.kind != KeyEventKind::Release => {
                key(self, *pressed);
                true
            }
            Event::Mouse(used) => mouse(self, *used),
            Event::Paste(text) => {
                paste(self, text);
                true
            }
            Event::Resize(..) => true,
            _ => false,
        }
    }
}

fn key(app: &mut App, key: KeyEvent) {
    if key.modifiers.contains(KeyModifiers::CONTROL) && matches!(key.code, KeyCode::Char('c' | 'C')) {
        app.done = true;
        return;
    }
    match &mut app.screen {
        Screen::Menu => menu(app, key.code),
        Screen::Table(sitting) => {
            let left = if sitting.table.popup.is_some() {
                popup::key(sitting, key.code)
            } else if sitting.table.is_gathering() {
                lobby::key(sitting, key.code)
            } else {
                table::key(sitting, key.code)
            };
            sitting.listen();
            if left {
                app.screen = Screen::Menu;
            }
        }
        Screen::Replay(replaying) => app.done |= replaying.key(key.code),
    }
}

/// Handles a click or the wheel as the key with the same effect; returns whether to redraw.
fn mouse(app: &mut App, mouse: MouseEvent) -> bool {
    let press = |app: &mut App, code: KeyCode| key(app, KeyEvent::new(code, KeyModifiers::NONE));
    match mouse.kind {
        MouseEventKind::ScrollUp => press(app, KeyCode::PageUp),
        MouseEventKind::ScrollDown => press(app, KeyCode::PageDown),
        MouseEventKind::Down(button) => {
            let Some(hit) = app.hit(mouse.column, mouse.row) else { return false };
            match (hit, button) {
                (Hit::Key('\n'), _) => press(app, KeyCode::Enter),
                (Hit::Key('\u{1b}'), _) => press(app, KeyCode::Esc),
                (Hit::Key('←'), _) => press(app, KeyCode::Left),
                (Hit::Key('→'), _) => press(app, KeyCode::Right),
                (Hit::Key(c), _) => press(app, KeyCode::Char(c)),
                (Hit::Close, _) => press(app, KeyCode::Enter),
                (Hit::Choice(at), _) => choice(app, at),
                (Hit::Item(item), button) => {
                    if let Screen::Table(sitting) = &mut app.screen {
                        sitting.table.focus = Some(item);
                    }
                    let why = button == MouseButton::Right;
                    press(app, if why { KeyCode::Char('w') } else { KeyCode::Enter });
                }
            }
        }
        _ => return false,
    }
    true
}

/// Handles a click on a row of a list. A click on the selected row of the menu changes its value.
fn choice(app: &mut App, at: usize) {
    let enter = KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE);
    match &mut app.screen {
        Screen::Menu if app.menu.at == at && app.menu.row() != Row::Deal => app.menu.turn(true),
        Screen::Menu => {
            app.menu.at = at;
            if app.menu.row() == Row::Deal {
                app.deal();
            }
        }
        Screen::Table(sitting) => {
            let is_gathering = sitting.table.is_gathering();
            match &mut sitting.table.popup {
                Some(crate::popup::Popup::Choose { at: cursor, .. }) => *cursor = at,
                None if is_gathering => sitting.table.chair = at,
                _ => return,
            }
            key(app, enter);
        }
        Screen::Replay(_) => (),
    }
}

/// Pastes text if an input line or a text row of the menu is active.
fn paste(app: &mut App, text: &str) {
    for c in text.chars().filter(|c| !c.is_control()) {
        let typing = match &mut app.screen {
            Screen::Menu => app.menu.text().is_some(),
            Screen::Table(sitting) => {
                matches!(sitting.table.popup, Some(crate::popup::Popup::Type { .. }))
            }
            Screen::Replay(_) => false,
        };
        if typing {
            key(app, KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE));
        }
    }
}

fn menu(app: &mut App, code: KeyCode) {
    let n = app.menu.rows().len();
    app.menu.note = None;
    if let Some(text) = app.menu.text() {
        match code {
            KeyCode::Char(c) if text.len() < 120 => {
                text.push(c);
                return app.menu.look_up();
            }
            KeyCode::Backspace => {
                text.pop();
                return app.menu.look_up();
            }
            _ => (),
        }
    }
    match code {
        KeyCode::Up | KeyCode::Char('k') | KeyCode::BackTab => app.menu.at = (app.menu.at + n - 1) % n,
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => app.menu.at = (app.menu.at + 1) % n,
        KeyCode::Left | KeyCode::Char('h') => app.menu.turn(false),
        KeyCode::Right | KeyCode::Char('l' | ' ') => app.menu.turn(true),
        KeyCode::Home => app.menu.at = 0,
        KeyCode::End => app.menu.at = n - 1,
        KeyCode::Enter if app.menu.row() == Row::Deal => app.deal(),
        KeyCode::Enter => app.menu.at = n - 1,
        KeyCode::Char('d') => app.deal(),
        KeyCode::Char('f') => {
            if let Some(game) = app.menu.games.get(app.menu.game).map(|game| game.id.to_owned()) {
                app.learn(&game);
            }
        }
        KeyCode::Char('q') | KeyCode::Esc => app.done = true,
        _ => (),
    }
}
