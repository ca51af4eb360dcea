//! Keys at a table during a match.

use crossterm::event::KeyCode;
use eights_wire::{Offer, Permission, ToServer};

use crate::{
    app::Sitting,
    connection::ConnectionState,
    items::Item,
    popup::{Popup, Typing},
    shapes, words,
};

/// Handles a key; returns whether to leave the table.
pub(super) fn key(sitting: &mut Sitting, code: KeyCode) -> bool {
    let table = &mut sitting.table;
    match code {
        KeyCode::Left => walk(sitting, -1, 0),
        KeyCode::Right | KeyCode::Tab => walk(sitting, 1, 0),
        KeyCode::BackTab => walk(sitting, -1, 0),
        KeyCode::Up => walk(sitting, 0, -1),
        KeyCode::Down => walk(sitting, 0, 1),
        KeyCode::Home => table.focus = table.rows().hand().first().cloned(),
        KeyCode::End => table.focus = table.rows().hand().last().cloned(),
        KeyCode::PageUp => table.scroll = (table.scroll + 3).min(table.log.len()),
        KeyCode::PageDown => table.scroll = table.scroll.saturating_sub(3),
        KeyCode::Enter | KeyCode::Char(' ') => enter(sitting),
        KeyCode::Esc => table.note = None,
        KeyCode::Char(c @ '1'..='9') => nth(sitting, c as usize - '1' as usize),
        KeyCode::Char(c) => {
            let c = c.to_ascii_lowercase();
            if !command(sitting, c) {
                button(sitting, c);
            }
        }
        _ => (),
    }
    false
}

fn command(sitting: &mut Sitting, c: char) -> bool {
    let table = &mut sitting.table;
    match c {
        '?' => table.popup = Some(Popup::Help),
        'h' => sitting.send(ToServer::Hint {}),
        'w' => why(sitting),
        'u' => sitting.send(ToServer::Undo {}),
        's' => table.popup = Some(Popup::Score),
        'r' => table.popup = Some(Popup::Rules { scroll: 0 }),
        'q' => table.popup = Some(Popup::Leave),
        '+' | '=' => pace(sitting, true),
        '-' => pace(sitting, false),
        ':' => table.popup = Some(Popup::Type { what: Typing::Answer, text: String::new() }),
        '/' if table.may(Permission::Chat) => {
            table.popup = Some(Popup::Type { what: Typing::Chat, text: String::new() });
        }
        _ => return false,
    }
    true
}

fn pace(sitting: &mut Sitting, faster: bool) {
    if sitting.connection.is_local() {
        sitting.pace = sitting.pace.step(faster);
        sitting.connection.pace(sitting.pace);
        sitting.table.note = Some((format!("The bots answer: {}.", sitting.pace.word()), false));
    }
}

fn walk(sitting: &mut Sitting, right: isize, down: isize) {
    let table = &mut sitting.table;
    if let Some(item) = table.rows().step(table.focus.as_ref(), right, down) {
        table.focus = Some(item);
    }
}

/// Plays the nth card that can be played.
fn nth(sitting: &mut Sitting, n: usize) {
    let rows = sitting.table.rows();
    let playable = |item: &&Item| !sitting.table.offers_of(item).is_empty();
    if let Some(item) = rows.hand().iter().filter(playable).nth(n) {
        sitting.table.focus = Some(item.clone());
        enter(sitting);
    }
}

/// Presses the button that shows this key.
fn button(sitting: &mut Sitting, c: char) {
    let buttons = sitting.table.rows().buttons().to_vec();
    let at = sitting.table.button_keys().iter().position(|key| *key == c);
    if let Some(item) = at.and_then(|at| buttons.get(at)) {
        sitting.table.focus = Some(item.clone());
        enter(sitting);
    }
}

fn enter(sitting: &mut Sitting) {
    if let ConnectionState::Closed(_) = sitting.connection.state() {
        sitting.table.popup = Some(Popup::Leave);
        return;
    }
    let table = &mut sitting.table;
    let Some(now) = &table.now else { return };
    let (step, over) = (now.step, now.over.is_some());
    if over {
        if table.may(Permission::Rematch) {
            sitting.send(ToServer::Rematch {});
        }
        return;
    }
    let Some(item) = table.focus.clone() else { return };
    let offers: Vec<_> = table.offers_of(&item).into_iter().cloned().collect();
    match (&offers[..], &item) {
        ([], Item::Card { .. }) => why(sitting),
        ([], Item::Button { .. }) => (),
        ([one], _) => {
            if let Some(answer) = table.answer(one.say.clone()) {
                sitting.send(answer);
            }
        }
        (_, Item::Card { id, .. }) => {
            let hinted = |offer: &Offer| table.hint.as_ref() == Some(&(step, offer.say.clone()));
            let at = offers.iter().position(hinted);
            let title = words::name_of(id, &table.printed);
            table.popup = Some(Popup::Choose { title, offers, at: at.unwrap_or(0) });
        }
        (_, Item::Button { .. }) => (),
    }
}

fn why(sitting: &mut Sitting) {
    let say = match &sitting.table.focus {
        Some(Item::Card { id, .. }) => shapes::letters(id),
        Some(Item::Button { say }) => say.clone(),
        None => return,
    };
    sitting.send(ToServer::Why { say });
}
