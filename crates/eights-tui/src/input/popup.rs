//! Keys while a popup is open.

use crossterm::event::KeyCode;
use eights_wire::{Permission, ToServer};

use crate::{
    app::Sitting,
    items,
    popup::{Popup, Typing},
    shapes,
};

/// Handles a key; returns whether to leave the table.
pub(super) fn key(sitting: &mut Sitting, code: KeyCode) -> bool {
    let Some(popup) = sitting.table.popup.clone() else { return false };
    match popup {
        Popup::Choose { .. } => choose(sitting, code),
        Popup::Type { what, text } => typed(sitting, code, what, text),
        Popup::Rules { scroll } => {
            let scroll = match code {
                KeyCode::Down | KeyCode::Char('j') => scroll + 1,
                KeyCode::Up | KeyCode::Char('k') => scroll.saturating_sub(1),
                KeyCode::PageDown | KeyCode::Char(' ') => scroll + 10,
                KeyCode::PageUp => scroll.saturating_sub(10),
                KeyCode::Home => 0,
                _ => {
                    sitting.table.close_popup();
                    return false;
                }
            };
            sitting.table.popup = Some(Popup::Rules { scroll: scroll.min(400) });
        }
        Popup::Leave => match code {
            KeyCode::Char('y' | 'Y' | 'q') | KeyCode::Enter => return true,
            _ => sitting.table.close_popup(),
        },
        Popup::Curtain => match code {
            KeyCode::Enter | KeyCode::Char(' ') => sitting.table.uncover(),
            KeyCode::Char('q') => sitting.table.popup = Some(Popup::Leave),
            _ => (),
        },
        Popup::Score => {
            let over = sitting.table.now.as_ref().is_some_and(|now| now.over.is_some());
            match code {
                KeyCode::Char('q') if over => return true,
                KeyCode::Enter if over && sitting.table.may(Permission::Rematch) => {
                    sitting.table.close_popup();
                    sitting.send(ToServer::Rematch {});
                }
                KeyCode::PageDown | KeyCode::PageUp => (),
                _ => sitting.table.close_popup(),
            }
        }
        Popup::Help => sitting.table.close_popup(),
    }
    false
}

fn choose(sitting: &mut Sitting, code: KeyCode) {
    let Some(Popup::Choose { offers, at, .. }) = &mut sitting.table.popup else { return };
    let n = offers.len().max(1);
    let picked = match code {
        KeyCode::Up | KeyCode::Left | KeyCode::BackTab => {
            *at = (*at + n - 1) % n;
            return;
        }
        KeyCode::Down | KeyCode::Right | KeyCode::Tab => {
            *at = (*at + 1) % n;
            return;
        }
        KeyCode::PageUp | KeyCode::PageDown => return,
        KeyCode::Enter | KeyCode::Char(' ') => Some(*at),
        KeyCode::Char(c) => {
            let keys = items::keys(&*offers, "");
            match keys.iter().position(|key| *key == c.to_ascii_lowercase()) {
                Some(at) => Some(at),
                None => return,
            }
        }
        _ => None,
    };
    let say = picked.and_then(|at| offers.get(at)).map(|offer| offer.say.clone());
    sitting.table.close_popup();
    if let Some(answer) = say.and_then(|say| sitting.table.answer(say)) {
        sitting.send(answer);
    }
}

fn typed(sitting: &mut Sitting, code: KeyCode, what: Typing, mut text: String) {
    match code {
        KeyCode::Char(c) if text.chars().count() < 200 => text.push(c),
        KeyCode::Backspace => {
            text.pop();
        }
        KeyCode::Enter => {
            sitting.table.close_popup();
            return submit(sitting, what, text.trim());
        }
        KeyCode::Esc => return sitting.table.close_popup(),
        _ => (),
    }
    sitting.table.popup = Some(Popup::Type { what, text });
}

/// Sends the typed text: a chat message, an offer in any letter case, or otherwise the question why it is
/// not allowed.
fn submit(sitting: &mut Sitting, what: Typing, text: &str) {
    if text.is_empty() {
        return;
    }
    if what == Typing::Chat {
        return sitting.send(ToServer::Chat { text: text.to_owned() });
    }
    let text = shapes::letters(text);
    let text = text.as_str();
    let text = text.strip_prefix("why ").map_or((text, true), |card| (card, false));
    let now = sitting.table.now.as_ref();
    let offer = now.and_then(|now| now.offers.iter().find(|offer| offer.say.eq_ignore_ascii_case(text.0)));
    match offer.filter(|_| text.1).and_then(|offer| sitting.table.answer(offer.say.clone())) {
        Some(answer) => sitting.send(answer),
        None => sitting.send(ToServer::Why { say: text.0.to_owned() }),
    }
}
