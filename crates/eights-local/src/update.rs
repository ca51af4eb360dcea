//! Converts the state of a match into wire updates.

use std::collections::BTreeMap;

use eights::{BySeat, Seat, Seats, Viewer};
use eights_match::AnyMatch;
use eights_wire::{HandOver, Over, ToClient, Update};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

/// The update of one viewer.
pub fn update_for(table: &dyn AnyMatch, match_id: &str, viewer: Viewer, words: bool) -> Update {
    let told = table.update(viewer);
    let hand_over = told.hand_over.map(|hand| HandOver {
        winners: letters(hand.outcome.winners),
        points: points(&hand.outcome.points),
        blocked: hand.outcome.blocked,
        score: points(&hand.score),
    });
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    Update {
        match_id: match_id.to_owned(),
        step: told.step,
        view: raw(&told.view),
        events: raw(&told.events),
        asks: told.asks.map(|seat| seat.to_string()),
        offers: told.offers,
        score: points(&table.score()),
        hand_over,
        over: told.over.map(|end| Over { winners: letters(end.winners), points: points(&end.points) }),
        clock: None,
        told: if words { table.told(you) } else { Vec::new() },
        undo: false,
    }
}

/// Serialises an update as a message.
pub fn told_to(update: Update) -> String {
    eights_wire::write(&ToClient::Update(Box::new(update)))
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).expect("a value can always be serialised")
}

fn letters(seats: Seats) -> Vec<String> {
    seats.iter().map(|seat: Seat| seat.to_string()).collect()
}

fn points(points: &BySeat<i32>) -> BTreeMap<String, i32> {
    let mut by_letter = BTreeMap::new();
    for (seat, points) in points.iter() {
        by_letter.insert(seat.to_string(), points);
    }
    by_letter
}
