//! Matches of several hands: dealers, how a match ends, ties, and the catalog of rule sets.

use eights::{Dice, Position, Seat, Seed, Viewer};
use eights_match::{AnyMatch, Catalog, RuleSet, Shipped};

fn rules(name: &str, with: &str) -> RuleSet {
    let rules = Catalog::new(&Shipped).rules("crazy-eights", name, with);
    rules.unwrap_or_else(|problems| panic!("{name} with {with}: {problems:?}"))
}

/// Plays to the end of the hand. Always takes the first option: plays come before draws, so the
/// hand ends.
fn play_hand(table: &mut dyn AnyMatch, mut each: impl FnMut(&dyn AnyMatch)) {
    while let Some(seat) = table.asks() {
        let option = table.options(seat)[0].say.clone();
        table.act(seat, &option).expect("taken from the options");
        each(table);
        if table.hand_over().is_some() {
            return;
        }
    }
}

fn dealer(table: &dyn AnyMatch) -> String {
    table.view(eights::Viewer::Public)["dealer"].as_str().expect("the dealer is a seat").to_owned()
}

/// CE-SET-7: the deal passes left after each hand.
#[test]
fn the_deal_passes_left() {
    let mut table = rules("score-race", "").start(3, Seed::from_number(3)).unwrap();
    let mut dealers = vec![dealer(table.as_ref())];
    while !table.is_over() && dealers.len() < 5 {
        play_hand(table.as_mut(), |_| ());
        dealers.push(dealer(table.as_ref()));
    }
    assert!(dealers.len() > 3, "the match was too short to tell");
    let left = |seat: &str| Seat::from_letter(seat).unwrap().left(3).to_string();
    let hands = dealers.len() - usize::from(table.is_over());
    for pair in dealers[..hands].windows(2) {
        assert_eq!(left(&pair[0]), pair[1], "{dealers:?}");
    }
}

/// CE-SET-7: the first dealer is drawn by lot.
#[test]
fn the_first_dealer_is_drawn_by_lot() {
    let rules = rules("action", "");
    let mut counts = [0u32; 4];
    for seed in 0..400 {
        let table = rules.start(4, Seed::from_number(seed)).unwrap();
        counts[Seat::from_letter(&dealer(table.as_ref())).unwrap().index()] += 1;
    }
    assert!(counts.iter().all(|n| (60..=140).contains(n)), "{counts:?}");
}

/// CE-SCORE-2: the first to reach 50 points a player wins.
#[test]
fn a_target_ends_the_match() {
    let mut table = rules("score-race", "").start(2, Seed::from_number(1)).unwrap();
    while !table.is_over() {
        assert!(table.score().as_slice().iter().all(|points| *points < 100), "somebody had won already");
        play_hand(table.as_mut(), |_| ());
    }
    let end = table.over().unwrap().clone();
    let best = end.points.as_slice().iter().max().unwrap();
    assert!(*best >= 100);
    assert_eq!(end.winners.len(), 1);
    assert_eq!(end.points[end.winners.iter().next().unwrap()], *best);
}

/// CE-SCORE-4: when the limit is reached the lowest total wins.
#[test]
fn a_limit_ends_the_match_for_the_lowest() {
    let mut table =
        rules("action-scored", "match.end = { limit = 150 }").start(3, Seed::from_number(5)).unwrap();
    while !table.is_over() {
        play_hand(table.as_mut(), |_| ());
    }
    let end = table.over().unwrap();
    assert!(end.points.as_slice().iter().any(|points| *points >= 150));
    let lowest = end.points.as_slice().iter().min().unwrap();
    assert!(end.winners.iter().all(|seat| end.points[seat] == *lowest));
}

/// CE-SCORE-4: a fixed number of hands.
#[test]
fn a_match_can_last_a_fixed_number_of_hands() {
    let with = "match.end = { hands = 3 }, match.tie = shared";
    let mut table = rules("action-scored", with).start(4, Seed::from_number(2)).unwrap();
    let mut hands = 0;
    while !table.is_over() {
        play_hand(table.as_mut(), |_| ());
        hands += 1;
    }
    assert_eq!(hands, 3);
}

