//! Tests the texts of the game (reasons, hints, descriptions), views, and the course of a match.

use eights::{After, Game, Opening, Position, Seat, Seed, Setup, Turn, Viewer};
use eights_ball::{Ball, Color, Face, Set, Sheet, Spot, State, compile, hint};

const B: Seat = Seat::new(1);

fn staged(ball: &Ball, hands: [&str; 2], lines: &[(&str, &str)]) -> State {
    let position = Position {
        hands: hands.map(str::to_owned).into(),
        lines: lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
        shuffle: None,
    };
    ball.set_up(&position).expect("a sound position").1
}

/// Every answer that can be written and parsed.
fn sayable() -> Vec<String> {
    let mut all = ["draw", "take", "solids", "stripes"].map(str::to_owned).to_vec();
    let sets: Vec<Set> =
        Color::ALL.into_iter().flat_map(|color| Spot::ALL.map(|at| Set { color, at })).collect();
    for face in Face::all() {
        all.extend([format!("discard {face}"), format!("swap {face}")]);
        if face.is_pocket() || face.is_block() {
            all.extend(Spot::ALL.map(|spot| format!("{face} at {spot}")));
        }
    }
    for first in &sets {
        all.extend([format!("shoot {first}"), format!("shoot 8 with {first}")]);
        for second in &sets {
            all.extend([format!("shoot {first} and {second}"), format!("shoot {first} and 8 with {second}")]);
        }
    }
    all
}

#[test]
fn exactly_the_illegal_answers_get_a_reason() {
    let ball = crate::common::standard();
    let sayable = sayable();
    let mut luck = crate::common::Luck(3);
    for number in 0..6 {
        let seed = Seed::from_number(number);
        let mut state = crate::common::deal(&ball, &seed);
        let mut step = 0;
        while let Turn::Act(seat) = ball.turn(&state) {
            step += 1;
            let mut options = Vec::new();
            ball.legal(&state, seat, &mut options);
            if step <= 2 || step % 12 == 0 || options.iter().any(|action| action.is_shot()) {
                let view = ball.view(&state, Viewer::Seat(seat));
                let legal: Vec<String> = options.iter().map(|action| ball.notate(*action)).collect();
                for said in &sayable {
                    let why = ball.why_not(&view, seat, said);
                    assert_eq!(why == "That answer is allowed.", legal.contains(said), "{said}: {why}");
                    assert!(why.ends_with('.') && !why.contains('\n'), "{why}");
                }
                assert!(hint(&view, seat).ends_with('.'));
            }
            let shots: Vec<_> = options.iter().copied().filter(|action| action.is_shot()).collect();
            let among = if shots.is_empty() { &options } else { &shots };
            let action = among[luck.below(among.len())];
            let mut dice = eights::Dice::at(&seed, step);
            ball.apply(&mut state, seat, action, &mut dice, &mut eights::Silent)
                .expect("listed answers are legal");
        }
        let view = ball.view(&state, Viewer::Seat(Seat::A));
        assert_eq!(ball.why_not(&view, Seat::A, "draw"), "The game is over.");
    }
}

