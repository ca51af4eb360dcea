//! Plays random games with every pair of shipped cards in the starting position, checked by an
//! independent referee.
//!
//! The default run takes a few seconds. The number of games can be set:
//! `PAIR_GAMES=100000 cargo test --profile quick -p eights-crazier --test all pairs:: -- --nocapture`

use crate::common::Luck;
use crate::referee::Referee;
use eights::{Dice, Game, Imagine, Position, Seat, Seed, Setup, Silent, Turn, Viewer};
use eights_crazier::{Action, Crazier, Kind, State};

/// How many answers it may take to end a turn when the player tries to.
const MAX_ANSWERS: usize = 200;

/// Statistics about the games.
#[derive(Debug, Default)]
struct Course {
    games: u64,
    answers: u64,
    over: u64,
    abilities: u64,
    /// The most effects and questions after one decision.
    longest_chain: u16,
    /// The most answers it took to end a turn on the shortest path tried.
    longest_way: usize,
}

#[test]
fn every_pair_of_shipped_cards_plays_without_faults() {
    let games = std::env::var("PAIR_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(700);
    // One deck, because the referee tells cards apart by their faces.
    let game = crate::common::with(&format!("{}, deck.two-decks-from = 9", crate::common::BOTH));
    let n = game.cards().len();
    let pairs: Vec<(usize, usize)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let mut course = Course::default();
    // A step coprime to the number of pairs spreads a small run over all of them.
    for number in 0..games {
        let pair = pairs[(number as usize * 997) % pairs.len()];
        play(&game, pair, number, &mut course);
    }
    println!("{course:?}");
    assert_eq!(course.games, games);
    assert!(course.over * 2 > games, "{course:?}");
    assert!(course.longest_chain < game.sheet().fuel / 4, "{course:?}");
}

fn play(game: &Crazier, pair: (usize, usize), number: u64, course: &mut Course) {
    let mut luck = Luck(number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    let seed = Seed::from_number(number);
    let n_seats = [2, 3, 4, 5][luck.below(4)];
    let mut state = lay(game, pair, n_seats, &mut luck);
    let mut referee = Referee::new(game, &state);
    let (mut log, mut options) = (Vec::new(), Vec::new());
    course.games += 1;
    for step in 1..=300u64 {
        let Turn::Act(seat) = game.turn(&state) else { break };
        options.clear();
        game.legal(&state, seat, &mut options);
        assert!(!options.is_empty(), "a question without an answer");
        course.longest_way = course.longest_way.max(way_out(game, &state, &seed));
        if step % 16 == 0 {
            nobody_knows_more(game, &state, n_seats, &mut Dice::at(&seed, u64::MAX - step));
        }
        let action = options[luck.below(options.len())];
        log.clear();
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log)
            .expect("listed answers are legal");
        referee.follow(game, &log);
        referee.check(game, &state, number);
        course.answers += 1;
        course.longest_chain = course.longest_chain.max(state.public().followed());
    }
    course.over += u64::from(state.is_over());
    course.abilities += referee.abilities;
}

/// A position with the pair: assets in play on random players' sides, events in the hand of the first player.
fn lay(game: &Crazier, pair: (usize, usize), n_seats: u8, luck: &mut Luck) -> State {
    let name = |number: usize| game.cards()[number].id();
    let mut rest: Vec<usize> =
        (0..game.cards().len()).filter(|card| *card != pair.0 && *card != pair.1).collect();
    for i in (1..rest.len()).rev() {
        rest.swap(i, luck.below(i + 1));
    }
    let mut hands: Vec<Vec<String>> = (0..n_seats).map(|_| Vec::new()).collect();
    let mut in_play: Vec<Vec<String>> = hands.clone();
    for card in [pair.0, pair.1] {
        match game.cards()[card].kind {
            Kind::Asset => in_play[luck.below(n_seats.into())].push(name(card)),
            Kind::Event => hands[0].push(name(card)),
        }
    }
    for hand in &mut hands {
        let few = 2 + luck.below(7);
        hand.extend(rest.drain(..few).map(name));
    }
    let more = luck.below(6);
    for card in rest.drain(..more).collect::<Vec<_>>() {
        if game.cards()[card].kind == Kind::Asset {
            in_play[luck.below(n_seats.into())].push(name(card));
        } else {
            rest.push(card);
        }
    }
    let discard = name(rest.swap_remove(0));
    // The draw pile is often short, so that the discard pile is reshuffled many times.
    let stock: Vec<String> = match luck.below(3) {
        0 => rest.iter().take(6).map(|card| name(*card)).collect(),
        _ => rest.iter().map(|card| name(*card)).collect(),
    };
    let mut position =
        Position { hands: hands.iter().map(|hand| hand.join(" ")).collect(), ..Position::default() };
    let mut line = |key: String, value: String| position.lines.insert(key, value);
    line("discard".into(), discard);
    line("stock".into(), stock.join(" "));
    for (seat, cards) in Seat::first(n_seats).zip(&in_play) {
        line(format!("in play {seat}"), cards.join(" "));
    }
    game.set_up(&position).unwrap_or_else(|why| panic!("{why}")).1
}

/// Checks that every question can be answered so that the turn ends soon; returns how soon.
fn way_out(game: &Crazier, state: &State, seed: &Seed) -> usize {
    let turns = state.public().turns;
    let mut state = state.clone();
    let mut options = Vec::new();
    for step in 0..=MAX_ANSWERS {
        let Turn::Act(seat) = game.turn(&state) else { return step };
        if state.public().turns != turns {
            return step;
        }
        options.clear();
        game.legal(&state, seat, &mut options);
        let ends =
            |action: &&Action| matches!(action, Action::End | Action::Draw | Action::No | Action::Done);
        let action = *options.iter().find(ends).unwrap_or(&options[0]);
        let mut dice = Dice::at(seed, u64::MAX / 2 + step as u64);
        game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("listed answers are legal");
    }
    panic!("the turn does not end within {MAX_ANSWERS} answers");
}

/// Checks that in another world that a viewer cannot tell from this one, the viewer sees the same and
/// has the same legal answers.
fn nobody_knows_more(game: &Crazier, state: &State, n_seats: u8, dice: &mut Dice) {
    for viewer in Seat::first(n_seats).map(Viewer::Seat).chain([Viewer::Public]) {
        let view = game.view(state, viewer);
        let other = game.imagine(&view, viewer, dice);
        assert!(game.view(&other, viewer) == view, "{viewer:?}: a view leaks");
        if let Viewer::Seat(seat) = viewer {
            let (mut here, mut there) = (Vec::new(), Vec::new());
            game.legal(state, seat, &mut here);
            game.legal(&other, seat, &mut there);
            assert_eq!(here, there, "{viewer:?}: legality depends on hidden cards");
        }
    }
}
