//! Inferences about hidden hands from what players do and do not do.
//!
//! A player who ends a turn without a discard probably has no matching card. A player who discards an
//! eight probably has nothing else that matches. A player who plays a card probably holds none that
//! does more. All of these are likely; none is certain.

use eights::{BySeat, CardEvent, CardId, CardSet, Cards, End, Seat, Sight};

use crate::bot::rating::Eye;
use crate::card::Colour;
use crate::play::event::{Event, Seen};
use crate::play::place::{Face, Pile};
use crate::play::state::{Public, State};
use crate::rules::Crazier;

/// The public information about a game, updated with each event.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    started: bool,
    over: bool,
    turn: Option<Seat>,
    discard: Vec<Face>,
    named: Option<Colour>,
    naming: Option<Colour>,
    has_discarded: bool,
    has_played: bool,
    /// The typical value of each card to the player who plays it, by card number.
    worth: Vec<i32>,
}

/// What an observer infers from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A new game begins.
    Dealt,
    /// A player probably holds none of these.
    Lacks(Seat, CardSet),
    /// A player holds these less often than other cards.
    Doubts(Seat, CardSet),
    /// Both: none of the first set, and the second less often.
    Both(Seat, CardSet, CardSet),
}

/// Almost every player plays a card worth at least this much.
const PLAYED: i32 = 0;

/// How much more another card must be worth to be preferred.
const BETTER: i32 = 6;

impl Watch {
    /// Processes an event and returns what it reveals about a player's hand.
    pub fn see(&mut self, game: &Crazier, seen: &Seen) -> Option<Told> {
        match &seen.event {
            Event::Card(event) => return self.see_card(game, event),
            Event::Began { seat } => {
                self.turn = Some(*seat);
                (self.has_discarded, self.has_played) = (false, false);
            }
            Event::Discarded { seat, card, named } => {
                self.has_discarded = true;
                self.naming = *named;
                let eights = game.tables.eights;
                let fits = self.fits(game).filter(|_| game.card(*card).is_eight());
                return fits.map(|fits| Told::Lacks(*seat, fits.without(eights)));
            }
            Event::Played { seat, card } => {
                let first = !std::mem::replace(&mut self.has_played, true) && self.turn == Some(*seat);
                let least = self.worth.get(card.number()).map(|worth| worth + BETTER);
                let least = least.filter(|_| first)?;
                return Some(Told::Doubts(*seat, self.worth_from(game, least)));
            }
            Event::Ended { seat } => return self.ended(game, *seat),
            Event::Won { .. } | Event::Impossible => self.over = true,
            _ => (),
        }
        None
    }

    /// A player ends the turn without doing everything that was still allowed.
    fn ended(&self, game: &Crazier, seat: Seat) -> Option<Told> {
        let lacks = self.fits(game).filter(|_| !self.has_discarded);
        let doubts = (!self.has_played).then(|| self.worth_from(game, PLAYED));
        match (lacks, doubts) {
            (Some(lacks), Some(doubts)) => Some(Told::Both(seat, lacks, doubts)),
            (Some(lacks), None) => Some(Told::Lacks(seat, lacks)),
            (None, Some(doubts)) => Some(Told::Doubts(seat, doubts)),
            (None, None) => None,
        }
    }

    fn see_card(&mut self, game: &Crazier, event: &CardEvent<Pile, Sight<Face>>) -> Option<Told> {
        match event {
            CardEvent::Shuffled { .. } if self.over || !self.started => {
                *self = Watch { started: true, worth: game.usual_worth(), ..Watch::default() };
                return Some(Told::Dealt);
            }
            CardEvent::Moved { card: Sight::Face(face), from, to, end } => {
                if *from == Pile::Discard {
                    if self.discard.last() == Some(face) {
                        self.named = None;
                    }
                    if let Some(at) = self.discard.iter().rposition(|other| other == face) {
                        self.discard.remove(at);
                    }
                }
                if *to == Pile::Discard && *end == End::Top {
                    self.discard.push(*face);
                    self.named = self.naming.take();
                } else if *to == Pile::Discard {
                    self.discard.insert(0, *face);
                }
            }
            CardEvent::Gathered { from: Pile::Discard, left, .. } => {
                let gone = self.discard.len().saturating_sub(usize::from(*left));
                self.discard.drain(..gone);
            }
            _ => (),
        }
        None
    }

    /// The cards that match the discard pile now, as far as the pile has been followed.
    fn fits(&self, game: &Crazier) -> Option<CardSet> {
        let top = self.discard.last()?;
        Some(game.fitting(Some(top.copy(0)), self.named))
    }

    /// The cards without requirements or needs whose typical value is at least `least`.
    fn worth_from(&self, game: &Crazier, least: i32) -> CardSet {
        let faces = (0..self.worth.len()).filter(|number| self.worth[*number] >= least).map(Face::new);
        faces.flat_map(|face| face.copies().iter()).collect::<CardSet>().without(game.tables.picky)
    }
}

impl Crazier {
    /// The value of each card to the player who plays it, in a typical position: some cards in hand,
    /// and one card in play on each of two players' sides.
    pub(super) fn usual_worth(&self) -> Vec<i32> {
        let public = Public::new(2, 0, Seat::A, self.teams(2), BySeat::all(2, 0));
        let mut cards = Cards::none();
        let other = Seat::A.left(2);
        let places = [Pile::Play(Seat::A), Pile::Play(other)].into_iter();
        let places = places.chain(std::iter::repeat_n(Pile::Hand(Seat::A), 5));
        for (place, id) in places.zip(self.pack(2).iter()) {
            cards.place(id, place);
        }
        let state = State { public, cards };
        let eye = Eye::at(self, &state, Seat::A);
        (0..self.cards.len()).map(|number| eye.worth(Face::new(number))).collect()
    }

    /// The face of a card.
    pub fn face_of(&self, card: CardId) -> Face {
        Face::of(card)
    }

    /// All cards with this face.
    pub fn cards_of(&self, face: Face) -> CardSet {
        face.copies()
    }
}
