//! Bots answer legally and reproducibly, better ones win more, and hints have reasons.

use crate::bots::common::rules;
use eights::{Dice, Position, Seat, Seed};
use eights_bots::{BotKind, Level};
use eights_match::{AnyMatch, RuleSet, SeatedBot};

fn bot(name: &str) -> BotKind {
    BotKind::named(name).unwrap_or_else(|error| panic!("{error}"))
}

/// Plays single hands between two bots, each deal from both seats, and counts
/// the wins of the first.
fn wins(rules: &RuleSet, first: BotKind, second: BotKind, games: u64) -> u64 {
    let mut won = 0;
    for number in 0..games {
        let mut table = rules.start(2, Seed::from_number(number / 2)).unwrap();
        let mut dice = Dice::at(&Seed::from_number(number), u64::MAX);
        let hero = Seat::new((number % 2) as usize);
        let mut bots: Vec<Box<dyn SeatedBot>> =
            Seat::first(2).map(|seat| table.sit(if seat == hero { first } else { second }, seat)).collect();
        while let Some(seat) = table.asks() {
            bots.iter_mut().for_each(|bot| bot.observe(table.as_ref()));
            let answer = bots[seat.index()].answer(table.as_ref(), &mut dice).expect("the seat is to act");
            table.act(seat, &answer).expect("bots answer legally");
            if let Some(hand) = table.hand_over() {
                won += u64::from(hand.outcome.winners.has(hero));
                break;
            }
        }
    }
    won
}

#[test]
fn normal_beats_random() {
    // The bounds are three standard deviations below the shares in `docs/bots.md`.
    let normal = Level::Normal.into();
    let won = wins(&rules("crazy-eights", "openspiel", ""), normal, BotKind::Random, 600);
    assert!(won >= 540, "{won} of 600, below 90 %");
    let won = wins(&rules("crazy-eights", "score-race", ""), normal, BotKind::Random, 600);
    assert!(won > 360, "{won} of 600");
    let won = wins(&rules("crazy-8-ball", "standard", ""), normal, BotKind::Random, 60);
    assert!(won > 54, "{won} of 60");
}

/// Equal players would win 60 of 120 ± 16.
#[test]
fn a_small_search_beats_greedy() {
    let won = wins(&rules("crazy-eights", "openspiel", ""), bot("search:150"), BotKind::Greedy, 120);
    assert!(won > 60, "{won} of 120");
}

/// Equal players would win 500 of 1,000 ± 47; docs/bots.md gives 63.5 % and, for rules that it was not trained on, 60.2 %.
#[test]
fn the_network_beats_those_who_do_not_search() {
    let won = wins(&rules("crazy-eights", "openspiel", ""), BotKind::Network, BotKind::Greedy, 1_000);
    assert!(won > 590, "{won} of 1000");
    let won = wins(&rules("crazy-eights", "switch", ""), BotKind::Network, Level::Normal.into(), 1_000);
    assert!(won > 550, "{won} of 1000");
}

/// In Chodské prší the network lost to the policy: it is not asked there.
#[test]
fn the_network_leaves_rules_it_plays_badly_to_the_policy() {
    let won = wins(&rules("crazy-eights", "chodske-prsi", ""), BotKind::Network, Level::Normal.into(), 200);
    assert!((70..=130).contains(&won), "{won} of 200");
}

#[test]
fn bots_do_not_answer_out_of_turn() {
    let table = rules("crazy-eights", "action", "").start(4, Seed::from_number(1)).unwrap();
    let to_act = table.asks().unwrap();
    let mut dice = Dice::at(&Seed::from_number(1), 1);
    let names =
        ["random", "greedy", "newcomer", "learner", "casual", "normal", "network", "search:20", "flat:2"];
    for seat in Seat::first(4) {
        for kind in names.map(bot) {
            assert_eq!(
                table.sit(kind, seat).answer(table.as_ref(), &mut dice).is_some(),
                seat == to_act,
                "{kind}"
            );
        }
    }
}

#[test]
fn normal_finishes_matches_under_house_rules() {
    for with in [
        "",
        "last-card.forgot = 2, last-card.noticed = when-caught",
        "cards.7 = [{ swap-hands = chosen }], cards.10 = [rotate-hands]",
        "several.shape = same-rank",
        "wild.names = suit-or-rank, deck.jokers = 2, cards.joker = [wild, { draw = 4 }]",
        "match.end = { countdown = 3 }",
        "starter.wild = dealer-names",
    ] {
        for level in [Level::Newcomer, Level::Normal] {
            let mut table = rules("crazy-eights", "score-race", with).start(4, Seed::from_number(9)).unwrap();
            let mut dice = Dice::at(&Seed::from_number(9), u64::MAX);
            for _ in 0..4_000 {
                let Some(seat) = table.asks() else { break };
                let answer = table
                    .sit(BotKind::from(level), seat)
                    .answer(table.as_ref(), &mut dice)
                    .expect("an answer");
                table.act(seat, &answer).expect("bots answer legally");
            }
            assert!(table.is_over(), "{with}: the match of {level} did not end");
        }
    }
}

