//! Draws a table of Crazier Eights: cards in play, piles, hand, and the text of the card under
//! the cursor.

use eights_crazier::Card;
use ratatui::{layout::Rect, style::Style};
use serde::Deserialize;
use unicode_width::UnicodeWidthStr;

use super::drawing::Draw;
use crate::{
    draw::{
        canvas::{Canvas, bottom, part, top},
        hand::{self, CardState},
        panes,
    },
    items::{Hit, Item},
    seen::{GameView, Piles, Seen},
    skin::Depth,
    table::Table,
    words::{card_text, cut, name_of, printed, sign, verb_text, wrap},
};

/// The width of a card with its full name, and its height including the gap below.
const TALL: (u16, u16) = (17, 6);

pub(super) const ID: &str = "crazier-eights";
pub(super) const FIRST_HAND: &str = include_str!("../../../../rulebook/crazier-eights/first-hand.md");

/// A game of Crazier Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Crazier {
    /// The number of the game, starting at 0.
    #[serde(default)]
    game: u32,
    turn: String,
    #[serde(default)]
    phase: String,
    /// The kind of question that is asked.
    #[serde(default)]
    question: Option<String>,
    /// The card whose text is being resolved.
    #[serde(default)]
    speaking: Option<String>,
    /// The colour named for the top card.
    #[serde(default)]
    named: Option<String>,
    /// The seats still in this game.
    #[serde(default)]
    playing: Vec<String>,
    table: Piles,
}

impl GameView for Crazier {
    fn piles(&self) -> &Piles {
        &self.table
    }

    fn headline(&self) -> String {
        if self.game > 0 { format!(" · game {}", self.game + 1) } else { String::new() }
    }

    /// The cards in play of the others, the top of the discard pile, and the player's own cards in play.
    fn reachable_places(&self, you: Option<&str>, others: &[&str]) -> Vec<String> {
        let mut places: Vec<String> = others.iter().map(|seat| format!("in play {seat}")).collect();
        places.push("discard".into());
        places.extend(you.map(|you| format!("in play {you}")));
        places
    }

    fn plays(&self, seat: &str) -> bool {
        self.playing.iter().any(|other| other == seat)
    }
}

impl Draw for Crazier {
    fn draw(&self, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table) {
        draw(canvas, main, side, table, self);
    }
}

/// Draws the table into `area` and the pane into `side`.
fn draw(canvas: &mut Canvas<'_>, area: Rect, side: Rect, table: &Table, view: &Crazier) {
    let items = table.rows();
    let cards = items.hand();
    let rows = panes::button_rows(table, area.width).min(4);
    let (rest, buttons) = bottom(area, rows);
    let across = (area.width / (TALL.0 + 1)).max(1);
    let lines = (cards.len() as u16).div_ceil(across);
    // The board has priority: two rows per seat (the seat, its cards in play), and the piles.
    // Only if there is room left does the hand use large cards.
    let board_needs = 2 * table.room.as_ref().map_or(2, |room| room.chairs.len()) as u16 + 5;
    let tall = lines * TALL.1 + board_needs + 2 <= rest.height;
    let columns = (area.width / 26).max(1);
    let high = if tall { lines * TALL.1 } else { (cards.len() as u16).div_ceil(columns) };
    let (rest, hand) = bottom(rest, high.min(rest.height));
    let (rest, prompt) = bottom(rest, 2);
    board(canvas, rest, table, view);
    panes::prompt(canvas, prompt, table);
    let playable: Vec<&Item> = cards.iter().filter(|item| !table.offers_of(item).is_empty()).collect();
    for (i, item) in cards.iter().enumerate() {
        let i = i as u16;
        let key = playable.iter().position(|other| *other == item);
        if tall {
            let high = if canvas.skin.depth == Depth::True { TALL.1 - 1 } else { TALL.1 };
            let place = part(hand, 1 + (i % across) * (TALL.0 + 1), (i / across) * TALL.1, TALL.0, high);
            tall_card(canvas, place, table, item, key);
        } else {
            let place = part(hand, (i % columns) * 26, i / columns, 26, 1);
            let digit = key.filter(|key| *key < 9).map_or(" ".into(), |key| (key + 1).to_string());
            canvas.text(place, 0, 1, &digit, canvas.skin.felt().patch(canvas.skin.key()));
            chip(canvas, part(place, 3, 0, 22, 1), table, item);
        }
    }
    panes::buttons(canvas, buttons, table);
    pane(canvas, side, table, view);
}

