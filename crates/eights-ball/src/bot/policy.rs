//! Implements the traits of the bots: the policy, the inference and the reasons of hints.

use crate::{Action, Ball, Deed, Face, SeatView, Seen, State, Told, Watch, load_network};
use eights::{CardId, CardSet, Dice, Seat};

use eights_kit::{BeliefTracker, HeuristicPolicy, Inference, LevelTuning, Shares};

impl HeuristicPolicy for Ball {
    type SeatView<'a> = SeatView<'a>;

    const LEVELS: LevelTuning = LevelTuning {
        newcomer_slips: 23,
        learner_slips: 15,
        casual_slips: 7,
        expert_games: 200,
        master_games: 600,
        analyst_games: 9_000,
    };

    /// 60 lines of search: an even step over `normal`. 714 won 79.3 % (docs/bots.md).
    const VALUED_EXPERT_GAMES: u32 = 24;

    const EXPLORATION: f32 = 0.6;

    const ROLLOUT_LIMIT: u32 = 24;

    fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        Ball::seat_view(self, state, seat)
    }

    fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Ball::heuristic(self, seat_view, dice)
    }

    fn greedy(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Ball::heuristic(self, seat_view, dice)
    }

    fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Ball::random_slip(self, seat_view, dice)
    }

    fn evaluate(&self, state: &State, seat: Seat) -> f32 {
        Ball::standing(self, state, seat)
    }

    fn lacks_network(&self) -> bool {
        Ball::lacks_network(self)
    }

    fn load_network(&self, weights: &[u8]) -> bool {
        load_network(weights)
    }

    fn values_positions(&self) -> bool {
        self.has_network()
    }

    fn value(&self, state: &State) -> Option<Shares> {
        self.value_by_network(state)
    }

    /// A line that ends at the value of the network takes about a quarter of the time of one that is played on, so 28 would
    /// keep the time of a master; with 40 the slowest hundredth of its answers takes 22 ms in a browser instead of 29
    /// (docs/bots.md).
    fn rollout_cost(&self, _: SeatView<'_>) -> u32 {
        if self.has_network() { 40 } else { 100 }
    }

    fn shortlist(&self, seat_view: SeatView<'_>, options: &mut Vec<Action>, most: usize) {
        Ball::shortlist(self, seat_view, options, most);
    }

    fn private_hash(&self, seat_view: SeatView<'_>) -> u64 {
        seat_view.secret()
    }

    fn reason(&self, seat_view: SeatView<'_>, action: Action) -> String {
        let other = seat_view.seat().left(2);
        match action {
            Action::ShootEight(_) | Action::ShootLastAndEight(..) => "wins the game".into(),
            Action::ShootTwo(..) => "pockets two balls at once".into(),
            Action::Shoot(set) => format!("pockets your {} ball", set.color),
            Action::Block(_, at) => format!("covers a pocket at {at} that {other} could use"),
            Action::Pocket(_, at) => format!("opens a pocket at {at} for what you hold"),
            Action::Discard(face) => format!("discards {face}, your least useful card"),
            Action::Swap(face) => format!("swaps {face} for something better"),
            Action::Choose(_) => "is as good as the other set".into(),
            Action::Draw => "hopes for something better than the top card".into(),
            Action::Take => "takes a card that suits your hand, or that your opponent could use".into(),
        }
    }
}

impl Inference for Ball {
    type Observed = Deed;
    type Context = Watch;

    const CHAIN_STEPS: u32 = 4;

    fn face_of(&self, card: CardId) -> Face {
        Ball::face_of(self, card)
    }

    fn cards_of(&self, face: Face) -> CardSet {
        Ball::cards_of(self, face)
    }

    fn infer(&self, tracker: &mut BeliefTracker<Ball>, me: Seat, seen: &Seen) {
        match tracker.context.see(seen) {
            Some(Told::Dealt) => tracker.reset(),
            Some(Told::Did(seat, deed)) if seat != me => tracker.record(seat, deed),
            // A swap starts like a discard; only the card taken afterwards tells them apart.
            Some(Told::Swapped(seat)) if seat != me => {
                if let Some(deed) = tracker.last_recorded_mut(seat)
                    && let Action::Discard(face) = deed.action
                {
                    deed.action = Action::Swap(face);
                }
            }
            _ => (),
        }
    }

    fn likelihood(&self, deed: &Deed, hand: &[Face]) -> f32 {
        Ball::likely(self, deed, hand)
    }
}
