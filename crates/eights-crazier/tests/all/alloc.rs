//! Checks that dealing, listing answers and applying them do not allocate.

use allocation_counter::measure;
use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
use eights_config::Document;
use eights_crazier::Crazier;

const STANDARD: &str = include_str!("../../../../rules/crazier-eights/standard.toml");

#[test]
fn a_silent_game_allocates_nothing() {
    let mut document = Document::toml("standard.toml", STANDARD).expect("the shipped sheet");
    document.overrides("deck.cards = [original, many-colours]").expect("both sets");
    let game = Crazier::read(&document).expect("the shipped rules");
    let mut options = Vec::with_capacity(4096);
    let mut answers = 0;
    for number in 0..60u64 {
        let seed = Seed::from_number(number);
        let mut luck = Dice::at(&seed, u64::MAX);
        // The first draw initialises the dice; do it before counting begins.
        luck.below(2);
        let n_seats = 2 + (number % 7) as u8;
        let used = measure(|| {
            let mut dice = Dice::at(&seed, 0);
            let mut state = game.deal(&Opening::first(n_seats, Seat::A), &mut dice, &mut Silent);
            while let Turn::Act(seat) = game.turn(&state) {
                options.clear();
                game.legal(&state, seat, &mut options);
                let action = *luck.pick(&options).expect("a question has an answer");
                game.apply(&mut state, seat, action, &mut dice, &mut Silent)
                    .expect("listed answers are legal");
                answers += 1;
            }
        });
        assert_eq!(used.count_total, 0, "game {number} with {n_seats} seats");
    }
    assert!(answers > 2_000, "only {answers} answers");
}
