//! Draws a table of Crazy 8-Ball: the pool table with its six positions, the balls of both
//! players, the hand.

use std::collections::BTreeMap;

use ratatui::layout::Rect;
use serde::Deserialize;
use serde_json::Value;

use super::drawing::Draw;
use crate::{
    draw::{
        canvas::{Canvas, bottom, part, top},
        hand::{self, CardState},
        panes,
    },
    items::{Hit, Item},
    seen::{GameView, Piles},
    table::Table,
    words::cut,
};

/// The colours of the balls 1 to 7, and again 9 to 15.
const COLOURS: [&str; 7] = ["yellow", "blue", "red", "purple", "orange", "green", "maroon"];

/// The positions of the pool table in two rows.
const SPOTS: [[&str; 3]; 2] = [["NW", "N", "NE"], ["SW", "S", "SE"]];

pub(super) const ID: &str = "crazy-8-ball";
pub(super) const FIRST_HAND: &str = include_str!("../../../../rulebook/crazy-8-ball/first-hand.md");

/// A game of Crazy 8-Ball.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Ball {
    turn: String,
    /// The phase of the turn.
    #[serde(default)]
    step: Value,
    /// The seat with the solids; `None` until the dealer has chosen.
    #[serde(default)]
    solids: Option<String>,
    /// The colours of the balls that each seat has not pocketed yet.
    #[serde(default)]
    rows: BTreeMap<String, Vec<String>>,
    /// The top of each position, such as `NW`.
    #[serde(default)]
    tops: BTreeMap<String, Top>,
    /// The number of finished turns.
    #[serde(default)]
    turns: u32,
    table: Piles,
}

/// The top of one of the six positions of the pool table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Top {
    /// Empty: no card was played there yet.
    Nothing,
    /// An open pocket card, which both players can use.
    Pocket(String),
    /// A pocketed ball: seat and colour.
    Ball(String, String),
    /// The 8-ball, pocketed by this seat.
    Eight(String),
    /// A block card.
    Block(String),
    /// A closed pocket, as in a given position that does not say what closes it.
    Something,
}

impl GameView for Ball {
    fn piles(&self) -> &Piles {
        &self.table
    }

    fn headline(&self) -> String {
        format!(" · turn {}", self.turns + 1)
    }

    fn question(&self) -> Option<&'static str> {
        (self.step == "choose").then_some("do you take the solids or the stripes?")
    }
}

impl Draw for Ball {
    fn draw(&self, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table) {
        draw(canvas, main, table, self);
        panes::side(canvas, side, table);
    }
}

fn draw(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Ball) {
    let large = area.height >= 34;
    let high = if large { 7 } else { 5 };
    let rows = panes::button_rows(table, area.width).min(if large { 4 } else { 2 });
    let (rest, buttons) = bottom(area, rows);
    let (rest, hand) = bottom(rest, if table.you().is_some() { high + 1 } else { 0 });
    let (rest, prompt) = bottom(rest, if large { 2 } else { 1 });
    let you = table.you().unwrap_or("A").to_owned();
    let other = table.others().iter().map(|chair| chair.seat.clone()).find(|seat| *seat != you);
    let (above, rest) = top(rest, 2);
    let (middle, below) = bottom(rest, 2);
    player(canvas, above, table, view, &other.unwrap_or_else(|| "B".into()));
    pool(canvas, middle, table, view);
    player(canvas, below, table, view, &you);
    panes::prompt(canvas, prompt, table);
    cards(canvas, hand, high, table);
    panes::buttons(canvas, buttons, table);
}

/// A player and the balls that are left.
fn player(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Ball, seat: &str) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let asked = now.asks.as_deref() == Some(seat);
    let style = skin.felt().patch(if asked { skin.turn() } else { skin.title() });
    let solid = view.solids.as_ref().map(|solids| solids == seat);
    let mark = if asked { "▸" } else { " " };
    let you = if table.you() == Some(seat) { " (you)" } else { "" };
    let name = format!("{mark}{seat} {}{you}", cut(&table.name(seat), 14));
    let x = canvas.text(area, 0, 1, &name, style);
    let kind = match solid {
        Some(true) => " · solids",
        Some(false) => " · stripes",
        None => "",
    };
    let sitter = panes::sitter(table, seat);
    let sitter = if sitter.is_empty() { sitter } else { format!(" · {sitter}") };
    let x = canvas.text(area, 0, x, &format!("{kind}{sitter}"), skin.felt().patch(skin.dim()));
    let known = now.seen.cards(&format!("hand {seat}"));
    if table.you() != Some(seat) && known.iter().any(|card| card != "??") {
        canvas.text(area, 0, x, &format!(" · {}", known.join(" ")), skin.felt().patch(skin.dim()));
    }
    let left = view.rows.get(seat).cloned().unwrap_or_default();
    let mut x = 3;
    for (i, colour) in COLOURS.iter().enumerate() {
        let number = solid.map(|solid| i + if solid { 1 } else { 9 });
        let there = left.iter().any(|ball| ball == colour);
        x = ball(canvas, area, 1, x, number, colour, there) + 1;
    }
    ball(canvas, area, 1, x, Some(8), "black", true);
}