#[test]
fn reasons_name_the_violated_rule() {
    let ball = crate::common::standard();
    let state = staged(
        &ball,
        ["stick-red cue-red pocket-blue block-green", "stick-blue cue-blue stick-green cue-green"],
        &[
            ("table", "NW red-green, N maroon, SE blue-red closed"),
            ("pocketed A", "blue green"),
            ("discard", "none"),
        ],
    );
    let view = ball.view(&state, Viewer::Seat(Seat::A));
    let why = |said: &str| ball.why_not(&view, Seat::A, said);
    assert_eq!(why("swap cue-red"), "The discard pile is empty: there is nothing to swap with.");
    assert_eq!(why("discard cue-blue"), "You do not hold cue-blue.");
    assert_eq!(why("pocket-blue at NW"), "pocket-blue is a side pocket, and NW is a corner.");
    assert_eq!(
        why("pocket-blue at S"),
        "pocket-blue has none of the colours you still have to pocket: yellow, red, purple, orange, maroon."
    );
    assert_eq!(
        why("block-green at N"),
        "block-green covers only pockets of its colour, and pocket-maroon lies at N."
    );
    assert_eq!(why("block-green at SE"), "There is no open pocket at SE to block.");
    assert_eq!(why("shoot red at SE"), "There is no open pocket at SE; a covered one is closed.");
    assert_eq!(why("shoot red at N"), "pocket-maroon lies at N: it takes no red set.");
    assert_eq!(why("shoot green at NW"), "Your green ball is pocketed already.");
    assert_eq!(why("shoot maroon at N"), "You do not hold stick-maroon.");
    assert_eq!(
        why("shoot 8 with red at NW"),
        "The 8-ball comes last: you still have yellow, red, purple, orange, maroon to pocket."
    );
    assert_eq!(
        why("shoot red at NW and maroon at NW"),
        "The two balls of a combo need two different pockets."
    );
    assert!(why("draw").starts_with("Cards are drawn after an action"));
    assert!(why("jump").starts_with("\"jump\" is not an answer in this game"));
    assert_eq!(ball.why_not(&view, B, "discard cue-blue"), "It is A's turn.");
}

#[test]
fn hints_follow_the_tips_of_the_printed_rules() {
    let ball = crate::common::standard();
    let others = "stick-blue cue-blue stick-green cue-green";
    let told = |hand: &str, lines: &[(&str, &str)]| {
        let state = staged(&ball, [hand, others], lines);
        hint(&ball.view(&state, Viewer::Seat(Seat::A)), Seat::A)
    };
    let none = ("discard", "none");
    let all = "yellow blue red purple orange green maroon";
    assert_eq!(
        told("stick-red cue-red stick-blue cue-green", &[("table", "N red"), ("pocketed A", all), none]),
        "Pocket the 8-ball with red at N: that wins the game."
    );
    assert_eq!(
        told("stick-red cue-red stick-blue cue-green", &[("table", "N red"), none]),
        "Shoot red at N now: the pocket may be covered on the next turn."
    );
    assert_eq!(
        told("stick-red cue-red pocket-red cue-green", &[none]),
        "Lay pocket-red: you hold the set for it, and a side is hard to steal."
    );
    assert_eq!(
        told("stick-red stick-red stick-blue cue-green", &[none]),
        "One stick-red is enough: let the other go."
    );
    assert_eq!(
        told("stick-red stick-yellow stick-blue cue-green", &[("pocketed A", "red"), none]),
        "Your red ball is down: you no longer need stick-red."
    );
    assert_eq!(
        told("stick-red stick-yellow stick-blue pocket-green", &[("pocketed A", "green"), none]),
        "You cannot play pocket-green: none of your balls has its colour."
    );
    assert_eq!(
        told("stick-red stick-yellow stick-blue pocket-green", &[("pocketed B", "green"), none]),
        "Lay pocket-green: you need it and B does not."
    );
    assert_eq!(
        told("stick-red stick-yellow stick-blue stick-green", &[("discard", "cue-red")]),
        "cue-red on the discard pile completes what you hold: swap a card for it."
    );
}

