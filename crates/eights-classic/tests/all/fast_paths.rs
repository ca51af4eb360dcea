//! The fast paths play the same game as the general ones: for every shipped sheet and for 1,000 random ones,
//! games are played on both sides at once and compared after every step.

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{Action, Answer, BitHand, Classic, FastRng, State, Step, house_rules};

use crate::common;

const RANDOM_SHEETS: usize = 1_000;

/// How much of each fast path a run has compared.
#[derive(Debug, Default)]
struct Compared {
    simple: u32,
    bit_hand: u32,
}

/// Plays one random hand with and without the bit masks of simple rule sets, and as a fast rollout if the
/// rules allow it.
fn compare_hand(game: &Classic, n_seats: u8, number: u64, what: &str, compared: &mut Compared) {
    let general = game.without_fast_paths();
    let seed = Seed::from_number(number);
    let mut choose = Dice::at(&seed, u64::MAX);
    let mut luck = FastRng::from_dice(&mut choose);
    let opening = Opening::first(n_seats, Seat::new(number as usize % n_seats as usize));
    let mut state = game.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
    let mut slow = general.deal(&opening, &mut Dice::at(&seed, 0), &mut Silent);
    let mut bit_hand = game.bit_hand(&state);
    for step in 1..300 {
        let turn = game.turn(&state);
        assert_eq!(turn, general.turn(&slow), "{what}");
        for viewer in Seat::first(n_seats).map(Viewer::Seat).chain([Viewer::Public]) {
            assert_eq!(game.view(&state, viewer), general.view(&slow, viewer), "{what}, step {step}");
        }
        let Turn::Act(seat) = turn else { return };
        let answers = listed(|out| game.legal(&state, seat, out));
        assert_eq!(answers, listed(|out| general.legal(&slow, seat, out)), "{what}, step {step}");
        if let Some(bit_hand) = &bit_hand {
            assert_eq!(bit_hand.asked(), Ok(seat), "{what}, step {step}");
            assert_eq!(answers, listed(|out| bit_hand.list(out)), "{what}, step {step}");
            compare_policy(game, &state, seat, bit_hand, &mut choose);
            compared.bit_hand += 1;
        }
        compared.simple += u32::from(game.seat_view(&state, seat).is_simple());
        let action = *choose.pick(&answers).expect("every question has an answer");
        game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut Silent).expect("legal");
        general.apply(&mut slow, seat, action, &mut Dice::at(&seed, step), &mut Silent).expect("legal");
        let Some(before) = bit_hand else { continue };
        let mut after = before;
        after.act(action, &mut luck);
        let drawn = |fresh: &BitHand| {
            let held =
                |hand: &BitHand| Seat::first(n_seats).map(|seat| hand.hand(seat).count_ones()).sum::<u32>();
            held(fresh) + u32::from(matches!(action.answer(), Answer::Play(_))) - held(&before)
        };
        match (game.turn(&state), game.bit_hand(&state)) {
            // The rules may reshuffle as soon as the stock is empty, the rollout only when a card is needed,
            // and each in its own order: continue with the order of the rules.
            (Turn::Act(_), Some(fresh))
                if fresh.n_stock() > after.n_stock() || drawn(&fresh) as usize > before.n_stock() =>
            {
                bit_hand = Some(fresh);
            }
            (Turn::Act(_), fresh) => {
                let fresh = fresh.expect("the fast rollout stays open");
                assert_eq!(after.n_stock(), fresh.n_stock(), "{what}, step {step}");
                for seat in Seat::first(n_seats) {
                    assert_eq!(after.hand(seat), fresh.hand(seat), "{what}, step {step}");
                }
                bit_hand = Some(after);
            }
            (Turn::Over(outcome), _) => {
                let shares = after.asked().expect_err("the hand is over there too");
                for seat in Seat::first(n_seats) {
                    let wins = shares[seat.index()] > 0.0;
                    assert_eq!(outcome.winners.has(seat), wins, "{what}: {outcome:?}, {shares:?}");
                }
            }
        }
    }
}

