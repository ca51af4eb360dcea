//! Property tests ("laws") that every game must pass. A game's tests only have to call [`check`].

use std::fmt::Debug;

use crate::{
    dice::{Dice, Seed},
    event::{CardEvent, End, Silent},
    game::{Imagine, Opening, Turn, option_said},
    offer::Offer,
    seat::Seat,
    table::{Place, Sight},
    viewer::{Referee, Viewer},
};

/// What the laws need to know about a game's cards.
pub trait Lawful: Imagine {
    /// What is printed on a card.
    type Face: Copy + Ord + Debug + Send + Sync;
    /// The number of places, and the place of all cards before the deal.
    fn before_the_deal(&self) -> (usize, Self::Place);
    /// The number of cards in a game with `n_seats` seats.
    fn n_cards(&self, n_seats: u8) -> usize;
    /// The cards that a view shows at a place.
    fn pile(view: &Self::View, place: Self::Place) -> &[Sight<Self::Face>];
    /// The part of an event that concerns cards, if there is one.
    fn card_event(seen: &Self::Seen) -> Option<&CardEvent<Self::Place, Sight<Self::Face>>>;

    /// Whether a viewer sees each card that arrives at a place or leaves it.
    fn watches(view: &Self::View, viewer: Viewer, place: Self::Place) -> bool {
        let _ = view;
        place.open_to().has(viewer)
    }

    /// Whether the rules hide from a viewer which of several answers this is, such as which card
    /// was put away face down.
    fn is_secret(&self, state: &Self::State, action: Self::Action, viewer: Viewer) -> bool {
        let _ = (state, action, viewer);
        false
    }

    /// Whether the question that follows this answer lets everybody infer something about hidden
    /// cards, such as that a drawn card does not fit.
    fn next_question_tells(&self, state: &Self::State, action: Self::Action) -> bool {
        let _ = (state, action);
        false
    }

    /// Whether the rules let this event reveal something about hidden cards without showing them.
    fn discloses(seen: &Self::Seen) -> bool {
        let _ = seen;
        false
    }
}

/// Summary of a random game that broke no law.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The number of answers given.
    pub steps: u64,
    /// Whether it ended before the limit.
    pub over: bool,
}

/// What a viewer can work out from the events alone. An independent check of every view; the engine
/// does not use it.
struct Memory<G: Lawful> {
    viewer: Viewer,
    /// Whether the pack contains identical cards.
    twins: bool,
    piles: Vec<Vec<Sight<G::Face>>>,
}

impl<G: Lawful> Clone for Memory<G> {
    fn clone(&self) -> Memory<G> {
        Memory { viewer: self.viewer, twins: self.twins, piles: self.piles.clone() }
    }
}

impl<G: Lawful> Memory<G> {
    fn new(game: &G, truth: &G::View, n_seats: u8, viewer: Viewer) -> Memory<G> {
        let (places, start) = game.before_the_deal();
        let mut pack: Vec<_> =
            (0..places).flat_map(|index| G::pile(truth, G::Place::at(index)).to_vec()).collect();
        pack.sort_unstable();
        let twins = pack.windows(2).any(|pair| pair[0] == pair[1]);
        let mut piles = vec![Vec::new(); places];
        piles[start.index()] = vec![Sight::Back; game.n_cards(n_seats)];
        Memory { viewer, twins, piles }
    }

    fn take(&mut self, from: G::Place, card: Sight<G::Face>, view: &G::View) {
        let pile = &mut self.piles[from.index()];
        if from.is_ordered() && !G::watches(view, self.viewer, from) {
            // An unseen pile gives only its top card away; do not match an identical card known
            // deeper down.
            pile.pop().expect("a card that moves was there");
            return;
        }
        let at = pile.iter().rposition(|sight| *sight == card);
        let at = at.or_else(|| pile.iter().rposition(|sight| *sight == Sight::Back));
        pile.remove(at.expect("a card that moves was there"));
    }

    /// Updates the memory with an event. `view` is the viewer's view after it.
    fn remember(&mut self, event: &CardEvent<G::Place, Sight<G::Face>>, view: &G::View) {
        match event {
            CardEvent::Moved { card, from, to, end } => {
                let watches = |place| G::watches(view, self.viewer, place);
                if !from.is_ordered() && !watches(*from) && !watches(*to) {
                    // Any card of that hand could be the one that moved.
                    assert_eq!(*card, Sight::Back, "{:?}: a card put away face down is named", self.viewer);
                    self.piles[from.index()].fill(Sight::Back);
                }
                self.take(*from, *card, view);
                let pile = &mut self.piles[to.index()];
                pile.insert(if *end == End::Top { pile.len() } else { 0 }, *card);
            }
            CardEvent::Buried { card, from, to } => {
                self.take(*from, *card, view);
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
                let back = pile.iter().rposition(|sight| *sight == Sight::Back);
                pile[back.expect("what is shown was unknown")] = *card;
            }
            CardEvent::Rotated { places } => {
                let moved: Vec<_> =
                    places.iter().map(|place| std::mem::take(&mut self.piles[place.index()])).collect();
                for (i, pile) in moved.into_iter().enumerate() {
                    self.piles[places[(i + 1) % places.len()].index()] = pile;
                }
            }
        }
    }

