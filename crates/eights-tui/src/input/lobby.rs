//! Keys at a table on a server before the match starts.

use crossterm::event::KeyCode;
use eights_bots::Level;
use eights_wire::{Chair, Permission, ToServer, Who};

use crate::{
    app::Sitting,
    connection::ConnectionState,
    popup::{Popup, Typing},
};

/// Handles a key; returns whether to leave the table.
pub(super) fn key(sitting: &mut Sitting, code: KeyCode) -> bool {
    if let ConnectionState::Closed(_) = sitting.connection.state()
        && matches!(code, KeyCode::Enter | KeyCode::Esc | KeyCode::Char('q'))
    {
        return true;
    }
    let n = sitting.table.room.as_ref().map_or(1, |room| room.chairs.len().max(1));
    let at = sitting.table.chair.min(n - 1);
    match code {
        KeyCode::Up => sitting.table.chair = (at + n - 1) % n,
        KeyCode::Down | KeyCode::Tab => sitting.table.chair = (at + 1) % n,
        KeyCode::Char('q') | KeyCode::Esc => sitting.table.popup = Some(Popup::Leave),
        KeyCode::Char('?') => sitting.table.popup = Some(Popup::Help),
        KeyCode::Char('/') if sitting.table.may(Permission::Chat) => {
            sitting.table.popup = Some(Popup::Type { what: Typing::Chat, text: String::new() });
        }
        _ => {
            if let Some(message) = message_for(sitting, at, code) {
                sitting.send(message);
            }
        }
    }
    false
}

/// The message that a key sends, if this client is permitted to send it.
fn message_for(sitting: &Sitting, at: usize, code: KeyCode) -> Option<ToServer> {
    let table = &sitting.table;
    let room = table.room.as_ref()?;
    let chair = room.chairs.get(at)?;
    let seat = chair.seat.clone();
    Some(match code {
        KeyCode::Enter if matches!(chair.who, Who::Nobody {}) && table.may(Permission::Sit) => {
            ToServer::Sit { seat }
        }
        KeyCode::Enter | KeyCode::Char('s') if table.may(Permission::Start) => ToServer::Start {},
        KeyCode::Char('t') if table.may(Permission::Stand) => ToServer::Stand {},
        KeyCode::Char('r') if table.may(Permission::Ready) => {
            let own = room.chairs.iter().find(|chair| Some(&chair.seat) == room.you.as_ref());
            ToServer::Ready { ready: !own.is_some_and(|chair| chair.ready) }
        }
        KeyCode::Char('b') | KeyCode::Right if table.may(Permission::Bot) => {
            ToServer::Bot { seat, level: next_level(chair) }
        }
        KeyCode::Char('a') if table.may(Permission::Admit) => {
            let waiting = room.watching.iter().find(|watcher| watcher.waits)?;
            ToServer::Admit { guest: waiting.guest.clone() }
        }
        KeyCode::Char('x') | KeyCode::Delete => match &chair.who {
            Who::Bot { .. } if table.may(Permission::Bot) => ToServer::Bot { seat, level: None },
            Who::Person { guest, .. } if table.may(Permission::Kick) => {
                ToServer::Kick { guest: guest.clone() }
            }
            _ => return None,
        },
        _ => return None,
    })
}

/// The next level for a bot on this chair; `None` after the best level frees the chair.
fn next_level(chair: &Chair) -> Option<String> {
    let name = |level: &Level| level.name().to_owned();
    match &chair.who {
        Who::Bot { level, .. } => {
            let at = Level::ALL.iter().position(|other| other.name() == level)?;
            Level::ALL.get(at + 1).map(name)
        }
        _ => Some(name(&Level::Normal)),
    }
}
