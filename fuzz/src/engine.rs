//! Lines of the engine protocol: every one is answered, and an error changes nothing.

use eights_cli::engine::Engine;
use eights_match::{Catalog, Shipped};
use serde_json::Value;

/// As many lines as one input may have.
const MOST_LINES: usize = 40;

/// The whole input is what another program sends.
pub fn survive(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut engine = Engine::new(Catalog::new(&Shipped));
    let mut known = look(&mut engine);
    for line in text.lines().take(MOST_LINES) {
        let answer = engine.answer(line);
        assert!(answer.is_object(), "{line} is answered by {answer}");
        let now = look(&mut engine);
        if answer.get("error").is_some() {
            assert_eq!(now, known, "{line} was refused and changed something");
        }
        known = now;
    }
}

/// What can be seen of the game without changing it.
fn look(engine: &mut Engine) -> Vec<Value> {
    let asks = [r#"{"undo": 0}"#, r#"{"view": "all"}"#, r#"{"view": "A"}"#, r#"{"view": "B"}"#];
    asks.iter().map(|ask| engine.answer(ask)).collect()
}