/// CE-SCORE-4: the hand in progress when time is up is finished. The clock is an input.
#[test]
fn the_hand_in_progress_when_time_is_up_is_finished() {
    let with = "match.end = { minutes = 20 }, match.tie = shared";
    let mut table = rules("action-scored", with).start(4, Seed::from_number(2)).unwrap();
    play_hand(table.as_mut(), |_| ());
    play_hand(table.as_mut(), |_| ());
    assert!(!table.is_over(), "the match goes on until the clock reports");
    let asked = table.asks();
    let entry = table.time_is_up().unwrap();
    assert_eq!((entry.by.to_string().as_str(), table.asks()), ("table", asked), "the hand goes on");
    play_hand(table.as_mut(), |_| ());
    assert!(table.is_over());
    assert!(table.time_is_up().is_err(), "the clock does not matter any more");
    let end = table.over().unwrap();
    let lowest = end.points.as_slice().iter().min().unwrap();
    assert!(end.winners.iter().all(|seat| end.points[seat] == *lowest));
}

/// CE-SCORE-5: with `shared` the tied players win together, otherwise another hand decides.
#[test]
fn ties_are_shared_or_played_out() {
    // One hand that is soon blocked and that nobody wins: all scores stay 0.
    let tied = |tie: &str| {
        let with = format!(
            "match.end = {{ hands = 1 }}, match.tie = {tie}, hand.blocked = nobody, stock.circling = 10, stock.empty = pass"
        );
        let mut table = rules("score-race", &with).start(3, Seed::from_number(11)).unwrap();
        play_hand(table.as_mut(), |_| ());
        (table.hand_over().unwrap().outcome, table.over().cloned())
    };
    let (hand, shared) = tied("shared");
    assert!(hand.blocked && hand.winners.is_empty(), "the hand was meant to be blocked");
    assert_eq!(shared.map(|end| end.winners.len()), Some(3));
    assert_eq!(tied("extra-hand").1, None);
}

#[test]
fn sheets_that_mean_the_same_rules_have_the_same_hash() {
    let hash = |name: &str, with: &str| rules(name, with).hash;
    let base = hash("score-race", "");
    for same in [
        "title = Other, about = \"Not the same words.\", source = nowhere",
        "deal.cards = { \"2\" = 7, \"3-7\" = 5 }",
        "deal.cards = { \"2\" = 7, other = 5 }, deck.packs = { \"2\" = 1, \"3-5\" = 1, other = 2 }",
        "cards.8 = [], cards.8S = [wild], cards.8H = [wild], cards.\"red 8\" = [wild], cards.8C = [wild]",
        "cards.joker = [wild]",
        "match.end = { target = { per-player = 50 } }, values.10 = 10, values.7 = 7",
        "finish.breach = { draws = 2 }, last-card.noticed = when-caught, several.effects = once",
        "cards.J = [{ skip = 1 }], cards.2 = [{ draw = { cards = 2, family = pair } }]",
    ] {
        assert_eq!(hash("score-race", same), base, "{same}");
    }
    for other in [
        "cards.8 = []",
        "cards.9 = [skip]",
        "values.8 = 49",
        "deal.cards = 7",
        "players.max = 6",
        "turn.after-draw = may-play-drawn",
        "match.end = { target = 100 }",
        "penalty.answer = any-draw-card",
        "starter.wild = own-suit",
    ] {
        assert_ne!(hash("score-race", other), base, "{other}");
    }
}

#[test]
fn a_sheet_that_extends_another_means_the_same_as_one_written_in_full() {
    let catalog = Catalog::new(&Shipped);
    let whole = rules("action-scored", "");
    let text = "extends = 'action'\n[score]\nmode = 'own-cards'\n[match]\nend = { limit = 500 }\n";
    let short = catalog.text("crazy-eights", "mine.toml", text).unwrap();
    assert_eq!(short.hash, whole.hash);
    let unknown = catalog.text("crazy-eights", "mine.toml", "extends = 'nothing-of-the-kind'").err().unwrap();
    assert!(unknown[0].to_string().contains("mine.toml:1"), "{}", unknown[0]);
}

