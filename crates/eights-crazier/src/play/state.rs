//! The state of one game: the public part and the cards.
//!
//! Everything is plain data of fixed size, so a state can be copied or dropped at any time, even while
//! a question is open.

use eights::{BySeat, CardId, CardSet, Cards, Eyes, Seat, Table};
use eights::{Place as _, Sight};

use crate::card::Colour;
use crate::play::place::{Chairs, Face, MAX_SEATS, Names, PLACES, Pile};
use crate::play::resolve::agenda::{Ask, Deed, Frame, MAX_FRAMES, MAX_WAITING, Waiting};

/// The phases of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// Abilities that trigger at the beginning.
    Beginning,
    /// Discards before the draw, if the rules allow them.
    Early,
    /// Every player whose turn it is draws a card.
    Draw,
    /// Playing and discarding.
    Main,
    /// Abilities that trigger at the end.
    End,
    /// The game is over.
    Over,
}

/// What a seat has done this turn, and what extra it may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    /// Cards discarded.
    pub(crate) discarded: u16,
    /// Cards played in total.
    pub(crate) played: u16,
    /// Cards played in the main phase, not through an ability.
    pub(crate) plays: u16,
    /// Extra discards granted this turn.
    pub(crate) more_discards: u16,
    /// Extra plays granted this turn.
    pub(crate) more_plays: u16,
}

/// How often an ability that says "the first two times" has been used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Charge {
    pub(crate) card: u8,
    pub(crate) ability: u8,
    pub(crate) times: u8,
}

/// The maximum number of use counters at a time.
pub(crate) const MAX_CHARGES: usize = 16;

/// The public part of the state, apart from the cards. State and views share this type, so they cannot
/// drift apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Public {
    /// The number of seats.
    pub seats: u8,
    /// The number of the game in the match, from 0.
    pub game: u32,
    /// The player whose turn it is; on a team's turn, the member who acts.
    pub turn: Seat,
    /// The phase of the turn.
    pub phase: Phase,
    /// How many turns have begun.
    pub turns: u16,
    /// The colour named for the top card.
    pub named: Option<Colour>,
    /// The match score: without this game while it is played, with it once it is over.
    pub scores: BySeat<i32>,
    /// Whether the game ended because drawing was impossible.
    pub impossible: bool,
    /// Whether the game ended because card texts triggered each other without end.
    pub endless: bool,
    /// The card whose text ended the game, if one did.
    pub decided: Option<Face>,
    pub(crate) alive: Chairs,
    pub(crate) winners: Chairs,
    pub(crate) ended: Chairs,
    /// Players who are found to lose, but whose loss has not been carried out yet.
    pub(crate) doomed: Chairs,
    /// For each seat, its team including itself.
    pub(crate) allies: [Chairs; MAX_SEATS],
    pub(crate) tally: [Tally; MAX_SEATS],
    /// The number of cards that players who lost had left in hand.
    pub(crate) left_with: [u8; MAX_SEATS],
    /// Whether something happened since wins were last checked.
    pub(crate) stirred: bool,
    /// Whether a text has ended since wins were last checked.
    pub(crate) finished: bool,
    /// The number of the last deed.
    pub(crate) serial: u16,
    /// The number of deeds and questions since the last free decision: a play, a discard or the end of
    /// a phase.
    pub(crate) burnt: u16,
    pub(crate) ask: Option<Ask>,
    pub(crate) pending: Option<Deed>,
    pub(crate) n_frames: u8,
    pub(crate) n_waiting: u8,
    pub(crate) n_charges: u8,
    pub(crate) frames: [Frame; MAX_FRAMES],
    pub(crate) waiting: [Waiting; MAX_WAITING],
    pub(crate) charges: [Charge; MAX_CHARGES],
}

/// The complete state of a game, including secrets. Deliberately not `Serialize`.
#[derive(Clone)]
pub struct State {
    pub(crate) public: Public,
    pub(crate) cards: Cards<Pile, PLACES>,
}

/// A game as one viewer may see it.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The public part.
    pub public: Public,
    /// The cards as the viewer sees them.
    pub table: Table<Pile, Sight<Face>, PLACES>,
    /// The names of the cards.
    pub names: Names,
}

impl Public {
    /// The public part of a game that has not begun.
    pub(crate) fn new(
        seats: u8,
        game: u32,
        first: Seat,
        allies: [Chairs; MAX_SEATS],
        scores: BySeat<i32>,
    ) -> Public {
        Public {
            seats,
            game,
            turn: first,
            phase: Phase::Beginning,
            turns: 0,
            named: None,
            scores,
            impossible: false,
            endless: false,
            decided: None,
            alive: Chairs::first(seats),
            winners: Chairs::NONE,
            ended: Chairs::NONE,
            doomed: Chairs::NONE,
            allies,
            tally: [Tally::default(); MAX_SEATS],
            left_with: [0; MAX_SEATS],
            stirred: false,
            finished: false,
            serial: 0,
            burnt: 0,
            ask: None,
            pending: None,
            n_frames: 0,
            n_waiting: 0,
            n_charges: 0,
            frames: [Frame::IDLE; MAX_FRAMES],
            waiting: [Waiting::IDLE; MAX_WAITING],
            charges: [Charge::default(); MAX_CHARGES],
        }
    }

