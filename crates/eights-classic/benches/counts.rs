//! Instruction counts of the hot paths under valgrind, which do not depend on the load of the
//! machine.
//!
//! `scripts/counts.sh` compares them with the numbers in `counts.toml`. Every result is verified
//! outside the counted code, so that no wrong shortcut passes as a gain.

#![allow(missing_docs)]

use std::hint::black_box;

use eights::{Dice, Game, Imagine, Opening, Place, Referee, Seat, Seed, Sight, Silent, Turn, Viewer};
use eights_classic::{Action, Classic, PLACES, Pile, State, View};
use eights_config::Document;
use gungraun::{library_benchmark, library_benchmark_group, main};

/// The number of positions each path is measured on.
const POSITIONS: usize = 64;

/// Some games as a list of positions, with buffers for results.
struct Work {
    game: Classic,
    n_seats: u8,
    seed: Seed,
    /// The index of each game's first position.
    deals: Vec<usize>,
    states: Vec<State>,
    views: Vec<(Viewer, View)>,
    answers: Vec<(Seat, Action)>,
    options: Vec<Action>,
    made: Vec<State>,
    seen: Vec<View>,
    /// The expected digest of the results.
    expected: u64,
}

impl Work {
    fn dice(&self, step: usize) -> Dice {
        Dice::at(&self.seed, step as u64)
    }
}

/// Plays random games until there are enough positions.
fn prepare(rules: &str, n_seats: u8, expected: u64) -> Work {
    let text = match rules {
        "score-race" => include_str!("../../../rules/crazy-eights/score-race.toml"),
        _ => include_str!("../../../rules/crazy-eights/openspiel.toml"),
    };
    let game = Classic::read(&Document::toml(rules, text).expect("a sheet")).expect("rules");
    let seed = Seed::from_number(8);
    let mut work = Work {
        game,
        n_seats,
        seed,
        deals: Vec::new(),
        states: Vec::new(),
        views: Vec::new(),
        answers: Vec::new(),
        options: Vec::with_capacity(POSITIONS * 64),
        made: Vec::with_capacity(POSITIONS),
        seen: Vec::with_capacity(POSITIONS),
        expected,
    };
    let mut luck = Dice::at(&work.seed, u64::MAX);
    while work.states.len() < POSITIONS {
        work.deals.push(work.states.len());
        let mut state = deal_one(&work, work.deals.len() - 1);
        while let Turn::Act(seat) = work.game.turn(&state)
            && work.states.len() < POSITIONS
        {
            work.options.clear();
            work.game.legal(&state, seat, &mut work.options);
            let action = *luck.pick(&work.options).expect("a question always has an answer");
            let mut dice = work.dice(work.states.len());
            work.views.push((Viewer::Seat(seat), work.game.view(&state, Viewer::Seat(seat))));
            work.states.push(state.clone());
            work.answers.push((seat, action));
            work.game
                .apply(&mut state, seat, action, &mut dice, &mut Silent)
                .expect("taken from the legal list");
        }
    }
    work.options.clear();
    work
}

#[inline]
fn deal_one(work: &Work, number: usize) -> State {
    let dealer = Seat::new(number % work.n_seats as usize);
    work.game.deal(&Opening::first(work.n_seats, dealer), &mut work.dice(1000 + number), &mut Silent)
}

// Lists the legal answers of every position.
#[library_benchmark(setup = prepare, teardown = check_options)]
#[bench::score_race_2("score-race", 2, 0xe571_de9d_ea08_12ee)]
#[bench::score_race_4("score-race", 4, 0xab03_893a_6ce8_06d0)]
#[bench::openspiel_2("openspiel", 2, 0x44a1_045a_8491_2919)]
#[bench::openspiel_4("openspiel", 4, 0x8c36_aae9_d1b6_f7db)]
fn legal(mut work: Work) -> Work {
    for (state, (seat, _)) in work.states.iter().zip(&work.answers) {
        work.game.legal(black_box(state), *seat, &mut work.options);
    }
    work
}