/// The cards in play of every seat, and the piles between the players.
fn board(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Crazier) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let dim = skin.felt().patch(skin.dim());
    let mut y = 0;
    for chair in table.others() {
        seat(canvas, area, &mut y, table, &chair.seat, view);
    }
    let room = area.height.saturating_sub(y);
    y += u16::from(room > 5);
    let mut x = canvas.text(area, y, 1, &format!("Draw pile {} · discard ", now.seen.count("stock")), dim);
    if let Some(item) = top_of(&now.seen, "discard") {
        x += chip(canvas, part(area, x, y, 24, 1), table, &item);
        if let Some(named) = &view.named {
            x = canvas.text(area, y, x + 1, "naming ", dim);
            x = canvas.text(area, y, x, named, skin.felt().patch(skin.hue(named, false)));
        }
    }
    if let Some(item) = top_of(&now.seen, "resolving") {
        x = canvas.text(area, y, x, " · carried out ", dim);
        chip(canvas, part(area, x, y, 24, 1), table, &item);
    }
    y += 1 + u16::from(room > 5);
    if let Some(you) = table.you() {
        seat(canvas, area, &mut y, table, you, view);
    }
}

/// The top card of a pile, if it is face up.
fn top_of(seen: &Seen, pile: &str) -> Option<Item> {
    let index = seen.count(pile).checked_sub(1)?;
    Some(Item::Card { place: pile.to_owned(), index, id: seen.top(pile)? })
}

/// A seat's name and state, and below it the seat's cards in play and any known cards of its
/// hand.
fn seat(canvas: &mut Canvas<'_>, area: Rect, y: &mut u16, table: &Table, seat: &str, view: &Crazier) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let asked = now.asks.as_deref() == Some(seat);
    let style = skin.felt().patch(if asked { skin.turn() } else { skin.title() });
    let own = table.you() == Some(seat);
    let name = if own { format!("{} (you)", table.name(seat)) } else { table.name(seat) };
    let x = canvas.text(area, *y, 1, &format!("{}{seat} {name}", if asked { "▸" } else { " " }), style);
    let n = now.seen.count(&format!("hand {seat}"));
    let mut facts = format!(" · {n} in hand");
    if !now.seen.plays(seat) {
        facts = " · out".into();
    } else if view.turn == seat {
        facts += &format!(" · {}", phase(&view.phase));
    }
    let sitter = panes::sitter(table, seat);
    if !sitter.is_empty() {
        facts += &format!(" · {sitter}");
    }
    canvas.text(area, *y, x, &facts, skin.felt().patch(skin.dim()));
    *y += 1;
    let place = format!("in play {seat}");
    let known = now.seen.hand(seat).into_iter().filter(|card| !own && card != "??");
    let hand: Vec<Item> = known
        .enumerate()
        .map(|(index, id)| Item::Card { place: format!("hand {seat}"), index, id })
        .collect();
    let cards = now.seen.cards(&place);
    let items = cards.iter().enumerate().map(|(index, id)| Item::Card {
        place: place.clone(),
        index,
        id: id.clone(),
    });
    let mut x = 3;
    for (i, item) in items.chain(hand).enumerate() {
        let Item::Card { id, .. } = &item else { continue };
        let wide = (label(canvas, id).width() as u16 + 2).min(26);
        if i > 0 && x + wide > area.width {
            (x, *y) = (3, *y + 1);
        }
        if i == cards.len() && i < now.seen.count(&place) + n {
            x = canvas.text(area, *y, x, "holds ", skin.felt().patch(skin.dim()));
        }
        chip(canvas, part(area, x, *y, wide, 1), table, &item);
        x += wide + 1;
    }
    *y += u16::from(x > 3);
}

/// The phase of a turn as a verb.
fn phase(phase: &str) -> &str {
    match phase {
        "beginning" => "begins",
        "early" | "draw" => "draws",
        "main" => "plays",
        "end" => "ends",
        other => other,
    }
}

fn label(canvas: &Canvas<'_>, id: &str) -> String {
    match printed(id) {
        Some(card) => format!("{} {}", corner(canvas, card), card.name),
        None => card_text(id),
    }
}

/// The corner of a card: rank and colours.
fn corner(canvas: &Canvas<'_>, card: &Card) -> String {
    let rank = card.rank.map(|rank| rank.symbol()).unwrap_or("·");
    let signs: String = card.colours.iter().map(|colour| sign(canvas.skin, colour)).collect();
    format!("{rank}{signs}")
}

