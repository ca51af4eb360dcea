//! Draws a table: the header and footer that all games share, and the body of each game.

use super::{
    ball,
    canvas::{Canvas, bottom, right, top},
    classic, crazier, panes,
};
use crate::{app::Sitting, line::Health, seen::Seen, table::Table};

pub(crate) fn draw(canvas: &mut Canvas<'_>, sitting: &Sitting) {
    let table = &sitting.table;
    let state = match (sitting.line.health(), sitting.line.is_local()) {
        (Health::Fine, true) => format!("bots {}", sitting.pace.word()),
        (Health::Fine, false) => match sitting.seconds_left() {
            Some(left) => format!("{left} s · table {}", code(table)),
            None => format!("table {}", code(table)),
        },
        (Health::Mending(why) | Health::Gone(why), _) => why,
    };
    panes::header(canvas, &headline(table), &state);
    body(canvas, table);
    let undo = table.now.as_ref().is_some_and(|now| now.undo);
    let mut keys = vec![("←→", "move", '→'), ("⏎", "play", '\n'), ("h", "hint", 'h'), ("w", "why", 'w')];
    if undo {
        keys.push(("u", "undo", 'u'));
    }
    keys.extend([("s", "score", 's'), ("r", "rules", 'r')]);
    if sitting.line.is_local() {
        keys.push(("+ -", "speed", '+'));
    } else {
        keys.push(("/", "chat", '/'));
    }
    keys.extend([("?", "help", '?'), ("q", "leave", 'q'), (":", "type", ':')]);
    panes::footer(canvas, &keys);
}

/// Everything between header and footer.
pub(crate) fn body(canvas: &mut Canvas<'_>, table: &Table) {
    let (_, rest) = top(canvas.all(), 1);
    let (rest, _) = bottom(rest, 1);
    let wide = (rest.width * 3 / 10).clamp(24, 56);
    let (main, side) = right(rest, wide);
    match table.now.as_ref().map(|now| &now.seen) {
        Some(Seen::Classic(view)) => {
            classic::draw(canvas, main, table, view);
            panes::side(canvas, side, table);
        }
        Some(Seen::Crazier(view)) => crazier::draw(canvas, main, side, table, view),
        Some(Seen::Ball(view)) => {
            ball::draw(canvas, main, table, view);
            panes::side(canvas, side, table);
        }
        _ => {
            let (above, below) = bottom(main, 4);
            panes::others(canvas, above, table);
            panes::buttons(canvas, below, table);
            panes::side(canvas, side, table);
        }
    }
}

fn code(table: &Table) -> String {
    table.room.as_ref().map(|room| room.code.clone()).unwrap_or_default()
}

/// The title line: game, rules, and the number of the hand, game or turn.
pub(crate) fn headline(table: &Table) -> String {
    let Some(room) = &table.room else { return "Eights".into() };
    let game = match room.rules.game.as_str() {
        "crazy-eights" => "Crazy Eights",
        "crazier-eights" => "Crazier Eights",
        "crazy-8-ball" => "Crazy 8-Ball",
        other => other,
    };
    let title = match room.rules.title.as_str() {
        title if title == game => String::new(),
        title => format!(" · {title}"),
    };
    let deal = match table.now.as_ref().map(|now| &now.seen) {
        Some(Seen::Classic(view)) => format!(" · hand {}", view.hand + 1),
        Some(Seen::Crazier(view)) if view.game > 0 => format!(" · game {}", view.game + 1),
        Some(Seen::Ball(view)) => format!(" · turn {}", view.turns + 1),
        _ => String::new(),
    };
    format!("{game}{title}{deal}")
}