/// A ball with the letter of its colour and, once the dealer has chosen, its number; a dot if it
/// is pocketed. Returns the column after it.
fn ball(
    canvas: &mut Canvas<'_>,
    area: Rect,
    row: u16,
    x: u16,
    number: Option<usize>,
    colour: &str,
    there: bool,
) -> u16 {
    let skin = canvas.skin;
    if !there {
        return canvas.text(area, row, x, "  ·  ", skin.felt().patch(skin.dim()));
    }
    let letter = if colour == "black" { " ".to_owned() } else { colour[..1].to_uppercase() };
    let patch = skin.patch(colour);
    let shown = number.map_or(String::new(), |number| number.to_string());
    let text = format!("{shown:>2}{letter}");
    if number.is_none_or(|number| number <= 8) {
        return canvas.text(area, row, x, &format!(" {text} "), patch);
    }
    // A striped ball: the colour in the middle, white at both ends.
    let white = skin.patch("white").patch(skin.hue(colour, true));
    let x = canvas.text(area, row, x, "▐", white);
    let x = canvas.text(area, row, x, &text, patch);
    canvas.text(area, row, x, "▌", white)
}

fn pool(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Ball) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let wide = area.width.saturating_sub(2).min(110);
    let high = area.height.min(24);
    let place = part(area, (area.width - wide) / 2, (area.height - high) / 2, wide, high);
    canvas.fill(place, ' ', skin.wood());
    wood(canvas, place);
    let cloth = part(place, 2, 1, place.width.saturating_sub(4), place.height.saturating_sub(2));
    canvas.fill(cloth, ' ', skin.cloth());
    let each = (cloth.width.saturating_sub(4) / 3).min(26);
    let rows = if cloth.height >= 12 { 5 } else { 3 };
    let offered = offered(table);
    for (y, row) in SPOTS.iter().enumerate() {
        for (x, spot) in row.iter().enumerate() {
            let left = match x {
                0 => 0,
                1 => (cloth.width - each) / 2,
                _ => cloth.width - each,
            };
            let up = if y == 0 { 0 } else { cloth.height.saturating_sub(rows) };
            let place = part(cloth, left, up, each, rows);
            position(canvas, place, table, view.tops.get(*spot), spot, offered.contains(spot));
        }
    }
    let middle = cloth.height / 2;
    let discard = match now.seen.top("discard") {
        Some(card) => format!("discard {card} ({})", now.seen.count("discard")),
        None => "discard empty".into(),
    };
    let text = format!("draw pile {} · {discard}", now.seen.count("stock"));
    canvas.centred(cloth, middle, &text, skin.cloth());
}

fn wood(canvas: &mut Canvas<'_>, area: Rect) {
    let style = canvas.skin.wood();
    let last = area.height.saturating_sub(1);
    let bar = "═".repeat(usize::from(area.width.saturating_sub(2)));
    canvas.text(area, 0, 0, &format!("╔{bar}╗"), style);
    canvas.text(area, last, 0, &format!("╚{bar}╝"), style);
    for row in 1..last {
        canvas.text(area, row, 0, "║", style);
        canvas.text(area, row, area.width.saturating_sub(1), "║", style);
    }
}

/// The positions where the card under the cursor can be played.
fn offered(table: &Table) -> Vec<&'static str> {
    let Some(item) = &table.focus else { return Vec::new() };
    let spots = SPOTS.iter().flatten();
    let offers = table.offers_of(item);
    spots
        .filter(|spot| offers.iter().any(|offer| offer.places.iter().any(|place| place == **spot)))
        .copied()
        .collect()
}

/// One position of the pool table; `lit` if the card under the cursor can be played there.
fn position(canvas: &mut Canvas<'_>, area: Rect, table: &Table, top: Option<&Top>, spot: &str, lit: bool) {
    let skin = canvas.skin;
    let cloth = skin.cloth();
    let bottom_row = area.height.saturating_sub(1);
    let mark = if lit { format!("▸{spot}◂") } else { spot.to_owned() };
    let style = cloth.patch(if lit { skin.key() } else { skin.cloth() });
    canvas.centred(area, 0, &mark, style);
    let rows = 1..bottom_row.max(1) + 1;
    let wide = usize::from(area.width);
    match top {
        Some(Top::Pocket(card)) => {
            let colours = colours_of(card);
            for row in rows.clone() {
                stripes(canvas, area, row, &colours, "");
            }
            stripes(canvas, area, rows.start, &colours, "○");
        }
        Some(Top::Ball(seat, colour)) => {
            let text = format!("● {}", table.name(seat));
            canvas.centred(area, rows.start, &cut(&text, wide), cloth.patch(skin.hue(colour, false)));
            canvas.centred(area, rows.start + 1, &format!("{colour} ball"), cloth);
        }
        Some(Top::Eight(seat)) => {
            canvas.centred(area, rows.start, " 8 ", skin.patch("black"));
            canvas.centred(area, rows.start + 1, &cut(&table.name(seat), wide), cloth);
        }
        Some(Top::Block(card)) => {
            canvas.centred(area, rows.start, "▒▒▒▒▒▒", cloth.patch(skin.hue(colours_of(card)[0], false)));
            canvas.centred(area, rows.start + 1, &card.replace('-', " "), cloth);
        }
        Some(Top::Something) => canvas.centred(area, rows.start, "closed", cloth),
        _ => canvas.centred(area, rows.start, "·", cloth.patch(skin.dim())),
    }
}

