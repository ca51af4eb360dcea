//! The laws every game must keep. Each game's tests call [`check`], nothing more.

use std::fmt::Debug;

use crate::{
    dice::{Dice, Seed},
    event::{CardEvent, End, Silent},
    game::{Imagine, Opening, Turn, option_said},
    seat::{Referee, Seat, Viewer},
    table::{Place, Sight},
};

/// How the laws look at a game's cards.
pub trait Lawful: Imagine {
    /// What is printed on a card.
    type Face: Copy + Ord + Debug;
    /// How many places there are, and where all cards lie before the deal.
    fn before_the_deal(&self) -> (usize, Self::Place);
    /// How many cards there are for so many seats.
    fn n_cards(&self, n_seats: u8) -> usize;
    /// What a view shows at a place.
    fn pile(view: &Self::View, place: Self::Place) -> &[Sight<Self::Face>];
    /// What an event says about cards, if it does.
    fn card_event(seen: &Self::Seen) -> Option<&CardEvent<Self::Place, Sight<Self::Face>>>;
}

/// What a random game that kept the laws was like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// How many answers were given.
    pub steps: u64,
    /// Whether it ended by itself.
    pub over: bool,
}

/// What a viewer would know had it only watched: a second opinion that every
/// view is checked against. The engine does not use it.
struct Memory<G: Lawful> {
    piles: Vec<Vec<Sight<G::Face>>>,
}

impl<G: Lawful> Memory<G> {
    fn new(game: &G, n_seats: u8) -> Memory<G> {
        let (places, start) = game.before_the_deal();
        let mut piles = vec![Vec::new(); places];
        piles[start.index()] = vec![Sight::Back; game.n_cards(n_seats)];
        Memory { piles }
    }

    fn take(&mut self, from: G::Place, card: Sight<G::Face>) {
        let pile = &mut self.piles[from.index()];
        let at = pile.iter().rposition(|it| *it == card);
        let at = at.or_else(|| pile.iter().rposition(|it| *it == Sight::Back));
        pile.remove(at.expect("a card that moves was there"));
    }

    fn remember(&mut self, event: &CardEvent<G::Place, Sight<G::Face>>) {
        match event {
            CardEvent::Moved { card, from, to, end } => {
                self.take(*from, *card);
                let pile = &mut self.piles[to.index()];
                pile.insert(if *end == End::Top { pile.len() } else { 0 }, *card);
            }
            CardEvent::Buried { card, from, to } => {
                self.take(*from, *card);
                self.piles[to.index()].push(Sight::Back);
            }
            CardEvent::Gathered { from, to, left } => {
                let pile = &mut self.piles[from.index()];
                let moved: Vec<_> = pile.drain(..pile.len().saturating_sub(*left as usize)).collect();
                self.piles[to.index()].extend(moved);
            }
            CardEvent::Shuffled { place } => self.piles[place.index()].fill(Sight::Back),
            CardEvent::Shown { card: Sight::Back, .. } => (),
            CardEvent::Shown { card, at } => {
                let pile = &mut self.piles[at.index()];
                let back = pile.iter().rposition(|it| *it == Sight::Back);
                pile[back.expect("what is shown was unknown")] = *card;
            }
            CardEvent::Rotated { places } => {
                let moved: Vec<_> =
                    places.iter().map(|it| std::mem::take(&mut self.piles[it.index()])).collect();
                for (i, pile) in moved.into_iter().enumerate() {
                    self.piles[places[(i + 1) % places.len()].index()] = pile;
                }
            }
        }
    }

    fn agrees(&self, view: &G::View, viewer: Viewer) {
        for (index, pile) in self.piles.iter().enumerate() {
            let place = G::Place::at(index);
            let mut pile = pile.clone();
            if !place.is_ordered() {
                pile.sort();
            }
            assert_eq!(
                G::pile(view, place),
                pile,
                "{viewer:?}: a view and its events disagree about {place}"
            );
        }
    }
}

