//! The parts that all table screens share: header, footer, score, log, prompt, buttons, seats.

use eights_wire::Who;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, part, top};
use crate::{
    items::{Hit, Item},
    table::Table,
    words::{self, cut, name_of, offer_text, painted, wrap},
};

pub(crate) fn header(canvas: &mut Canvas<'_>, left: &str, right: &str) {
    let line = part(canvas.all(), 0, 0, canvas.all().width, 1);
    let bar = canvas.skin.bar();
    canvas.fill(line, ' ', bar);
    let x = canvas.text(line, 0, 1, "♠", bar.patch(canvas.skin.title()));
    canvas.text(line, 0, x + 1, left, bar.patch(canvas.skin.title()));
    let width = right.width() as u16;
    let from = line.width.saturating_sub(width + 1);
    if from > x + 2 + left.width() as u16 {
        canvas.text(line, 0, from, right, bar);
    }
}

/// Keys and what they do: text of the key, label, and the key that a click presses. Keys that
/// do not fit are left out.
pub(crate) fn footer(canvas: &mut Canvas<'_>, keys: &[(&str, &str, char)]) {
    let all = canvas.all();
    let line = part(all, 0, all.height.saturating_sub(1), all.width, 1);
    let bar = canvas.skin.bar();
    canvas.fill(line, ' ', bar);
    let mut x = 1;
    for (key, what, press) in keys {
        let wide = (key.width() + 1 + what.width()) as u16;
        if x + wide >= line.width {
            break;
        }
        let from = x;
        x = canvas.text(line, 0, x, key, bar.patch(canvas.skin.key()));
        x = canvas.text(line, 0, x + 1, what, bar);
        canvas.hit(part(line, from, 0, x - from, 1), Hit::Key(*press));
        x += 2;
    }
}

/// The match score, with a line for each seat.
pub(crate) fn score(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let inner = canvas.pane(area, "Score", canvas.skin.pane());
    let (Some(now), Some(room)) = (&table.now, &table.room) else { return };
    let skin = canvas.skin;
    for (row, chair) in room.chairs.iter().enumerate() {
        let asked = now.asks.as_ref() == Some(&chair.seat);
        let style = skin.pane().patch(if asked { skin.turn() } else { skin.pane() });
        let points = now.score.get(&chair.seat).copied().unwrap_or(0).to_string();
        let mark = if asked { "▸" } else { " " };
        let name = format!("{mark}{} {}", chair.seat, table.name(&chair.seat));
        let wide = usize::from(inner.width).saturating_sub(points.width() + 1);
        canvas.text(inner, row as u16, 0, &cut(&name, wide), style);
        let at = inner.width.saturating_sub(points.width() as u16);
        canvas.text(inner, row as u16, at, &points, style);
    }
}

/// The log, newest line last.
pub(crate) fn log(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let title = if table.scroll > 0 { "Log ▲" } else { "Log" };
    let inner = canvas.pane(area, title, canvas.skin.pane());
    let width = usize::from(inner.width);
    let step = table.now.as_ref().map_or(0, |now| now.step);
    let shown = table.log.len().saturating_sub(table.scroll);
    let mut lines: Vec<(bool, String)> = Vec::new();
    for (at, line) in table.log[..shown].iter().rev() {
        let broken = wrap(line, width.saturating_sub(1));
        for (i, text) in broken.into_iter().enumerate().rev() {
            lines.push((*at == step, if i == 0 { text } else { format!(" {text}") }));
        }
        if lines.len() >= usize::from(inner.height) {
            break;
        }
    }
    lines.truncate(usize::from(inner.height));
    let skin = canvas.skin;
    for (row, (new, text)) in lines.iter().rev().enumerate() {
        let style = if *new { skin.pane() } else { skin.pane().patch(skin.dim()) };
        canvas.spans(inner, row as u16, 0, &painted(skin, text, style));
    }
}

/// The reply to the player's last request, or else what the table is waiting for.
pub(crate) fn prompt(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let skin = canvas.skin;
    let (text, style) = match &table.note {
        Some((note, true)) => (note.clone(), skin.bad()),
        Some((note, false)) => (note.clone(), skin.note()),
        None => {
            let text = table.guidance.clone().unwrap_or_else(|| expected(table));
            (text, if table.is_asked() || table.guidance.is_some() { skin.turn() } else { skin.dim() })
        }
    };
    let base = skin.felt().patch(style);
    let wide = usize::from(area.width.saturating_sub(2));
    let mut lines = wrap(&text, wide);
    let most = usize::from(area.height.max(1));
    if lines.len() > most {
        lines.truncate(most);
        if let Some(last) = lines.last_mut() {
            *last = cut(&format!("{last}……"), wide);
        }
    }
    for (row, line) in lines.iter().enumerate() {
        canvas.spans(area, row as u16, 1, &painted(skin, line, base));
    }
}

