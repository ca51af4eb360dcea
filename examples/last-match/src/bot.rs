//! What bots need: an answer without search, and what an action reveals about a hand.

use eights::{CardEvent, CardId, CardSet, Dice, Game, Seat, Sight};
use eights_kit::{BeliefTracker, HeuristicPolicy, Inference, LevelTuning};

use crate::{
    card::Face,
    rules::{Action, LastMatch},
    state::{Happening, Pile, Seen, State},
};

/// A hand as one seat may see it, borrowed from the state, which is not accessible through it.
#[derive(Clone, Copy)]
pub struct SeatView<'a> {
    game: &'a LastMatch,
    state: &'a State,
    seat: Seat,
}

impl SeatView<'_> {
    fn hand(self) -> CardSet {
        self.state.cards.set(Pile::Hand(self.seat))
    }

    fn options(self) -> Vec<Action> {
        let mut options = Vec::new();
        self.game.legal(self.state, self.seat, &mut options);
        options
    }

    /// How many cards the seat would hold that fit on this one.
    fn followers(self, face: Face) -> usize {
        self.hand().iter().map(Face::of).filter(|held| *held != face && held.fits(face)).count()
    }
}

impl HeuristicPolicy for LastMatch {
    type SeatView<'a> = SeatView<'a>;

    const LEVELS: LevelTuning = LevelTuning {
        newcomer_slips: 80,
        learner_slips: 40,
        casual_slips: 20,
        expert_games: 100,
        master_games: 400,
        analyst_games: 1_200,
    };

    const EXPLORATION: f32 = 1.5;

    const ROLLOUT_LIMIT: u32 = 120;

    fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        SeatView { game: self, state, seat }
    }

    /// Matches the rank if another turn follows, and otherwise keeps as many cards playable as it can.
    fn heuristic(&self, seat_view: SeatView<'_>, _: &mut Dice) -> Action {
        let top = seat_view.state.top();
        let merit = |action: &Action| match action {
            Action::Play(face) => {
                let again = self.sheet.again && top.is_some_and(|top| top.rank() == face.rank());
                (again, seat_view.followers(*face))
            }
            Action::Draw | Action::Pass => (false, 0),
        };
        let options = seat_view.options();
        options.into_iter().max_by_key(merit).expect("the seat to act has an answer")
    }

    fn greedy(&self, seat_view: SeatView<'_>, _: &mut Dice) -> Action {
        seat_view.options()[0]
    }

    fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        *dice.pick(&seat_view.options()).expect("the seat to act has an answer")
    }

    /// The fewer cards a seat holds, the closer it is to going out.
    fn evaluate(&self, state: &State, seat: Seat) -> f32 {
        let n_seats = state.public.seats;
        if seat.index() >= usize::from(n_seats) {
            return 0.0;
        }
        let weight = |seat: Seat| 1.0 / (1.0 + state.cards.len(Pile::Hand(seat)) as f32);
        weight(seat) / Seat::first(n_seats).map(weight).sum::<f32>()
    }

    fn rollout_cost(&self, seat_view: SeatView<'_>) -> u32 {
        50 * u32::from(seat_view.state.public.seats)
    }

    fn private_hash(&self, seat_view: SeatView<'_>) -> u64 {
        seat_view.hand().words()[0]
    }

    fn reason(&self, seat_view: SeatView<'_>, action: Action) -> String {
        match action {
            Action::Play(_) if seat_view.hand().len() == 1 => "is your last card".into(),
            Action::Play(face) if seat_view.state.top().is_some_and(|top| top.rank() == face.rank()) => {
                "matches the rank, so you have another turn".into()
            }
            Action::Play(face) => format!("leaves you {} cards that follow it", seat_view.followers(face)),
            Action::Draw | Action::Pass => "is all you can do".into(),
        }
    }
}

impl Inference for LastMatch {
    type Observed = ();
    /// The top card, which decides what a drawing player cannot hold.
    type Context = Option<Face>;

    const CHAIN_STEPS: u32 = 1;

    fn face_of(&self, card: CardId) -> Face {
        Face::of(card)
    }

    fn cards_of(&self, face: Face) -> CardSet {
        CardSet::from_iter([face.card()])
    }

    fn infer(&self, tracker: &mut BeliefTracker<LastMatch>, _: Seat, seen: &Seen) {
        match seen {
            // A player may draw only if nothing fits. The deal draws too, but before the first top card.
            Happening::Card(CardEvent::Moved { from: Pile::Stock, to: Pile::Hand(seat), .. }) => {
                if let Some(top) = tracker.context {
                    let fitting = Face::all().filter(|face| face.fits(top)).map(Face::card).collect();
                    tracker.rule_out(*seat, fitting);
                }
            }
            Happening::Card(CardEvent::Moved { card: Sight::Face(face), to: Pile::Discard, .. }) => {
                tracker.context = Some(*face);
            }
            Happening::WentOut { .. } | Happening::Blocked => {
                tracker.reset();
                tracker.context = None;
            }
            _ => (),
        }
    }
}
