//! Sampled hands follow what a player's actions reveal.

use crate::bots::common::Memories;
use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
use eights_ball::{Action as Shot, Ball, Face as PoolCard, Kind};
use eights_crazier::{Action, Crazier, Face, Pile};
use eights_kit::BeliefModel;
use eights_match::{RuleSet, Rules};

const ME: Seat = Seat::A;
const WORLDS: u32 = 600;

/// A game for two in which the other seat begins, with the memories of both.
struct Observed<'a, G: BeliefModel> {
    game: &'a G,
    state: G::State,
    memories: Memories<G>,
    seed: Seed,
    step: u64,
}

impl<'a, G: BeliefModel> Observed<'a, G> {
    fn deal(game: &'a G, number: u64) -> Observed<'a, G> {
        let seed = Seed::from_number(number);
        let mut log = Vec::new();
        let state = game.deal(&Opening::first(2, ME), &mut Dice::at(&seed, 0), &mut log);
        let mut memories = Memories::new(2);
        memories.see(game, &log);
        Observed { game, state, memories, seed, step: 0 }
    }

    fn options(&self) -> (Seat, Vec<G::Action>) {
        let Turn::Act(seat) = self.game.turn(&self.state) else { panic!("the game is not over yet") };
        let mut options = Vec::new();
        self.game.legal(&self.state, seat, &mut options);
        (seat, options)
    }

    fn act(&mut self, action: G::Action) {
        let (seat, _) = self.options();
        self.step += 1;
        let mut log = Vec::new();
        let mut dice = Dice::at(&self.seed, self.step);
        self.game.apply(&mut self.state, seat, action, &mut dice, &mut log).expect("a legal answer");
        self.memories.see(self.game, &log);
    }

    /// Counts the sampled worlds in which a condition holds, without and with a memory of actions.
    fn count_worlds(&self, holds: impl Fn(&G::State) -> bool) -> [u32; 2] {
        let view = self.game.view(&self.state, Viewer::Seat(ME));
        let mut dice = Dice::at(&self.seed, u64::MAX);
        [&G::Memory::default(), &self.memories.0[0]].map(|memory| {
            let belief = self.game.believe(&view, ME, memory);
            let mut chain = G::Chain::default();
            (0..WORLDS).filter(|_| holds(&self.game.sample(&belief, &mut chain, &mut dice))).count() as u32
        })
    }
}

fn crazier(rules: &RuleSet) -> &Crazier {
    let Rules::Crazier(game) = &rules.rules else { unreachable!("asked for Crazier Eights") };
    game.as_ref()
}

fn ball(rules: &RuleSet) -> &Ball {
    let Rules::Ball(game) = &rules.rules else { unreachable!("asked for Crazy 8-Ball") };
    game.as_ref()
}

/// The other seat's hand in a world of Crazier Eights.
fn hand(game: &Crazier, world: &eights_crazier::State) -> Vec<Face> {
    let cards = game.seat_view(world, ME.left(2)).cards(Pile::Hand(ME.left(2)));
    cards.iter().map(|card| game.face_of(card)).collect()
}

/// Whether a card may be discarded on another. (XE-DIS-1)
fn fits(game: &Crazier, card: Face, top: Face) -> bool {
    let [card, top] = [card, top].map(|face| game.card(face));
    let same_rank = card.rank.is_some() && card.rank == top.rank;
    card.colours.iter().any(|colour| top.colours.iter().any(|other| other == colour))
        || same_rank
        || card.rank == Some(eights_crazier::Rank::Eight)
}

fn top_of(game: &Crazier, state: &eights_crazier::State) -> Face {
    let view = game.view(state, Viewer::Seat(ME));
    let Some(eights::Sight::Face(top)) = view.table.top(Pile::Discard) else {
        panic!("the discard pile is face up")
    };
    top
}

/// A turn may end without a discard (XE-TURN-2), so this is likely but not certain.
#[test]
fn a_player_who_discards_nothing_probably_has_no_card_that_fits() {
    let rules = crate::bots::common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let (mut before, mut after) = (0, 0);
    for number in 0..6 {
        let mut table = Observed::deal(game, number);
        let (other, options) = table.options();
        assert!(other != ME && options.contains(&Action::End));
        let top = top_of(game, &table.state);
        table.act(Action::End);
        let [without_memory, with_memory] =
            table.count_worlds(|world| hand(game, world).iter().any(|card| fits(game, *card, top)));
        (before, after) = (before + without_memory, after + with_memory);
    }
    assert!(before > 3 * WORLDS, "a priori most hands hold a card that fits: {before}");
    assert!(after * 4 < before, "a player who did not discard seldom could: {after} of {before}");
    assert!(after > 0, "some samples allow for a player who just did not want to");
}

/// An eight fits on anything, so players save it.
#[test]
fn a_player_who_spends_an_eight_probably_had_no_other_card_that_fits() {
    let rules = crate::bots::common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let (mut before, mut after, mut seen) = (0, 0, 0);
    for number in 0..60 {
        let mut table = Observed::deal(game, number);
        let (_, options) = table.options();
        let Some(eight) = options.iter().find(|action| matches!(action, Action::Name(..))) else { continue };
        seen += 1;
        let top = top_of(game, &table.state);
        table.act(*eight);
        let is_plain = |card: &Face| game.card(*card).rank != Some(eights_crazier::Rank::Eight);
        let [without_memory, with_memory] = table.count_worlds(|world| {
            hand(game, world).iter().any(|card| is_plain(card) && fits(game, *card, top))
        });
        (before, after) = (before + without_memory, after + with_memory);
    }
    assert!(seen >= 5, "eights are spent in some deals: {seen}");
    assert!(after * 4 < before, "with another card that fits the eight is kept: {after} of {before}");
}

#[test]
fn an_inference_does_not_apply_to_cards_drawn_later() {
    let rules = crate::bots::common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let mut table = Observed::deal(game, 1);
    let top = top_of(game, &table.state);
    table.act(Action::End);
    while table.options().0 == ME {
        let (_, options) = table.options();
        table.act(*options.last().expect("a turn can be ended"));
    }
    // The other seat has drawn its card for the turn, which may well fit.
    let [_, with_memory] =
        table.count_worlds(|world| hand(game, world).iter().any(|card| fits(game, *card, top)));
    assert!(with_memory > WORLDS / 5, "the new card may fit: {with_memory} of {WORLDS}");
}

/// The other seat's hand in a world of Crazy 8-Ball.
fn pool_hand(game: &Ball, world: &eights_ball::State) -> Vec<PoolCard> {
    game.view(world, Viewer::Seat(ME.left(2))).hand(ME.left(2)).collect()
}

/// Whether a hand has the stick and the cue ball for an open pocket. (EB-SHOT-1)
fn can_shoot(world: &eights_ball::View, hand: &[PoolCard]) -> bool {
    let has = |kind: Kind| hand.iter().any(|card| card.kind() == kind);
    let colors = world.public.tops.open().flat_map(|(_, pocket)| pocket.colors().iter().collect::<Vec<_>>());
    let mut wanted = colors.filter(|color| world.public.wanted(ME.left(2)).has(*color));
    wanted.any(|color| has(Kind::Stick(color)) && has(Kind::Cue(color)))
}

/// Plays the heuristic policy until the other seat lays a card on the table
/// although two pockets are open. Returns the view before that move as well.
fn passes_up_a_shot(game: &Ball, number: u64) -> Option<(eights_ball::View, Observed<'_, Ball>)> {
    let mut table = Observed::deal(game, number);
    let mut dice = Dice::at(&table.seed, u64::MAX);
    for _ in 0..60 {
        let (seat, _) = table.options();
        let before = game.view(&table.state, Viewer::Seat(ME));
        let action = game.heuristic(game.seat_view(&table.state, seat), &mut dice);
        let lays = matches!(action, Shot::Pocket(..) | Shot::Block(..));
        table.act(action);
        if seat != ME && lays && before.public.tops.open().count() >= 2 {
            return Some((before, table));
        }
    }
    None
}

#[test]
fn a_player_who_does_not_shoot_probably_lacks_the_stick_or_the_cue_ball() {
    let rules = crate::bots::common::rules("crazy-8-ball", "standard", "deal.dealer-takes = stripes");
    let game = ball(&rules);
    let (mut before, mut after, mut seen) = (0, 0, 0);
    for number in 0..40 {
        let Some((view, table)) = passes_up_a_shot(game, number) else { continue };
        seen += 1;
        let [without_memory, with_memory] =
            table.count_worlds(|world| can_shoot(&view, &pool_hand(game, world)));
        (before, after) = (before + without_memory, after + with_memory);
    }
    assert!(seen >= 20, "shots are passed up in some deals: {seen}");
    assert!(before > seen * WORLDS / 100, "a priori some hands could shoot: {before}");
    assert!(after * 3 < before, "a player who did not shoot seldom could: {after} of {before}");
}

/// Everybody sees a card taken from the discard pile. (EB-DIS-1)
#[test]
fn a_card_taken_from_the_discard_pile_is_in_every_sampled_hand() {
    let rules = crate::bots::common::rules("crazy-8-ball", "standard", "deal.dealer-takes = stripes");
    let game = ball(&rules);
    let mut table = Observed::deal(game, 3);
    for _ in 0..2 {
        let (_, options) = table.options();
        let discard = options.iter().find(|shot| matches!(shot, Shot::Discard(_))).expect("always possible");
        table.act(*discard);
    }
    let top = game.view(&table.state, Viewer::Public).top().expect("two cards were discarded");
    let (other, options) = table.options();
    assert_ne!(other, ME);
    let swap = options.iter().find(|shot| matches!(shot, Shot::Swap(_))).expect("there is a top card");
    table.act(*swap);
    let [without_memory, with_memory] = table.count_worlds(|world| pool_hand(game, world).contains(&top));
    assert_eq!([without_memory, with_memory], [WORLDS; 2]);
}
