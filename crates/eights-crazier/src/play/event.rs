//! Events of a game, and how viewers see them.

use eights::{CardEvent, Glimpse, Seat, Sight};

use crate::ability::Extra;
use crate::card::Colour;
use crate::play::place::{Face, Names, Pile};

/// Something that happened. `C` is the form of cards: a glimpse inside the engine, a sight outside.
/// Cards given by face are public.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs)]
pub enum Event<C> {
    /// A movement or other change of cards.
    Card(CardEvent<Pile, C>),
    /// A turn began.
    Began { seat: Seat },
    /// A card was played for its effect.
    Played { seat: Seat, card: Face },
    /// A card was discarded, and a colour named with an eight.
    Discarded { seat: Seat, card: Face, named: Option<Colour> },
    /// An ability takes effect.
    Speaks { seat: Seat, card: Face },
    /// An ability was reached, but its "if" did not hold.
    Lapsed { seat: Seat, card: Face },
    /// A text needed a decision by a player who has left the game, so the rest of it was dropped.
    Dropped { seat: Seat, card: Face },
    /// An ability prevented a deed or replaced it.
    Replaced { card: Face },
    /// An ability made a draw smaller.
    Shrunk { seat: Seat, fewer: u8 },
    /// A "can't" ability stopped a deed.
    Cannot { card: Face },
    /// A player drew, because of a card or in the draw phase. `by` is the player whose card caused it.
    Drew { seat: Seat, cards: u8, by: Option<Seat> },
    /// A player searched the draw pile and found this many cards.
    Searched { seat: Seat, cards: u8 },
    /// A card in play was destroyed.
    Destroyed { seat: Seat, card: Face, by: Option<Seat> },
    /// A player took control of a card.
    Captured { seat: Seat, card: Face },
    /// A player may discard or play more this turn.
    Granted { seat: Seat, number: u8, extra: Extra },
    /// The main phase ended.
    Ended { seat: Seat },
    /// A player lost the game.
    Lost { seat: Seat },
    /// A player won the game.
    Won { seat: Seat },
    /// A card had to be drawn, but none was left.
    Impossible,
    /// Card texts triggered each other without end, so the game was ended.
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
    /// The event with its card as a viewer sees it.
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

/// An event as one viewer saw it, with the card names needed to write it down.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// What happened.
    pub event: Event<Sight<Face>>,
    /// The names of the cards.
    pub names: Names,
}
