//! Schemas of unusual shape: flattened, nested, recursive, handwritten.

use std::collections::BTreeMap;

use eights_config::{Document, Problem};
use schemars::{JsonSchema, Schema, schema_for};
use serde::Deserialize;
use serde_json::{Value, json};

fn said(problems: Vec<Problem>) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn check(schema: &Schema, text: &str) -> String {
    said(Document::read("t", text).unwrap().check(schema))
}

fn by_hand(schema: Value) -> Schema {
    Schema::try_from(schema).unwrap()
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Card {
    code: String,
    #[serde(flatten)]
    print: Print,
    #[serde(flatten)]
    deed: Deed,
    #[serde(default)]
    then: Option<Box<Card>>,
}

#[derive(Deserialize, JsonSchema)]
struct Print {
    rank: u8,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Deed {
    Draw(u8),
    Give { cards: u8 },
}

#[test]
fn flattened_and_recursive_schemas_are_checked() {
    let schema = schema_for!(Card);
    let good = "code = 'a'\nrank = 3\ndraw = 2\n[then]\ncode = 'b'\nrank = 4\ngive = { cards = 1 }";
    assert_eq!(check(&schema, good), "");
    assert_eq!(
        check(
            &schema,
            "code = 'a'\nrank = 300\ndraw = 2\nrnk = 1\n[then]\ncode = 1\nrank = 4\ngive = { crds = 1 }"
        ),
        "t:2:8: rank: 300 is not between 0 and 255\n\
         t:4:1: rnk: unknown key; known here: code, rank, then, draw\n\
         t:6:8: then.code: expected a text, found 1 (put it in quotes)\n\
         t:8:8: then.give.cards: this key is missing"
    );
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
enum Value3 {
    Word(Word),
    Pair { left: u8, right: u8 },
    Named { name: String, left: Option<u8> },
    Numbers(Vec<u8>),
    Words(Vec<Word>),
    Per(BTreeMap<String, bool>),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
enum Word {
    /// Red.
    Red,
    /// Blue.
    Blue,
}

#[test]
fn the_best_fitting_alternative_is_checked() {
    let schema = schema_for!(BTreeMap<String, Option<Value3>>);
    let one = |value: &str| check(&schema, &format!("a = {value}"));
    for good in
        ["'red'", "{ left = 1, right = 2 }", "{ name = 'x' }", "[1, 2]", "['red']", "{ x = true }", "[]"]
    {
        assert_eq!(one(good), "", "{good}");
    }
    assert_eq!(one("{ left = 1, right = 'x' }"), "t:1:25: a.right: expected a whole number, found \"x\"");
    assert_eq!(one("{ name = 3 }"), "t:1:14: a.name: expected a text, found 3 (put it in quotes)");
    assert!(
        one("['red', 'bleu']").ends_with("a[1]: \"bleu\" is not one of red, blue; did you mean \"blue\"?")
    );
    assert!(one("[1, 'red']").contains("a[1]: expected a whole number"));
    assert_eq!(one("7"), "t:1:5: a: 7 is not one of red, blue, a table, a list");
    assert_eq!(
        one("'rd'"),
        "t:1:5: a: \"rd\" is not one of red, blue, a table, a list; did you mean \"red\"?"
    );
    assert_eq!(said(Document::read("t", "{\"a\": null}").unwrap().check(&schema)), "");
}

#[test]
fn handwritten_schemas_are_checked() {
    let schema = by_hand(json!({
        "properties": {
            "never": false,
            "any": true,
            "short": { "type": "string", "minLength": 2, "maxLength": 3 },
            "both": { "allOf": [{ "type": "integer", "minimum": 3 }, { "maximum": 5 }] },
            "few": { "type": "array", "minItems": 1, "maxItems": 2 },
            "number": { "const": 4 },
            "spare": { "$ref": "#/$defs/nowhere" },
        }
    }));
    assert_eq!(
        check(&schema, "any = 1\nshort = 'ab'\nboth = 4\nfew = [1]\nnumber = 4\nspare = 1\nmore = 1"),
        ""
    );
    assert_eq!(
        check(&schema, "never = 1\nshort = 'a'\nboth = 9\nfew = []\nnumber = 5"),
        "t:1:9: never: nothing may be written here\n\
         t:2:9: short: \"a\" is too short (at least 2 characters)\n\
         t:3:8: both: 9 is not between 3 and 5\n\
         t:4:7: few: the list has 0 entries, it needs at least 1\n\
         t:5:10: number: expected a whole number, found 5"
    );
    assert!(check(&schema, "short = 'abcd'\nfew = [1, 2, 3]").contains("at most 2"));
}

#[test]
fn checking_a_cyclic_schema_terminates() {
    for schema in [
        json!({ "$ref": "#" }),
        json!({ "allOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        json!({ "oneOf": [{ "$ref": "#" }, { "$ref": "#" }] }),
        json!({ "type": "object", "anyOf": [{ "$ref": "#" }] }),
        json!({ "oneOf": [] }),
    ] {
        let _ = check(&by_hand(schema), "a = 1\n[b]\nc = 2");
    }
}

#[test]
fn the_notation_follows_from_the_name_or_first_letter() {
    assert!(Document::read("a.JSON", "{\"a\": 1}").is_ok());
    assert!(Document::read("a.toml", "{\"a\": 1}").is_err());
    assert!(Document::read("stdin", "\u{feff} \n{\"a\": 1}").is_ok());
    assert!(Document::read("stdin", "\u{feff}a = 1").is_ok());
    assert!(Document::read("rules.d/stdin", "a = 1").is_ok());
    assert!(Document::read("", "").is_ok());
}