/// The text colour of a card, that of its first colour.
fn ink(canvas: &Canvas<'_>, id: &str, on_light: bool) -> Style {
    let colour = printed(id).and_then(|card| card.colours.iter().next());
    colour.map_or(Style::new(), |colour| canvas.skin.hue(colour.word(), on_light))
}

/// Draws a card as a single line; returns its width.
fn chip(canvas: &mut Canvas<'_>, area: Rect, table: &Table, item: &Item) -> u16 {
    let Item::Card { id, .. } = item else { return 0 };
    let skin = canvas.skin;
    let playable = !table.offers_of(item).is_empty();
    let focus = table.focus.as_ref() == Some(item);
    let base = if focus { skin.focus() } else { skin.card(playable) };
    let style = if focus { base } else { base.patch(ink(canvas, id, true)) };
    let text = format!(" {} ", cut(&label(canvas, id), usize::from(area.width).saturating_sub(2)));
    let wide = canvas.text(area, 0, 0, &text, style);
    canvas.hit(part(area, 0, 0, wide, 1), Hit::Item(item.clone()));
    wide
}

/// Draws a large card with its full name.
fn tall_card(canvas: &mut Canvas<'_>, area: Rect, table: &Table, item: &Item, key: Option<usize>) {
    let Item::Card { id, .. } = item else { return };
    let skin = canvas.skin;
    let state = CardState { playable: key.is_some(), focus: table.focus.as_ref() == Some(item) };
    let inside = hand::blank(canvas, area, state);
    let base = skin.card(state.playable || state.focus);
    let colour = base.patch(ink(canvas, id, true));
    let last = inside.height.saturating_sub(1);
    if let Some(card) = printed(id) {
        canvas.text(inside, 0, 0, &corner(canvas, card), colour);
        let words = wrap(&card.name, usize::from(inside.width));
        for (row, line) in words.iter().enumerate() {
            canvas.text(inside, 1 + row as u16, 0, line, base);
        }
        let kind = card.kind.word();
        canvas.text(inside, last, inside.width.saturating_sub(kind.len() as u16), kind, colour);
    } else {
        canvas.text(inside, 0, 0, id, base);
    }
    if let Some(key) = key.filter(|key| *key < 9) {
        let style = base.add_modifier(ratatui::style::Modifier::REVERSED);
        canvas.text(inside, last, 0, &format!(" {} ", key + 1), style);
    }
    canvas.hit(area, Hit::Item(item.clone()));
}

/// The side pane: the text of the card under the cursor, the score if there is room, and the
/// log.
fn pane(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Crazier) {
    let skin = canvas.skin;
    let id = match &table.focus {
        Some(Item::Card { id, .. }) => Some(id.clone()),
        _ => view.speaking.clone().or_else(|| table.now.as_ref()?.seen.top("discard")),
    };
    let (text, rest) = top(area, (area.height / 2).max(9));
    let title = id.as_deref().map_or("Card".to_owned(), |id| name_of(id, &table.printed));
    let inner = canvas.pane(text, &cut(&title, usize::from(text.width).saturating_sub(4)), skin.pane());
    if let (Some(id), Some(card)) = (id.as_deref(), id.as_deref().and_then(printed)) {
        let style = skin.pane().patch(ink(canvas, id, false));
        let colours = card.colours.to_string();
        let kind = format!("{} {colours} {}", corner(canvas, card), card.kind.word());
        canvas.text(inner, 0, 0, &kind, style);
        let wide = usize::from(inner.width);
        let lines = wrap(&card.text, wide);
        for (row, line) in lines.iter().enumerate() {
            canvas.text(inner, 2 + row as u16, 0, line, skin.pane());
        }
        let answers = match &table.focus {
            Some(item) => table.offers_of(item),
            None => Vec::new(),
        };
        let mut verbs: Vec<&str> = answers.iter().map(|offer| verb_text(offer.verb)).collect();
        verbs.dedup();
        let at = inner.height.saturating_sub(1);
        if !verbs.is_empty() && at > 2 + lines.len() as u16 {
            canvas.text(inner, at, 0, &format!("⏎ {}", verbs.join(" or ")), skin.pane().patch(skin.key()));
        }
    }
    let seats = table.room.as_ref().map_or(2, |room| room.chairs.len()) as u16;
    let (score, log) = top(rest, if rest.height >= seats + 2 + 8 { seats + 2 } else { 0 });
    if score.height > 0 {
        panes::score(canvas, score, table);
    }
    panes::log(canvas, log, table);
}