/// The bytes that a server sends contain the same as the update that tools use.
#[test]
fn the_written_update_equals_the_update() {
    let catalog = Catalog::new(&Shipped);
    for game in Catalog::games() {
        let rules = catalog.rules(game.id, "", "").unwrap();
        let n_seats = *rules.seats().start();
        let mut table = rules.start(n_seats, Seed::from_number(3)).unwrap();
        let mut dice = Dice::at(&Seed::from_number(4), 0);
        for _ in 0..300 {
            for viewer in Seat::first(n_seats).map(Viewer::Seat).chain([Viewer::Public]) {
                let mut bytes = b"{".to_vec();
                table.write_update(viewer, &mut bytes);
                bytes.push(b'}');
                let written: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
                let update = table.update(viewer);
                let mut expected = serde_json::to_value(&update).unwrap();
                let members = expected.as_object_mut().unwrap();
                members.insert("score".into(), serde_json::to_value(table.score()).unwrap());
                for (key, wire) in [("hand_over", "hand-over"), ("over", "over")] {
                    let value = members.remove(key).unwrap();
                    if !value.is_null() {
                        members.insert(wire.into(), value);
                    }
                }
                assert_eq!(written, expected);
            }
            let Some(seat) = table.asks() else { break };
            let options = table.options(seat);
            let idle = table.idle_answer(seat).unwrap();
            assert!(options.iter().any(|option| option.say == idle));
            let entry = table.act(seat, &dice.pick(&options).unwrap().say).unwrap();
            assert_eq!(entry.digest, table.digest());
        }
    }
}

#[test]
fn redoing_entries_leads_to_the_same_state() {
    let catalog = Catalog::new(&Shipped);
    for game in Catalog::games() {
        let rules = catalog.rules(game.id, "", "").unwrap();
        let n_seats = *rules.seats().start();
        let start = || rules.start(n_seats, Seed::from_number(5)).unwrap();
        let (mut table, mut again) = (start(), start());
        for _ in 0..200 {
            let Some(seat) = table.asks() else { break };
            let say = table.options(seat).pop().unwrap().say;
            again.redo(&table.act(seat, &say).unwrap()).unwrap();
            assert_eq!(table.digest(), again.digest());
        }
    }
}

/// Crazy Eights has no such position: a seat with nothing to play or draw is still asked to pass.
#[test]
fn a_given_position_may_already_be_over() {
    let dozen = "third-eye second-thoughts clear-mind moth-librarian mirror-maze borrowed-memory spell-tome \
                 masquerade sweet-persuasion riddling-sphinx king-of-echoes first-shoots";
    /// Game, hands, and the other lines of the position.
    type Case<'a> = (&'a str, [String; 2], &'a [(&'a str, &'a str)]);
    let cases: [Case; 2] = [
        // A draws a thirteenth card.
        (
            "crazier-eights",
            [dozen.into(), "wood-elf".into()],
            &[("discard", "crystal-gazing"), ("in play B", "the-reaper-king")],
        ),
        // The only usable pocket is covered.
        (
            "crazy-8-ball",
            ["stick-red cue-red".into(), "stick-blue cue-blue".into()],
            &[("table", "N red closed"), ("discard", "none"), ("stock", "stick-green")],
        ),
    ];
    for (game, hands, lines) in cases {
        let rules = Catalog::new(&Shipped).rules(game, "", "").unwrap();
        let lines = lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
        let table = rules.place(&Position { hands: hands.to_vec(), lines, shuffle: None }).unwrap();
        assert_eq!((table.asks(), table.step()), (None, 0), "{game}");
        assert!(table.hand_over().is_some(), "{game}: the hand is over");
        assert!(table.over().is_some(), "{game}: and with it the match");
    }
}

