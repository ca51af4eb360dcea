//! The trait that every game implements, and the types in its signatures.

use std::{fmt, hash::Hash, ops::RangeInclusive};

use serde::Serialize;

use crate::{
    dice::Dice,
    event::Log,
    hidden_deal::HiddenDeal,
    offer::Offer,
    outcome::{Final, Outcome},
    seat::{BySeat, Seat},
    table::Place,
    viewer::Viewer,
};

/// A set of rules, compiled from data and ready to play.
///
/// The rules are the receiver and never change; everything that changes is in `State`. A state is
/// therefore plain data, and any number of rollouts can share one `&G`. A state covers one deal; a
/// match is a fold over the outcomes of its deals.
pub trait Game: Send + Sync + 'static {
    /// The complete state of a deal, hidden cards included. Not `Serialize`, so it cannot leave the
    /// process.
    type State: Clone + Send + Sync;
    /// One answer to the question the game is asking.
    type Action: Copy + fmt::Debug + Eq + Ord + Hash + Send + Sync;
    /// Something that happened, with the set of viewers who could see it.
    type Event: Clone + Send;
    /// What one viewer may know about a state.
    type View: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;
    /// An event as one viewer saw it.
    type Seen: Clone + fmt::Debug + PartialEq + Serialize + Send + Sync;

    /// The range of players these rules allow.
    fn seats(&self) -> RangeInclusive<u8>;

    /// Whether `n_seats` people can play. Some rules need an even number.
    fn can_seat(&self, n_seats: u8) -> bool {
        self.seats().contains(&n_seats)
    }

    /// Shuffles, deals and turns up the starter. The number of seats in `opening` satisfies
    /// [`Game::can_seat`].
    fn deal(&self, opening: &Opening, dice: &mut Dice, log: &mut impl Log<Self::Event>) -> Self::State;

    /// The seat that must answer now, or the outcome of a finished deal.
    fn turn(&self, state: &Self::State) -> Turn;

    /// Appends every legal answer of a seat, sorted and without duplicates. The seat that must
    /// answer has at least one; for any other seat, these are the answers it may interrupt with.
    fn legal(&self, state: &Self::State, seat: Seat, out: &mut Vec<Self::Action>);

    /// Applies an answer and runs the game up to the next question.
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

    /// What a viewer may know about the state.
    fn view(&self, state: &Self::State, viewer: Viewer) -> Self::View;

    /// An event as a viewer saw it, with the cards hidden from that viewer redacted.
    fn witness(&self, event: &Self::Event, viewer: Viewer) -> Self::Seen;

    /// An answer in the notation that journals, rulebook, wire and command line share.
    fn notate(&self, action: Self::Action) -> String;

    /// An answer in parts, for clients that draw it. Its text is that of [`Game::notate`].
    fn offer(&self, action: Self::Action) -> Offer;

    /// An event as a sentence for the player at `you`. `None` if another event already covers it.
    fn tell(&self, seen: &Self::Seen, you: Option<Seat>) -> Option<String> {
        let _ = (seen, you);
        None
    }

    /// Explains in one sentence why a seat may not give this answer now. Uses only what that seat
    /// can see, so any client can call it.
    fn why_not(&self, view: &Self::View, seat: Seat, said: &str) -> String;
}

/// Games that a search can play: they can sample a state consistent with a view.
pub trait Imagine: Game {
    /// The places that hold this game's cards.
    type Place: Place;

    /// A state that looks to the viewer exactly like `view`; `dealer` decides where the hidden cards
    /// are.
    fn imagine_by(
        &self,
        view: &Self::View,
        viewer: Viewer,
        dealer: &mut dyn HiddenDeal<Self::Place>,
    ) -> Self::State;

    /// Like [`Imagine::imagine_by`], with the hidden cards placed uniformly at random.
    fn imagine(&self, view: &Self::View, viewer: Viewer, dice: &mut Dice) -> Self::State {
        self.imagine_by(view, viewer, dice)
    }
}

/// How a deal begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The number of players.
    pub n_seats: u8,
    /// The seat that deals.
    pub dealer: Seat,
    /// The number of the deal, from 0.
    pub hand: u32,
    /// The points from the earlier deals of the match.
    pub scores: BySeat<i32>,
    /// Whether the time agreed for the match is up, so that this deal is the last.
    pub time_is_up: bool,
}

impl Opening {
    /// The opening of a match's first deal.
    pub fn first(n_seats: u8, dealer: Seat) -> Opening {
        Opening { n_seats, dealer, hand: 0, scores: BySeat::all(n_seats, 0), time_is_up: false }
    }

    /// The opening of the following deal, with the scores so far.
    pub fn next(&self, dealer: Seat, scores: BySeat<i32>) -> Opening {
        Opening { n_seats: self.n_seats, dealer, hand: self.hand + 1, scores, time_is_up: self.time_is_up }
    }
}

/// What a state is waiting for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// This seat must answer. Others may interrupt where `legal` lists an answer for them.
    Act(Seat),
    /// The deal is over.
    Over(Outcome),
}

/// What follows a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum After {
    /// Another deal.
    Deal(Opening),
    /// The match is over.
    Over(Final),
}

/// The only error of the rules. [`Game::why_not`] explains a refusal separately, so that search
/// never pays for text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("that is not one of the legal answers")]
pub struct Illegal;

/// Finds the legal answer with this notation, ignoring case and accepting `T` for `10`. This is the
/// only parser for answers.
pub fn option_said<G: Game>(game: &G, state: &G::State, seat: Seat, said: &str) -> Option<G::Action> {
    let mut options = Vec::new();
    game.legal(state, seat, &mut options);
    said_among(game, &options, said)
}

/// Finds the answer with this notation among `options`; see [`option_said`].
pub fn said_among<G: Game>(game: &G, options: &[G::Action], said: &str) -> Option<G::Action> {
    let said = said.trim();
    let tens = said.contains(['t', 'T']).then(|| said.to_ascii_uppercase().replace('T', "10"));
    let same = |option: &&G::Action| {
        let text = game.notate(**option);
        text.eq_ignore_ascii_case(said) || tens.as_ref().is_some_and(|said| text.eq_ignore_ascii_case(said))
    };
    options.iter().find(same).copied()
}
