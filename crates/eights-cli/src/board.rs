//! Draws the table of a match as lines of text. A game without a drawing of its own is drawn from the
//! piles of its view.

use std::fmt::Write;

use eights::{Seat, Viewer};
use eights_ball::Ball;
use eights_classic::{Classic, Printed};
use eights_crazier::Crazier;
use eights_match::{AnyMatch, Match};
use serde_json::Value;

use crate::{commands::cards, hands::Look};

/// Draws a match for the player at `seat`; `None` if it belongs to another game.
type Drawing = fn(&dyn AnyMatch, Seat, Look) -> Option<String>;

const DRAWINGS: [Drawing; 3] = [classic, crazier, ball];

/// The table as the player at `seat` sees it.
pub(crate) fn draw(table: &dyn AnyMatch, seat: Seat, look: Look) -> String {
    DRAWINGS
        .iter()
        .find_map(|draw| draw(table, seat, look))
        .unwrap_or_else(|| generic(&table.view(Viewer::Seat(seat)), seat, look))
}

/// What is printed on the cards of a match. Games other than Crazy Eights use the letters of the French pack, if any.
pub(crate) fn printed(table: &dyn AnyMatch) -> Printed {
    let classic = table.as_any().downcast_ref::<Match<Classic>>();
    classic.map_or(Printed::French, |table| table.game().printed())
}

/// Advice that a game gives beside the bots' hint.
pub(crate) fn advice(table: &dyn AnyMatch, seat: Seat) -> Option<String> {
    let table = table.as_any().downcast_ref::<Match<Ball>>()?;
    Some(eights_ball::hint(&table.view(Viewer::Seat(seat)), seat))
}

fn classic(table: &dyn AnyMatch, seat: Seat, look: Look) -> Option<String> {
    let view = table.as_any().downcast_ref::<Match<Classic>>()?.view(Viewer::Seat(seat));
    Some(format!("{}\nYour hand: {}", look.table(&view, seat), look.hand(&view, seat)))
}

fn crazier(table: &dyn AnyMatch, seat: Seat, _: Look) -> Option<String> {
    let table = table.as_any().downcast_ref::<Match<Crazier>>()?;
    Some(cards::table(table.game(), &table.view(Viewer::Seat(seat)), seat))
}

fn ball(table: &dyn AnyMatch, seat: Seat, _: Look) -> Option<String> {
    let view = table.as_any().downcast_ref::<Match<Ball>>()?.view(Viewer::Seat(seat));
    let mut text = eights_ball::draw(&view);
    if view.public.step == eights_ball::Step::Choose {
        text.push_str("Do you take the solids or the stripes?");
    }
    Some(text)
}

/// Every pile of a view: hidden ones as a number, others with their cards.
fn generic(view: &Value, seat: Seat, look: Look) -> String {
    let mut text = String::new();
    let own = format!("hand {seat}");
    let piles = view["table"].as_object().into_iter().flatten();
    for (place, pile) in piles.filter(|(place, _)| **place != own) {
        let _ = match pile.as_array() {
            // Of a pile that is played on, only the top card matters.
            Some(cards) if place == "discard" => {
                let top = cards.last().and_then(Value::as_str).unwrap_or("none");
                writeln!(text, "{place}: {} ({} cards)", look.sentence(top), cards.len())
            }
            Some(cards) => writeln!(text, "{place}: {}", joined(cards, look)),
            None => writeln!(text, "{place}: {pile} cards"),
        };
    }
    let hand = view["table"][&own].as_array().map(|cards| joined(cards, look));
    let _ = writeln!(text, "Your hand: {}", hand.unwrap_or_else(|| "no cards".into()));
    text
}

fn joined(cards: &[Value], look: Look) -> String {
    let names: Vec<&str> = cards.iter().filter_map(Value::as_str).collect();
    look.sentence(&names.join(" "))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_unknown_game_is_drawn_from_its_piles() {
        let view = json!({"turn": "A", "table": {
            "stock": 30, "discard": ["2C", "7S"], "hand A": ["8H"], "hand B": 4, "aside": ["KD", "??"]}});
        let look = Look { colour: false, symbols: false, printed: Printed::French };
        let expected =
            "aside: KD ??\ndiscard: 7S (2 cards)\nhand B: 4 cards\nstock: 30 cards\nYour hand: 8H\n";
        assert_eq!(generic(&view, Seat::A, look), expected);
    }
}
