//! Checks that dealing, listing answers, applying them and viewing do not allocate.

use allocation_counter::measure;
use eights::{Dice, Game, Seed, Silent, Turn, Viewer};

#[test]
fn a_silent_game_allocates_nothing() {
    let ball = crate::common::standard();
    let mut options = Vec::with_capacity(256);
    for number in 0..40 {
        let seed = Seed::from_number(number);
        let mut luck = crate::common::Luck(number + 9);
        let mut steps = 0;
        let used = measure(|| {
            let mut state = crate::common::deal(&ball, &seed);
            steps = crate::common::play_randomly(&ball, &mut state, &seed, &mut luck, &mut options);
        });
        assert!(steps > 50);
        assert_eq!(used.count_total, 0, "game {number}");
    }
}

#[test]
fn views_ratings_and_imagined_worlds_allocate_nothing() {
    let ball = crate::common::standard();
    let seed = Seed::from_number(5);
    let mut state = crate::common::deal(&ball, &seed);
    let mut options = Vec::with_capacity(256);
    let mut step = 0;
    while let Turn::Act(seat) = ball.turn(&state) {
        step += 1;
        options.clear();
        ball.legal(&state, seat, &mut options);
        let used = measure(|| {
            let view = ball.view(&state, Viewer::Seat(seat));
            let best = options.iter().map(|action| eights_ball::rate(&ball, &view, seat, *action)).max();
            let world =
                eights::Imagine::imagine(&ball, &view, Viewer::Seat(seat), &mut Dice::at(&seed, step));
            std::hint::black_box((best, world.clone()));
        });
        assert_eq!(used.count_total, 0, "step {step}");
        let action = options[step as usize * 7 % options.len()];
        ball.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent)
            .expect("listed answers are legal");
    }
    assert!(step > 100);
}