#[test]
fn the_deal_alternates_until_the_match_ends() {
    let mut sheet = Sheet::default();
    sheet.match_.best_of = 3;
    let ball = compile(&sheet).unwrap();
    let outcome = |winner: Option<Seat>| {
        let mut points = eights::BySeat::all(2, 0);
        if let Some(seat) = winner {
            points[seat] = 1;
        }
        let winners = winner.map_or(eights::Seats::NONE, eights::Seats::only);
        eights::Outcome { winners, points, blocked: winner.is_none() }
    };
    let next = |opening: &Opening, winner| match ball.after(opening, &outcome(winner)) {
        After::Deal(next) => next,
        After::Over(end) => panic!("over: {end:?}"),
    };
    let first = Opening::first(2, B);
    let second = next(&first, Some(Seat::A));
    assert_eq!((second.dealer, second.hand, second.scores.as_slice()), (Seat::A, 1, &[1, 0][..]));
    let state = ball.deal(&second, &mut eights::Dice::at(&Seed::from_number(1), 0), &mut eights::Silent);
    assert_eq!(ball.turn(&state), Turn::Act(Seat::A), "the dealer of each game chooses");
    let third = next(&second, Some(B));
    assert_eq!(third.dealer, B);
    let over = |opening: &Opening, winner| match ball.after(opening, &outcome(winner)) {
        After::Over(end) => end.winners,
        After::Deal(next) => panic!("goes on: {next:?}"),
    };
    assert_eq!(over(&second, Some(Seat::A)), eights::Seats::only(Seat::A));
    assert_eq!(over(&third, Some(B)), eights::Seats::only(B));
    // If the last game is drawn, the player who is ahead wins the match, or it is drawn.
    assert_eq!(over(&third, None), eights::Seats::NONE);
    let ahead = next(&next(&first, None), Some(B));
    assert_eq!(over(&ahead, None), eights::Seats::only(B));
}

#[test]
fn a_view_serializes_as_clients_expect() {
    let ball = crate::common::standard();
    let state = staged(
        &ball,
        ["stick-red cue-red pocket-blue block-green", "stick-blue cue-blue stick-green cue-green"],
        &[("table", "NW red-green, SE blue-red closed"), ("pocketed A", "blue"), ("discard", "cue-maroon")],
    );
    let json = serde_json::to_value(ball.view(&state, Viewer::Seat(Seat::A))).unwrap();
    assert_eq!(json["turn"], "A");
    assert_eq!(json["step"], "act");
    assert_eq!(json["rows"]["A"].as_array().unwrap().len(), 6);
    assert_eq!(json["tops"]["NW"]["pocket"], "pocket-red-green");
    assert_eq!(json["tops"]["SE"], "something");
    assert_eq!(json["tops"]["N"], "nothing");
    assert_eq!(json["table"]["discard"][0], "cue-maroon");
    assert_eq!(json["table"]["hand B"], 4);
    assert_eq!(json["table"]["stock"], 88);
    assert_eq!(json["table"]["hand A"].as_array().unwrap().len(), 4);
}

#[test]
fn events_are_described_as_each_player_saw_them() {
    let ball = crate::common::standard();
    let mut state = staged(
        &ball,
        ["stick-red cue-red pocket-blue block-green", "stick-blue cue-blue stick-green cue-green"],
        &[("table", "N red"), ("discard", "cue-maroon"), ("stock", "block-wild ...")],
    );
    let seed = Seed::from_number(1);
    let mut told = Vec::new();
    for (step, said) in ["shoot red at N", "take", "draw"].into_iter().enumerate() {
        let mut log = Vec::new();
        let action = eights::option_said(&ball, &state, Seat::A, said).expect("an option");
        ball.apply(&mut state, Seat::A, action, &mut eights::Dice::at(&seed, step as u64), &mut log).unwrap();
        for event in &log {
            let told_to = |seat: Seat| ball.tell(&ball.witness(event, Viewer::Seat(seat)), Some(seat));
            told.extend(told_to(Seat::A).zip(told_to(B)));
        }
    }
    let told: Vec<(&str, &str)> = told.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
    assert_eq!(
        told,
        [
            ("You pocket the red ball at N.", "A pockets the red ball at N."),
            ("You take cue-maroon from the discard pile.", "A takes cue-maroon from the discard pile."),
            ("You draw block-wild.", "A draws a card."),
        ]
    );
    assert_eq!(
        eights_ball::draw(&ball.view(&state, Viewer::Seat(B))),
        "B stripes: yellow blue red purple orange green maroon · hand stick-blue stick-green cue-blue cue-green\n\
         \u{20} NW -                       N red ball of A          NE -\n\
         \u{20} SW -                       S -                      SE -\n\
         draw pile 88 · discard pile none\n\
         A solids: yellow blue purple orange green maroon · hand cue-maroon ?? ?? ??\n"
    );
}