/// Plays one random game and checks every law at every step, for at most
/// `limit` answers.
///
/// # Panics
///
/// When a law is broken: it is made for tests.
pub fn check<G: Lawful>(game: &G, opening: &Opening, seed: &Seed, limit: u64) -> Course {
    let mut luck = Dice::at(seed, u64::MAX);
    let mut log = Vec::new();
    let mut state = game.deal(opening, &mut Dice::at(seed, 0), &mut log);
    let players: Vec<Seat> = Seat::first(opening.n_seats).collect();
    let viewers: Vec<Viewer> =
        players.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]).collect();
    let mut memories: Vec<_> = viewers.iter().map(|_| Memory::new(game, opening.n_seats)).collect();
    for step in 1.. {
        for (memory, viewer) in memories.iter_mut().zip(&viewers) {
            for event in &log {
                if let Some(event) = G::card_event(&game.witness(event, *viewer)) {
                    memory.remember(event);
                }
            }
            memory.agrees(&game.view(&state, *viewer), *viewer);
        }
        let turn = game.turn(&state);
        let answers = questions(game, &state, &turn, &players);
        for viewer in &viewers {
            no_interference(game, &state, *viewer, &mut luck);
        }
        no_card_is_lost(game, &state, opening.n_seats);
        let over = answers.is_empty();
        if over || step > limit {
            return Course { steps: step - 1, over };
        }
        refusals_change_nothing(game, &mut state, &players, &answers);
        // Mostly the seat whose turn it is, sometimes one that breaks in.
        let (seat, action) = *luck.pick(&answers).expect("not over");
        let said = game.notate(action);
        assert_eq!(
            option_said(game, &state, seat, &said),
            Some(action),
            "{said:?} is read as another answer"
        );
        let mut silent = state.clone();
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(seed, step), &mut log)
            .expect("legal answers apply");
        game.apply(&mut silent, seat, action, &mut Dice::at(seed, step), &mut Silent)
            .expect("in silence too");
        assert!(all(game, &state) == all(game, &silent), "a silent log changes the game");
    }
    unreachable!("the loop counts up for ever")
}

fn all<G: Lawful>(game: &G, state: &G::State) -> G::View {
    game.view(state, Viewer::Referee(Referee::trusted()))
}

/// A question always has an answer; options come sorted and without doubles.
fn questions<G: Lawful>(game: &G, state: &G::State, turn: &Turn, players: &[Seat]) -> Vec<(Seat, G::Action)> {
    let mut answers = Vec::new();
    for seat in players {
        let mut legal = Vec::new();
        game.legal(state, *seat, &mut legal);
        assert!(legal.is_sorted_by(|a, b| a < b), "options of {seat} unsorted or doubled: {legal:?}");
        match turn {
            Turn::Act(asked) => {
                assert!(asked != seat || !legal.is_empty(), "a question always has an answer")
            }
            Turn::Over(_) => assert!(legal.is_empty(), "nothing is asked after the end"),
        }
        answers.extend(legal.into_iter().map(|action| (*seat, action)));
    }
    answers
}

/// No two worlds that a viewer cannot tell apart may differ in what that
/// viewer is shown, nor in what it may do.
fn no_interference<G: Lawful>(game: &G, state: &G::State, viewer: Viewer, luck: &mut Dice) {
    let view = game.view(state, viewer);
    let other = game.imagine(&view, viewer, luck);
    assert_eq!(game.view(&other, viewer), view, "a view leaks");
    assert_eq!(
        matches!(game.turn(state), Turn::Over(_)),
        matches!(game.turn(&other), Turn::Over(_)),
        "the end depends on hidden cards"
    );
    if let Viewer::Seat(me) = viewer {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        game.legal(state, me, &mut here);
        game.legal(&other, me, &mut there);
        assert_eq!(here, there, "legality depends on hidden cards");
    }
}

/// Every card is in exactly one place.
fn no_card_is_lost<G: Lawful>(game: &G, state: &G::State, n_seats: u8) {
    let truth = all(game, state);
    let (places, _) = game.before_the_deal();
    let n: usize = (0..places).map(|index| G::pile(&truth, G::Place::at(index)).len()).sum();
    assert_eq!(n, game.n_cards(n_seats), "cards were lost or doubled");
}

/// What one seat may answer, another may not, unless it is offered too.
fn refusals_change_nothing<G: Lawful>(
    game: &G,
    state: &mut G::State,
    players: &[Seat],
    answers: &[(Seat, G::Action)],
) {
    let before = all(game, state);
    for (_, action) in answers {
        for seat in players.iter().filter(|seat| !answers.contains(&(**seat, *action))) {
            let mut dice = Dice::at(&Seed::from_number(0), 0);
            assert!(
                game.apply(state, *seat, *action, &mut dice, &mut Silent).is_err(),
                "{seat} did {action:?}"
            );
        }
    }
    assert!(all(game, state) == before, "a refused answer changed something");
}
