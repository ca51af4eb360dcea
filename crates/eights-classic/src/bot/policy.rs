//! Implements the traits of the bots: the policy, the inference and the reasons of hints.

use super::{hints, network, value};
use crate::{
    Action, Answer, Belief, BitHand, BitHandSampler, Classic, Event, Face, FastRng, Lay, Memory, Name,
    SeatView, State, Step, View,
};
use eights::{Dice, MAX_SEATS, Seat, Sight};

use eights_kit::{BeliefModel, HeuristicPolicy, HintCorrection, KnownPolicy, LevelTuning, Shares, Simulator};

impl HeuristicPolicy for Classic {
    type SeatView<'a> = SeatView<'a>;

    const LEVELS: LevelTuning = LevelTuning {
        newcomer_slips: 90,
        learner_slips: 45,
        casual_slips: 18,
        expert_games: 500,
        master_games: 8_000,
        analyst_games: 80_000,
    };

    const EXPLORATION: f32 = 1.5;

    /// 0.3, 0.6 and 1.5 won 79.0, 81.0 and 78.5 % in pesten, 48.0, 52.3 and 53.3 % in last-card and 68.5, 61.0 and 62.0 %
    /// in makao against the search without values (± 4.5; docs/bots.md).
    const VALUED_EXPLORATION: f32 = 0.6;

    const ROLLOUT_LIMIT: u32 = 240;

    #[inline]
    fn seat_view<'a>(&'a self, state: &'a State, seat: Seat) -> SeatView<'a> {
        Classic::seat_view(self, state, seat)
    }

    #[inline]
    fn heuristic(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Classic::heuristic(self, seat_view, dice)
    }

    #[inline]
    fn greedy(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Classic::greedy(self, seat_view, dice)
    }

    fn random_slip(&self, seat_view: SeatView<'_>, dice: &mut Dice) -> Action {
        Classic::random_slip(self, seat_view, dice)
    }

    /// The fewer cards a seat holds, the closer it is to going out.
    fn evaluate(&self, state: &State, seat: Seat) -> f32 {
        let seat_view = Classic::seat_view(self, state, seat);
        let public = seat_view.public();
        let weight = |seat: Seat| match (public.playing.has(seat), public.places[seat]) {
            (false, 0) => 0.0,
            _ => 1.0 / (1.0 + seat_view.n_cards(seat) as f32),
        };
        let all: f32 = Seat::first(public.seats).map(weight).sum();
        weight(seat) / all
    }

    fn lacks_network(&self) -> bool {
        Classic::lacks_network(self)
    }

    /// The weights that estimate answers, followed by those that value positions.
    fn load_network(&self, weights: &[u8]) -> bool {
        let parts = weights.len().checked_sub(value::SHAPE.file_len()).map(|len| weights.split_at(len));
        parts.is_some_and(|(answers, values)| network::load(answers) && value::load(values))
    }

    fn rollout_cost(&self, seat_view: SeatView<'_>) -> u32 {
        let seats = u32::from(seat_view.public().seats);
        if seat_view.has_fast_rollout() {
            // Special cards make hands longer.
            let special = self.rules.special != 0;
            if special { 90 + 30 * seats } else { 60 + 20 * seats }
        } else if seat_view.is_simple() {
            350 + 60 * seats
        } else if self.value_network().is_some() {
            // A value is cheaper than a game that is played on; every seat needs one.
            300 * seats - 150
        } else {
            1_500 + 100 * seats
        }
    }

    fn values_positions(&self) -> bool {
        self.value_network().is_some()
    }

    fn value(&self, state: &State) -> Option<Shares> {
        self.value_by_network(state)
    }

    fn hint_correction(&self, seat_view: SeatView<'_>) -> HintCorrection {
        hints::correction(self, seat_view)
    }

    fn fast_rollout(&self, state: &State, dice: &mut Dice) -> Option<[f32; MAX_SEATS]> {
        self.play_out_fast(state, dice)
    }

    fn private_hash(&self, seat_view: SeatView<'_>) -> u64 {
        seat_view.secret()
    }

    fn reason(&self, seat_view: SeatView<'_>, action: Action) -> String {
        match action.answer() {
            Answer::Play(lay) if lay.len() == seat_view.n_cards(seat_view.seat()) => {
                "is your last card".into()
            }
            Answer::Play(lay) => reason_to_lay(self, seat_view, &lay),
            Answer::Name(name) => format!("names {}, of which you hold most", name.spoken()),
            Answer::Draw if matches!(seat_view.public().step, Step::Doubt { .. }) => {
                "costs less than doubting wrongly".into()
            }
            Answer::Draw if seat_view.fitting() & seat_view.faces() != 0 => {
                "saves what you could play for later".into()
            }
            Answer::Draw => "is all you can do when nothing fits".into(),
            Answer::Pass => "gives nothing away".into(),
            Answer::Done => "keeps the rest for later".into(),
            Answer::Catch(seat) => format!("catches {seat}, who forgot to call"),
            Answer::Challenge => "doubts that nothing else could be played".into(),
        }
    }
}

