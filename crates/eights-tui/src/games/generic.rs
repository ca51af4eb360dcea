//! Draws a game without a module of its own: the other players, every pile, the public facts of the
//! view, the hand, and the offers.

use std::collections::BTreeMap;

use ratatui::layout::Rect;
use serde::Deserialize;
use serde_json::Value;

use super::drawing::Draw;
use crate::{
    draw::{
        canvas::{Canvas, bottom, part, right, top},
        hand::{self, CardState, Size},
        panes,
    },
    items::Item,
    seen::{GameView, Pile, Piles, sort_by_suit},
    table::Table,
    words::cut,
};

/// The view of any game: its piles, and everything else as it was sent.
#[derive(Debug, Default, Deserialize)]
pub(super) struct Generic {
    #[serde(default)]
    table: Piles,
    #[serde(flatten)]
    facts: BTreeMap<String, Value>,
}

impl GameView for Generic {
    fn piles(&self) -> &Piles {
        &self.table
    }

    fn sort_hand(&self, cards: &mut [String]) {
        sort_by_suit(cards);
    }
}

impl Draw for Generic {
    fn draw(&self, canvas: &mut Canvas<'_>, main: Rect, side: Rect, table: &Table) {
        let size = Size::for_screen(canvas.all());
        let rows = panes::button_rows(table, main.width).clamp(1, 4);
        let (rest, buttons) = bottom(main, rows);
        let (rest, fan) = bottom(rest, if table.you().is_some() { size.height + 2 } else { 0 });
        let (rest, prompt) = bottom(rest, 2);
        let (others, middle) = top(rest, 5.min(rest.height / 2));
        let (centre, facts) = right(middle, middle.width / 3);
        panes::others(canvas, others, table);
        self.draw_piles(canvas, centre, size, table);
        self.draw_facts(canvas, facts);
        panes::prompt(canvas, prompt, table);
        let items = table.rows();
        let playable = |item: &Item| !table.offers_of(item).is_empty();
        hand::fan(canvas, fan, size, items.hand(), table, &playable);
        panes::buttons(canvas, buttons, table);
        panes::side(canvas, side, table);
    }
}

impl Generic {
    /// Every pile that is not a hand: its top card, its name and the number of its cards.
    fn draw_piles(&self, canvas: &mut Canvas<'_>, area: Rect, size: Size, table: &Table) {
        let skin = canvas.skin;
        let dim = skin.felt().patch(skin.dim());
        let width = size.width.max(12) + 1;
        let piles = self.table.iter().filter(|(place, _)| !place.starts_with("hand "));
        for ((place, pile), column) in piles.zip(0u16..) {
            let x = 1 + column * width;
            if x + width > area.width {
                break;
            }
            let at = part(area, x, 0, size.width, size.height);
            let (n, top) = match pile {
                Pile::Count(n) => (*n, None),
                Pile::Cards(cards) => (cards.len(), cards.last().filter(|card| *card != "??")),
            };
            match top {
                Some(card) => {
                    hand::card(canvas, at, card, &table.printed, CardState { playable: true, focus: false })
                }
                None => hand::back(canvas, at),
            }
            let label = cut(&format!("{place} {n}"), usize::from(width - 1));
            canvas.text(area, size.height, x, &label, dim);
        }
    }

    /// The other members of the view, one to a line.
    fn draw_facts(&self, canvas: &mut Canvas<'_>, area: Rect) {
        let dim = canvas.skin.felt().patch(canvas.skin.dim());
        let facts = self.facts.iter().filter(|(key, _)| *key != "seats" && *key != "turn");
        for ((key, value), row) in facts.zip(0..area.height) {
            let line = format!("{}: {}", key.replace('-', " "), text(value));
            canvas.text(area, row, 0, &cut(&line, usize::from(area.width)), dim);
        }
    }
}

/// A value of the view as text: texts without quotes, lists and objects flattened.
fn text(value: &Value) -> String {
    match value {
        Value::Null => "none".into(),
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(text).collect::<Vec<_>>().join(" "),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key} {}", text(value))).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}
