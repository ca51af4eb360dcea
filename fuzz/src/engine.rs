//! Lines of the engine protocol: every line gets an answer, and an error changes nothing.

use eights_cli::engine::Engine;
use eights_match::{Catalog, Shipped};
use serde_json::Value;

/// The maximum number of lines sent per input.
const MAX_LINES: usize = 40;

/// The whole input is sent by another program.
pub fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut engine = Engine::new(Catalog::new(&Shipped));
    let mut known = look(&mut engine);
    for line in text.lines().take(MAX_LINES) {
        let answer = engine.answer(line);
        assert!(answer.is_object(), "{line} is answered by {answer}");
        let now = look(&mut engine);
        if answer.get("error").is_some() {
            assert_eq!(now, known, "{line} was refused but changed the state");
        }
        known = now;
    }
}

/// The visible state of the game.
fn look(engine: &mut Engine) -> Vec<Value> {
    let asks = [r#"{"undo": 0}"#, r#"{"view": "all"}"#, r#"{"view": "A"}"#, r#"{"view": "B"}"#];
    asks.iter().map(|ask| engine.answer(ask)).collect()
}
