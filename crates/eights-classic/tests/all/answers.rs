//! Exactly the listed answers are accepted. For speed, listing and checking are separate code, so
//! they must agree on every conceivable answer.

use std::collections::BTreeSet;

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Action, Answer, Classic, Lay, Name, Printed, Under};

use crate::common;

/// Every answer a client could send, with up to four cards at once.
fn conceivable(printed: Printed, n_seats: u8) -> Vec<Action> {
    let mut all: Vec<Action> = [Answer::Draw, Answer::Pass, Answer::Done].map(Action::from).to_vec();
    all.extend(Seat::first(n_seats).map(|seat| Action::from(Answer::Catch(seat))));
    let names = || {
        let suits = (0..printed.suits()).map(|suit| Name::suit(printed, suit));
        suits.chain((0..printed.ranks()).map(|rank| Name::rank(printed, rank)))
    };
    all.extend(names().map(|name| Action::from(Answer::Name(name))));
    let unders =
        [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [1, 1, 0, 0], [1, 0, 1, 1]];
    for top in (0..64).map(|i| printed.at(i)) {
        for name in names().chain([Name::NONE]) {
            for whom in Seat::first(n_seats).map(Some).chain([None]) {
                for under in unders.iter().filter(|under| !top.is_joker() || **under == [0; 4]) {
                    for first in [None, Some(2)] {
                        if first.is_some_and(|suit| under[suit as usize] == 0) {
                            continue;
                        }
                        let lay = Lay { top, under: Under::of(*under), first, name, whom, call: false };
                        all.extend([Action::play(lay), Action::play(Lay { call: true, ..lay })]);
                    }
                }
            }
        }
    }
    // Cards of the other pack are never in anybody's hand.
    let other = if printed == Printed::French { Printed::Shapes } else { Printed::French };
    all.extend((0..64).map(|i| Action::play(Lay::card(other.at(i)))));
    all
}

fn agree(game: &Classic, n_seats: u8, number: u64, answers: &[Action]) {
    let seed = Seed::from_number(number);
    let mut luck = Dice::at(&seed, u64::MAX);
    let mut state = game.deal(&Opening::first(n_seats, Seat::A), &mut Dice::at(&seed, 0), &mut Silent);
    for step in 1..60 {
        let Turn::Act(asked) = game.turn(&state) else { return };
        for seat in Seat::first(n_seats) {
            let mut listed = Vec::new();
            game.legal(&state, seat, &mut listed);
            let listed: BTreeSet<Action> = listed.into_iter().collect();
            // A refused answer changes nothing (a law), so only one that is accepted needs a new copy: copies
            // took most of the time of this test.
            let mut next = state.clone();
            let mut dice = Dice::at(&seed, step);
            for answer in answers {
                let allowed = game.apply(&mut next, seat, *answer, &mut dice, &mut Silent).is_ok();
                assert_eq!(allowed, listed.contains(answer), "{seat} says {answer}, listed: {listed:?}");
                if allowed {
                    next = state.clone();
                }
            }
        }
        let mut options = Vec::new();
        game.legal(&state, asked, &mut options);
        lots_are_fair(game, &state, asked, &options);
        let chosen = *luck.pick(&options).expect("a question has an answer");
        game.apply(&mut state, asked, chosen, &mut Dice::at(&seed, step), &mut Silent).expect("it is listed");
    }
}

/// Checks `any_answer`: every answer is drawn by exactly one pair of numbers, and answers with the
/// same cards share the first one.
fn lots_are_fair(game: &Classic, state: &<Classic as Game>::State, seat: Seat, listed: &[Action]) {
    let draw = |lot: u32, saying: u32| {
        let mut asked = Vec::new();
        let drawn = game.any_answer(state, seat, &mut |n| {
            asked.push(n);
            [lot, saying][asked.len() - 1].min(n - 1)
        });
        (drawn.expect("somebody is asked"), asked)
    };
    let mut drawn = Vec::new();
    for lot in 0..draw(0, 0).1[0] {
        let sayings: Vec<Action> = match draw(lot, 0).1.get(1) {
            Some(n) => (0..*n).map(|saying| draw(lot, saying).0).collect(),
            None => vec![draw(lot, 0).0],
        };
        let cards = |action: &Action| action.as_lay().map(|lay| (lay.top, lay.under, lay.first));
        assert!(sayings.iter().all(|saying| cards(saying) == cards(&sayings[0])), "{sayings:?}");
        assert!(
            drawn.iter().all(|other| cards(other).is_none() || cards(other) != cards(&sayings[0])),
            "{drawn:?}"
        );
        drawn.extend(sayings);
    }
    drawn.sort();
    assert_eq!(drawn, listed, "in the order of the list");
}

#[test]
fn exactly_the_listed_answers_are_accepted() {
    let french = conceivable(Printed::French, 3);
    let shapes = conceivable(Printed::Shapes, 3);
    let shipped = common::SHIPPED.map(|name| (name, ""));
    for (name, with) in shipped.into_iter().chain([
        ("action-stacking", "deck.packs = 2"),
        ("action-stacking", "several.matching = first"),
        ("openspiel", "cards.2 = [{ draw = 2 }], stock.empty = reshuffle"),
        ("score-race", "last-card.forgot = 2, last-card.noticed = when-caught"),
        ("score-race", "wild.names = suit-or-rank, wild.same-suit = must-differ"),
        ("score-race", "cards.7 = [{ swap-hands = chosen }], finish.ban = special"),
        ("action", "jump-in = identical, deck.packs = 2"),
        ("score-race", "starter.wild = first-player-names, wild.when = not-on-wild"),
        ("score-race", "match.end = { countdown = 8 }"),
        ("score-race", "skip.answer = pass-on, last-card.forgot-last = 3, hand.ends = play-on"),
        ("market", "wild.names = suit-or-rank, several.shape = run, last-card.false-call = 1"),
    ]) {
        let game = common::with(name, with);
        let answers = if name == "market" { &shapes } else { &french };
        agree(&game, 3, 5, answers);
    }
}

#[test]
fn a_view_lists_the_teams() {
    let view = |overrides: &str, n_seats: u8| {
        let game = common::with("score-race", overrides);
        let mut dice = Dice::at(&Seed::from_number(1), 0);
        let state = game.deal(&Opening::first(n_seats, Seat::A), &mut dice, &mut Silent);
        serde_json::to_value(game.view(&state, Viewer::Public)).expect("a view")
    };
    let pairs = |n: u8| view(&format!("teams = pairs, players.min = {n}, players.max = {n}"), n);
    assert_eq!(pairs(4)["teams"], serde_json::json!([["A", "C"], ["B", "D"]]));
    assert_eq!(pairs(6)["teams"], serde_json::json!([["A", "D"], ["B", "E"], ["C", "F"]]));
    assert!(view("", 4).get("teams").is_none(), "without pairs there are no teams");
}
