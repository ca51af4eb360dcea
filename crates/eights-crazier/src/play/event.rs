//! What happens in a game, and how viewers see it.

use eights::{CardEvent, Glimpse, Seat, Sight};

use super::place::{Face, Names, Pile};
use crate::ability::Extra;
use crate::card::Colour;

/// Something that happened. `C` is the form cards take: a glimpse inside, a sight outside. Cards
/// named by their face lie open.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event<C> {
    /// Something happened to cards.
    Card(CardEvent<Pile, C>),
    /// A turn began.
    Began { seat: Seat },
    /// A card was played for its effect.
    Played { seat: Seat, card: Face },
    /// A card was discarded, and a colour named with an eight.
    Discarded { seat: Seat, card: Face, named: Option<Colour> },
    /// An ability takes effect.
    Speaks { seat: Seat, card: Face },
    /// An ability had its turn, but its "if" did not hold.
    Lapsed { seat: Seat, card: Face },
    /// A text needed a decision of a player who has left the game, so the rest of it is dropped.
    Dropped { seat: Seat, card: Face },
    /// An ability kept something from happening, or had something else happen.
    Replaced { card: Face },
    /// An ability made a draw smaller.
    Shrunk { seat: Seat, fewer: u8 },
    /// Something could not happen.
    Cannot { card: Face },
    /// A player was made to draw, or drew the card of the turn.
    /// `by` is the player whose card caused it.
    Drew { seat: Seat, cards: u8, by: Option<Seat> },
    /// A player searched the draw pile and found this many cards.
    Searched { seat: Seat, cards: u8 },
    /// A card in play was destroyed.
    Destroyed { seat: Seat, card: Face, by: Option<Seat> },
    /// A player took control of a card.
    Captured { seat: Seat, card: Face },
    /// A player may do more this turn.
    Granted { seat: Seat, number: u8, extra: Extra },
    /// The main phase ended.
    Ended { seat: Seat },
    /// A player lost the game.
    Lost { seat: Seat },
    /// A player won the game.
    Won { seat: Seat },
    /// A card had to be drawn and none was left.
    Impossible,
    /// The texts of cards never came to an end, so the game did.
    Endless,
    /// A turn with too many plays and discards was ended.
    CutShort { seat: Seat },
}

impl<C> From<CardEvent<Pile, C>> for Event<C> {
    fn from(event: CardEvent<Pile, C>) -> Event<C> {
        Event::Card(event)
    }
}

impl Event<Glimpse> {
    /// The event with its card as somebody sees it.
    pub(crate) fn map(&self, sight: impl FnOnce(&Glimpse) -> Sight<Face>) -> Event<Sight<Face>> {
        match *self {
            Event::Card(ref event) => Event::Card(event.map(sight)),
            Event::Began { seat } => Event::Began { seat },
            Event::Played { seat, card } => Event::Played { seat, card },
            Event::Discarded { seat, card, named } => Event::Discarded { seat, card, named },
            Event::Speaks { seat, card } => Event::Speaks { seat, card },
            Event::Lapsed { seat, card } => Event::Lapsed { seat, card },
            Event::Dropped { seat, card } => Event::Dropped { seat, card },
            Event::Replaced { card } => Event::Replaced { card },
            Event::Shrunk { seat, fewer } => Event::Shrunk { seat, fewer },
            Event::Cannot { card } => Event::Cannot { card },
            Event::Drew { seat, cards, by } => Event::Drew { seat, cards, by },
            Event::Destroyed { seat, card, by } => Event::Destroyed { seat, card, by },
            Event::Searched { seat, cards } => Event::Searched { seat, cards },
            Event::Captured { seat, card } => Event::Captured { seat, card },
            Event::Granted { seat, number, extra } => Event::Granted { seat, number, extra },
            Event::Ended { seat } => Event::Ended { seat },
            Event::Lost { seat } => Event::Lost { seat },
            Event::Won { seat } => Event::Won { seat },
            Event::Impossible => Event::Impossible,
            Event::Endless => Event::Endless,
            Event::CutShort { seat } => Event::CutShort { seat },
        }
    }
}

/// An event as one viewer saw it, with the names of the cards so that it can be written down.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// What happened.
    pub event: Event<Sight<Face>>,
    /// What the cards are called.
    pub names: Names,
}
