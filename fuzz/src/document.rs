//! Checks any text against a schema that has one of everything that a sheet can contain.

use eights_config::Document;

#[path = "../../crates/eights-config/tests/all/common/mod.rs"]
mod common;

use common::Sheet;

/// The maximum number of problems in one report, plus the one that says there are more.
const MAX_PROBLEMS: usize = 101;

/// Reads the input as TOML, as JSON, as a single value and as an override.
pub fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for name in ["x.toml", "x.json"] {
        let Ok(mut document) = Document::read(name, &text) else { continue };
        if let Err(problems) = document.typed::<Sheet>() {
            assert!((1..=MAX_PROBLEMS).contains(&problems.len()), "{} problems", problems.len());
            for problem in problems {
                let lines = text.lines().count().max(1) + 1;
                assert!(
                    problem.line.is_none_or(|line| line as usize <= lines),
                    "{problem}: of {lines} lines"
                );
            }
        }
        let again =
            Document::from_value(name, document.value().clone()).expect("the value was read from a document");
        assert_eq!(
            again.typed::<Sheet>().is_ok(),
            document.typed::<Sheet>().is_ok(),
            "lines change the meaning"
        );
        let _ = document.set("turn.draw", &text);
        let _ = document.clone().over(document).typed::<Sheet>();
    }
    let mut document = Document::toml("x", "name = 'x'\nturn = { draw = 'one' }").expect("a document");
    for (key, value) in [("turn.draw", text.as_ref()), (text.as_ref(), "1")] {
        let before = document.value().clone();
        if document.set(key, value).is_err() {
            assert_eq!(*document.value(), before, "a refused value changed the document");
        }
    }
    let _ = document.overrides(&text);
}
