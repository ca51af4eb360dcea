//! Describes events in sentences.

use eights::{CardEvent, Seat, Sight};

use crate::{
    face::Face,
    play::{
        event::{Blockage, Event},
        state::Pile,
    },
};

/// A sentence for an event, addressed to the player at `you`.
pub(crate) fn tell(event: &Event<Sight<Face>>, you: Option<Seat>) -> Option<String> {
    let who = |seat: Seat| if you == Some(seat) { "You".to_owned() } else { seat.to_string() };
    let whom = |seat: Seat| if you == Some(seat) { "you".to_owned() } else { seat.to_string() };
    let does = |seat: Seat, one: &str, many: &str| {
        format!("{} {}", who(seat), if you == Some(seat) { many } else { one })
    };
    Some(match event {
        Event::Card(event) => return tell_card(event, &does, &whom),
        Event::Laid { seat, cards, jumped, called } => {
            let mut parts = Vec::new();
            if *jumped {
                parts.push(format!("{} out of turn", does(*seat, "jumps in", "jump in")));
            }
            if *cards > 1 {
                parts.push(format!("{} {cards} cards at once", does(*seat, "lays", "lay")));
            }
            if *called {
                parts.push(does(*seat, "calls the last card", "call your last card"));
            }
            if parts.is_empty() {
                return None;
            }
            format!("{}.", parts.join("; "))
        }
        Event::Named { seat, name } => {
            format!("{} {}.", does(*seat, "names", "name"), name.spoken())
        }
        Event::Skipped { seat } => format!("{} a turn.", does(*seat, "misses", "miss")),
        Event::Reversed { clockwise: true } => "Play now goes to the left.".into(),
        Event::Reversed { clockwise: false } => "Play now goes to the right.".into(),
        Event::Owes { seat, cards } => {
            let noun = if *cards == 1 { "card" } else { "cards" };
            format!("{} {cards} {noun} or an answer.", does(*seat, "owes", "owe"))
        }
        Event::Cancelled { seat } => format!("{} the penalty.", does(*seat, "ends", "end")),
        Event::Penalty { cards: 0, seat } => {
            format!("{} draw, but no card is left.", does(*seat, "should", "should"))
        }
        Event::Penalty { seat, cards } => {
            let noun = if *cards == 1 { "card" } else { "cards" };
            format!("{} {cards} {noun} as a penalty.", does(*seat, "has drawn", "have drawn"))
        }
        Event::Passed { seat } => format!("{}.", does(*seat, "passes", "pass")),
        Event::Caught { seat, by: Some(by) } => {
            format!("{} {}: the last card was not called.", does(*by, "catches", "catch"), whom(*seat))
        }
        Event::Caught { seat, by: None } => {
            format!("{} to call the last card.", does(*seat, "forgot", "forgot"))
        }
        Event::FalseCall { seat } => {
            format!("{} a last card that is not.", does(*seat, "calls", "call"))
        }
        Event::Challenged { seat, by, guilty } => {
            let rightly = if *guilty { "rightly" } else { "wrongly" };
            format!("{} {} {rightly}.", does(*seat, "doubts", "doubt"), whom(*by))
        }
        Event::Pressed { seat, points } => {
            let noun = if *points == 1 { "point" } else { "points" };
            format!("{} down {points} {noun} for the reshuffle.", does(*seat, "writes", "write"))
        }
        Event::LeftInHand { seat, cards } => {
            let cards: Vec<String> = cards.iter().map(Face::to_string).collect();
            format!("{} {}.", does(*seat, "still holds", "still hold"), cards.join(" "))
        }
        Event::WentOut { seat } => format!("{} out.", does(*seat, "is", "are")),
        Event::Bust { seat } => {
            format!(
                "{} too many cards and {} out of this hand.",
                does(*seat, "holds", "hold"),
                if you == Some(*seat) { "are" } else { "is" }
            )
        }
        Event::Blocked { why } => match why {
            Blockage::AllPassed => "Nobody can go on: the hand is blocked.".into(),
            Blockage::StockUsedUp => "The stock is used up: the hand is blocked.".into(),
            Blockage::NoProgress(n) => format!("No progress in {n} moves: the hand is blocked."),
        },
    })
}

fn tell_card(
    event: &CardEvent<Pile, Sight<Face>>,
    does: &dyn Fn(Seat, &str, &str) -> String,
    whom: &dyn Fn(Seat) -> String,
) -> Option<String> {
    Some(match event {
        CardEvent::Moved { card, from: Pile::Stock, to: Pile::Hand(seat), .. } => match card {
            Sight::Face(face) => format!("{} {face}.", does(*seat, "draws", "draw")),
            Sight::Back => format!("{} a card.", does(*seat, "draws", "draw")),
        },
        CardEvent::Moved { card: Sight::Face(face), from: Pile::Hand(seat), to: Pile::Discard, .. } => {
            format!("{} {face}.", does(*seat, "plays", "play"))
        }
        CardEvent::Moved { card: Sight::Face(face), from: Pile::Discard, to: Pile::Hand(seat), .. } => {
            format!("{} {face} from the discard pile.", does(*seat, "takes", "take"))
        }
        CardEvent::Moved { card: Sight::Face(face), from: Pile::Stock, to: Pile::Discard, .. } => {
            format!("{face} is turned up.")
        }
        CardEvent::Buried { card: Sight::Face(face), .. } => format!("{face} goes back into the stock."),
        CardEvent::Gathered { .. } => "The discard pile becomes the new stock.".into(),
        CardEvent::Rotated { places } if places.len() == 2 => match places[..] {
            [Pile::Hand(a), Pile::Hand(b)] => {
                format!("{} hands with {}.", does(a, "exchanges", "exchange"), whom(b))
            }
            _ => return None,
        },
        CardEvent::Rotated { .. } => "All hands move on to the next player.".into(),
        _ => return None,
    })
}