fn expected(table: &Table) -> String {
    let Some(now) = &table.now else { return String::new() };
    if let Some(over) = &now.over {
        let names: Vec<String> = over.winners.iter().map(|seat| table.name(seat)).collect();
        return match &over.winners[..] {
            [] => "Nobody wins the match.".into(),
            [one] if Some(one.as_str()) == table.you() => "You win the match!".into(),
            [_] => format!("{} wins the match.", names[0]),
            _ => format!("{} win the match.", names.join(" and ")),
        };
    }
    match &now.asks {
        Some(seat) if Some(seat.as_str()) == table.you() => {
            let question = now.seen.game().question().unwrap_or("it is your turn.");
            if table.shared { format!("{}, {question}", table.name(seat)) } else { capital(question) }
        }
        Some(_) if table.is_asked() => "You may break in.".into(),
        Some(seat) => format!("{} is thinking…", table.name(seat)),
        None => String::new(),
    }
}

fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// The answers that do not belong to a card.
pub(crate) fn buttons(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let rows = table.rows();
    let buttons = rows.buttons();
    let keys = table.button_keys();
    let skin = canvas.skin;
    let (mut x, mut y) = (1, 0);
    for (item, key) in buttons.iter().zip(keys) {
        let Item::Button { say } = item else { continue };
        let text = format!(" {} ", label(table, say));
        let wide = text.width() as u16 + 3;
        if x > 1 && x + wide > area.width {
            (x, y) = (1, y + 1);
        }
        if y >= area.height {
            canvas.text(area, area.height.saturating_sub(1), area.width.saturating_sub(2), "…", skin.key());
            break;
        }
        let focus = table.focus.as_ref() == Some(item);
        let hinted = table.hint.as_ref().is_some_and(|(_, hint)| hint == say);
        let style = match (focus, hinted) {
            (true, _) => skin.focus(),
            (_, true) => skin.bar().patch(skin.turn()),
            _ => skin.bar(),
        };
        let from = x;
        x = canvas.text(area, y, x, &format!(" {key}"), style.patch(if focus { style } else { skin.key() }));
        x = canvas.text(area, y, x, &text, style);
        canvas.hit(part(area, from, y, x - from, 1), Hit::Item(item.clone()));
        x += 1;
    }
}

/// The text of a button: the answer, with names instead of seat letters.
fn label(table: &Table, say: &str) -> String {
    let offer = table.now.as_ref().and_then(|now| now.offers.iter().find(|offer| offer.say == say));
    let text = offer.map_or_else(|| say.to_owned(), |offer| offer_text(offer, &table.printed));
    words::sentence(&text, &table.names(), &table.printed)
}

/// The number of rows that the buttons need.
pub(crate) fn button_rows(table: &Table, width: u16) -> u16 {
    let (mut x, mut rows) = (1, 1);
    for item in table.rows().buttons() {
        let Item::Button { say } = item else { continue };
        let wide = label(table, say).width() as u16 + 5;
        if x > 1 && x + wide > width {
            (x, rows) = (1, rows + 1);
        }
        x += wide + 1;
    }
    rows
}

/// The other players, each in a box, or in a line if there are many.
pub(crate) fn others(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let chairs = table.others();
    let n = chairs.len().max(1) as u16;
    let each = (area.width / n).min(34);
    let boxes = each >= 17 && area.height >= 4;
    let columns = if boxes { n } else { (area.width / 18).max(1) };
    let left = if boxes { (area.width - each * n) / 2 } else { 0 };
    for (i, chair) in chairs.iter().enumerate() {
        let i = i as u16;
        if boxes {
            let place = part(area, left + each * i, 0, each, area.height.min(5));
            seat_box(canvas, place, table, &chair.seat);
        } else {
            let place = part(area, (i % columns) * 18, i / columns, 17, 1);
            seat_line(canvas, place, table, &chair.seat);
        }
    }
}

