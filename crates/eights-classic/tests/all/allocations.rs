//! Playing with a silent log does not allocate, and steps do not get slower in a long game.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Action, Classic, Pile, State};

use crate::common;

/// The number of games per rule set and number of seats.
const GAMES: u64 = 60;

/// Plays a random game to its end and returns the number of answers.
fn play(game: &Classic, n_seats: u8, number: u64, options: &mut Vec<Action>) -> u64 {
    let seed = Seed::from_number(number);
    let mut luck = Dice::at(&seed, u64::MAX);
    let opening = Opening::first(n_seats, Seat::new(number as usize % n_seats as usize));
    let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
    let mut step = 0;
    while let Turn::Act(seat) = game.turn(&state) {
        step += 1;
        options.clear();
        game.legal(&state, seat, options);
        let action = *luck.pick(options).expect("a question always has an answer");
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent).expect("it was listed");
    }
    step
}

/// Plays whole games with two, four and eight players, as far as the rules allow.
fn allocates_nothing(name: &str, overrides: &str) {
    let game = common::with(name, overrides);
    // The caller provides the list of options, large enough from the start.
    let mut options = Vec::with_capacity(4096);
    for n_seats in [2, 4, 8].into_iter().filter(|n| game.seats().contains(n)) {
        for number in 0..GAMES {
            let mut steps = 0;
            let used = measure(|| steps = play(&game, n_seats, number, &mut options));
            assert!(steps > 0 && options.capacity() == 4096);
            assert_eq!(
                used.count_total, 0,
                "{name} with {overrides}: game {number} of {n_seats}, {steps} answers"
            );
        }
    }
}

#[test]
fn shipped_rule_sets_allocate_nothing() {
    for name in common::SHIPPED {
        allocates_nothing(name, "");
    }
}

#[test]
fn house_rules_allocate_nothing() {
    for (name, with) in [
        // Voluntary draws with reshuffling: long games, most of them with several shuffles.
        ("openspiel", "stock.empty = reshuffle"),
        (
            "openspiel",
            "cards.2 = [{ draw = 2 }], cards.Q = [\"skip\"], cards.A = [\"reverse\"], stock.empty = reshuffle",
        ),
        ("score-race", "turn.draw = until-playable, turn.after-draw = must-play-drawn"),
        ("score-race", "starter.wild = reshuffle"),
        ("score-race", "starter.wild = dealer-names, wild.names = suit-or-rank"),
        ("score-race", "hand.ends = play-on, score.mode = places"),
        ("score-race", "hand.limit = 9"),
        ("score-race", "last-card.forgot = 2, last-card.noticed = when-caught"),
        ("score-race", "finish.effect = apply-before-scoring"),
        ("score-race", "cards.7 = [{ swap-hands = \"chosen\" }]"),
        ("action", "jump-in = identical, deck.packs = 2"),
        ("action-stacking", "several.matching = any, players.max = 5"),
    ] {
        allocates_nothing(name, with);
    }
}

#[test]
fn dealing_and_copying_allocate_nothing() {
    for name in common::SHIPPED {
        let game = common::with(name, "");
        let (least, most) = game.seats().into_inner();
        for n_seats in least..=most {
            let seed = Seed::from_number(u64::from(n_seats));
            let used = measure(|| {
                let opening = Opening::first(n_seats, Seat::A);
                let state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
                std::hint::black_box(state.clone());
            });
            assert_eq!(used.count_total, 0, "{name} with {n_seats} players");
        }
    }
}

/// A game that does not end, because players with few cards never lay one, and its answers so far.
struct Endless {
    game: Classic,
    seed: Seed,
    answers: Vec<(Seat, Action)>,
}

impl Endless {
    fn new(length: usize) -> Endless {
        let with =
            "cards.2 = [{ draw = 2 }], cards.Q = [\"skip\"], stock.empty = reshuffle, stock.circling = 65535";
        let game = common::with("openspiel", with);
        let mut endless = Endless { game, seed: Seed::from_number(4), answers: Vec::with_capacity(length) };
        let mut state = endless.deal();
        let mut options = Vec::new();
        for step in 0..length {
            let Turn::Act(seat) = endless.game.turn(&state) else { panic!("over after {step} answers") };
            options.clear();
            endless.game.legal(&state, seat, &mut options);
            let held = endless.game.view(&state, Viewer::Seat(seat)).table.pile(Pile::Hand(seat)).len();
            // Cards are listed before draw and pass.
            let pick = if held > 3 { step % options.len().div_ceil(2) } else { options.len() - 1 };
            endless.answers.push((seat, options[pick]));
            endless.play(&mut state, step, &mut options);
        }
        endless
    }

    fn deal(&self) -> State {
        self.game.deal(&Opening::first(4, Seat::A), &mut Dice::at(&self.seed, 0), &mut Silent)
    }

    /// Plays one recorded answer.
    fn play(&self, state: &mut State, step: usize, options: &mut Vec<Action>) {
        let (seat, action) = self.answers[step];
        options.clear();
        self.game.legal(state, seat, options);
        let mut dice = Dice::at(&self.seed, step as u64 + 1);
        self.game.apply(state, seat, action, &mut dice, &mut Silent).expect("it was listed");
    }

    /// How long each block of ten answers takes.
    fn times(&self) -> Vec<Duration> {
        let mut state = self.deal();
        let mut options = Vec::with_capacity(256);
        let tens = (0..self.answers.len()).step_by(10);
        tens.map(|first| {
            let began = Instant::now();
            (first..first + 10).for_each(|step| self.play(&mut state, step, &mut options));
            began.elapsed()
        })
        .collect()
    }
}

#[test]
fn a_long_game_does_not_get_slower() {
    let endless = Endless::new(11_000);
    // Take the best of several runs at each step, because other programs run too, and then the
    // median of a hundred blocks.
    let mut best = endless.times();
    for _ in 0..8 {
        best.iter_mut().zip(endless.times()).for_each(|(best, time)| *best = time.min(*best));
    }
    let mut median = |from: usize| {
        best[from / 10..from / 10 + 100].sort();
        best[from / 10 + 50]
    };
    let (early, late) = (median(1000), median(10_000));
    assert!(late < early * 3, "ten answers take {early:?} after 1,000 answers, and {late:?} after 10,000");
}
