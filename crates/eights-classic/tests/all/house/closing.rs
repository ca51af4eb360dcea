//! Tests what viewers learn during a hand, and what everybody sees at its end.

use eights::{After, Dice, Game, Opening, Position, Seat, Seed, Setup, Sight, Turn, Viewer, option_said};
use eights_classic::{Blockage, Classic, Event, Face, Pile, Printed, State};

fn position(hands: &str, lines: &[(&str, &str)]) -> Position {
    Position {
        hands: hands.split('/').map(|hand| hand.trim().to_owned()).collect(),
        lines: lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        shuffle: None,
    }
}

/// Plays answers one after the other; returns the events as a viewer saw them.
fn played(game: &Classic, state: &mut State, viewer: Viewer, answers: &[&str]) -> Vec<Event<Sight<Face>>> {
    let mut seen = Vec::new();
    for (step, said) in answers.iter().enumerate() {
        let Turn::Act(seat) = game.turn(state) else { panic!("the hand is over before {said}") };
        let action =
            option_said(game, state, seat, said).unwrap_or_else(|| panic!("{seat} may not say {said}"));
        let mut log = Vec::new();
        let mut dice = Dice::at(&Seed::from_number(1), step as u64);
        game.apply(state, seat, action, &mut dice, &mut log).expect("a legal answer");
        seen.extend(log.iter().map(|event| game.witness(event, viewer)));
    }
    seen
}

/// CE-TURN-5: two hands that differ only in the drawn card look the same to everybody else.
#[test]
fn nobody_learns_whether_a_drawn_card_fits() {
    for overrides in ["", "turn.draw = until-playable", "turn.duty = may-draw", "stock.empty = ends-hand"] {
        let game = crate::common::with("action", overrides);
        // The queen of hearts fits and the queen of clubs does not; the stock is empty afterwards.
        let worlds = ["QH", "QC"].map(|drawn| {
            let lines = [("discard", "10H"), ("stock", drawn)];
            game.set_up(&position("9S 3D / 7H 5D / 4C 4S", &lines)).expect("a position").1
        });
        for viewer in [Viewer::Seat(Seat::new(1)), Viewer::Seat(Seat::new(2)), Viewer::Public] {
            let mut worlds = worlds.clone();
            for answer in ["draw", "pass"] {
                let [fits, not] = worlds.each_mut().map(|world| played(&game, world, viewer, &[answer]));
                assert_eq!(fits, not, "{overrides}: what {viewer:?} sees happen after {answer}");
                let [fits, not] = worlds.each_ref().map(|world| game.view(world, viewer));
                assert_eq!(fits, not, "{overrides}: what {viewer:?} sees after {answer}");
            }
        }
    }
}

/// CE-END-3: the remaining cards are shown, and the score includes them.
#[test]
fn a_finished_hand_is_shown_and_scored() {
    let game = crate::common::with("score-race", "");
    let lines = [("discard", "9S"), ("score", "A 40, B 7"), ("stock", "QC QH")];
    let (opening, mut state) = game.set_up(&position("KS / 5C 6C / 7D", &lines)).expect("a position");
    let seen = played(&game, &mut state, Viewer::Seat(Seat::new(2)), &["KS"]);
    let cards = |text: &str| {
        text.split(' ').map(|card| Printed::French.parse(card).expect("a card")).collect::<Vec<_>>()
    };
    let left = |seat, text| Event::LeftInHand { seat: Seat::new(seat), cards: cards(text) };
    assert!(seen.contains(&left(1, "5C 6C")) && seen.contains(&left(2, "7D")), "{seen:?}");
    let Turn::Over(outcome) = game.turn(&state) else { panic!("A is out") };
    let After::Deal(next) = game.after(&opening, &outcome) else { panic!("58 points are not enough") };
    for viewer in [Viewer::Public, Viewer::Seat(Seat::A), Viewer::Seat(Seat::new(2))] {
        let view = game.view(&state, viewer);
        assert_eq!(view.public.scores, next.scores, "58, 7 and 0");
        assert!(view.table.pile(Pile::Hand(Seat::new(1))).iter().all(|sight| *sight != Sight::Back));
        assert_eq!(view.table.pile(Pile::Stock), [Sight::Back, Sight::Back], "{viewer:?}");
    }
}

