//! The one trait every game of the family implements.

use std::{fmt, hash::Hash, ops::RangeInclusive};

use serde::Serialize;

use crate::{
    dice::Dice,
    event::Log,
    lots::Lots,
    offer::Offer,
    seat::{BySeat, Seat, Seats, Viewer},
    table::Place,
};

/// A set of rules, compiled from data and ready to play.
///
/// The rules are the receiver and never change; everything that changes is in
/// `State`. So a state is plain data, and a thousand rollouts share one `&G`.
/// A state is one deal; a series of deals is a fold over their outcomes.
pub trait Game: Send + Sync + 'static {
    /// The whole truth of a deal. Not `Serialize`: it cannot leave the process.
    type State: Clone + Send + Sync;
    /// One answer to the question the game is asking.
    type Action: Copy + fmt::Debug + Eq + Ord + Hash + Send + Sync;
    /// Something that happened, with who could see it.
    type Event: Clone + Send;
    /// The truth as one viewer may know it.
    type View: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;
    /// An event as one viewer saw it.
    type Seen: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;

    /// How many people can play by these rules.
    fn seats(&self) -> RangeInclusive<u8>;

    /// Whether so many can play. Some rules want an even number.
    fn can_seat(&self, n_seats: u8) -> bool {
        self.seats().contains(&n_seats)
    }

    /// Shuffles, deals and turns up what is turned up. The opening has a
    /// number of seats that [`Game::can_seat`] allows.
    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Self::Event>) -> Self::State;

    /// Who must answer now, or how it ended.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every legal answer of a seat, sorted and each once. There is at
    /// least one for the seat that must answer; for others, it is what they
    /// may break in with.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Plays an answer, up to the next question.
    ///
    /// # Errors
    ///
    /// `Illegal` when `legal` does not offer `action`; the state is then unchanged.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Action,
        dice: &mut Dice,
        log: &mut impl Log<Self::Event>,
    ) -> Result<(), Illegal>;

    /// What follows a finished deal: another one, or the end of the match.
    fn after(&self, opening: &Opening, outcome: &Outcome) -> After;

    /// The truth as a viewer may know it.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// An event as a viewer saw it.
    fn witness(&self, event: &Self::Event, viewer: Viewer) -> Self::Seen;

    /// An answer as text: what journals, rulebook, wire and command line use.
    fn notate(&self, action: Self::Action) -> String;

    /// An answer in parts, for clients that draw it. Its text is that of [`Game::notate`].
    fn offer(&self, action: Self::Action) -> Offer;

    /// What happened, in a sentence for somebody who sits at `you`; nothing
    /// where another event says it already.
    fn tell(&self, seen: &Self::Seen, you: Option<Seat>) -> Option<String> {
        let _ = (seen, you);
        None
    }

    /// In one sentence, why a seat may not give this answer now: pure, and
    /// from what that seat can see, so that any client can ask.
    fn why_not(&self, view: &Self::View, seat: Seat, said: &str) -> String;
}

/// Games a search can play: from a view, one world that could be behind it.
pub trait Imagine: Game {
    /// Where its cards lie.
    type Place: Place;

    /// A state that looks to the viewer as the view says, the rest as the lots fall.
    fn imagine_by(&self, view: &Self::View, viewer: Viewer, lots: &mut dyn Lots<Self::Place>) -> Self::State;

    /// The same, the rest at random.
    fn imagine(&self, view: &Self::View, viewer: Viewer, dice: &mut Dice) -> Self::State {
        self.imagine_by(view, viewer, dice)
    }
}

/// How a deal begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// How many people play.
    pub n_seats: u8,
    /// Who deals.
    pub dealer: Seat,
    /// The number of the deal, from 0.
    pub hand: u32,
    /// What earlier deals of the match have brought.
    pub scores: BySeat<i32>,
    /// Whether the time agreed for the match is up, so that this deal is the last.
    pub time_is_up: bool,
}

impl Opening {
    /// The first deal of a match.
    pub fn first(n_seats: u8, dealer: Seat) -> Opening {
        Opening { n_seats, dealer, hand: 0, scores: BySeat::all(n_seats, 0), time_is_up: false }
    }

    /// The deal after this one, with the scores so far.
    pub fn next(&self, dealer: Seat, scores: BySeat<i32>) -> Opening {
        Opening { n_seats: self.n_seats, dealer, hand: self.hand + 1, scores, time_is_up: self.time_is_up }
    }
}

/// What a state is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat must answer. Others may break in where `legal` lets them.
    Act(Seat),
    /// The deal is over.
    Over(Outcome),
}

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Who won it; nobody in a draw.
    pub winners: Seats,
    /// What each seat scored in it.
    pub points: BySeat<i32>,
    /// Whether it ended because nobody could go on.
    pub blocked: bool,
}

/// What follows a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// Another deal.
    Deal(Opening),
    /// The match is over.
    Over(Final),
}

/// How a match ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Final {
    /// Who won; nobody in a draw.
    pub winners: Seats,
    /// The points of the match.
    pub points: BySeat<i32>,
}

/// The one error of the rules. Why an answer is refused is told by
/// [`Game::why_not`], so that search never pays for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is not one of the legal answers")]
pub struct Illegal;

/// The legal answer that a text stands for: its own notation, in any letter
/// case, `T` for `10`. There is no other parser for answers.
pub fn option_said<G: Game>(game: &G, state: &G::State, seat: Seat, said: &str) -> Option<G::Action> {
    let mut options = Vec::new();
    game.legal(state, seat, &mut options);
    said_among(game, &options, said)
}

/// The one of these answers that a text stands for.
pub fn said_among<G: Game>(game: &G, options: &[G::Action], said: &str) -> Option<G::Action> {
    let said = said.trim();
    let tens = said.contains(['t', 'T']).then(|| said.to_ascii_uppercase().replace('T', "10"));
    let same = |option: &&G::Action| {
        let text = game.notate(**option);
        text.eq_ignore_ascii_case(said) || tens.as_ref().is_some_and(|said| text.eq_ignore_ascii_case(said))
    };
    options.iter().find(same).copied()
}