/// A row in one colour, or half in each of two. With a `sign`, the names of the colours are
/// written on it.
fn stripes(canvas: &mut Canvas<'_>, area: Rect, row: u16, colours: &[&str], sign: &str) {
    let n = colours.len().max(1) as u16;
    let each = area.width / n;
    for (i, colour) in colours.iter().enumerate() {
        let i = i as u16;
        let wide = if i + 1 == n { area.width - each * i } else { each };
        let place = part(area, each * i, row, wide, 1);
        let patch = canvas.skin.patch(colour);
        canvas.fill(place, ' ', patch);
        if !sign.is_empty() {
            canvas.centred(place, 0, &cut(&format!("{sign} {colour}"), wide.into()), patch);
        }
    }
}

/// The colours in a card's id, such as `pocket-red-maroon`; white if it has none.
fn colours_of(card: &str) -> Vec<&'static str> {
    let found: Vec<&str> =
        card.split('-').filter_map(|word| COLOURS.iter().find(|colour| **colour == word)).copied().collect();
    if found.is_empty() { vec!["white"] } else { found }
}

/// The cards of the hand.
fn cards(canvas: &mut Canvas<'_>, area: Rect, high: u16, table: &Table) {
    let items = table.rows();
    let n = items.hand().len().max(1) as u16;
    let each = (area.width.saturating_sub(2) / n).min(if high > 5 { 18 } else { 14 });
    let left = area.width.saturating_sub(each * n) / 2;
    let mut number = 0;
    for (i, item) in items.hand().iter().enumerate() {
        let Item::Card { id, .. } = item else { continue };
        let state = CardState {
            playable: !table.offers_of(item).is_empty(),
            focus: table.focus.as_ref() == Some(item),
        };
        number += usize::from(state.playable);
        let lift = u16::from(!state.focus);
        let place = part(area, left + each * i as u16, lift, each.saturating_sub(1), high);
        let inside = hand::blank(canvas, place, state);
        let base = canvas.skin.card(state.playable || state.focus);
        let (kind, art) = match id.split('-').next() {
            Some("stick") => ("cue stick", "━━━━━━●"),
            Some("cue") => ("cue ball", "●"),
            Some("block") => ("block", "▒▒▒▒"),
            Some("pocket") if colours_of(id).len() > 1 => ("corner", "○"),
            Some("pocket") => ("side", "○"),
            _ => (id.as_str(), ""),
        };
        canvas.text(inside, 0, 0, &cut(kind, inside.width.into()), base);
        if state.playable {
            let style = base.patch(canvas.skin.edge(true, true));
            canvas.text(inside, 0, inside.width.saturating_sub(1), &number.to_string(), style);
        }
        let last = inside.height.saturating_sub(1);
        let colours = if id.ends_with("wild") { vec!["white"] } else { colours_of(id) };
        canvas.centred(inside, last / 2, art, base.patch(canvas.skin.hue(colours[0], true)));
        for (row, sign) in
            [(last, "named")].into_iter().chain((high > 5).then_some((last.saturating_sub(1), "")))
        {
            band(canvas, inside, row, &colours, !sign.is_empty());
        }
        canvas.hit(place, Hit::Item(item.clone()));
    }
}

/// The coloured band at the foot of a card; if `named`, with the names of its colours.
fn band(canvas: &mut Canvas<'_>, area: Rect, row: u16, colours: &[&str], named: bool) {
    let n = colours.len().max(1) as u16;
    let each = area.width / n;
    for (i, colour) in colours.iter().enumerate() {
        let i = i as u16;
        let wide = if i + 1 == n { area.width - each * i } else { each };
        let place = part(area, each * i, row, wide, 1);
        let patch = canvas.skin.patch(colour);
        canvas.fill(place, ' ', patch);
        let word = if *colour == "white" { "any" } else { colour };
        if named {
            let short: String = word.chars().take(wide.into()).collect();
            canvas.centred(place, 0, &short, patch);
        }
    }
}
