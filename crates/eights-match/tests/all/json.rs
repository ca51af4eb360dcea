//! Compares the output of the JSON writer with `serde_json`.

use std::collections::BTreeMap;

use eights::{Dice, Seed, Viewer};
use eights_match::{Catalog, Shipped, write_json};
use proptest::prelude::*;
use serde::Serialize;

#[derive(Serialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
enum Shape {
    Bare,
    One(Option<i64>),
    Two(u8, char),
    Named { a_b: f64, text: String, a_name_that_is_longer_than_a_whole_piece: u8 },
}

#[derive(Serialize, Clone, Debug)]
struct Inner {
    shapes: Vec<Shape>,
    by_number: BTreeMap<u32, bool>,
    by_text: BTreeMap<String, (i8, ())>,
}

#[derive(Serialize, Clone, Debug)]
struct Outer {
    #[serde(flatten)]
    inner: Inner,
    #[serde(skip_serializing_if = "Option::is_none")]
    maybe: Option<u16>,
    float: f32,
}

fn shape() -> impl Strategy<Value = Shape> {
    prop_oneof![
        Just(Shape::Bare),
        any::<Option<i64>>().prop_map(Shape::One),
        any::<(u8, char)>().prop_map(|(n, c)| Shape::Two(n, c)),
        any::<(f64, String, u8)>().prop_map(|(a_b, text, n)| {
            Shape::Named { a_b, text, a_name_that_is_longer_than_a_whole_piece: n }
        }),
    ]
}

fn same(value: &impl Serialize) {
    let mut out = Vec::new();
    write_json(&mut out, value).expect("the value serializes");
    assert_eq!(
        String::from_utf8(out).expect("JSON is text"),
        serde_json::to_string(value).expect("the value serializes")
    );
}

proptest! {
    #[test]
    fn every_shape_of_data_is_written_as_serde_json_writes_it(
        shapes in prop::collection::vec(shape(), 0..5),
        by_number in any::<BTreeMap<u32, bool>>(),
        by_text in any::<BTreeMap<String, (i8, ())>>(),
        maybe in any::<Option<u16>>(),
        float in any::<f32>(),
    ) {
        same(&Outer { inner: Inner { shapes, by_number, by_text }, maybe, float });
    }
}

#[test]
fn written_updates_parse_to_the_update_of_every_game() {
    let catalog = Catalog::new(&Shipped);
    for (game, rules, seats) in
        [("crazy-eights", "action", 4), ("crazier-eights", "standard", 3), ("crazy-8-ball", "standard", 2)]
    {
        let rules = catalog.rules(game, rules, "").expect("a shipped rule set");
        let mut table =
            rules.start(seats, Seed::from_number(7)).expect("a number of players that the rules allow");
        let mut dice = Dice::at(&Seed::from_number(8), 0);
        for _ in 0..150 {
            let Some(asked) = table.asks() else { break };
            for viewer in eights::Seat::first(seats).map(Viewer::Seat).chain([Viewer::Public]) {
                let mut out = Vec::new();
                table.write_update(viewer, &mut out);
                let written = format!("{{{}}}", String::from_utf8(out).expect("JSON is text"));
                let read: serde_json::Value = serde_json::from_str(&written).expect("JSON");
                let update = table.update(viewer);
                assert_eq!(read["view"], update.view);
                assert_eq!(read["events"], update.events);
                assert_eq!(read["offers"].as_array().map(Vec::len), Some(update.offers.len()));
            }
            let options = table.options(asked);
            let say = dice.pick(&options).expect("the asked seat has an answer").say.clone();
            table.act(asked, &say).expect("taken from the offers");
        }
    }
}
