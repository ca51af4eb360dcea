//! Draws cards of a standard pack, single and as a fan.

use ratatui::layout::Rect;

use super::canvas::{Canvas, part};
use crate::{
    items::{Hit, Item},
    printed_names::PrintedNames,
    seen::{SYMBOLS, suit_of},
    shapes,
    skin::Depth,
    table::Table,
    words::{card_text, cut},
};

/// The size of a drawn card, in cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) width: u16,
    pub(crate) height: u16,
}

impl Size {
    pub(crate) fn for_screen(all: Rect) -> Size {
        if all.width >= 96 && all.height >= 30 {
            Size { width: 11, height: 7 }
        } else {
            Size { width: 7, height: 5 }
        }
    }
}

/// The state in which a card is drawn.
#[derive(Clone, Copy, Default)]
pub(crate) struct CardState {
    /// Whether it can be played now.
    pub(crate) playable: bool,
    /// Whether the cursor is on it.
    pub(crate) focus: bool,
}

/// Draws an empty card; returns the area inside. With 24-bit colours the background is enough,
/// otherwise the card gets a border.
pub(crate) fn blank(canvas: &mut Canvas<'_>, area: Rect, state: CardState) -> Rect {
    let skin = canvas.skin;
    let face = skin.card(state.playable || state.focus);
    let edge = face.patch(skin.edge(state.playable, state.focus));
    if skin.depth == Depth::True {
        canvas.fill(area, ' ', face);
        for row in 0..area.height {
            canvas.text(area, row, 0, if state.focus { "▌" } else { "▏" }, edge);
        }
        return part(area, 1, 0, area.width.saturating_sub(1), area.height);
    }
    lines(canvas, area, edge);
    part(area, 1, 1, area.width.saturating_sub(2), area.height.saturating_sub(2))
}

fn lines(canvas: &mut Canvas<'_>, area: Rect, edge: ratatui::style::Style) {
    canvas.fill(area, ' ', ratatui::style::Style::new());
    let bar = "─".repeat(usize::from(area.width.saturating_sub(2)));
    canvas.text(area, 0, 0, &format!("╭{bar}╮"), edge);
    for row in 1..area.height.saturating_sub(1) {
        canvas.text(area, row, 0, "│", edge);
        canvas.text(area, row, area.width.saturating_sub(1), "│", edge);
    }
    canvas.text(area, area.height.saturating_sub(1), 0, &format!("╰{bar}╯"), edge);
}

/// Draws a card face up, or its back if the id is `??`.
pub(crate) fn card(canvas: &mut Canvas<'_>, area: Rect, id: &str, printed: &PrintedNames, state: CardState) {
    if id == "??" {
        return back(canvas, area);
    }
    let skin = canvas.skin;
    let inside = blank(canvas, area, state);
    let base = skin.card(state.playable || state.focus);
    let width = usize::from(inside.width);
    let name = printed.on(id);
    let corner = cut(&printed.corner(id).unwrap_or_else(|| card_text(id)), width);
    let middle = inside.height / 2;
    let suit = suit_of(id);
    let ink = suit.map_or(base, |suit| base.patch(skin.suit(suit, true)));
    canvas.text(inside, 0, 0, &corner, ink);
    // The name has a line of its own where the corner is too small for it.
    let name = name.filter(|name| !corner.starts_with(name));
    match (suit.map(|suit| SYMBOLS[suit].to_string()), name) {
        (Some(symbol), _) if inside.height >= 5 && width >= 9 => {
            canvas.centred(inside, middle.saturating_sub(1), &format!("{symbol}   {symbol}"), ink);
            canvas.centred(inside, middle, &cut(name.unwrap_or(&symbol), width), ink);
            canvas.centred(inside, middle + 1, &format!("{symbol}   {symbol}"), ink);
        }
        (Some(symbol), None) => canvas.centred(inside, middle, &symbol, ink),
        (Some(_), Some(name)) => {
            canvas.text(inside, middle, 0, &cut(name, width), ink);
        }
        (None, _) => canvas.centred(inside, middle, "★", base),
    };
    // What is typed for it: all of the notation where the corner has a name, otherwise the letter of the suit.
    let letters = shapes::letters(id);
    let typed = match (suit, printed.on(id)) {
        (None, None) => "",
        (_, Some(_)) => &letters,
        (Some(_), None) => &letters[letters.len() - 1..],
    };
    let last = inside.height.saturating_sub(1);
    let at = inside.width.saturating_sub(typed.len() as u16);
    canvas.text(inside, last, at, typed, base.patch(skin.edge(false, false)));
}

/// Draws a card face down.
pub(crate) fn back(canvas: &mut Canvas<'_>, area: Rect) {
    let style = canvas.skin.back();
    if canvas.skin.depth == Depth::True {
        return canvas.fill(area, '░', style);
    }
    lines(canvas, area, style);
    let inside = part(area, 1, 1, area.width.saturating_sub(2), area.height.saturating_sub(2));
    canvas.fill(inside, '░', style);
}

/// Draws a hand as a row of overlapping cards. If not all fit, the row scrolls with the cursor,
/// and arrows at its ends show that there are more.
pub(crate) fn fan(
    canvas: &mut Canvas<'_>,
    area: Rect,
    size: Size,
    cards: &[Item],
    table: &Table,
    playable: &dyn Fn(&Item) -> bool,
) {
    if cards.is_empty() || area.width < size.width + 4 {
        return;
    }
    let n = cards.len();
    let room = area.width - 2;
    let loose = size.width + 1;
    let tight = 4;
    let wanted = if n > 1 { (room - size.width) / (n as u16 - 1) } else { loose };
    let step = wanted.clamp(tight, loose);
    let fits = usize::from((room - size.width) / step) + 1;
    let focus = table.focus.as_ref();
    let cursor = focus.and_then(|item| cards.iter().position(|card| card == item));
    let first = cursor.unwrap_or(0).saturating_sub(fits / 2).min(n.saturating_sub(fits));
    let shown = &cards[first..(first + fits).min(n)];
    let wide = step * (shown.len() as u16 - 1) + size.width;
    let left = 1 + (room - wide) / 2;
    let keys = cards.iter().filter(|item| playable(item)).collect::<Vec<_>>();
    for (i, item) in shown.iter().enumerate() {
        let Item::Card { id, .. } = item else { continue };
        let state = CardState { playable: playable(item), focus: focus == Some(item) };
        let lift = u16::from(!state.focus);
        let x = left + step * i as u16;
        let place = part(area, x, lift, size.width, size.height);
        card(canvas, place, id, &table.printed, state);
        let visible = if i + 1 < shown.len() { step.min(size.width) } else { size.width };
        canvas.hit(part(area, x, lift, visible, size.height), Hit::Item(item.clone()));
        if let Some(key) = keys.iter().position(|other| *other == item).filter(|key| *key < 9) {
            canvas.text(area, size.height + 1, x + 1, &format!("{}", key + 1), canvas.skin.key());
        }
    }
    let dim = canvas.skin.dim();
    if first > 0 {
        canvas.text(area, 2, 0, "‹", dim);
    }
    if first + shown.len() < n {
        canvas.text(area, 2, area.width - 1, "›", dim);
    }
}