/// CE-END-3: the view of a finished hand or match includes its points, and all hands are shown.
#[test]
fn a_finished_hand_is_scored_in_the_view() {
    let mut table = rules("score-race", "").start(3, Seed::from_number(1)).unwrap();
    let mut hands = 0;
    while !table.is_over() {
        play_hand(table.as_mut(), |_| ());
        hands += 1;
        let scores = table.view(Viewer::Public)["scores"].clone();
        assert_eq!(scores, serde_json::json!(table.score()), "after {hands} hands");
        let over = table.hand_over().unwrap();
        let events = table.events(Viewer::Public);
        let left: Vec<_> =
            events.as_array().unwrap().iter().filter_map(|event| event.get("left-in-hand")).collect();
        assert_eq!(left.len(), 2, "everybody but the winner of a hand shows their cards: {events}");
        let is_winner = |shown: &str| over.outcome.winners.iter().any(|seat| shown == seat.to_string());
        assert!(left.iter().all(|event| !event["seat"].as_str().is_some_and(is_winner)));
    }
    assert!(hands > 1, "the match was too short to tell");
    let points = serde_json::json!(table.over().unwrap().points);
    for viewer in [Viewer::Public, Viewer::Seat(Seat::A)] {
        let view = table.view(viewer);
        assert_eq!(view["scores"], points);
        for seat in ["A", "B", "C"] {
            let hand = &view["table"][format!("hand {seat}")];
            assert!(
                hand.is_null() || hand.as_array().is_some_and(|hand| !hand.contains(&"??".into())),
                "{view}"
            );
        }
    }
}

/// In Crazier Eights each card left in a hand is a point.
#[test]
fn a_finished_game_of_crazier_eights_is_scored_in_the_view() {
    let rules = Catalog::new(&Shipped).rules("crazier-eights", "", "match.end = { games = 2 }").unwrap();
    let mut dice = Dice::at(&Seed::from_number(5), 0);
    let mut table = rules.start(3, Seed::from_number(5)).unwrap();
    while let Some(seat) = table.asks() {
        let options = table.options(seat);
        let say = dice.pick(&options).expect("the asked seat has an answer").say.clone();
        table.act(seat, &say).unwrap();
        assert!(table.step() < 20_000, "two games take longer than that");
    }
    assert_eq!(table.view(Viewer::Public)["scores"], serde_json::json!(table.over().unwrap().points));
}

#[test]
fn a_wished_shuffle_names_only_cards_of_the_pack() {
    let started = |with: &str, order: &str| {
        let started = rules("score-race", with).start_arranged(2, Seed::from_number(1), None, order);
        started.map(drop).map_err(|why| why.to_string())
    };
    assert_eq!(started("", "5H 6H 5H").unwrap_err(), "shuffle: 5H is named twice, but there is only one");
    let twice = "shuffle: 5H is named too often: there are only 2";
    assert_eq!(started("deck.packs = 2", "5H 5H 5H").unwrap_err(), twice);
    assert_eq!(started("", "*1").unwrap_err(), "shuffle: *1 is not in the pack");
    assert_eq!(started("", "5X").unwrap_err(), "shuffle: \"5X\" is not a card");
    assert_eq!(started("deck.packs = 2", "5H 5H"), Ok(()));
    let mut table = rules("score-race", "").start(2, Seed::from_number(1)).unwrap();
    let seat = table.asks().unwrap();
    let option = table.options(seat)[0].say.clone();
    assert!(table.act_wishing(seat, &option, "5H 5H").is_err(), "in the middle of a hand too");
}

#[test]
fn a_wrong_number_of_players_is_refused_in_good_english() {
    let refused = |name: &str, with: &str, n: u8| {
        rules(name, with).start(n, Seed::from_number(1)).err().expect("the wrong number").to_string()
    };
    assert_eq!(refused("basic", "", 9), "9 players: by these rules 2 to 7 can play");
    assert_eq!(refused("basic", "", 1), "1 player: by these rules 2 to 7 can play");
    assert_eq!(refused("basic", "players.max = 2", 1), "1 player: by these rules only 2 can play");
    let pairs = "teams = pairs, players.min = 4, players.max = 6";
    assert_eq!(refused("basic", pairs, 5), "5 players: by these rules 4 to 6 can play, in pairs");
}

#[test]
fn a_changed_rule_set_drops_the_description_of_the_original() {
    assert!(rules("score-race", "").about.contains("50 points"));
    assert_eq!(rules("score-race", "match.end = { target = 20 }").about, "");
    assert_eq!(rules("score-race", "about = \"Mine.\"").about, "Mine.");
    let text = "extends = 'score-race'\n[match]\nend = { target = 20 }\n";
    assert_eq!(Catalog::new(&Shipped).text("crazy-eights", "mine.toml", text).unwrap().about, "");
}