    /// Whether an event shows the viewer a card that the viewer did not know before.
    fn is_news(&self, event: &CardEvent<G::Place, Sight<G::Face>>, view: &G::View) -> bool {
        let watches = |place| G::watches(view, self.viewer, place);
        match event {
            CardEvent::Shown { card, .. } => *card != Sight::Back,
            CardEvent::Moved { card: Sight::Back, .. } => false,
            CardEvent::Moved { card, from, .. } if from.is_ordered() => {
                self.piles[from.index()].last() != Some(card)
            }
            CardEvent::Moved { from, to, .. } => !watches(*from) && watches(*to),
            _ => false,
        }
    }

    /// Asserts that a view shows what the viewer could remember.
    fn agrees(&mut self, view: &G::View) {
        let viewer = self.viewer;
        for (index, pile) in self.piles.iter_mut().enumerate() {
            let place = G::Place::at(index);
            let seen = G::pile(view, place);
            // Events cannot say which of two identical cards left a visible row, so take the order
            // from the view.
            if !place.is_ordered() || (self.twins && G::watches(view, viewer, place)) {
                pile.sort_unstable();
                let mut sorted = seen.to_vec();
                sorted.sort_unstable();
                assert_eq!(sorted, *pile, "{viewer:?}: a view and its events disagree about {place}");
                *pile = seen.to_vec();
            } else {
                assert_eq!(seen, pile, "{viewer:?}: a view and its events disagree about {place}");
            }
        }
    }
}

/// Plays one random game and checks every law at every step, for at most
/// `limit` answers.
///
/// # Panics
///
/// If a law is broken; this is meant for tests.
pub fn check<G: Lawful>(game: &G, opening: &Opening, seed: &Seed, limit: u64) -> Course {
    play(game, opening, seed, limit, true)
}

/// Like [`check`], without comparing each step with the same step in a second, sampled world.
///
/// # Panics
///
/// If a law is broken; this is meant for tests.
pub fn check_one_world<G: Lawful>(game: &G, opening: &Opening, seed: &Seed, limit: u64) -> Course {
    play(game, opening, seed, limit, false)
}

fn play<G: Lawful>(game: &G, opening: &Opening, seed: &Seed, limit: u64, two_worlds: bool) -> Course {
    let mut luck = Dice::at(seed, u64::MAX);
    let mut log = Vec::new();
    let mut state = game.deal(opening, &mut Dice::at(seed, 0), &mut log);
    let players: Vec<Seat> = Seat::first(opening.n_seats).collect();
    let viewers: Vec<Viewer> =
        players.iter().map(|seat| Viewer::Seat(*seat)).chain([Viewer::Public]).collect();
    let truth = all(game, &state);
    let mut memories: Vec<_> =
        viewers.iter().map(|viewer| Memory::new(game, &truth, opening.n_seats, *viewer)).collect();
    for step in 1.. {
        for memory in &mut memories {
            let view = game.view(&state, memory.viewer);
            for event in &log {
                if let Some(event) = G::card_event(&game.witness(event, memory.viewer)) {
                    memory.remember(event, &view);
                }
            }
            memory.agrees(&view);
        }
        let turn = game.turn(&state);
        let answers = questions(game, &state, &turn, &players);
        let worlds: Vec<G::State> =
            viewers.iter().map(|viewer| no_interference(game, &state, *viewer, &mut luck)).collect();
        no_card_is_lost(game, &state, opening.n_seats);
        let over = answers.is_empty();
        if over || step > limit {
            return Course { steps: step - 1, over };
        }
        refusals_change_nothing(game, &mut state, &players, &answers);
        // Any seat with a legal answer may act, so interruptions are tested too.
        let (seat, action) = *luck.pick(&answers).expect("not over");
        let said = game.notate(action);
        assert_eq!(
            option_said(game, &state, seat, &said),
            Some(action),
            "{said:?} is read as another answer"
        );
        offers_differ_in_their_parts(game, &answers);
        let mut silent = state.clone();
        let before = state.clone();
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(seed, step), &mut log)
            .expect("legal answers apply");
        game.apply(&mut silent, seat, action, &mut Dice::at(seed, step), &mut Silent)
            .expect("in silence too");
        assert!(all(game, &state) == all(game, &silent), "a silent log changes the game");
        for (memory, world) in memories.iter().zip(worlds).filter(|_| two_worlds) {
            let counterpart = counterpart(game, (&before, &world), (seat, action), memory.viewer, &mut luck);
            if let Some(counterpart) = counterpart {
                let mut there = Played { state: world, log: Vec::new() };
                let mut dice = Dice::at(seed, step);
                game.apply(&mut there.state, seat, counterpart, &mut dice, &mut there.log)
                    .expect("legal answers apply");
                looks_the_same(game, memory, (&state, &log), &there, &said);
            }
        }
    }
    unreachable!("the loop counts up for ever")
}