fn seat_box(canvas: &mut Canvas<'_>, area: Rect, table: &Table, seat: &str) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let asked = now.asks.as_deref() == Some(seat);
    let inner = canvas.pane(area, "", skin.felt());
    let name = format!(" {}{} {} ", if asked { "▸ " } else { "" }, seat, table.name(seat));
    let name = cut(&name, usize::from(area.width.saturating_sub(4)));
    canvas.text(area, 0, 2, &name, skin.felt().patch(if asked { skin.turn() } else { skin.title() }));
    let cards = now.seen.cards(&format!("hand {seat}"));
    let n = cards.len();
    let open = cards.iter().any(|card| card != "??");
    if open {
        let texts: Vec<String> =
            now.seen.hand(seat).iter().map(|card| name_of(card, &table.printed)).collect();
        for (row, line) in wrap(&texts.join(" "), usize::from(inner.width)).iter().enumerate() {
            canvas.spans(inner, row as u16, 0, &painted(skin, line, skin.felt()));
        }
        return;
    }
    let shown = n.min(usize::from(inner.width / 2));
    for i in 0..shown {
        canvas.text(inner, 0, 2 * i as u16, "▐", skin.felt().patch(skin.hue("maroon", false)));
    }
    let noun = if n == 1 { "card" } else { "cards" };
    let mut text = format!("{n} {noun}");
    if !now.seen.plays(seat) {
        text = "out".into();
    }
    if let Some(team) = team(table, seat) {
        text = cut(&format!("{text} · {team}"), inner.width.into());
    }
    let warn = n == 1 && now.seen.plays(seat);
    canvas.text(inner, 1, 0, &text, skin.felt().patch(if warn { skin.bad() } else { skin.dim() }));
    canvas.text(inner, 2, 0, &cut(&sitter(table, seat), inner.width.into()), skin.felt().patch(skin.dim()));
}

fn seat_line(canvas: &mut Canvas<'_>, area: Rect, table: &Table, seat: &str) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let asked = now.asks.as_deref() == Some(seat);
    let style = skin.felt().patch(if asked { skin.turn() } else { skin.felt() });
    let n = now.seen.count(&format!("hand {seat}"));
    let count = if now.seen.plays(seat) { n.to_string() } else { "out".into() };
    let ours = if team(table, seat).as_deref() == Some(PARTNER) { "+" } else { " " };
    let name = format!("{}{seat} {}", if asked { "▸" } else { ours }, table.name(seat));
    canvas.text(area, 0, 0, &cut(&name, usize::from(area.width).saturating_sub(count.len() + 2)), style);
    let at = area.width.saturating_sub(count.len() as u16 + 1);
    canvas.text(area, 0, at, &count, skin.felt().patch(if n == 1 { skin.bad() } else { skin.dim() }));
}

/// The label of a player in the same team.
const PARTNER: &str = "partner";

/// The team of a seat as a label; `None` if there are no teams.
fn team(table: &Table, seat: &str) -> Option<String> {
    let seen = &table.now.as_ref()?.seen;
    let team = seen.team(seat)?;
    let ours = table.you().and_then(|you| seen.team(you)) == Some(team);
    Some(if ours { PARTNER.into() } else { format!("team {}", team + 1) })
}

/// A label for bots and absent players; empty for a person who is present.
pub(crate) fn sitter(table: &Table, seat: &str) -> String {
    let chair = table.room.as_ref().and_then(|room| room.chairs.iter().find(|chair| chair.seat == seat));
    match chair.map(|chair| &chair.who) {
        Some(Who::Bot { level, .. }) => format!("bot, {level}"),
        Some(Who::Person { here: false, bot: Some(_), .. }) => "away, a bot plays".into(),
        Some(Who::Person { here: false, .. }) => "away".into(),
        Some(Who::Person { bot: Some(_), .. }) => "a bot plays".into(),
        Some(Who::Person { missed: 1.., .. }) => "out of time".into(),
        _ => String::new(),
    }
}

/// The side pane: the score above, the log below.
pub(crate) fn side(canvas: &mut Canvas<'_>, area: Rect, table: &Table) {
    let seats = table.room.as_ref().map_or(2, |room| room.chairs.len()) as u16;
    let rows = (seats + 2).min((area.height / 2).max(4));
    let (above, below) = top(area, rows);
    score(canvas, above, table);
    log(canvas, below, table);
}