// Replays the games without listing answers.
#[library_benchmark(setup = prepare, teardown = check_made)]
#[bench::score_race_2("score-race", 2, 0x1363_7ca9_ba5c_d6f0)]
#[bench::score_race_4("score-race", 4, 0x180b_9802_1e7e_16e8)]
#[bench::openspiel_2("openspiel", 2, 0xecf9_a7a1_c7aa_a97c)]
#[bench::openspiel_4("openspiel", 4, 0xeec3_e380_b18c_3059)]
fn apply(mut work: Work) -> Work {
    for (game, first) in work.deals.iter().enumerate() {
        let after = work.deals.get(game + 1).copied().unwrap_or(POSITIONS);
        let mut state = work.states[*first].clone();
        for step in *first..after {
            let (seat, action) = black_box(work.answers[step]);
            let mut dice = work.dice(step);
            work.game
                .apply(&mut state, seat, action, &mut dice, &mut Silent)
                .expect("taken from the legal list");
        }
        work.made.push(state);
    }
    work
}

// Makes the view of the asked seat for every position.
#[library_benchmark(setup = prepare, teardown = check_seen)]
#[bench::score_race_2("score-race", 2, 0x52a5_a803_19be_c662)]
#[bench::score_race_4("score-race", 4, 0x909a_c687_1709_5a58)]
#[bench::openspiel_2("openspiel", 2, 0x8504_3454_2d8a_9433)]
#[bench::openspiel_4("openspiel", 4, 0x489d_8153_b364_466a)]
fn view(mut work: Work) -> Work {
    for (state, (seat, _)) in work.states.iter().zip(&work.answers) {
        work.seen.push(work.game.view(black_box(state), Viewer::Seat(*seat)));
    }
    work
}

// Samples a world for every view.
#[library_benchmark(setup = prepare, teardown = check_imagined)]
#[bench::score_race_2("score-race", 2, 0x52a5_a803_19be_c662)]
#[bench::score_race_4("score-race", 4, 0x909a_c687_1709_5a58)]
#[bench::openspiel_2("openspiel", 2, 0x8504_3454_2d8a_9433)]
#[bench::openspiel_4("openspiel", 4, 0x489d_8153_b364_466a)]
fn imagine(mut work: Work) -> Work {
    for step in 0..POSITIONS {
        let mut dice = work.dice(step);
        let (viewer, view) = black_box(&work.views[step]);
        work.made.push(work.game.imagine(view, *viewer, &mut dice));
    }
    work
}

// Shuffles and deals.
#[library_benchmark(setup = prepare, teardown = check_made)]
#[bench::score_race_2("score-race", 2, 0x9031_7909_6021_9ed5)]
#[bench::score_race_4("score-race", 4, 0xd873_cb23_7e38_0177)]
#[bench::openspiel_2("openspiel", 2, 0x9031_7909_6021_9ed5)]
#[bench::openspiel_4("openspiel", 4, 0xd873_cb23_7e38_0177)]
fn deal(mut work: Work) -> Work {
    for number in 0..POSITIONS {
        let state = deal_one(&work, black_box(number));
        work.made.push(state);
    }
    work
}

fn check_options(work: Work) {
    let said = work.options.iter().flat_map(|action| action.to_string().into_bytes());
    check(&work, said.map(u64::from).fold(0, mix));
}

fn check_made(work: Work) {
    let all = Viewer::Referee(Referee::trusted());
    let digest = work.made.iter().fold(0, |digest, state| look(digest, &work.game.view(state, all)));
    check(&work, digest);
}

/// Sampled worlds may differ from the real one, but must look the same to the viewer.
fn check_imagined(work: Work) {
    let looks = work.made.iter().zip(&work.views).map(|(state, (viewer, _))| work.game.view(state, *viewer));
    check(&work, looks.fold(0, |digest, view| look(digest, &view)));
}

fn check_seen(work: Work) {
    check(&work, work.seen.iter().fold(0, look));
}

fn check(work: &Work, digest: u64) {
    assert_eq!(format!("{digest:#x}"), format!("{:#x}", work.expected), "the result has changed");
}

/// Adds every card of a view, place by place, and the seat to play to a digest.
fn look(digest: u64, view: &View) -> u64 {
    let piles = (0..PLACES).flat_map(|place| view.table.pile(Pile::at(place)).iter().chain([&Sight::Back]));
    let cards = piles.map(|card| match card {
        Sight::Face(face) => face.index() as u64,
        Sight::Back => 99,
    });
    cards.chain([view.public.turn.index() as u64]).fold(digest, mix)
}

/// Adds a number to a digest.
fn mix(digest: u64, number: u64) -> u64 {
    (digest ^ number).wrapping_mul(0x100_0000_01b3).rotate_left(7)
}

library_benchmark_group!(name = hot, benchmarks = [legal, apply, view, imagine, deal]);
main!(library_benchmark_groups = hot);
