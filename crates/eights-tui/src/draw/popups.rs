//! Draws the popups over a table: choices, the score sheet, help, rules, input lines.

use eights_wire::Permission;
use unicode_width::UnicodeWidthStr;

use super::canvas::{Canvas, part};
use crate::{
    app::Sitting,
    items::{self, Hit},
    popup::{Popup, Typing},
    table::Table,
    words::{cut, offer_text, painted, wrap},
};

/// Draws the popup, if there is one.
pub(crate) fn draw(canvas: &mut Canvas<'_>, sitting: &Sitting) {
    let table = &sitting.table;
    let Some(popup) = &table.popup else { return };
    let all = canvas.all();
    match popup {
        Popup::Choose { title, offers, at } => choose(canvas, table, title, offers, *at),
        Popup::Score => score(canvas, table),
        Popup::Help => help(canvas, table),
        Popup::Rules { scroll } => rules(canvas, sitting, *scroll),
        Popup::Leave => {
            let inner = canvas.popup(46, 6, "Leave the table?");
            let style = canvas.skin.pane();
            canvas.text(inner, 1, 0, "An unfinished match is not saved.", style);
            let x = canvas.text(inner, 3, 0, "⏎ leave", style.patch(canvas.skin.key()));
            canvas.hit(part(inner, 0, 3, x, 1), Hit::Key('\n'));
            let end = canvas.text(inner, 3, x + 3, "any other key: stay", style);
            canvas.hit(part(inner, x + 3, 3, end, 1), Hit::Key('\u{1b}'));
        }
        Popup::Type { what, text } => {
            let title = match what {
                Typing::Answer => "Answer, or: why and a card",
                Typing::Chat => "Say to everybody",
            };
            let inner = canvas.popup(all.width.saturating_sub(8).min(80), 3, title);
            let shown: String = text.chars().rev().take(usize::from(inner.width).saturating_sub(2)).collect();
            let shown: String = shown.chars().rev().collect();
            canvas.text(inner, 0, 0, &format!("{shown}▏"), canvas.skin.pane());
        }
        Popup::Curtain => {
            let felt = canvas.skin.felt();
            canvas.fill(all, ' ', felt);
            canvas.hit(all, Hit::Key('\n'));
            let name = table.you().map(|you| table.name(you)).unwrap_or_default();
            let inner = canvas.popup(50, 7, "Next player");
            let style = canvas.skin.pane();
            canvas.centred(inner, 1, &format!("{name} is next."), style.patch(canvas.skin.title()));
            canvas.centred(inner, 2, "Everybody else, look away.", style);
            canvas.centred(inner, 4, "⏎ show my cards", style.patch(canvas.skin.key()));
        }
    }
}

fn choose(canvas: &mut Canvas<'_>, table: &Table, title: &str, offers: &[eights_wire::Offer], at: usize) {
    let keys = items::keys(offers, "");
    let shown: Vec<String> = offers.iter().map(|offer| offer_text(offer, &table.printed)).collect();
    let wide = shown.iter().map(|text| text.width()).max().unwrap_or(10).max(title.width()) as u16 + 10;
    let all = canvas.all();
    let high = (offers.len() as u16 + 2).min(all.height.saturating_sub(2));
    let inner = canvas.popup(wide.max(28), high, title);
    let fits = usize::from(inner.height).max(1);
    let first = at.saturating_sub(fits / 2).min(offers.len().saturating_sub(fits));
    let skin = canvas.skin;
    for (i, text) in shown.iter().enumerate().skip(first).take(fits) {
        let line = part(inner, 0, (i - first) as u16, inner.width, 1);
        let focus = i == at;
        let style = if focus { skin.focus() } else { skin.pane() };
        canvas.fill(line, ' ', style);
        canvas.text(line, 0, 1, &keys[i].to_string(), if focus { style } else { style.patch(skin.key()) });
        if focus {
            canvas.text(line, 0, 4, text, style);
        } else {
            canvas.spans(line, 0, 4, &painted(skin, text, style));
        }
        canvas.hit(line, Hit::Choice(i));
    }
}

