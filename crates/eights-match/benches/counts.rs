//! Instruction counts of writing views as JSON under valgrind: our writer beside `serde_json`.
//!
//! `scripts/counts.sh` compares them with the numbers in `counts.toml`.

#![allow(missing_docs)]

use std::hint::black_box;

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Classic, View};
use eights_config::Document;
use eights_match::write_json;
use gungraun::{library_benchmark, library_benchmark_group, main};

/// How many views are written.
const VIEWS: usize = 64;

/// The views of a random game with four players, each by the seat to move.
fn views() -> Vec<View> {
    let text = include_str!("../../../rules/crazy-eights/score-race.toml");
    let game = Classic::read(&Document::toml("score-race", text).expect("a sheet")).expect("rules");
    let seed = Seed::from_number(8);
    let mut views = Vec::with_capacity(VIEWS);
    let mut state = game.deal(&Opening::first(4, Seat::new(0)), &mut Dice::at(&seed, 0), &mut Silent);
    while views.len() < VIEWS {
        let mut dice = Dice::at(&seed, views.len() as u64 + 1);
        let Turn::Act(seat) = game.turn(&state) else {
            state = game.deal(&Opening::first(4, Seat::new(0)), &mut dice, &mut Silent);
            continue;
        };
        views.push(game.view(&state, Viewer::Seat(seat)));
        let mut options = Vec::new();
        game.legal(&state, seat, &mut options);
        let action = *dice.pick(&options).expect("the seat to move has an answer");
        game.apply(&mut state, seat, action, &mut dice, &mut Silent).expect("taken from the legal list");
    }
    views
}

fn check(written: (Vec<View>, Vec<u8>)) {
    let (views, bytes) = written;
    let expected: Vec<u8> = views.iter().flat_map(|view| serde_json::to_vec(view).expect("JSON")).collect();
    assert!(bytes == expected, "both write the same bytes");
}

fn prepare() -> (Vec<View>, Vec<u8>) {
    (views(), Vec::with_capacity(1 << 20))
}

#[library_benchmark(setup = prepare, teardown = check)]
#[bench::ours()]
fn json((views, mut out): (Vec<View>, Vec<u8>)) -> (Vec<View>, Vec<u8>) {
    views.iter().for_each(|view| write_json(&mut out, black_box(view)).expect("JSON"));
    (views, out)
}

#[library_benchmark(setup = prepare, teardown = check)]
#[bench::serde_json()]
fn json_by((views, mut out): (Vec<View>, Vec<u8>)) -> (Vec<View>, Vec<u8>) {
    views.iter().for_each(|view| serde_json::to_writer(&mut out, black_box(view)).expect("JSON"));
    (views, out)
}

library_benchmark_group!(name = writing, benchmarks = [json, json_by]);
main!(library_benchmark_groups = writing);