/// In an ordinary turn both follow the same policy; a penalty is answered by either if it can be.
fn compare_policy(game: &Classic, state: &State, seat: Seat, bit_hand: &BitHand, dice: &mut Dice) {
    let lays = |action: Action| matches!(action.answer(), Answer::Play(_));
    let (policy, fast) = (game.heuristic(game.seat_view(state, seat), dice), bit_hand.heuristic());
    if game.view(state, Viewer::Seat(seat)).public.step == Step::Play {
        assert_eq!(policy, fast);
    } else {
        assert_eq!(lays(policy), lays(fast));
    }
}

fn listed(list: impl FnOnce(&mut Vec<Action>)) -> Vec<Action> {
    let mut answers = Vec::new();
    list(&mut answers);
    answers
}

/// A shipped rule set with a few random options, if they can be combined.
fn random_sheet(dice: &mut Dice) -> Option<(String, Classic)> {
    let (base, what) = house_rules::random(dice);
    let game = common::read(base, &what).ok()?;
    Some((format!("{base} with {what}"), game))
}

#[test]
fn shipped_sheets_play_the_same_on_every_path() {
    let mut compared = Compared::default();
    for name in common::SHIPPED {
        let game = common::with(name, "");
        for (n_seats, number) in game.seats().flat_map(|n| (0..20).map(move |number| (n, number))) {
            compare_hand(&game, n_seats, number, name, &mut compared);
        }
    }
    assert!(compared.simple > 10_000 && compared.bit_hand > 1_000, "{compared:?}");
}

#[test]
fn random_sheets_play_the_same_on_every_path() {
    let mut dice = Dice::at(&Seed::from_number(8), 0);
    let mut compared = Compared::default();
    let mut sheets = 0;
    while sheets < RANDOM_SHEETS {
        let Some((what, game)) = random_sheet(&mut dice) else { continue };
        sheets += 1;
        let (least, most) = game.seats().into_inner();
        for number in 0..2 {
            let n_seats = least + dice.below(u32::from(most - least) + 1) as u8;
            compare_hand(&game, n_seats, sheets as u64 * 2 + number, &what, &mut compared);
        }
    }
    assert!(compared.simple > 10_000 && compared.bit_hand > 1_000, "{compared:?}");
}

/// The options that the rollout reads, in every combination that a sheet may have.
#[test]
fn simple_sheets_roll_out_as_they_play() {
    let mut compared = Compared::default();
    for empty in ["reshuffle", "pass", "ends-hand"] {
        for blocked in ["lowest-difference", "lowest-points", "fewest-cards", "nobody"] {
            for duty in ["must", "may-draw", "may-draw-never-pass"] {
                for draw in ["one", "{ up-to = 3 }", "until-playable"] {
                    for after in ["turn-ends", "may-play-drawn", "must-play-drawn", "may-play-any"] {
                        let what = format!(
                            "stock.empty = {empty}, hand.blocked = {blocked}, turn.duty = {duty}, \
                             turn.draw = {draw}, turn.after-draw = {after}"
                        );
                        let Ok(game) = common::read("openspiel", &what) else { continue };
                        for number in 0..4 {
                            compare_hand(&game, 2 + number as u8, number, &what, &mut compared);
                        }
                    }
                }
            }
        }
    }
    assert!(compared.bit_hand > 10_000, "{compared:?}");
}

/// Penalties, skips and reverses, with every way to answer a penalty.
#[test]
fn action_sheets_roll_out_as_they_play() {
    let mut compared = Compared::default();
    for answer in ["none", "same-family", "any-draw-card", "equal-or-higher"] {
        for after in ["turn-lost", "may-play"] {
            for nothing in ["still-owed", "lapses"] {
                for other in ["any-suit", "same-suit"] {
                    for reverse in ["skip", "nothing"] {
                        let what = format!(
                            "penalty.answer = {answer}, penalty.after = {after}, penalty.nothing-to-draw = {nothing}, \
                             penalty.other-rank = {other}, reverse.two-players = {reverse}, \
                             cards.3 = [{{ draw = 3 }}], cards.KS = [{{ draw = 5 }}, \"skip\"]"
                        );
                        let Ok(game) = common::read("action", &what) else { continue };
                        for number in 0..9 {
                            compare_hand(&game, 2 + number as u8 % 3, number, &what, &mut compared);
                        }
                    }
                }
            }
        }
    }
    assert!(compared.bit_hand > 10_000, "{compared:?}");
}