/// The score sheet, with a row for each hand of the match.
fn score(canvas: &mut Canvas<'_>, table: &Table) {
    let (Some(now), Some(room)) = (&table.now, &table.room) else { return };
    let all = canvas.all();
    let n = room.chairs.len() as u16;
    let each = ((all.width.saturating_sub(16)) / n.max(1)).clamp(4, 12);
    let most = usize::from(all.height.saturating_sub(9)).max(1);
    let first = table.hands.len().saturating_sub(most);
    let rows = (table.hands.len() - first) as u16;
    let skin = canvas.skin;
    let style = skin.pane();
    let inner = canvas.popup((12 + each * n).max(44), rows + 8, "Score sheet");
    canvas.hit(inner, Hit::Close);
    for (i, chair) in room.chairs.iter().enumerate() {
        let name = cut(&table.name(&chair.seat), usize::from(each - 1));
        number(canvas, inner, 0, 8 + each * i as u16, each, &name, style.patch(skin.title()));
    }
    for (row, (_, hand)) in table.hands[first..].iter().enumerate() {
        let y = 1 + row as u16;
        let label = format!("hand {}", first + row + 1);
        canvas.text(inner, y, 0, &label, style.patch(skin.dim()));
        for (i, chair) in room.chairs.iter().enumerate() {
            let points = hand.points.get(&chair.seat).copied().unwrap_or(0);
            let won = hand.winners.contains(&chair.seat);
            let text = if won { format!("★{points}") } else { points.to_string() };
            let ink = if won { style.patch(skin.turn()) } else { style };
            number(canvas, inner, y, 8 + each * i as u16, each, &text, ink);
        }
    }
    let y = 1 + rows;
    canvas.text(inner, y, 0, &"─".repeat(usize::from(inner.width)), style.patch(skin.frame()));
    canvas.text(inner, y + 1, 0, "match", style.patch(skin.title()));
    for (i, chair) in room.chairs.iter().enumerate() {
        let points = now.score.get(&chair.seat).copied().unwrap_or(0);
        number(
            canvas,
            inner,
            y + 1,
            8 + each * i as u16,
            each,
            &points.to_string(),
            style.patch(skin.title()),
        );
    }
    let won = match (&now.over, table.hands.last()) {
        (Some(over), _) => Some((over.winners.clone(), "the match")),
        (None, Some((step, hand))) if *step == now.step => Some((hand.winners.clone(), "this hand")),
        _ => None,
    };
    if let Some((winners, what)) = won {
        let names: Vec<String> = winners.iter().map(|seat| table.name(seat)).collect();
        let verb = if names.len() == 1 { "wins" } else { "win" };
        let names = if names.is_empty() { "Nobody".to_owned() } else { names.join(" and ") };
        let text = if names == "Nobody" {
            format!("Nobody wins {what}.")
        } else {
            format!("{names} {verb} {what}.")
        };
        canvas.text(inner, y + 3, 0, &text, style.patch(skin.turn()));
    }
    let keys = if now.over.is_some() && table.may(Permission::Rematch) {
        "⏎ once more   q leave"
    } else {
        "⏎ go on"
    };
    canvas.text(inner, y + 4, 0, keys, style.patch(skin.key()));
}

/// Writes a right-aligned number into a column.
fn number(
    canvas: &mut Canvas<'_>,
    area: ratatui::layout::Rect,
    row: u16,
    column: u16,
    width: u16,
    text: &str,
    style: ratatui::style::Style,
) {
    let from = column + width.saturating_sub(text.width() as u16);
    canvas.text(area, row, from, text, style);
}

const KEYS: [(&str, &str); 15] = [
    ("← →", "move along the hand or the buttons"),
    ("↑ ↓", "to the cards on the table, the hand, the buttons"),
    ("⏎ space", "play the card or press the button; if it cannot, say why"),
    ("1 … 9", "play the card with this number"),
    ("letters", "the buttons show theirs: d draw, p pass, …"),
    ("h", "a hint: what a good player would do"),
    ("w", "why may this card not be played?"),
    ("u", "take back, as long as no new card was seen"),
    (":", "type an answer: 8S=H, or why 5H"),
    ("s  r", "score sheet; the rules in words"),
    ("PgUp PgDn", "scroll the log"),
    ("+ -", "bots answer faster, slower"),
    ("/", "chat, at a table on a server"),
    ("mouse", "click a card or a button; right click: why not"),
    ("q  Ctrl-C", "leave the table; end the program"),
];

fn help(canvas: &mut Canvas<'_>, table: &Table) {
    let _ = table;
    list(canvas, "Keys", &KEYS);
}

pub(crate) fn replay_help(canvas: &mut Canvas<'_>) {
    list(
        canvas,
        "Keys",
        &[
            ("← →", "one step back, one step on"),
            ("↑ ↓", "ten steps; also PgUp and PgDn"),
            ("Home End", "the deal, the end"),
            ("space", "play by itself, or stop"),
            ("v Tab", "look from the next seat; all cards of a finished match"),
            ("q Esc", "end the program"),
        ],
    );
}

fn list(canvas: &mut Canvas<'_>, title: &str, keys: &[(&str, &str)]) {
    let inner = canvas.popup(74, keys.len() as u16 + 2, title);
    canvas.hit(inner, Hit::Close);
    let skin = canvas.skin;
    for (row, (key, what)) in keys.iter().enumerate() {
        canvas.text(inner, row as u16, 0, key, skin.pane().patch(skin.key()));
        canvas.text(inner, row as u16, 11, what, skin.pane());
    }
}

fn rules(canvas: &mut Canvas<'_>, sitting: &Sitting, scroll: usize) {
    let all = canvas.all();
    let room = sitting.table.room.as_ref();
    let title = room.map_or("Rules".to_owned(), |room| room.rules.title.clone());
    let inner = canvas.popup(all.width.saturating_sub(4).min(90), all.height.saturating_sub(2), &title);
    let skin = canvas.skin;
    let wide = usize::from(inner.width);
    let mut lines = Vec::new();
    for line in wrap(room.map_or("", |room| room.rules.about.trim()), wide) {
        lines.push((line, skin.pane().patch(skin.note())));
    }
    for (head, text) in &sitting.topics {
        lines.push((String::new(), skin.pane()));
        lines.push((head.clone(), skin.pane().patch(skin.title())));
        lines.extend(wrap(text, wide).into_iter().map(|line| (line, skin.pane())));
    }
    let fits = usize::from(inner.height.saturating_sub(1));
    let first = scroll.min(lines.len().saturating_sub(fits));
    for (row, (line, style)) in lines.iter().skip(first).take(fits).enumerate() {
        canvas.text(inner, row as u16, 0, line, *style);
    }
    let more = if first + fits < lines.len() { "↓ more · " } else { "" };
    let foot = format!("{more}any other key closes");
    canvas.text(inner, inner.height.saturating_sub(1), 0, &foot, skin.pane().patch(skin.dim()));
    canvas.hit(inner, Hit::Close);
}
