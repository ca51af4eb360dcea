//! Crazy 8-Ball: two players pocket their balls on a pool table made of cards.
//!
//! A [`Sheet`] defines the deck. [`Ball::read`] and [`compile`] turn it into a [`Ball`], which is a
//! [`Game`](eights::Game). First the dealer chooses a set of balls. A turn is then one action, followed
//! by one question for each missing card:
//!
//! ```
//! use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
//! use eights_ball::{Ball, STANDARD};
//! use eights_config::Document;
//!
//! let ball = Ball::read(&Document::toml("standard.toml", STANDARD).unwrap()).unwrap();
//! let seed = Seed::from_number(8);
//! let mut state = ball.deal(&Opening::first(2, Seat::new(1)), &mut Dice::at(&seed, 0), &mut Silent);
//! assert_eq!(ball.turn(&state), Turn::Act(Seat::new(1)));
//! let mut options = Vec::new();
//! ball.legal(&state, Seat::new(1), &mut options);
//! let said: Vec<String> = options.iter().map(|action| ball.notate(*action)).collect();
//! assert_eq!(said, ["solids", "stripes"]);
//! ball.apply(&mut state, Seat::new(1), options[0], &mut Dice::at(&seed, 1), &mut Silent).unwrap();
//! assert_eq!(ball.turn(&state), Turn::Act(Seat::A));
//! ```
//!
//! The pages in `rulebook/crazy-8-ball` explain the rules clause by clause; comments in this crate
//! refer to the clauses (`EB-…`).

use eights::{Seat, sort};

mod bot;
mod color;
mod compile;
mod face;
mod pack;
mod place;
mod play;
mod playable;
mod setup;
mod sheet;
mod spot;
mod study;
mod words;

pub use bot::{
    inference::{Deed, Told, Watch},
    network::{N_ROWS, load_network},
    rating::rate,
    seat_view::SeatView,
};
pub use color::{Balls, Color, Colors, N_COLORS};
pub use compile::{Flaw, compile};
pub use face::{Face, Kind, N_FACES};
pub use place::{PLACES, Place, Top, Tops};
pub use play::{
    action::{Action, Set},
    state::{Ending, Event, Happening, Public, Seen, State, Step, View},
};
pub use sheet::{Deal, DealerTakes, Deck, Match, Sheet, Stalemate, StalemateWinner};
pub use spot::{N_SPOTS, Shape, Spot};
pub use words::{hint::hint, tell::draw};

/// The shipped sheet, as TOML.
pub const STANDARD: &str = include_str!("../../../rules/crazy-8-ball/standard.toml");

/// The compiled rules of Crazy 8-Ball.
#[derive(Clone)]
pub struct Ball {
    sheet: Sheet,
    pack: pack::Pack,
    hand: usize,
    dealer_takes: DealerTakes,
    stalemate: StalemateWinner,
    turn_cap: u16,
    best_of: u8,
    /// Whether cards and hands are those of the shipped sheet, on which the network was trained.
    is_standard: bool,
}

impl Ball {
    /// The sheet these rules were compiled from.
    pub fn sheet(&self) -> &Sheet {
        &self.sheet
    }

    /// Everything that matters for play, as a serializable value. Sheets that differ only in wording
    /// have the same meaning.
    pub fn meaning(&self) -> impl serde::Serialize + use<> {
        let mut deck = self.sheet.deck.clone();
        deck.corners.iter_mut().for_each(|name| {
            let mut colours: Vec<&str> = name.split('-').collect();
            sort(&mut colours);
            *name = colours.join("-");
        });
        sort(&mut deck.corners);
        (deck, self.sheet.deal.clone(), self.sheet.stalemate.clone(), self.best_of)
    }

    /// The face of a card.
    pub fn face_of(&self, card: eights::CardId) -> Face {
        self.pack.face_of(card)
    }

    /// All cards with this face.
    pub fn cards_of(&self, face: Face) -> eights::CardSet {
        self.pack.cards_of(face)
    }

    /// The number of cards that a hand is refilled to.
    pub fn hand_size(&self) -> usize {
        self.hand
    }

    /// Whether a seat could still finish with the other's help and any cards it wants.
    pub fn can_finish(&self, view: &View, seat: Seat) -> bool {
        play::outlook::Outlook::of_view(self, view).can_finish(seat.index())
    }
}
