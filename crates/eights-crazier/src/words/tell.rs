//! Describes events in sentences for people.

use eights::{CardEvent, Seat, Sight};

use crate::ability::Extra;
use crate::play::event::{Event, Seen};
use crate::play::place::{Face, Pile};
use crate::rules::Crazier;

impl Crazier {
    /// A sentence about an event, or `None` if another event already covers it.
    pub(crate) fn told(&self, seen: &Seen, you: Option<Seat>) -> Option<String> {
        let who = |seat: Seat| if you == Some(seat) { "You".to_owned() } else { seat.to_string() };
        let verb = |seat: Seat, plain: &str, other: &str| {
            format!("{} {}", who(seat), if you == Some(seat) { plain } else { other })
        };
        let name = |face: Face| self.card(face).name.clone();
        Some(match seen.event {
            Event::Card(ref event) => return self.told_card(event, you),
            Event::Began { seat } if you == Some(seat) => "It is your turn.".into(),
            Event::Began { seat } => format!("It is {seat}'s turn."),
            Event::Played { seat, card } => format!("{} {}.", verb(seat, "play", "plays"), name(card)),
            Event::Discarded { seat, card, named } => {
                let naming = named.map_or(String::new(), |colour| {
                    format!(" and {} {colour}", if you == Some(seat) { "name" } else { "names" })
                });
                format!("{} {}{naming}.", verb(seat, "discard", "discards"), name(card))
            }
            Event::Speaks { card, .. } => format!("{}: {}", name(card), self.card(card).text),
            // Left out: cards with an "if" would produce this in nearly every turn.
            Event::Lapsed { .. } => return None,
            Event::Dropped { seat, card } => {
                format!("{} needs a decision of {seat}, who has left the game.", name(card))
            }
            Event::Replaced { card } => format!("{} changes what happens.", name(card)),
            Event::Shrunk { seat, fewer } => format!("{} {fewer} fewer.", verb(seat, "draw", "draws")),
            Event::Cannot { card } => format!("Nothing happens to {}.", name(card)),
            Event::Drew { seat, cards: 1, .. } => format!("{} a card.", verb(seat, "draw", "draws")),
            Event::Drew { seat, cards, .. } => format!("{} {cards} cards.", verb(seat, "draw", "draws")),
            Event::Searched { seat, cards: 0 } => format!("{} nothing.", verb(seat, "find", "finds")),
            Event::Searched { .. } => return None,
            Event::Destroyed { card, .. } => format!("{} is destroyed.", name(card)),
            Event::Captured { seat, card } => {
                format!("{} control of {}.", verb(seat, "take", "takes"), name(card))
            }
            Event::Granted { seat, number, extra } => {
                let what = if extra == Extra::Play { "play" } else { "discard" };
                let cards = if number == 1 {
                    "an additional card".into()
                } else {
                    format!("{number} additional cards")
                };
                format!("{} may {what} {cards} this turn.", who(seat))
            }
            Event::Ended { seat } => format!("{} the turn.", verb(seat, "end", "ends")),
            Event::Lost { seat } => format!("{} the game.", verb(seat, "lose", "loses")),
            Event::Won { seat } => format!("{} the game.", verb(seat, "win", "wins")),
            Event::Impossible => {
                "No card is left to draw: the game is over, and the fewest cards in hand win.".into()
            }
            Event::Endless => {
                "The texts of the cards never come to an end: the game is over, and the fewest cards in hand win.".into()
            }
            Event::CutShort { seat } if you == Some(seat) => "Your turn has gone on too long and ends.".into(),
            Event::CutShort { seat } => format!("{seat}'s turn has gone on too long and ends."),
        })
    }

    /// Describes a card event, if no other sentence covers it.
    fn told_card(&self, event: &CardEvent<Pile, Sight<Face>>, you: Option<Seat>) -> Option<String> {
        let card = |sight: &Sight<Face>| match sight {
            Sight::Face(face) => self.card(*face).name.clone(),
            Sight::Back => "a card".to_owned(),
        };
        let pile = |pile: Pile| match pile {
            Pile::Stock => "the draw pile".to_owned(),
            Pile::Discard => "the discard pile".to_owned(),
            Pile::Aside | Pile::Resolving => "the table".to_owned(),
            Pile::Hand(seat) if you == Some(seat) => "your hand".to_owned(),
            Pile::Hand(seat) => format!("the hand of {seat}"),
            Pile::Play(seat) if you == Some(seat) => "the cards before you".to_owned(),
            Pile::Play(seat) => format!("the cards before {seat}"),
        };
        Some(match event {
            CardEvent::Moved { card: Sight::Face(face), from: Pile::Stock, to: Pile::Hand(seat), .. }
                if you == Some(*seat) =>
            {
                format!("It is {}.", self.card(*face).name)
            }
            CardEvent::Moved { card: moved, from, to, end } => match (from, to) {
                (Pile::Aside, _) | (_, Pile::Aside) | (Pile::Stock, Pile::Hand(_)) => return None,
                // The event for playing the card already covers this.
                (Pile::Resolving, _) | (_, Pile::Resolving) => return None,
                (Pile::Hand(_), Pile::Discard) => return None,
                (Pile::Hand(a), Pile::Play(b)) if a == b => return None,
                (Pile::Play(_), Pile::Discard | Pile::Play(_)) | (Pile::Stock, Pile::Discard) => return None,
                (_, Pile::Stock) => {
                    let end = if *end == eights::End::Top { "on top" } else { "at the bottom" };
                    format!("{} goes from {} to the draw pile, {end}.", capital(card(moved)), pile(*from))
                }
                (Pile::Hand(a), Pile::Hand(b)) if a == b => return None,
                _ => format!("{} goes from {} to {}.", capital(card(moved)), pile(*from), pile(*to)),
            },
            CardEvent::Shown { card: Sight::Face(face), at } => {
                format!("{} is seen in {}.", self.card(*face).name, pile(*at))
            }
            CardEvent::Gathered { to: Pile::Stock, .. } => {
                "The discard pile is shuffled into a new draw pile.".into()
            }
            CardEvent::Gathered { .. } => "The discard pile is shuffled and put under the draw pile.".into(),
            _ => return None,
        })
    }
}

fn capital(text: String) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map_or(String::new(), |first| std::iter::once(first.to_ascii_uppercase()).chain(letters).collect())
}
