//! Every mistake is reported at its line, with a suggestion.

use crate::common::{Card, Draw, End, Hand, Sheet, Suit};
use eights_config::Document;

const GOOD: &str = r#"name = "family"
hand = 7
pair = [1, "x"]
starter = "8S"
[turn]
draw = { then = { at-most = 3, suit = "hearts" } }
[powers]
2 = { draw = 2 }
Q = "skip"
"black A" = ["skip", { draw = 1 }]
[by-seats]
2 = 7
[colours]
hearts = "red"
[end]
kind = "points"
target = 200
"#;

/// Eight mistakes, at most one per line.
const TOML: &str = r#"nam = "family"
hand = "seven"
[turn]
draw = "untill-playable"
plays = 9
jump-in = 1
[seats]
least = 2
[powers]
2 = { drow = 2 }
"black A" = ["skip", "revrese"]
"#;

const JSON: &str = r#"{
  "nam": "family",
  "hand": "seven",
  "turn": {
    "draw": "untill-playable",
    "plays": 9,
    "jump-in": 1
  },
  "seats": { "least": 2 },
  "powers": {
    "2": { "drow": 2 },
    "black A": ["skip", "revrese"]
  }
}"#;

fn problems(name: &str, text: &str) -> Vec<String> {
    let document = Document::read(name, text).unwrap();
    document.typed::<Sheet>().unwrap_err().iter().map(ToString::to_string).collect()
}

/// The problems of a sheet that is correct apart from the given lines.
fn wrong(lines: &str) -> String {
    let text = format!("name = \"x\"\n{lines}\n[turn]\ndraw = \"one\"\n");
    problems("t", &text).join("\n")
}

/// The problems of a sheet with this value for `turn.draw`.
fn draw(value: &str) -> String {
    problems("t", &format!("name = \"x\"\n[turn]\ndraw = {value}\n")).join("\n")
}

#[test]
fn a_good_sheet_is_read() {
    let sheet: Sheet = Document::read("family.toml", GOOD).unwrap().typed().unwrap();
    assert_eq!(sheet.turn.draw, Draw::Then { at_most: 3, suit: Suit::Hearts });
    assert_eq!(sheet.hand, Some(Hand::All(7)));
    assert_eq!(sheet.by_seats[&2], 7);
    assert_eq!(sheet.colours[&Suit::Hearts], "red");
    assert_eq!(sheet.end, Some(End::Points { target: 200 }));
    assert_eq!(sheet.starter, Some(Card("8S".to_owned())));
    assert_eq!(sheet.powers.len(), 3);
}

#[test]
fn eight_mistakes_in_toml_are_reported_at_once() {
    let draw = "until-playable, until-willing, one, { up-to = number }, \
                { then = { at-most = number, suit = clubs|diamonds|hearts|spades } }";
    assert_eq!(
        problems("family.toml", TOML),
        [
            "family.toml:1:1: nam: unknown key; did you mean \"name\"?".to_owned(),
            "family.toml:2:8: hand: expected a whole number or a table, found \"seven\"".to_owned(),
            format!(
                "family.toml:4:8: turn.draw: \"untill-playable\" is not one of {draw}; \
                 did you mean \"until-playable\"?"
            ),
            "family.toml:5:9: turn.plays: 9 is not between 1 and 4".to_owned(),
            "family.toml:6:11: turn.jump-in: expected true or false, found 1".to_owned(),
            "family.toml:7:1: seats.most: this key is missing".to_owned(),
            "family.toml:10:7: powers.2: \"drow\" is not one of skip, reverse, wild, { draw = number }, a list; \
             did you mean \"draw\"?"
                .to_owned(),
            "family.toml:11:22: powers.\"black A\"[1]: \"revrese\" is not one of \
             skip, reverse, wild, { draw = number }; did you mean \"reverse\"?"
                .to_owned(),
        ]
    );
}

#[test]
fn the_same_mistakes_in_json_give_the_same_messages() {
    let toml = Document::read("x.toml", TOML).unwrap().typed::<Sheet>().unwrap_err();
    let json = Document::read("x.json", JSON).unwrap().typed::<Sheet>().unwrap_err();
    let said = |problems: &[eights_config::Problem]| -> Vec<_> {
        problems.iter().map(|p| (p.path.clone(), p.message.clone(), p.suggestion.clone())).collect()
    };
    assert_eq!(said(&toml), said(&json));
    let places: Vec<_> = json.iter().map(|p| (p.line.unwrap(), p.column.unwrap())).collect();
    assert_eq!(places, [(2, 3), (3, 11), (5, 13), (6, 14), (7, 16), (9, 12), (11, 12), (12, 25)]);
}

