//! Implements the traits of the bots: the policy, the inference and the reasons of hints.

use crate::{Action, Crazier, Face, Pile, SeatView, Seen, State, Told, Watch, load_network};
use eights::{CardId, CardSet, Dice, Seat};

use super::network::is_long;
use eights_kit::{BeliefTracker, HeuristicPolicy, Inference, LevelTuning, Shares};

impl HeuristicPolicy for Crazier {
    type SeatView<'a> = SeatView<'a>;

    const LEVELS: LevelTuning = LevelTuning {
        newcomer_slips: 70,
        learner_slips: 40,
        casual_slips: 20,
        expert_games: 22,
        master_games: 400,
        analyst_games: 6_000,
    };

    /// 15 lines of search: an even step over `normal`, with 64.1 ± 2.1 %. 110 won 92.1 % (docs/bots.md).
    const VALUED_EXPERT_GAMES: u32 = 4;

    const EXPLORATION: f32 = 1.5;

    /// 0.08, 0.15, 0.3, 0.6 and 1.5 won 79.6, 83.9, 84.5, 79.3 and 70.0 % against `search:42` (± 2.5, the last two with
    /// half of the lines; docs/bots.md).
    const VALUED_EXPLORATION: f32 = 0.3;

    const ROLLOUT_LIMIT: u32 = 60;

    fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        Crazier::seat_view(self, state, seat)
    }

    fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Crazier::heuristic(self, seat_view, dice)
    }

    fn greedy(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Crazier::heuristic(self, seat_view, dice)
    }

    fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Crazier::random_slip(self, seat_view, dice)
    }

    /// Each card more in hand lowers a seat's weight by the same factor.
    fn evaluate(&self, state: &State, seat: Seat) -> f32 {
        let seat_view = Crazier::seat_view(self, state, seat);
        let public = seat_view.public();
        if !public.plays(seat) {
            return 0.0;
        }
        let weight = |seat: Seat| (-0.25 * seat_view.count(Pile::Hand(seat)) as f32).exp();
        let all: f32 = Seat::first(public.seats).filter(|seat| public.plays(*seat)).map(weight).sum();
        weight(seat) / all
    }

    fn lacks_network(&self) -> bool {
        Crazier::lacks_network(self)
    }

    fn load_network(&self, weights: &[u8]) -> bool {
        load_network(weights)
    }

    fn values_positions(&self) -> bool {
        self.network().is_some()
    }

    fn values_from(&self, seat_view: SeatView<'_>) -> bool {
        self.values_positions() && !is_long(seat_view.public())
    }

    fn value(&self, state: &State) -> Option<Shares> {
        self.value_by_network(state)
    }

    fn shortlist(&self, seat_view: SeatView<'_>, options: &mut Vec<Action>, most: usize) {
        Crazier::shortlist(self, seat_view, options, most);
    }

    fn private_hash(&self, seat_view: SeatView<'_>) -> u64 {
        seat_view.secret()
    }

    /// With a network, a line costs less than an eighth of a game that is played on, and more where there are more seats to
    /// value. So the slowest hundredth of a master's answers takes 21 ms in a browser; 29 with `4 + 8 * seats`
    /// (docs/bots.md).
    fn rollout_cost(&self, seat_view: SeatView<'_>) -> u32 {
        let public = seat_view.public();
        let seats = u32::from(public.seats);
        if self.values_from(seat_view) { 6 + 10 * seats } else { 70 + 15 * seats }
    }

    fn reason(&self, seat_view: SeatView<'_>, action: Action) -> String {
        let hand = seat_view.count(Pile::Hand(seat_view.seat()));
        match action {
            Action::Discard(_) | Action::Name(..) | Action::Play(_) if hand == 1 => {
                "is your last card".into()
            }
            Action::Discard(_) => "gets rid of a card that does little for you".into(),
            Action::Name(_, colour) => format!("names {colour}, which suits the rest of your hand"),
            Action::Play(_) => "uses the card's ability".into(),
            Action::Card { .. } => "is the card that matters most here".into(),
            Action::Seat(who) => format!("picks {who}, who matters most now"),
            Action::Done | Action::No => "avoids a cost that is not worth it".into(),
            Action::Yes => "brings more than it costs".into(),
            Action::Draw | Action::End => "keeps your cards for a better moment".into(),
        }
    }
}

impl Inference for Crazier {
    type Observed = ();
    type Context = Watch;

    // Actions only rule cards out here, so every sample is dealt anew.
    const CHAIN_STEPS: u32 = 1;

    fn face_of(&self, card: CardId) -> Face {
        Crazier::face_of(self, card)
    }

    fn cards_of(&self, face: Face) -> CardSet {
        Crazier::cards_of(self, face)
    }

    fn infer(&self, tracker: &mut BeliefTracker<Crazier>, _: Seat, seen: &Seen) {
        match tracker.context.see(self, seen) {
            Some(Told::Dealt) => tracker.reset(),
            Some(Told::Lacks(seat, lacks)) => tracker.rule_out(seat, lacks),
            Some(Told::Doubts(seat, doubts)) => tracker.make_unlikely(seat, doubts),
            Some(Told::Both(seat, lacks, doubts)) => {
                tracker.rule_out(seat, lacks);
                tracker.make_unlikely(seat, doubts);
            }
            None => (),
        }
    }
}
