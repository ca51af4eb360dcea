//! Tests that the dealer chooses solids or stripes, unless the rules decide (EB-SET-1).

use eights::{Dice, Game, Illegal, Opening, Position, Seat, Seed, Setup, Silent, Turn, Viewer};
use eights_ball::{Action, Ball, Balls, DealerTakes, Sheet, State, compile, hint};

const B: Seat = Seat::new(1);

fn rules(dealer_takes: DealerTakes) -> Ball {
    let mut sheet = Sheet::default();
    sheet.deal.dealer_takes = dealer_takes;
    compile(&sheet).expect("a sound sheet")
}

fn dealt(ball: &Ball, dealer: Seat) -> State {
    ball.deal(&Opening::first(2, dealer), &mut Dice::at(&Seed::from_number(4), 0), &mut Silent)
}

fn solids(ball: &Ball, state: &State) -> Option<Seat> {
    ball.view(state, Viewer::Public).public.solids
}

#[test]
fn the_shipped_rules_ask_the_dealer() {
    for dealer in [Seat::A, B] {
        let ball = crate::common::standard();
        let first = dealer.left(2);
        for (balls, owner) in [(Balls::Solids, dealer), (Balls::Stripes, first)] {
            let mut state = dealt(&ball, dealer);
            assert_eq!((ball.turn(&state), solids(&ball, &state)), (Turn::Act(dealer), None));
            let mut log = Vec::new();
            let mut choose = |seat, log: &mut Vec<_>| {
                ball.apply(
                    &mut state,
                    seat,
                    Action::Choose(balls),
                    &mut Dice::at(&Seed::from_number(4), 1),
                    log,
                )
            };
            assert_eq!(choose(first, &mut log), Err(Illegal), "the other player does not choose");
            assert_eq!(choose(dealer, &mut log), Ok(()));
            assert_eq!(choose(first, &mut log), Err(Illegal), "it is chosen once");
            assert_eq!((ball.turn(&state), solids(&ball, &state)), (Turn::Act(first), Some(owner)));
            let told: Vec<_> = log.iter().map(|event| ball.witness(event, Viewer::Public)).collect();
            let told: Vec<_> = told.iter().filter_map(|seen| ball.tell(seen, Some(first))).collect();
            assert_eq!(told, [format!("{dealer} takes the {balls}.")]);
        }
    }
}

#[test]
fn fixed_balls_ask_nobody() {
    for dealer in [Seat::A, B] {
        let first = dealer.left(2);
        for (takes, owner) in [(DealerTakes::Solids, dealer), (DealerTakes::Stripes, first)] {
            let ball = rules(takes);
            let state = dealt(&ball, dealer);
            assert_eq!((ball.turn(&state), solids(&ball, &state)), (Turn::Act(first), Some(owner)));
        }
    }
}

#[test]
fn the_choice_of_balls_is_explained() {
    let ball = crate::common::standard();
    let state = dealt(&ball, B);
    let view = ball.view(&state, Viewer::Seat(B));
    assert_eq!(ball.why_not(&view, B, "draw"), "Choose your balls first: say solids or stripes.");
    let nonsense = ball.why_not(&view, B, "blue");
    assert_eq!(nonsense, "\"blue\" is not an answer in this game: say solids or stripes.");
    assert_eq!(hint(&view, B), "Both sets have the same seven colours: take the one you like.");
    let other = ball.view(&state, Viewer::Seat(Seat::A));
    assert_eq!(ball.why_not(&other, Seat::A, "solids"), "It is B's turn.");
    assert_eq!(hint(&other, Seat::A), "B chooses solids or stripes.");
    let drawn = eights_ball::draw(&view);
    assert!(drawn.starts_with("B: yellow blue red purple orange green maroon · hand "), "{drawn}");
    let json = serde_json::to_value(&view).unwrap();
    assert_eq!((&json["step"], &json["solids"]), (&"choose".into(), &serde_json::Value::Null));
}

#[test]
fn a_position_can_begin_before_the_choice() {
    let position = |lines: &[(&str, &str)]| Position {
        shuffle: None,
        hands: vec!["stick-red".into(), "stick-blue".into()],
        lines: lines.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect(),
    };
    let asked = rules(DealerTakes::Choice);
    let (_, state) = asked.set_up(&position(&[("solids", "none"), ("dealer", "A")])).unwrap();
    assert_eq!(asked.turn(&state), Turn::Act(Seat::A));
    let why = |ball: &Ball, lines: &[(&str, &str)]| ball.set_up(&position(lines)).err().unwrap().to_string();
    assert!(why(&asked, &[("solids", "none"), ("turn", "A")]).starts_with("turn: "));
    assert!(why(&rules(DealerTakes::Solids), &[("solids", "none")]).starts_with("solids: "));
    assert!(why(&asked, &[("solids", "C")]).starts_with("solids: "));
}
