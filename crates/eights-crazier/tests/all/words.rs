//! Tests the sentences for people: descriptions of events, explanations of refusals, and serialized views.

use eights::{Dice, Game, Opening, Seat, Seed, Setup, Turn, Viewer};
use eights_crazier::{Action, Colour};

#[test]
fn every_event_is_described_in_a_full_sentence() {
    let game = crate::common::with(&format!("{}, players.max = 4", crate::common::BOTH));
    let mut told = 0;
    for number in 0..30u64 {
        let seed = Seed::from_number(number);
        let n_seats = 2 + (number % 3) as u8;
        let mut log = Vec::new();
        let mut luck = crate::common::Luck(number + 5);
        let mut state = game.deal(&Opening::first(n_seats, Seat::A), &mut Dice::at(&seed, 0), &mut log);
        let mut step = 0;
        while let Turn::Act(seat) = game.turn(&state) {
            step += 1;
            let mut options = Vec::new();
            game.legal(&state, seat, &mut options);
            let action = options[luck.below(options.len())];
            game.apply(&mut state, seat, action, &mut Dice::at(&seed, step), &mut log)
                .expect("listed answers are legal");
        }
        for event in &log {
            for viewer in Seat::first(n_seats).map(Viewer::Seat).chain([Viewer::Public]) {
                let seen = game.witness(event, viewer);
                let you = if let Viewer::Seat(seat) = viewer { Some(seat) } else { None };
                if let Some(text) = game.tell(&seen, you) {
                    assert!(text.ends_with('.') && !text.contains("  "), "{text}");
                    assert!(text.starts_with(|letter: char| letter.is_uppercase()), "{text}");
                    told += 1;
                }
                serde_json::to_string(&seen).expect("an event can be written");
            }
        }
        serde_json::to_string(&game.view(&state, Viewer::Public)).expect("a view can be written");
    }
    assert!(told > 1000);
}

#[test]
fn offers_name_their_parts() {
    let game = crate::common::with("");
    let [castle, tome] = ["castle", "spell-tome"].map(|name| game.names().find(name).expect("a card"));
    let offers = [
        (Action::Play(castle), r#"{"say":"play castle","verb":"play","cards":["castle"],"places":["play"]}"#),
        (
            Action::Name(tome, Colour::Blue),
            r#"{"say":"discard spell-tome=blue","verb":"discard","cards":["spell-tome"],"places":["discard"],"names":["blue"]}"#,
        ),
        (
            Action::Card { face: castle, second: true },
            r#"{"say":"choose castle~2","verb":"choose","cards":["castle~2"]}"#,
        ),
        (Action::Seat(Seat::new(1)), r#"{"say":"choose B","verb":"choose","whom":"B"}"#),
        (Action::End, r#"{"say":"end","verb":"end"}"#),
    ];
    for (action, json) in offers {
        assert_eq!(serde_json::to_string(&game.offer(action)).expect("JSON"), json);
    }
}

/// Each case has a seat, an answer, and a part of the expected reason.
#[test]
fn refusals_are_explained() {
    let game = crate::common::with("");
    let mut position = eights::Position {
        hands: vec!["castle death spell-tome".into(), "trade".into()],
        ..Default::default()
    };
    position.lines.extend([("discard".into(), "wood-elf".into()), ("stock".into(), "third-eye ...".into())]);
    let (_, state) = game.set_up(&position).expect("a position");
    for (seat, said, reason) in [
        (0, "discard castle", "neither colour nor rank"),
        (0, "discard spell-tome", "Name a colour"),
        (0, "discard spell-tome=pink", "no colour \"pink\""),
        (0, "discard castle=blue", "only when you discard an eight"),
        (0, "discard trade", "not in your hand"),
        (0, "play trade", "not in your hand"),
        (0, "play death", "needs a card that can be chosen"),
        (0, "play dath", "no card called \"dath\""),
        (0, "play", "Say which card you play."),
        (0, "discard ", "Say which card you discard."),
        (0, "choose", "The answers are"),
        (0, "choose B", "The answers are"),
        (0, "", "The answers are"),
        (0, "end", "allowed"),
        (1, "end", "It is A who is asked"),
    ] {
        let seat = Seat::new(seat);
        let why = game.why_not(&game.view(&state, Viewer::Seat(seat)), seat, said);
        assert!(why.contains(reason), "{said}: {why}");
    }
}

/// A rank is written in words with its article.
#[test]
fn ranks_are_written_with_an_article() {
    let game = crate::common::with("");
    for (top, rank) in [("spell-tome", "purple and an eight"), ("wood-elf", "green and a two")] {
        let top_of = |discard: &str| eights::Position {
            hands: vec!["castle".into(), "trade".into()],
            lines: [("discard".into(), discard.into())].into(),
            shuffle: None,
        };
        let (_, state) = game.set_up(&top_of(top)).expect("a position");
        let why = game.why_not(&game.view(&state, Viewer::Seat(Seat::A)), Seat::A, "discard castle");
        assert!(why.ends_with(&format!("which is {rank}.")), "{why}");
    }
}

/// Equal cards in a hand share one name, and using the second name is explained.
#[test]
fn equal_cards_in_a_hand_share_one_name() {
    let game = crate::common::with("deck.two-decks-from = 2");
    let mut position = eights::Position {
        hands: vec!["wood-elf wood-elf".into(), "trade castle".into()],
        ..Default::default()
    };
    position.lines.insert("discard".into(), "third-eye".into());
    let (_, state) = game.set_up(&position).expect("a position");
    let why = |said: &str| game.why_not(&game.view(&state, Viewer::Seat(Seat::A)), Seat::A, said);
    assert_eq!(why("play wood-elf"), "That is allowed.");
    assert_eq!(why("play wood-elf~2"), "Equal cards in a hand have one name: wood-elf.");
    assert_eq!(why("play castle~2"), "Castle is not in your hand.");
}

/// The rules in words cover running out of cards, teams and points.
#[test]
fn the_rules_in_words_are_complete() {
    let told = |with: &str| {
        let topics = crate::common::with(with).topics();
        topics.into_iter().map(|(title, text)| format!("{title}: {text}")).collect::<Vec<_>>().join("\n")
    };
    let alone = told("");
    assert!(
        alone.contains("the discard pile without its top card is shuffled into a new draw pile"),
        "{alone}"
    );
    assert!(!alone.contains("Allies") && !alone.contains("points"), "{alone}");
    let pairs = told("teams = pairs, players.min = 4");
    for what in
        ["If one of them loses, all of them lose", "see each other's hands", "takes its turn together"]
    {
        assert!(pairs.contains(what), "{what}: {pairs}");
    }
    let points = told("match.end = { games = 3 }");
    assert!(points.contains("The winner of a game gets no points."), "{points}");
    assert!(
        points.contains("of several, the first to the left of the player who began the last one"),
        "{points}"
    );
    assert!(!told("match.end = { games = 1 }").contains("begins the next game"));
}