#[test]
fn a_blocked_hand_says_why() {
    let blocked = |name: &str, overrides: &str, lines: &[(&str, &str)], answers: &[&str]| {
        let game = crate::common::with(name, overrides);
        let (_, mut state) = game.set_up(&position("5S 7S / 2C 3C", lines)).expect("a position");
        let seen = played(&game, &mut state, Viewer::Public, answers);
        let why = seen.iter().find_map(|event| match event {
            Event::Blocked { why } => Some((*why, game.tell(event, None))),
            _ => None,
        });
        let (why, told) = why.expect("a blocked hand");
        let asked = game.why_not(&game.view(&state, Viewer::Seat(Seat::A)), Seat::A, "draw");
        (why, told.expect("a sentence"), asked)
    };
    let empty = [("discard", "5C 9H"), ("stock", "none")];
    let all_passed = "Nobody can go on: the hand is blocked.".to_owned();
    assert_eq!(
        blocked("basic", "", &empty, &["pass", "pass"]),
        (Blockage::AllPassed, all_passed, "The hand is over: nobody could go on.".into())
    );
    let used_up = "The stock is used up: the hand is blocked.".to_owned();
    assert_eq!(
        blocked("basic", "stock.empty = ends-hand", &empty, &["pass"]),
        (Blockage::StockUsedUp, used_up, "The hand is over: the stock is used up.".into())
    );
    let stock = [("discard", "9H"), ("stock", "2S 4S 5C 6C 7C JC AC 2D 4D 5D 6D")];
    let circling = blocked("score-race", "stock.circling = 10", &stock, &["draw"; 10]);
    let no_progress = "No progress in 10 moves: the hand is blocked.".to_owned();
    let asked = "The hand is over: there was no progress in 10 moves.".to_owned();
    assert_eq!(circling, (Blockage::NoProgress(10), no_progress, asked));
}

/// CE-SET-5: with five players of `ten-card`, it can happen that only jacks are left.
#[test]
fn a_starter_that_cannot_be_replaced_counts_with_its_suit() {
    let game = crate::common::with("ten-card", "");
    let of_rank = |rank: u8| (0..4).map(move |suit| Face::of(rank, suit));
    let others = (0..13).filter(|rank| *rank != 10).flat_map(of_rank);
    let jacks = of_rank(10);
    let order: Vec<Face> = others.chain(jacks).collect();
    let wishes = order.iter().map(|face| game.cards_named(&face.to_string()).expect("a card")).collect();
    let mut dice = Dice::at(&Seed::from_number(1), 0).wishing(wishes);
    let state = game.deal(&Opening::first(5, Seat::A), &mut dice, &mut eights::Silent);
    let view = game.view(&state, Viewer::Public);
    assert_eq!(view.table.pile(Pile::Discard), [Sight::Face(Printed::French.parse("JH").expect("a card"))]);
    assert_eq!(view.public.named.as_suit(), Some(2), "hearts must be followed");
}

/// CE-SCORE-5: the limit ends a match whose hands bring no points.
#[test]
fn a_match_has_at_most_a_thousand_hands() {
    let game = crate::common::with("score-race", "");
    let outcome =
        eights::Outcome { winners: eights::Seats::NONE, points: eights::BySeat::all(2, 0), blocked: true };
    let after = |hand| game.after(&Opening { hand, ..Opening::first(2, Seat::A) }, &outcome);
    assert!(matches!(after(998), After::Deal(_)));
    let After::Over(end) = after(999) else { panic!("the thousandth hand is the last") };
    assert_eq!(end.winners, eights::Seats::first(2), "a tie is shared");
}
