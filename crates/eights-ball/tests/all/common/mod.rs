//! Helpers for tests and examples: rules, deals, and games played to their end.
#![allow(dead_code, reason = "each test uses a part of it")]

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_ball::{Action, Ball, DealerTakes, Sheet, State, View, compile};

/// The shipped rules.
pub(crate) fn standard() -> Ball {
    compile(&Sheet::default()).expect("the standard sheet is sound")
}

/// The shipped rules, except that the dealer is not asked which balls to take.
pub(crate) fn unasked() -> Ball {
    let mut sheet = Sheet::default();
    sheet.deal.dealer_takes = DealerTakes::Stripes;
    compile(&sheet).expect("the standard sheet is sound")
}

/// The first deal of a match in which B deals and A begins.
pub(crate) fn deal(ball: &Ball, seed: &Seed) -> State {
    ball.deal(&Opening::first(2, Seat::new(1)), &mut Dice::at(seed, 0), &mut Silent)
}

/// A fast generator (xorshift64) for choosing answers.
pub(crate) struct Luck(pub(crate) u64);

impl Luck {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}

/// Plays random answers to the end of the game; returns how many were given.
pub(crate) fn play_randomly(
    ball: &Ball,
    state: &mut State,
    seed: &Seed,
    luck: &mut Luck,
    options: &mut Vec<Action>,
) -> u64 {
    let mut step = 0;
    while let Turn::Act(seat) = ball.turn(state) {
        step += 1;
        options.clear();
        ball.legal(state, seat, options);
        let action = options[luck.below(options.len())];
        ball.apply(state, seat, action, &mut Dice::at(seed, step), &mut Silent)
            .expect("a listed answer is legal");
    }
    step
}

/// Plays to the end of the game, each seat giving the answer rated best; ties are broken at random.
pub(crate) fn play_greedily(
    ball: &Ball,
    state: &mut State,
    seed: &Seed,
    luck: &mut Luck,
    rate: impl Fn(&Ball, &View, Seat, Action) -> i32,
) -> u64 {
    let mut options = Vec::new();
    let mut step = 0;
    while let Turn::Act(seat) = ball.turn(state) {
        step += 1;
        options.clear();
        ball.legal(state, seat, &mut options);
        let view = ball.view(state, Viewer::Seat(seat));
        let rated: Vec<i32> = options.iter().map(|action| rate(ball, &view, seat, *action)).collect();
        let best = *rated.iter().max().expect("a question has an answer");
        let ties: Vec<usize> = (0..rated.len()).filter(|at| rated[*at] == best).collect();
        let action = options[ties[luck.below(ties.len())]];
        ball.apply(state, seat, action, &mut Dice::at(seed, step), &mut Silent)
            .expect("a listed answer is legal");
    }
    step
}