fn reason_to_lay(game: &Classic, seat_view: SeatView<'_>, lay: &Lay) -> String {
    if game.is_wild(lay.top) && lay.name.is_some() {
        return format!("names {}, which suits the rest of your hand", lay.name.spoken());
    }
    if let Some(whom) = lay.whom.filter(|_| game.rules.effect_of(lay.top).only_chooses_next()) {
        return format!("lets {whom} play next");
    }
    if let Some(whom) = lay.whom {
        return format!("hits {whom}, who is close to going out");
    }
    if game.is_special(lay.top) {
        return "holds up the others".into();
    }
    let left = seat_view.hand().iter().filter(|card| card.index() & 63 != lay.top.index()).count();
    let same = seat_view.faces() & lay.top.suit_mates() & !lay.top.bit();
    let unseen = seat_view
        .unseen()
        .iter()
        .filter(|card| (lay.top.suit_mates() | lay.top.rank_mates()) >> (card.index() & 63) & 1 != 0);
    match (same.count_ones(), unseen.count()) {
        (_, few @ 0..=5) => format!("is hard to follow, since only {few} unseen cards fit it"),
        (0, _) if left > 0 => "gets rid of your only card of that suit".into(),
        (n, _) => format!("leaves you {n} more of its suit to play"),
    }
}

impl BeliefModel for Classic {
    type Memory = Memory;
    type Belief = Belief;
    type Chain = ();
    type FastSimulator<'a> = BitSimulator<'a>;

    fn remember(&self, memory: &mut Memory, seat: Seat, seen: &Event<Sight<Face>>) {
        Classic::remember(self, memory, seat, seen);
    }

    fn believe(&self, view: &View, seat: Seat, memory: &Memory) -> Belief {
        Classic::believe(self, view, seat, memory)
    }

    fn estimate(
        &self,
        seat_view: SeatView<'_>,
        memory: &Memory,
        options: &[Action],
        out: &mut Vec<f32>,
    ) -> bool {
        self.estimate_by_network(seat_view, memory, options, out)
    }

    /// Only fast rollouts use it.
    fn assume(&self, belief: &mut Belief, policy: KnownPolicy) -> bool {
        belief.known = Some(policy);
        // Neither policy ever draws or lays a wild card while another card fits.
        belief.whim = 0;
        true
    }

    fn sample(&self, belief: &Belief, (): &mut (), dice: &mut Dice) -> State {
        Classic::sample(self, belief, dice)
    }

    fn fast_simulator<'a>(&'a self, belief: &'a Belief, dice: &mut Dice) -> Option<BitSimulator<'a>> {
        let sampler = BitHandSampler::of(self, belief)?;
        let dice = FastRng::from_dice(dice);
        Some(BitSimulator { sampler, dice, saved: dice })
    }

    fn is_perfect_information(&self, belief: &Belief) -> bool {
        Classic::is_settled(self, belief)
    }

    /// Says so if the answer leads a suit that the next player could not follow.
    fn inferred_reason(&self, memory: &Memory, view: &View, action: Action) -> Option<String> {
        let lay = action.as_lay()?;
        let next = next_to_play(view)?;
        let lacks = memory.lacks(next);
        let suit = if lay.name.as_suit().is_some() { lay.name } else { Name::suit_of(lay.top) };
        // Wild cards fit on anything, so lacking a suit says nothing about them.
        let plain = suit.faces()? & !self.rules.wild;
        if lay.name.as_rank().is_some() || lacks & plain != plain {
            return None;
        }
        let verb = if lay.name.is_some() { "names" } else { "plays" };
        Some(format!("{verb} {}, which {next} could not follow", suit.spoken()))
    }
}

/// Simulates hands of simple rules, where a player's cards are one 64-bit set.
pub struct BitSimulator<'a> {
    sampler: BitHandSampler<'a>,
    dice: FastRng,
    saved: FastRng,
}

impl<'a> Simulator for BitSimulator<'a> {
    type Action = Action;
    type World = BitHand<'a>;

    const SAME_OPTIONS: bool = true;

    fn fork(&mut self) -> BitSimulator<'a> {
        BitSimulator { sampler: self.sampler.clone(), dice: self.dice.fork(), saved: self.saved }
    }

    #[inline]
    fn sample(&mut self) -> BitHand<'a> {
        self.sampler.sample(&mut self.dice)
    }

    #[inline]
    fn save_dice(&mut self) {
        self.saved = self.dice;
    }

    #[inline]
    fn restore_dice(&mut self) {
        self.dice = self.saved;
    }

    #[inline]
    fn to_act(&self, world: &BitHand<'a>) -> Result<Seat, [f32; MAX_SEATS]> {
        world.asked()
    }

    #[inline]
    fn legal(&self, world: &BitHand<'a>, _: Seat, out: &mut Vec<Action>) {
        world.list(out);
    }

    #[inline]
    fn act(&mut self, world: &mut BitHand<'a>, _: Seat, action: Action) {
        world.act(action, &mut self.dice);
    }

    #[inline]
    fn preferred(&mut self, world: &BitHand<'a>, _: Seat) -> Action {
        world.heuristic()
    }

    #[inline]
    fn follows_policy(&self, world: &BitHand<'a>, _: Seat) -> bool {
        world.follows_policy()
    }

    #[inline]
    fn private_hash(&self, world: &BitHand<'a>, seat: Seat) -> u64 {
        world.secret(seat)
    }

    #[inline]
    fn play_out(&mut self, world: &mut BitHand<'a>) -> [f32; MAX_SEATS] {
        world.finish(&mut self.dice)
    }
}

/// The next seat to play if nobody is skipped.
fn next_to_play(view: &View) -> Option<Seat> {
    let public = &view.public;
    let step = |seat: Seat| if public.clockwise { seat.left(public.seats) } else { seat.right(public.seats) };
    let mut seat = step(public.turn);
    while seat != public.turn && !public.playing.has(seat) {
        seat = step(seat);
    }
    (seat != public.turn).then_some(seat)
}