fn all<G: Lawful>(game: &G, state: &G::State) -> G::View {
    game.view(state, Viewer::Referee(Referee::trusted()))
}

/// Asserts that the asked seat has an answer and that answers are sorted without duplicates.
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

/// Non-interference: two worlds that a viewer cannot tell apart must give that viewer the same view
/// and the same legal answers. Returns the second, sampled world.
fn no_interference<G: Lawful>(game: &G, state: &G::State, viewer: Viewer, luck: &mut Dice) -> G::State {
    let view = game.view(state, viewer);
    let other = game.imagine(&view, viewer, luck);
    let seen = game.view(&other, viewer);
    assert!(seen == view, "a view leaks: {}", difference(&format!("{view:?}"), &format!("{seen:?}")));
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
    other
}

/// A world after a step, and the events of that step.
struct Played<G: Lawful> {
    state: G::State,
    log: Vec<G::Event>,
}

/// The answer in the other world that looks the same to the viewer: the same one, or any other
/// secret answer if the rules hide which one was given.
fn counterpart<G: Lawful>(
    game: &G,
    (here, there): (&G::State, &G::State),
    (seat, action): (Seat, G::Action),
    viewer: Viewer,
    luck: &mut Dice,
) -> Option<G::Action> {
    if viewer == Viewer::Seat(seat) || game.next_question_tells(here, action) {
        return None;
    }
    let mut legal = Vec::new();
    game.legal(there, seat, &mut legal);
    if game.is_secret(here, action, viewer) {
        legal.retain(|other| game.is_secret(there, *other, viewer));
        return luck.pick(&legal).copied();
    }
    legal.contains(&action).then_some(action)
}

/// Asserts that two worlds that a viewer cannot tell apart still look the same after a step, up to
/// the first card that the step shows.
fn looks_the_same<G: Lawful>(
    game: &G,
    memory: &Memory<G>,
    (state, log): (&G::State, &[G::Event]),
    there: &Played<G>,
    said: &str,
) {
    let viewer = memory.viewer;
    let view = game.view(state, viewer);
    let mut memory = memory.clone();
    let witness = |event: &G::Event| game.witness(event, viewer);
    for i in 0..log.len().max(there.log.len()) {
        let here = log.get(i).map(witness);
        let there = there.log.get(i).map(witness);
        if here == there {
            if let Some(event) = here.as_ref().and_then(G::card_event) {
                memory.remember(event, &view);
            }
            continue;
        }
        let seen = [&here, &there].map(Option::as_ref);
        let shows = |seen: &G::Seen| G::card_event(seen).is_some_and(|event| memory.is_news(event, &view));
        assert!(
            seen.into_iter().flatten().any(|seen| shows(seen) || G::discloses(seen)),
            "{viewer:?} can tell two worlds apart after {said:?}: here {here:?}, there {there:?}"
        );
        return;
    }
    let other = game.view(&there.state, viewer);
    assert!(
        other == view,
        "{viewer:?} can tell two worlds apart after {said:?}: {}",
        difference(&format!("{view:?}"), &format!("{other:?}"))
    );
}

/// The first place where two texts differ, with some context.
fn difference(here: &str, there: &str) -> String {
    let at = here.bytes().zip(there.bytes()).take_while(|(here, there)| here == there).count();
    let part = |text: &str| {
        String::from_utf8_lossy(&text.as_bytes()[at.saturating_sub(100)..(at + 100).min(text.len())])
            .into_owned()
    };
    format!("here … {} …, there … {} …", part(here), part(there))
}

/// Asserts that every card is in exactly one place.
fn no_card_is_lost<G: Lawful>(game: &G, state: &G::State, n_seats: u8) {
    let truth = all(game, state);
    let (places, _) = game.before_the_deal();
    let n: usize = (0..places).map(|index| G::pile(&truth, G::Place::at(index)).len()).sum();
    assert_eq!(n, game.n_cards(n_seats), "cards were lost or doubled");
}

/// A client that draws offers from their parts can tell any two answers of a seat apart, and sends the right text.
fn offers_differ_in_their_parts<G: Lawful>(game: &G, answers: &[(Seat, G::Action)]) {
    let offers: Vec<(Seat, Offer)> =
        answers.iter().map(|(seat, action)| (*seat, game.offer(*action))).collect();
    for (i, ((seat, offer), (_, action))) in offers.iter().zip(answers).enumerate() {
        assert_eq!(offer.say, game.notate(*action));
        let same = |(other_seat, other): &(Seat, Offer)| {
            other_seat == seat && Offer { say: offer.say.clone(), ..other.clone() } == *offer
        };
        let twin = offers[i + 1..].iter().find(|other| same(other));
        assert!(
            twin.is_none(),
            "{:?} and {:?} have the same parts",
            offer.say,
            twin.map(|(_, twin)| &twin.say)
        );
    }
}

/// Asserts that a seat cannot give another seat's answers, and that trying does not change the
/// state.
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
