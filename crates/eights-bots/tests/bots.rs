//! The bots answer fairly, and better ones win more.

use eights::{Dice, Seat, Seed};
use eights_bots::Level;
use eights_table::{Catalog, RuleSet, Shipped};

fn rules(game: &str, name: &str, with: &str) -> RuleSet {
    Catalog::new(&Shipped).rules(game, name, with).unwrap_or_else(|problems| panic!("{problems:?}"))
}

/// How many of so many single hands greedy wins against random, seats alternating.
fn greedy_wins(rules: &RuleSet, games: u64) -> u64 {
    let mut won = 0;
    for number in 0..games {
        let mut table = rules.start(2, Seed::from_number(number / 2)).unwrap();
        let mut dice = Dice::at(&Seed::from_number(number), u64::MAX);
        let greedy = Seat::new((number % 2) as usize);
        while let Some(seat) = table.asks() {
            let level = if seat == greedy { Level::Greedy } else { Level::Random };
            let answer = level.answer(table.as_ref(), seat, &mut dice).expect("an answer to the question");
            table.act(seat, &answer).expect("bots cannot err");
            if let Some(hand) = table.hand_over() {
                won += u64::from(hand.outcome.winners.has(greedy));
                break;
            }
        }
    }
    won
}

#[test]
fn greedy_beats_random() {
    // With equal play 300 of 600 ± 37 (three standard deviations).
    let won = greedy_wins(&rules("crazy-eights", "score-race", ""), 600);
    assert!(won > 360, "{won} of 600");
    let won = greedy_wins(&rules("crazy-eights", "openspiel", ""), 600);
    assert!(won > 450, "{won} of 600");
    let won = greedy_wins(&rules("crazy-8-ball", "standard", ""), 100);
    assert!(won > 95, "{won} of 100");
}

/// Nothing is said for a seat that is not asked.
#[test]
fn nobody_answers_out_of_turn() {
    let table = rules("crazy-eights", "action", "").start(4, Seed::from_number(1)).unwrap();
    let asked = table.asks().unwrap();
    let mut dice = Dice::at(&Seed::from_number(1), 1);
    for seat in Seat::first(4) {
        for level in Level::ALL {
            assert_eq!(level.answer(table.as_ref(), seat, &mut dice).is_some(), seat == asked);
        }
    }
}

#[test]
fn greedy_manages_every_house_rule() {
    for with in [
        "",
        "last-card.forgot = 2, last-card.noticed = when-caught",
        "cards.7 = [{ swap-hands = chosen }], cards.10 = [rotate-hands]",
        "several.shape = same-rank",
        "wild.names = suit-or-rank, deck.jokers = 2, cards.joker = [wild, { draw = 4 }]",
        "match.end = { countdown = 3 }",
        "starter.wild = dealer-names",
    ] {
        let mut table = rules("crazy-eights", "score-race", with).start(4, Seed::from_number(9)).unwrap();
        let mut dice = Dice::at(&Seed::from_number(9), u64::MAX);
        for _ in 0..2_000 {
            let Some(seat) = table.asks() else { break };
            let answer = Level::Greedy.answer(table.as_ref(), seat, &mut dice).expect("an answer");
            table.act(seat, &answer).expect("bots cannot err");
        }
        assert!(table.is_over(), "{with}: the match did not end");
    }
}