#[test]
fn an_enum_with_data_gets_one_good_message() {
    assert_eq!(draw("\"up-to\""), "t:3:8: turn.draw: \"up-to\" needs a value: { up-to = number }");
    assert_eq!(draw("{ up-to = 0 }"), "t:3:18: turn.draw.up-to: 0 is not between 1 and 20");
    assert_eq!(
        draw("{ up-to = \"3\" }"),
        "t:3:18: turn.draw.up-to: expected a whole number, found \"3\" (leave out the quotes)"
    );
    assert_eq!(draw("{ one = 1 }"), "t:3:10: turn.draw: \"one\" takes no value: write just \"one\"");
    assert!(draw("3").starts_with("t:3:8: turn.draw: 3 is not one of until-playable, "));
    assert!(draw("{ }").starts_with("t:3:8: turn.draw: an empty table is not one of "));
    assert!(draw("{ upto = 3 }").ends_with("did you mean \"up-to\"?"));
    assert_eq!(
        draw("{ then = { at-most = 3, suit = \"heart\", x = 1 } }"),
        "t:3:39: turn.draw.then.suit: \"heart\" is not one of clubs, diamonds, hearts, spades; \
         did you mean \"hearts\"?\n\
         t:3:48: turn.draw.then.x: unknown key; known here: at-most, suit"
    );
    assert_eq!(
        draw("{ up-to = 3, then = 1 }"),
        "t:3:8: turn.draw: up-to and then cannot be combined: choose one of them"
    );
}

#[test]
fn untagged_and_labelled_alternatives_get_specific_messages() {
    assert_eq!(wrong("hand = { 2 = \"x\" }"), "t:2:14: hand.2: expected a whole number, found \"x\"");
    assert_eq!(wrong("hand = 300"), "t:2:8: hand: 300 is not between 0 and 255");
    assert_eq!(
        wrong("end = { kind = \"point\" }"),
        "t:2:16: end.kind: \"point\" is not one of first-out, points; did you mean \"points\"?"
    );
    assert_eq!(wrong("end = { }"), "t:2:7: end.kind: this key is missing; it is one of first-out, points");
    assert_eq!(wrong("end = { kind = \"points\" }"), "t:2:7: end.target: this key is missing");
    assert_eq!(wrong("end = 3"), "t:2:7: end: expected a table, found 3");
}

#[test]
fn keys_lists_and_numbers_are_checked() {
    assert_eq!(
        wrong("by-seats = { two = 7 }"),
        "t:2:14: by-seats.two: unknown key; numbers are expected here"
    );
    assert!(wrong("colours = { heart = \"red\" }").ends_with("did you mean \"hearts\"?"));
    assert_eq!(wrong("pair = [1]"), "t:2:8: pair: the list has 1 entry, it needs 2");
    assert_eq!(wrong("pair = [1, 2]"), "t:2:12: pair[1]: expected a text, found 2 (put it in quotes)");
    assert_eq!(wrong("big = -1"), "t:2:7: big: -1 is too small (at least 0)");
    assert_eq!(wrong("big = 5_000_000_000"), "t:2:7: big: 5000000000 is too large (at most 4294967295)");
    assert_eq!(wrong("big = 2.5"), "t:2:7: big: expected a whole number, found 2.5");
    assert_eq!(wrong("plays = 2"), "t:2:1: plays: unknown key here; it belongs under turn");
}

#[test]
fn errors_from_a_type_itself_have_a_path() {
    assert_eq!(wrong("starter = \"9X\""), "t:2:11: starter: \"9X\" is not a card");
    assert_eq!(wrong("cards = [\"8S\", \"QH\", \"9X\"]"), "t:2:22: cards[2]: \"9X\" is not a card");
    assert!(wrong("by-seats = { 300 = 7 }").starts_with("t:2:20: by-seats.300: "));
}

#[test]
fn a_value_without_text_has_paths_but_no_lines() {
    let value = serde_json::json!({ "name": "x", "turn": { "draw": "onne" } });
    let problems = Document::from_value("lobby", value).unwrap().typed::<Sheet>().unwrap_err();
    let text = problems[0].to_string();
    assert!(text.starts_with("lobby: turn.draw: \"onne\" is not one of "), "{text}");
    assert!(text.ends_with("did you mean \"one\"?"), "{text}");
    let json = serde_json::to_value(&problems[0]).unwrap();
    assert_eq!(
        (&json["file"], &json["path"], json.get("line")),
        (&"lobby".into(), &"turn.draw".into(), None)
    );
}

#[test]
fn control_characters_in_texts_are_refused() {
    for (text, code) in
        [("\\u001b[31m", "001B"), ("\\u0007", "0007"), ("\\u202e", "202E"), ("\\u009b", "009B")]
    {
        let sheet = GOOD.replacen("\"family\"", &format!("\"{text}\""), 1);
        let expected = format!("t.toml:1:8: name: the text holds a control character (U+{code}): remove it");
        assert_eq!(problems("t.toml", &sheet), [expected]);
    }
    let fine = GOOD.replacen("\"family\"", "\"two\\nlines\\tand ä\"", 1);
    assert!(Document::read("t.toml", &fine).unwrap().typed::<Sheet>().is_ok());
}