    /// Maps every card number on the agenda.
    pub(crate) fn each_card(&mut self, mut change: impl FnMut(u8) -> u8) {
        for frame in &mut self.frames[..self.n_frames as usize] {
            frame.each_card(&mut change);
        }
        for waiting in &mut self.waiting[..self.n_waiting as usize] {
            (waiting.card, waiting.it) = (change(waiting.card), change(waiting.it));
        }
        for charge in &mut self.charges[..self.n_charges as usize] {
            charge.card = change(charge.card);
        }
        if let Some(deed) = &mut self.pending {
            deed.each_card(change);
        }
    }

    pub(crate) fn team(&self, seat: Seat) -> Chairs {
        self.allies[seat.index() & 7]
    }

    /// The players who see the hand of a seat: its owner and allies.
    pub(crate) fn watchers(&self, seat: Seat) -> Eyes {
        Eyes::seats(self.team(seat).seats())
    }

    /// The players whose turn it is.
    pub(crate) fn on_turn(&self) -> Chairs {
        self.team(self.turn).and(self.alive)
    }

    pub(crate) fn opponents(&self, seat: Seat) -> Chairs {
        self.alive.without(self.team(seat))
    }

    pub(crate) fn opposed(&self, one: Seat, other: Seat) -> bool {
        !self.team(one).has(other)
    }

    pub(crate) fn frame(&self) -> Option<&Frame> {
        self.frames.get((self.n_frames as usize).checked_sub(1)?)
    }

    pub(crate) fn tally(&self, seat: Seat) -> &Tally {
        &self.tally[seat.index() & 7]
    }

    pub(crate) fn tally_mut(&mut self, seat: Seat) -> &mut Tally {
        &mut self.tally[seat.index() & 7]
    }

    /// The seat that must answer now.
    pub fn asked(&self) -> Option<Seat> {
        match (self.phase, self.ask) {
            (Phase::Over, _) => None,
            (_, Some(ask)) => Some(ask.seat),
            _ => self.on_turn().without(self.ended).nearest(self.turn),
        }
    }

    /// Whether a seat is still in the game.
    pub fn plays(&self, seat: Seat) -> bool {
        self.alive.has(seat)
    }

    /// Whether two seats play against each other.
    pub fn against(&self, one: Seat, other: Seat) -> bool {
        self.opposed(one, other)
    }

    /// How many cards a seat has discarded this turn.
    pub fn discarded(&self, seat: Seat) -> u16 {
        self.tally(seat).discarded
    }

    /// How many cards a seat has played this turn, not counting plays through abilities.
    pub fn plays_made(&self, seat: Seat) -> u16 {
        self.tally(seat).plays
    }

    /// The number of deeds and questions since the last free decision.
    pub fn followed(&self) -> u16 {
        self.burnt
    }

    /// The card whose text is running, if any.
    pub fn speaking(&self) -> Option<Face> {
        self.frame().map(|frame| Face::of_id(frame.card))
    }
}

impl State {
    /// The public part of the state.
    pub fn public(&self) -> &Public {
        &self.public
    }

    #[inline]
    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.cards.set(Pile::Hand(seat))
    }

    #[inline]
    pub(crate) fn in_hand(&self, seat: Seat) -> usize {
        self.cards.len(Pile::Hand(seat))
    }

    #[inline]
    pub(crate) fn played(&self, seat: Seat) -> CardSet {
        self.cards.set(Pile::Play(seat))
    }

    /// Every card in play.
    #[inline]
    pub(crate) fn in_play(&self) -> CardSet {
        let mut all = CardSet::NONE;
        for index in 0..self.public.seats as usize {
            all = all.or(self.cards.set(Pile::Play(Seat::new(index))));
        }
        all
    }

    /// Who controls a card in play.
    #[inline]
    pub(crate) fn controller(&self, card: CardId) -> Option<Seat> {
        Seat::first(self.public.seats).find(|seat| self.played(*seat).has(card))
    }

    /// How often an ability that says "the first two times" has been used.
    pub(crate) fn uses(&self, card: u8, ability: u8) -> u8 {
        let charges = &self.public.charges[..self.public.n_charges as usize];
        charges
            .iter()
            .find(|charge| (charge.card, charge.ability) == (card, ability))
            .map_or(0, |charge| charge.times)
    }

    /// The pile that a card is in.
    pub(crate) fn place_of(&self, card: CardId) -> Option<Pile> {
        (0..PLACES).map(Pile::at).find(|pile| self.cards.set(*pile).has(card))
    }
}
