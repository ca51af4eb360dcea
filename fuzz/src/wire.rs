//! What comes over a socket: raw bytes, frames, messages, and a table that hears them.

use eights_local::Local;
use eights_server::frame::{Decoder, FrameError, Heard};
use eights_wire::{ToClient, read, read_checked, write};

use crate::Choices;

/// As many messages as one input may have.
const MOST: usize = 40;
/// A table that hears them: three people, so that whoever is asked can answer.
const TABLE: &str = r#"{"game": "crazy-eights", "rules": "action", "seed": "1", "chairs":
    [{"person": {"name": "A"}}, {"person": {"name": "B"}}, {"person": {"name": "C"}}]}"#;

/// The first byte says what the others are: bytes of a socket, or messages, a line each.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    match choices.byte() % 2 {
        0 => frames(bytes.get(1..).unwrap_or_default()),
        _ => messages(&choices.text()),
    }
}

/// However the bytes are cut, the same is heard.
fn frames(bytes: &[u8]) {
    let whole = heard(bytes, bytes.len());
    for size in [1, 3, 64] {
        assert_eq!(heard(bytes, size), whole, "cut into pieces of {size}");
    }
    for heard in &whole.0 {
        if let Heard::Text(text) = heard {
            assert!(text.len() <= eights_wire::LONGEST);
            understood(text);
        }
    }
}

fn heard(bytes: &[u8], size: usize) -> (Vec<Heard>, Option<FrameError>) {
    let (mut decoder, mut all) = (Decoder::default(), Vec::new());
    for chunk in bytes.chunks(size.max(1)) {
        decoder.push(chunk);
        loop {
            match decoder.take() {
                Ok(Some(heard)) => all.push(heard),
                Ok(None) => break,
                Err(broken) => return (all, Some(broken)),
            }
        }
    }
    (all, None)
}

/// A message that is read is written and read the same.
fn understood(text: &str) {
    if let Ok(message) = read_checked(text) {
        let written = write(&message);
        assert_eq!(read_checked(&written), Ok(message), "{written}");
    }
}

/// A table answers everything with messages, and what it refuses changes nothing.
fn messages(text: &str) {
    let mut table = Local::open(TABLE).expect("the table is well-formed");
    // Nothing would be played if the fuzzer had to guess the id of the match.
    let id = table.room().match_id.unwrap_or_default();
    for line in text.lines().take(MOST) {
        let line = &line.replace("MATCH", &id);
        understood(line);
        let before = (table.table().step(), table.table().digest());
        let told: Vec<ToClient> =
            table.hear(line).iter().map(|text| read(text).expect("a table speaks in messages")).collect();
        if told.iter().any(|message| matches!(message, ToClient::Refused { .. })) {
            let after = (table.table().step(), table.table().digest());
            assert_eq!(after, before, "{line} was refused and changed something");
        }
    }
}
