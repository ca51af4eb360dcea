//! Draws a table: the header and footer, and between them what the game draws.

use eights_match::Catalog;

use super::{
    canvas::{Canvas, bottom, right, top},
    panes,
};
use crate::{app::Sitting, connection::ConnectionState, games, table::Table};

pub(crate) fn draw(canvas: &mut Canvas<'_>, sitting: &Sitting) {
    let table = &sitting.table;
    let state = match (sitting.connection.state(), sitting.connection.is_local()) {
        (ConnectionState::Open, true) => format!("bots {}", sitting.pace.word()),
        (ConnectionState::Open, false) => match sitting.seconds_left() {
            Some(left) => format!("{left} s · table {}", code(table)),
            None => format!("table {}", code(table)),
        },
        (ConnectionState::Reconnecting(why) | ConnectionState::Closed(why), _) => why,
    };
    panes::header(canvas, &headline(table), &state);
    body(canvas, table);
    let undo = table.now.as_ref().is_some_and(|now| now.undo);
    let mut keys = vec![("←→", "move", '→'), ("⏎", "play", '\n'), ("h", "hint", 'h'), ("w", "why", 'w')];
    if undo {
        keys.push(("u", "undo", 'u'));
    }
    // What does not fit is left out from the end.
    keys.extend([("s", "score", 's'), ("r", "rules", 'r'), ("?", "help", '?'), ("q", "leave", 'q')]);
    if sitting.connection.is_local() {
        keys.push(("+ -", "speed", '+'));
    } else {
        keys.push(("/", "chat", '/'));
    }
    keys.push((":", "type", ':'));
    panes::footer(canvas, &keys);
}

/// Everything between header and footer.
pub(crate) fn body(canvas: &mut Canvas<'_>, table: &Table) {
    let (_, rest) = top(canvas.all(), 1);
    let (rest, _) = bottom(rest, 1);
    let wide = (rest.width * 3 / 10).clamp(24, 56);
    let (main, side) = right(rest, wide);
    if let Some(now) = &table.now {
        games::draw(&now.seen, canvas, main, side, table);
    }
}

fn code(table: &Table) -> String {
    table.room.as_ref().map(|room| room.code.clone()).unwrap_or_default()
}

/// The title line: game, rules, and the number of the hand, game or turn.
pub(crate) fn headline(table: &Table) -> String {
    let Some(room) = &table.room else { return "Eights".into() };
    let id = room.rules.game.as_str();
    let game = Catalog::game(id).map_or(id, |game| game.title);
    let title = match room.rules.title.as_str() {
        title if title == game => String::new(),
        title => format!(" · {title}"),
    };
    let deal = table.now.as_ref().map(|now| now.seen.game().headline()).unwrap_or_default();
    format!("{game}{title}{deal}")
}
