//! Draws a table on a server before the match starts.

use eights_wire::{Permission, Who};

use super::{
    canvas::{Canvas, bottom, part, right, top},
    panes, table,
};
use crate::{app::Sitting, connection::ConnectionState, items::Hit, words::wrap};

pub(crate) fn draw(canvas: &mut Canvas<'_>, sitting: &Sitting) {
    let skin = canvas.skin;
    let known = &sitting.table;
    let state = match sitting.connection.state() {
        ConnectionState::Open => String::new(),
        ConnectionState::Reconnecting(why) | ConnectionState::Closed(why) => why,
    };
    panes::header(canvas, &table::headline(known), &state);
    let (_, rest) = top(canvas.all(), 1);
    let (rest, _) = bottom(rest, 1);
    let (main, side) = right(rest, (rest.width * 2 / 5).clamp(24, 60));
    panes::log(canvas, side, known);
    let inner = part(main, 2, 1, main.width.saturating_sub(4), main.height);
    let Some(room) = &known.room else {
        let text = if state.is_empty() { "Waiting for the table…".to_owned() } else { state };
        for (row, line) in wrap(&text, inner.width.into()).iter().enumerate() {
            canvas.text(inner, row as u16, 0, line, skin.felt().patch(skin.note()));
        }
        panes::footer(canvas, &[("q", "leave", 'q')]);
        return;
    };
    canvas.text(inner, 0, 0, "Table code", skin.felt().patch(skin.dim()));
    canvas.text(inner, 0, 12, &room.code, skin.felt().patch(skin.title()));
    let mut y = 2;
    for (i, chair) in room.chairs.iter().enumerate() {
        let line = part(inner, 0, y, inner.width, 1);
        let style = if i == known.chair { skin.focus() } else { skin.felt() };
        canvas.fill(line, ' ', style);
        let you = if room.you.as_ref() == Some(&chair.seat) { " (you)" } else { "" };
        let ready = if chair.ready && !matches!(chair.who, Who::Nobody {}) { "✓" } else { " " };
        let who = match &chair.who {
            Who::Nobody {} => "free".to_owned(),
            Who::Person { name, here, host, .. } => {
                let host = if *host { ", host" } else { "" };
                let away = if *here { "" } else { ", away" };
                format!("{name}{you}{host}{away}")
            }
            Who::Bot { name, level } => format!("{name}, bot: {level}"),
        };
        canvas.text(line, 0, 1, &format!("{} {ready} {who}", chair.seat), style);
        canvas.hit(line, Hit::Choice(i));
        y += 1;
    }
    let waiting = room.watching.iter().find(|watcher| watcher.waits);
    if let Some(watcher) = waiting.filter(|_| known.may(Permission::Admit)) {
        let text = format!("{} wants to join: press a to admit them", watcher.name);
        canvas.text(inner, y + 1, 0, &text, skin.felt().patch(skin.note()));
        y += 1;
    }
    let note = part(inner, 0, y + 1, inner.width, inner.height.saturating_sub(y + 1));
    let text = match &known.note {
        Some((text, _)) => text.clone(),
        None => room.rules.about.trim().to_owned(),
    };
    let style = if known.note.is_some() { skin.note() } else { skin.dim() };
    for (row, line) in wrap(&text, note.width.into()).iter().enumerate() {
        canvas.text(note, row as u16, 0, line, skin.felt().patch(style));
    }
    let all = [
        (Permission::Sit, ("⏎", "sit", '\n')),
        (Permission::Start, ("s", "start", 's')),
        (Permission::Ready, ("r", "ready", 'r')),
        (Permission::Bot, ("b", "bot", 'b')),
        (Permission::Kick, ("x", "free the chair", 'x')),
        (Permission::Stand, ("t", "stand up", 't')),
        (Permission::Chat, ("/", "chat", '/')),
    ];
    let mut keys = vec![("↑↓", "chair", '\t')];
    keys.extend(all.into_iter().filter(|(permission, _)| known.may(*permission)).map(|(_, key)| key));
    keys.push(("q", "leave", 'q'));
    panes::footer(canvas, &keys);
}
