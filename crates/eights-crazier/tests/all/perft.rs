//! Guards against unintended changes: perft counts recorded in a snapshot. The numbers do not prove any
//! rule. An intended change of the rules or of a card changes them, and then the snapshot is updated.

use eights::{Dice, Game, Seed, Turn, perft};

#[test]
fn perft_counts_have_not_changed() {
    let seed = Seed::from_number(8);
    let counts: Vec<(u8, u64, u64)> = [(2, ""), (3, ""), (2, crate::common::BOTH), (5, "")]
        .into_iter()
        .map(|(n_seats, with)| {
            let game = crate::common::with(with);
            let state = crate::common::deal(&game, n_seats, &seed);
            (n_seats, perft(&game, &state, 2, &seed), perft(&game, &state, 4, &seed))
        })
        .collect();
    insta::assert_debug_snapshot!(counts);
}

/// The same answers lead to the same state, two hundred answers into a game.
#[test]
fn the_same_answers_lead_to_the_same_game() {
    let game = crate::common::with(crate::common::BOTH);
    for number in 0..20 {
        let seed = Seed::from_number(number);
        let play = || {
            let mut state = crate::common::deal(&game, 3, &seed);
            let mut luck = crate::common::Luck(number + 1);
            crate::common::play_randomly(&game, &mut state, &seed, &mut luck, &mut Vec::new(), 200);
            serde_json::to_string(&game.view(&state, eights::Viewer::Public)).expect("a view can be written")
        };
        assert_eq!(play(), play());
    }
}

/// Every listed answer is legal, and the texts of the shipped cards come to an end.
#[test]
fn listed_answers_are_legal_and_texts_end() {
    for (with, n_seats) in
        [("", 2), (crate::common::BOTH, 4), (crate::common::BOTH, 7), ("teams = pairs, players.min = 4", 4)]
    {
        let game = crate::common::with(with);
        for number in 0..60 {
            let seed = Seed::from_number(number);
            let mut luck = crate::common::Luck(number + 77);
            let mut state = crate::common::deal(&game, n_seats, &seed);
            let mut step = 0;
            while let Turn::Act(seat) = game.turn(&state) {
                step += 1;
                let mut options = Vec::new();
                game.legal(&state, seat, &mut options);
                if step % 8 == 0 {
                    for action in &options {
                        let mut next = state.clone();
                        let mut dice = Dice::at(&seed, step);
                        assert!(game.apply(&mut next, seat, *action, &mut dice, &mut eights::Silent).is_ok());
                    }
                }
                let action = options[luck.below(options.len())];
                game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut eights::Silent)
                    .expect("listed answers are legal");
            }
            assert!(!state.public().endless, "{with}: game {number} had no end");
        }
    }
}
