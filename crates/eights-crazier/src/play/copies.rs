//! Two copies of a card: which one an answer means, and how views number them.

use eights::{CardId, CardSet, Place as _, Seat, Viewer};

use crate::play::place::{Face, Pile};
use crate::play::resolve::agenda::{Question, card};
use crate::play::state::{Public, State};
use crate::rules::Crazier;

/// The distinct faces among some cards, in order.
pub(crate) fn faces(cards: CardSet) -> impl Iterator<Item = Face> {
    let mut last = None;
    cards.iter().map(Face::of).filter(move |face| last.replace(*face) != Some(*face))
}

/// The other copy of a card.
fn twin(card: CardId) -> CardId {
    CardId::new(card.index() ^ 1)
}

impl Crazier {
    /// The copy that a seat plays or discards; either will do, because they are equal.
    pub(crate) fn held(&self, state: &State, seat: Seat, face: Face) -> Option<CardId> {
        state.hand(seat).and(face.copies()).first()
    }

    /// The card that an answer means by its face.
    pub(crate) fn meant(&self, state: &State, what: Question, face: Face, second: bool) -> Option<CardId> {
        let asked = self.cards_asked(state, what).and(face.copies());
        let found: CardSet = asked.iter().filter(|id| state.is_second(*id) == second).collect();
        if found.len() < 2 {
            return found.first();
        }
        // Both are hidden from some player, so the choice must follow from their positions and not from
        // their numbers: prefer one in play, then the one nearer to the top of the draw pile.
        let in_play = state.in_play().and(found).first();
        in_play.or_else(|| state.cards.from_top(Pile::Stock).find(|id| found.has(*id))).or(found.first())
    }
}

impl State {
    /// Whether a card is face up and an equal one comes before it: in play from seat A on, then in the
    /// discard pile from the bottom.
    pub(crate) fn is_second(&self, card: CardId) -> bool {
        match (self.open_spot(twin(card)), self.open_spot(card)) {
            (Some(twin), Some(card)) => twin < card,
            _ => false,
        }
    }

    /// Cards in play sorted by face, equal ones by position. Effects applied one by one must not depend
    /// on which copy is which.
    pub(crate) fn in_row(&self, cards: CardSet) -> impl Iterator<Item = CardId> + use<> {
        let crossed: CardSet = cards
            .iter()
            .filter(|card| cards.has(twin(*card)) && self.is_second(*card) == card.index().is_multiple_of(2))
            .collect();
        cards.iter().map(move |card| if crossed.has(card) { twin(card) } else { card })
    }

    fn open_spot(&self, card: CardId) -> Option<(usize, usize)> {
        let rows = Seat::first(self.public.seats).map(Pile::Play).chain([Pile::Discard]);
        let (row, pile) = rows.enumerate().find(|(_, pile)| self.cards.at(*pile).has(card))?;
        Some((row, self.height(pile, card)))
    }

    /// How many cards are below a card in its pile.
    fn height(&self, pile: Pile, card: CardId) -> usize {
        self.cards.from_top(pile).skip_while(|other| *other != card).skip(1).count()
    }

    /// Numbers the copies on the agenda as [`Cards::imagine`](eights::Cards::imagine) does: the copy
    /// that the viewer sees first, place by place, gets the first number. So the numbers reveal nothing.
    pub(crate) fn renumber(&self, public: &mut Public, viewer: Viewer) {
        let known = self.cards.known_to(viewer);
        let mut met = CardSet::NONE;
        public.each_card(|id| {
            let Some(card) = card(id) else { return id };
            let second = self.is_seen_second(card, known).unwrap_or_else(|| {
                // Both are hidden: the one named first gets the first number.
                let second = met.has(twin(card));
                if !second {
                    met.insert(card);
                }
                second
            });
            id & !1 | u8::from(second)
        });
    }

    /// Whether a viewer sees the other copy of a card first; `None` if the viewer sees neither.
    fn is_seen_second(&self, card: CardId, known: CardSet) -> Option<bool> {
        let spot = |card: CardId| {
            let pile = self.place_of(card).filter(|_| known.has(card))?;
            let height = if pile.is_ordered() { self.height(pile, card) } else { card.index() };
            Some((pile.index(), height))
        };
        match (spot(card), spot(twin(card))) {
            (None, None) => None,
            (Some(_), None) => Some(false),
            (None, Some(_)) => Some(true),
            (Some(this), Some(other)) => Some(other < this),
        }
    }
}
