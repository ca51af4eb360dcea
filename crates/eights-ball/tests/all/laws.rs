//! Checks the laws of all games over many deals, and that the list of legal answers agrees with
//! checking single ones.

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, laws};
use eights_ball::{Action, Balls, Face, Set, Sheet, Spot, compile};

#[test]
fn random_games_keep_the_laws() {
    let ball = crate::common::standard();
    for number in 0..60 {
        let dealer = Seat::new(number as usize % 2);
        let course = laws::check(&ball, &Opening::first(2, dealer), &Seed::from_number(number), 100_000);
        assert!(course.over, "game {number} did not end");
    }
}

#[test]
fn small_packs_keep_the_laws() {
    let mut sheet = Sheet::default();
    sheet.deck.sticks = 3;
    sheet.deck.cue_balls = 3;
    sheet.deck.sides = 1;
    sheet.deck.corners.retain(|name| name.contains("red"));
    sheet.deal.hand = 7;
    let ball = compile(&sheet).expect("small but sound");
    for number in 0..40 {
        let course = laws::check(&ball, &Opening::first(2, Seat::A), &Seed::from_number(number), 100_000);
        assert!(course.over, "game {number} did not end");
    }
}

/// Every answer that can be expressed, legal or not.
fn conceivable() -> Vec<Action> {
    let sets: Vec<Set> = eights_ball::Color::ALL
        .into_iter()
        .flat_map(|color| Spot::ALL.into_iter().map(move |at| Set { color, at }))
        .collect();
    let mut all =
        vec![Action::Choose(Balls::Solids), Action::Choose(Balls::Stripes), Action::Draw, Action::Take];
    for face in Face::all() {
        all.extend([Action::Discard(face), Action::Swap(face)]);
        for spot in Spot::ALL {
            all.extend([Action::Pocket(face, spot), Action::Block(face, spot)]);
        }
    }
    for first in &sets {
        all.extend([Action::Shoot(*first), Action::ShootEight(*first)]);
        for second in &sets {
            all.extend([Action::ShootTwo(*first, *second), Action::ShootLastAndEight(*first, *second)]);
        }
    }
    all
}

#[test]
fn exactly_the_listed_answers_are_legal() {
    let ball = crate::common::standard();
    let all = conceivable();
    for number in 0..12 {
        let seed = Seed::from_number(number);
        let mut luck = crate::common::Luck(number + 1);
        let mut state = crate::common::deal(&ball, &seed);
        let mut step = 0;
        while let Turn::Act(seat) = ball.turn(&state) {
            step += 1;
            let mut listed = Vec::new();
            ball.legal(&state, seat, &mut listed);
            // Checking all of them is slow, so check choices and shots, which are rare, and a sample of
            // the rest.
            if step <= 2 || step % 16 == 0 || listed.iter().any(|action| action.is_shot()) {
                let mut legal: Vec<Action> = all
                    .iter()
                    .copied()
                    .filter(|action| {
                        let mut next = state.clone();
                        ball.apply(&mut next, seat, *action, &mut Dice::at(&seed, step), &mut Silent).is_ok()
                    })
                    .collect();
                legal.sort_unstable();
                assert_eq!(listed, legal);
            }
            // Prefer shots, so that games make progress.
            let shots: Vec<Action> = listed.iter().copied().filter(|action| action.is_shot()).collect();
            let among = if shots.is_empty() { &listed } else { &shots };
            let action = among[luck.below(among.len())];
            ball.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent)
                .expect("listed answers are legal");
        }
    }
}
