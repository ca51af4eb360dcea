//! Whole games: the bytes choose rules, seats, shuffles and every answer, and the laws must hold.

use std::sync::Arc;

use eights::{
    After, Dice, Opening, Place, Referee, Seat, Seed, Silent, Turn, Viewer, laws::Lawful, said_among,
};
use eights_match::{Playable, RuleSet, Visitor};

use crate::{Choices, RULES};

/// The maximum number of answers per input.
const MAX_ANSWERS: usize = 400;

/// The first byte chooses the rule set, the others choose answers.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let Some(rules) = choices.pick(&RULES) else { return };
    play_by(rules, &mut choices, MAX_ANSWERS);
}

/// Plays deal after deal until the bytes are used up, at most `MAX_ANSWERS` answers.
pub fn play_by(rules: &RuleSet, choices: &mut Choices, longest: usize) {
    struct Play<'a, 'b>(&'a mut Choices<'b>, usize);
    impl Visitor for Play<'_, '_> {
        type Output = ();
        fn visit<G: Playable>(self, game: &Arc<G>) {
            play(game.as_ref(), self.0, self.1);
        }
    }
    rules.rules.visit(Play(choices, longest));
}

fn play<G: Lawful>(game: &G, choices: &mut Choices, longest: usize) {
    let (least, most) = game.seats().into_inner();
    let n_seats = least + choices.below(usize::from(most - least) + 1) as u8;
    if !game.can_seat(n_seats) {
        return;
    }
    let seed = Seed::from_number(choices.byte().into());
    let mut opening = Opening::first(n_seats, Seat::new(choices.below(n_seats.into())));
    let mut log = Vec::new();
    let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut log);
    let mut last = None;
    for step in 1..=longest {
        // Views cost much more than answers, so only some are checked, each time of another viewer.
        if step % 4 == 1 {
            let seats = usize::from(n_seats);
            let viewer = match step / 4 % (seats + 1) {
                0 => Viewer::Public,
                seat => Viewer::Seat(Seat::new(seat - 1)),
            };
            no_card_is_lost(game, &state, n_seats);
            views_do_not_leak(game, &state, viewer, choices);
            tell(game, &log, viewer);
        }
        let answers = answers(game, &state, n_seats);
        if let Turn::Over(outcome) = game.turn(&state) {
            the_pack_is_whole(game, &state, Referee::after(&outcome));
            let After::Deal(next) = game.after(&opening, &outcome) else { return };
            opening = next;
            log.clear();
            state = game.deal(&opening, &mut Dice::at(&seed, step as u64), &mut log);
            continue;
        }
        if choices.are_spent() {
            return;
        }
        if let Some(stale) = last.replace(answers[0]).filter(|answer| !answers.contains(answer)) {
            a_refusal_changes_nothing(game, &mut state, stale);
        }
        let (seat, action) = *choices.pick(&answers).expect("a question always has an answer");
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step as u64), &mut log)
            .expect("taken from the legal list");
    }
}

/// The legal answers of every seat: sorted, without duplicates, and at least one for the seat to act.
fn answers<G: Lawful>(game: &G, state: &G::State, n_seats: u8) -> Vec<(Seat, G::Action)> {
    let turn = game.turn(state);
    let mut answers = Vec::new();
    for seat in Seat::first(n_seats) {
        let mut legal = Vec::new();
        game.legal(state, seat, &mut legal);
        assert!(legal.is_sorted_by(|a, b| a < b), "options of {seat} unsorted or duplicated: {legal:?}");
        match &turn {
            Turn::Act(asked) => assert!(*asked != seat || !legal.is_empty(), "a question without an answer"),
            Turn::Over(_) => assert!(legal.is_empty(), "options after the end: {legal:?}"),
        }
        if let Some(action) = legal.last() {
            let said = game.notate(*action);
            assert_eq!(said_among(game, &legal, &said), Some(*action), "{said:?} parses as another answer");
        }
        answers.extend(legal.into_iter().map(|action| (seat, action)));
    }
    answers
}

fn no_card_is_lost<G: Lawful>(game: &G, state: &G::State, n_seats: u8) {
    let view = game.view(state, Viewer::Public);
    let (places, _) = game.before_the_deal();
    let n: usize = (0..places).map(|index| G::pile(&view, G::Place::at(index)).len()).sum();
    assert_eq!(n, game.n_cards(n_seats), "cards were lost or duplicated");
}

/// Another world that agrees with a view must give the same view and the same options.
fn views_do_not_leak<G: Lawful>(game: &G, state: &G::State, viewer: Viewer, choices: &mut Choices) {
    let view = game.view(state, viewer);
    let luck = Seed::from_number(choices.byte().into());
    let other = game.imagine(&view, viewer, &mut Dice::at(&luck, 0));
    assert_eq!(game.view(&other, viewer), view, "a view leaks");
    if let Viewer::Seat(seat) = viewer {
        let (mut here, mut there) = (Vec::new(), Vec::new());
        game.legal(state, seat, &mut here);
        game.legal(&other, seat, &mut there);
        assert_eq!(here, there, "legality depends on hidden cards");
        let _ = game.why_not(&view, seat, "8S=H");
    }
}

fn tell<G: Lawful>(game: &G, log: &[G::Event], viewer: Viewer) {
    let you = match viewer {
        Viewer::Seat(seat) => Some(seat),
        _ => None,
    };
    for event in log {
        let seen = game.witness(event, viewer);
        assert!(game.tell(&seen, you).is_none_or(|sentence| !sentence.is_empty()), "nothing said");
    }
}

/// A world sampled from a view has the same cards as the state, in any places.
fn the_pack_is_whole<G: Lawful>(game: &G, state: &G::State, referee: Referee) {
    let all = |state: &G::State| {
        let view = game.view(state, Viewer::Referee(referee));
        let (places, _) = game.before_the_deal();
        let mut cards: Vec<_> =
            (0..places).flat_map(|place| G::pile(&view, G::Place::at(place)).to_vec()).collect();
        cards.sort();
        cards
    };
    let public = game.view(state, Viewer::Public);
    let other = game.imagine(&public, Viewer::Public, &mut Dice::at(&Seed::from_number(0), 0));
    assert_eq!(all(state), all(&other), "the sampled world has other cards");
}

fn a_refusal_changes_nothing<G: Lawful>(game: &G, state: &mut G::State, (seat, action): (Seat, G::Action)) {
    let views =
        |state: &G::State| [Viewer::Public, Viewer::Seat(seat)].map(|viewer| game.view(state, viewer));
    let before = views(state);
    let mut dice = Dice::at(&Seed::from_number(0), 0);
    assert!(game.apply(state, seat, action, &mut dice, &mut Silent).is_err(), "{action:?} was not offered");
    assert!(views(state) == before, "a refused answer changed the state");
}
