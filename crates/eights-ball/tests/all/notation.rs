//! The names of cards and answers.

use eights::Game;
use eights_ball::{Action, Balls, Color, Face, Set, Spot};

#[test]
fn every_face_parses_back_from_its_name() {
    for face in Face::all() {
        assert_eq!(Face::parse(&face.to_string()), Some(face));
        assert_eq!(face.is_pocket(), face.shape().is_some());
        assert_eq!(Face::parse_pocket(&face.pocket_name()).is_some(), face.is_pocket());
    }
    assert_eq!(Face::corner(Color::Red, Color::Blue).unwrap().to_string(), "pocket-blue-red");
    assert_eq!(Face::corner(Color::Red, Color::Red), None);
    assert_eq!(Face::parse("pocket-red-blue"), None);
    assert_eq!(Face::parse("Stick-RED"), Some(Face::stick(Color::Red)));
}

#[test]
fn actions_survive_writing_and_reading() {
    let red = Set { color: Color::Red, at: Spot::NW };
    let blue = Set { color: Color::Blue, at: Spot::SE };
    let corner = Face::corner(Color::Blue, Color::Red).unwrap();
    let answers = [
        (Action::Choose(Balls::Solids), "solids"),
        (Action::Choose(Balls::Stripes), "stripes"),
        (Action::Discard(Face::stick(Color::Red)), "discard stick-red"),
        (Action::Swap(Face::stick(Color::Red)), "swap stick-red"),
        (Action::Pocket(corner, Spot::NW), "pocket-blue-red at NW"),
        (Action::Block(Face::block(Color::Red), Spot::NW), "block-red at NW"),
        (Action::Shoot(red), "shoot red at NW"),
        (Action::ShootTwo(blue, red), "shoot blue at SE and red at NW"),
        (Action::ShootEight(red), "shoot 8 with red at NW"),
        (Action::ShootLastAndEight(red, blue), "shoot red at NW and 8 with blue at SE"),
        (Action::Draw, "draw"),
        (Action::Take, "take"),
    ];
    for (action, text) in answers {
        assert_eq!(action.to_string(), text);
        assert_eq!(Action::read(text), Some(action));
        assert_eq!(Action::read(&text.to_ascii_uppercase()), Some(action));
    }
    for nonsense in ["", "stick-red at NW", "shoot 8", "swap", "draw two", "shoot pink at NW"] {
        assert_eq!(Action::read(nonsense), None, "{nonsense}");
    }
}

#[test]
fn offers_name_their_parts() {
    let red = Set { color: Color::Red, at: Spot::NW };
    let blue = Set { color: Color::Blue, at: Spot::SE };
    let offers = [
        (Action::Choose(Balls::Solids), r#"{"say":"solids","verb":"choose","names":["solids"]}"#),
        (
            Action::Swap(Face::stick(Color::Red)),
            r#"{"say":"swap stick-red","verb":"swap","cards":["stick-red"],"places":["discard"]}"#,
        ),
        (
            Action::Block(Face::block(Color::Red), Spot::NW),
            r#"{"say":"block-red at NW","verb":"block","cards":["block-red"],"places":["NW"]}"#,
        ),
        (
            Action::ShootLastAndEight(red, blue),
            r#"{"say":"shoot red at NW and 8 with blue at SE","verb":"shoot","cards":["stick-red","cue-red","stick-blue","cue-blue"],"places":["NW","SE"],"names":["red","8"]}"#,
        ),
        (Action::Take, r#"{"say":"take","verb":"take"}"#),
    ];
    let ball = crate::common::standard();
    for (action, json) in offers {
        assert_eq!(serde_json::to_string(&ball.offer(action)).unwrap(), json);
    }
}
