//! What somebody did tells about the cards that stay hidden: the imagined hands follow it.

mod common;

use common::Memories;
use eights::{Dice, Game, Opening, Seat, Seed, Turn, Viewer};
use eights_ball::{Action as Shot, Ball, Face as PoolCard, Kind};
use eights_bots::BeliefModel;
use eights_crazier::{Action, Crazier, Face, Pile};
use eights_table::{RuleSet, Rules};

const ME: Seat = Seat::A;
const WORLDS: u32 = 600;

/// A game in which the other seat begins, with what both remember.
struct Watched<'a, G: BeliefModel> {
    game: &'a G,
    state: G::State,
    memories: Memories<G>,
    seed: Seed,
    step: u64,
}

impl<'a, G: BeliefModel> Watched<'a, G> {
    fn deal(game: &'a G, number: u64) -> Watched<'a, G> {
        let seed = Seed::from_number(number);
        let mut log = Vec::new();
        let state = game.deal(&Opening::first(2, ME), &mut Dice::at(&seed, 0), &mut log);
        let mut memories = Memories::new(2);
        memories.see(game, &log);
        Watched { game, state, memories, seed, step: 0 }
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

    /// In how many worlds something holds: without any memory of deeds, and with it.
    fn worlds(&self, holds: impl Fn(&G::State) -> bool) -> [u32; 2] {
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

/// The hand of the other seat in a world.
fn hand(game: &Crazier, world: &eights_crazier::State) -> Vec<Face> {
    let cards = game.glance(world, ME.left(2)).cards(Pile::Hand(ME.left(2)));
    cards.iter().map(|card| game.face_of(card)).collect()
}

/// Whether a card may be discarded on another one. (XE-DIS-1)
fn fits(game: &Crazier, card: Face, top: Face) -> bool {
    let [card, top] = [card, top].map(|face| game.card(face));
    let same_rank = card.rank.is_some() && card.rank == top.rank;
    card.colours.iter().any(|colour| top.colours.iter().any(|it| it == colour))
        || same_rank
        || card.rank == Some(eights_crazier::Rank::Eight)
}

fn top_of(game: &Crazier, state: &eights_crazier::State) -> Face {
    let view = game.view(state, Viewer::Seat(ME));
    let Some(eights::Sight::Face(top)) = view.table.top(Pile::Discard) else { panic!("it lies open") };
    top
}

/// A turn may end without a discard (XE-TURN-2), so that it says nothing for certain.
#[test]
fn who_discards_nothing_probably_has_nothing_that_fits() {
    let rules = common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let (mut before, mut after) = (0, 0);
    for number in 0..6 {
        let mut table = Watched::deal(game, number);
        let (other, options) = table.options();
        assert!(other != ME && options.contains(&Action::End));
        let top = top_of(game, &table.state);
        table.act(Action::End);
        let [blind, wise] = table.worlds(|world| hand(game, world).iter().any(|card| fits(game, *card, top)));
        (before, after) = (before + blind, after + wise);
    }
    assert!(before > 3 * WORLDS, "most hands hold something that fits: {before}");
    assert!(after * 4 < before, "somebody who did not discard seldom could: {after} of {before}");
    assert!(after > 0, "but may all the same");
}

/// An eight can be discarded on anything: people keep it for need.
#[test]
fn who_spends_an_eight_probably_had_nothing_else_that_fits() {
    let rules = common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let (mut before, mut after, mut seen) = (0, 0, 0);
    for number in 0..60 {
        let mut table = Watched::deal(game, number);
        let (_, options) = table.options();
        let Some(eight) = options.iter().find(|it| matches!(it, Action::Name(..))) else { continue };
        seen += 1;
        let top = top_of(game, &table.state);
        table.act(*eight);
        let is_plain = |card: &Face| game.card(*card).rank != Some(eights_crazier::Rank::Eight);
        let [blind, wise] = table
            .worlds(|world| hand(game, world).iter().any(|card| is_plain(card) && fits(game, *card, top)));
        (before, after) = (before + blind, after + wise);
    }
    assert!(seen >= 5, "eights are spent: {seen}");
    assert!(after * 4 < before, "with something else at hand the eight is kept: {after} of {before}");
}

/// What is drawn later says nothing about what was held before.
#[test]
fn cards_drawn_later_are_free_of_what_was_concluded() {
    let rules = common::rules("crazier-eights", "standard", "");
    let game = crazier(&rules);
    let mut table = Watched::deal(game, 1);
    let top = top_of(game, &table.state);
    table.act(Action::End);
    while table.options().0 == ME {
        let (_, options) = table.options();
        table.act(*options.last().expect("a turn can be ended"));
    }
    // The other has drawn the card of the turn: one that fits is as likely as in the stock.
    let [_, wise] = table.worlds(|world| hand(game, world).iter().any(|card| fits(game, *card, top)));
    assert!(wise > WORLDS / 5, "the new card may fit: {wise} of {WORLDS}");
}

/// The hand of the other seat in a world.
fn pool_hand(game: &Ball, world: &eights_ball::State) -> Vec<PoolCard> {
    game.view(world, Viewer::Seat(ME.left(2))).hand(ME.left(2)).collect()
}

/// Whether a hand has stick and cue ball for an open pocket. (EB-SHOT-1)
fn can_shoot(world: &eights_ball::View, hand: &[PoolCard]) -> bool {
    let has = |kind: Kind| hand.iter().any(|card| card.kind() == kind);
    let colors = world.public.tops.open().flat_map(|(_, pocket)| pocket.colors().iter().collect::<Vec<_>>());
    let mut wanted = colors.filter(|color| world.public.wanted(ME.left(2)).has(*color));
    wanted.any(|color| has(Kind::Stick(color)) && has(Kind::Cue(color)))
}

/// Plays by instinct until the other seat lays a card on the table while it
/// could use a pocket, and has not filled its hand yet. Says also how the
/// table stood before.
fn passes_up_a_shot(game: &Ball, number: u64) -> Option<(eights_ball::View, Watched<'_, Ball>)> {
    let mut table = Watched::deal(game, number);
    let mut dice = Dice::at(&table.seed, u64::MAX);
    for _ in 0..60 {
        let (seat, _) = table.options();
        let before = game.view(&table.state, Viewer::Seat(ME));
        let action = game.instinct(game.glance(&table.state, seat), &mut dice);
        let lays = matches!(action, Shot::Pocket(..) | Shot::Block(..));
        table.act(action);
        if seat != ME && lays && before.public.tops.open().count() >= 2 {
            return Some((before, table));
        }
    }
    None
}

#[test]
fn who_does_not_shoot_probably_lacks_stick_or_cue_ball() {
    let rules = common::rules("crazy-8-ball", "standard", "deal.dealer-takes = stripes");
    let game = ball(&rules);
    let (mut before, mut after, mut seen) = (0, 0, 0);
    for number in 0..40 {
        let Some((view, table)) = passes_up_a_shot(game, number) else { continue };
        seen += 1;
        let [blind, wise] = table.worlds(|world| can_shoot(&view, &pool_hand(game, world)));
        (before, after) = (before + blind, after + wise);
    }
    assert!(seen >= 20, "shots are passed up: {seen}");
    assert!(before > seen * WORLDS / 100, "some could shoot for all that is seen: {before}");
    assert!(after * 3 < before, "who did not shoot seldom could: {after} of {before}");
}

/// What somebody takes from the discard pile everybody has seen. (EB-DIS-1)
#[test]
fn what_is_taken_openly_is_held_for_certain() {
    let rules = common::rules("crazy-8-ball", "standard", "deal.dealer-takes = stripes");
    let game = ball(&rules);
    let mut table = Watched::deal(game, 3);
    for _ in 0..2 {
        let (_, options) = table.options();
        let discard = options.iter().find(|it| matches!(it, Shot::Discard(_))).expect("always possible");
        table.act(*discard);
    }
    let top = game.view(&table.state, Viewer::Public).top().expect("two cards were discarded");
    let (other, options) = table.options();
    assert_ne!(other, ME);
    let swap = options.iter().find(|it| matches!(it, Shot::Swap(_))).expect("there is a top card");
    table.act(*swap);
    let [blind, wise] = table.worlds(|world| pool_hand(game, world).contains(&top));
    assert_eq!([blind, wise], [WORLDS; 2]);
}
