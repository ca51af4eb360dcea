//! Draws a table of Crazy Eights: the other players, the two piles, the hand.

use ratatui::layout::Rect;

use serde::Deserialize;
use serde_json::Value;

use super::drawing::Draw;
use crate::{
    draw::{
        canvas::{Canvas, bottom, part, top},
        hand::{self, CardState, Size},
        panes,
    },
    items::Item,
    seen::{GameView, Piles, SYMBOLS, sort_by_suit, suit_of},
    table::Table,
};

pub(super) const ID: &str = "crazy-eights";
pub(super) const FIRST_HAND: &str = include_str!("../../../../rulebook/crazy-eights/first-hand.md");

/// A hand of Crazy Eights.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) struct Classic {
    /// The number of the hand, starting at 0.
    #[serde(default)]
    hand: u32,
    #[serde(default)]
    dealer: String,
    turn: String,
    /// The phase of the turn: a word, or an object such as `{"answer": {"owed": 4}}`.
    #[serde(default)]
    step: Value,
    /// Whether play passes to the left.
    #[serde(default)]
    clockwise: bool,
    /// The suit (or colour) named for the top card.
    #[serde(default)]
    named: Option<String>,
    /// The seats still in this hand.
    #[serde(default)]
    playing: Vec<String>,
    /// The card just drawn, while it may be played.
    #[serde(default)]
    fresh: Option<String>,
    /// The seats of each team; empty if there are no teams.
    #[serde(default)]
    teams: Vec<Vec<String>>,
    table: Piles,
}

impl Classic {
    /// The number of penalty cards that the seat must draw or pass on.
    fn owed(&self) -> Option<u64> {
        self.step.get("answer")?.get("owed")?.as_u64()
    }
}

impl GameView for Classic {
    fn piles(&self) -> &Piles {
        &self.table
    }

    fn headline(&self) -> String {
        format!(" · hand {}", self.hand + 1)
    }

    fn sort_hand(&self, cards: &mut [String]) {
        sort_by_suit(cards);
    }

    fn team(&self, seat: &str) -> Option<usize> {
        self.teams.iter().position(|team| team.iter().any(|member| member == seat))
    }

    fn plays(&self, seat: &str) -> bool {
        self.playing.iter().any(|other| other == seat)
    }
}

impl Draw for Classic {
    fn draw(&self, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table) {
        draw(canvas, main, table, self);
        panes::side(canvas, side, table);
    }
}

fn draw(canvas: &mut Canvas<'_>, area: Rect, table: &Table, view: &Classic) {
    let size = Size::for_screen(canvas.all());
    let rows = panes::button_rows(table, area.width).min(3);
    let (rest, buttons) = bottom(area, rows);
    let (rest, fan) = bottom(rest, if table.you().is_some() { size.height + 2 } else { 0 });
    let (rest, prompt) = bottom(rest, 2);
    let (others, centre) = top(rest, if table.you().is_some() { 5 } else { rest.height / 2 });
    panes::others(canvas, others, table);
    piles(canvas, centre, size, table, view);
    panes::prompt(canvas, prompt, table);
    let items = table.rows();
    let playable = |item: &Item| !table.offers_of(item).is_empty();
    hand::fan(canvas, fan, size, items.hand(), table, &playable);
    panes::buttons(canvas, buttons, table);
}

/// Stock and discard pile, and the public facts beside them: the named suit, the cards owed,
/// the direction, the dealer.
fn piles(canvas: &mut Canvas<'_>, area: Rect, size: Size, table: &Table, view: &Classic) {
    let Some(now) = &table.now else { return };
    let skin = canvas.skin;
    let (wide, high) = (size.width * 2 + 22, size.height + 1);
    let left = area.width.saturating_sub(wide) / 2;
    let up = area.height.saturating_sub(high) / 2;
    let stock = now.seen.count("stock");
    let dim = skin.felt().patch(skin.dim());
    if stock > 0 {
        if stock > 1 {
            hand::back(canvas, part(area, left + 1, up, size.width, size.height));
        }
        hand::back(canvas, part(area, left, up, size.width, size.height));
    }
    canvas.text(area, up + size.height, left, &format!("stock {stock}"), dim);
    let x = left + size.width + 3;
    let pile = part(area, x, up, size.width, size.height);
    match now.seen.top("discard") {
        Some(card) => {
            hand::card(canvas, pile, &card, &table.printed, CardState { playable: true, focus: false })
        }
        None => canvas.centred(pile, size.height / 2, "—", dim),
    }
    canvas.text(area, up + size.height, x, &format!("pile {}", now.seen.count("discard")), dim);
    let facts = part(area, x + size.width + 2, up, area.width, size.height);
    let mut row = 0;
    if let Some(named) = &view.named {
        let style = match suit_of(&format!("A{named}")) {
            Some(suit) => skin.suit(suit, false),
            None => skin.title(),
        };
        let x = canvas.text(facts, row, 0, "named ", dim);
        let text = table.printed.named(named).map_or_else(|| called(named), str::to_owned);
        canvas.text(facts, row, x, &text, skin.felt().patch(style));
        row += 1;
    }
    if let Some(owed) = view.owed() {
        canvas.text(facts, row, 0, &format!("{owed} cards owed"), skin.felt().patch(skin.bad()));
        row += 1;
    }
    let onward = if view.clockwise { "↻ to the left" } else { "↺ to the right" };
    if table.others().len() > 1 {
        canvas.text(facts, row, 0, onward, dim);
        row += 1;
    }
    canvas.text(facts, row, 0, &format!("dealt by {}", table.name(&view.dealer)), dim);
    if let Some(fresh) = &view.fresh {
        let text = format!("just drawn {}", crate::words::name_of(fresh, &table.printed));
        canvas.spans(facts, row + 1, 0, &crate::words::painted(skin, &text, skin.felt()));
    }
}

/// The named suit with symbol and word.
fn called(named: &str) -> String {
    const WORDS: [&str; 9] =
        ["clubs", "diamonds", "spades", "hearts", "circles", "triangles", "crosses", "squares", "stars"];
    match suit_of(&format!("A{named}")) {
        Some(suit) => format!("{} {}", SYMBOLS[suit], WORDS[suit]),
        None => named.to_owned(),
    }
}