#[test]
fn names_are_parsed_and_printed() {
    for name in ["newcomer", "learner", "casual", "normal", "expert", "master", "analyst"] {
        assert_eq!(bot(name).to_string(), name);
        assert!(Level::named(name).is_some_and(|level| !level.about().is_empty()));
    }
    for name in ["random", "greedy", "network", "search:1000", "search:1000x4", "flat:20"] {
        assert_eq!(bot(name).to_string(), name);
    }
    for wrong in [
        "",
        "champion",
        "search",
        "search:",
        "search:0",
        "search:-1",
        "flat:1e3",
        "search:99999999999",
        "search:10x",
        "search:10x0",
        "search:10x1000",
    ] {
        let error = BotKind::named(wrong).expect_err("not a bot").to_string();
        assert!(error.contains("newcomer, learner") && error.contains("search:N"), "{error}");
    }
}

/// A clock that allows two polls.
fn short_clock(polls: &mut u32) -> impl FnMut() -> bool {
    move || {
        *polls += 1;
        *polls < 3
    }
}

#[test]
fn the_same_dice_give_the_same_answer() {
    let table = rules("crazy-eights", "openspiel", "").start(3, Seed::from_number(3)).unwrap();
    let seat = table.asks().unwrap();
    let answer =
        || table.sit(bot("search:200"), seat).answer(table.as_ref(), &mut Dice::at(&Seed::from_number(5), 0));
    assert_eq!(answer(), answer());
    let mut polls = 0;
    let mut dice = Dice::at(&Seed::from_number(5), 0);
    let answer = table.sit(bot("analyst"), seat).answer_within(
        table.as_ref(),
        &mut dice,
        &mut short_clock(&mut polls),
    );
    assert!(answer.is_some() && polls == 3, "stops when time is up");
}

#[test]
fn several_threads_give_the_same_answer_every_time_and_stop() {
    for (game, name) in
        [("crazy-eights", "openspiel"), ("crazy-eights", "action"), ("crazier-eights", "standard")]
    {
        let table = rules(game, name, "").start(2, Seed::from_number(3)).unwrap();
        let seat = table.asks().unwrap();
        for kind in ["search:400x2", "search:400x3"] {
            let answer = |number| {
                table
                    .sit(bot(kind), seat)
                    .answer(table.as_ref(), &mut Dice::at(&Seed::from_number(number), 0))
            };
            for number in 0..3 {
                assert_eq!(answer(number), answer(number), "{kind}");
            }
        }
        let mut polls = 0;
        let mut dice = Dice::at(&Seed::from_number(5), 0);
        let answer = table.sit(bot("search:1000x3"), seat).answer_within(
            table.as_ref(),
            &mut dice,
            &mut short_clock(&mut polls),
        );
        assert!(answer.is_some() && polls == 3, "stops when time is up");
    }
}

fn place(hands: &[&str], discard: &str) -> Box<dyn AnyMatch> {
    let mut position =
        Position { hands: hands.iter().map(|hand| (*hand).to_owned()).collect(), ..Position::default() };
    position.lines.insert("discard".into(), discard.into());
    rules("crazy-eights", "openspiel", "").place(&position).unwrap()
}

#[test]
fn hints_have_a_reason_and_a_win_rate() {
    let table = place(&["5H", "6C 7C"], "9H");
    let hint = table
        .sit(BotKind::from(Level::Master), Seat::A)
        .hint(table.as_ref(), &mut Dice::at(&Seed::from_number(1), 0));
    let hint = hint.expect("A is to act");
    assert_eq!(hint.say, "5H", "{hint:?}");
    assert!(
        hint.why.contains("last card") && hint.why.ends_with("you win about 100 of 100 such games."),
        "{hint:?}"
    );
}

#[test]
fn hints_remember_who_could_not_follow() {
    // B cannot follow hearts, draws one card and passes; then A has a choice again.
    let mut table = rules("crazy-eights", "openspiel", "turn.draw = { up-to = 1 }")
        .start_arranged(
            2,
            Seed::from_number(1),
            Some(Seat::new(1)),
            "2H 4C 3H 5C 6H 6C 7S 7C 9D 9C 10D 10C JD JC KH 4S QH",
        )
        .unwrap();
    let mut advisor = table.sit(BotKind::from(Level::Master), Seat::A);
    advisor.observe(table.as_ref());
    let mut dice = Dice::at(&Seed::from_number(1), 0);
    for (seat, said) in [(0, "2H"), (1, "draw"), (1, "pass")] {
        table.act(Seat::new(seat), said).unwrap_or_else(|why| panic!("{said}: {why}"));
        advisor.observe(table.as_ref());
    }
    let hint = advisor.hint(table.as_ref(), &mut dice).expect("A is to act");
    assert!(hint.say.ends_with('H'), "hearts keep B from playing: {hint:?}");
    assert!(hint.why.contains("hearts, which B could not follow"), "{hint:?}");
}
