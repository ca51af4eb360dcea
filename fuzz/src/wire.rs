//! Input from a socket: raw bytes, frames, messages, and a table that receives them.

use eights_local::Local;
use eights_server::frame::{Decoder, FrameError, Received};
use eights_wire::{ToClient, read, read_checked, write};

use crate::Choices;

/// The maximum number of messages per input.
const MAX_MESSAGES: usize = 40;
/// The table that receives the messages. It has three people and no bots, so that every turn can be answered.
const TABLE: &str = r#"{"game": "crazy-eights", "rules": "action", "seed": "1", "chairs":
    [{"person": {"name": "A"}}, {"person": {"name": "B"}}, {"person": {"name": "C"}}]}"#;

/// The first byte decides what the others are: bytes of a socket, or messages, one per line.
pub fn survive(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    match choices.byte() % 2 {
        0 => frames(bytes.get(1..).unwrap_or_default()),
        _ => messages(&choices.text()),
    }
}

/// The same messages are received, however the bytes are cut.
fn frames(bytes: &[u8]) {
    let whole = received(bytes, bytes.len());
    for size in [1, 3, 64] {
        assert_eq!(received(bytes, size), whole, "cut into pieces of {size}");
    }
    for message in &whole.0 {
        if let Received::Text(text) = message {
            assert!(text.len() <= eights_wire::MAX_MESSAGE_BYTES);
            understood(text);
        }
    }
}

fn received(bytes: &[u8], size: usize) -> (Vec<Received>, Option<FrameError>) {
    let (mut decoder, mut all) = (Decoder::default(), Vec::new());
    for chunk in bytes.chunks(size.max(1)) {
        decoder.push(chunk);
        loop {
            match decoder.take() {
                Ok(Some(message)) => all.push(message),
                Ok(None) => break,
                Err(broken) => return (all, Some(broken)),
            }
        }
    }
    (all, None)
}

/// A message that was parsed stays the same when it is written and parsed again.
fn understood(text: &str) {
    if let Ok(message) = read_checked(text) {
        let written = write(&message);
        assert_eq!(read_checked(&written), Ok(message), "{written}");
    }
}

/// A table replies to everything with messages, and a refused request changes nothing.
fn messages(text: &str) {
    let mut table = Local::open(TABLE).expect("the table is well-formed");
    // Insert the id of the match: the fuzzer would never guess it, and nothing would be played.
    let id = table.room().match_id.unwrap_or_default();
    for line in text.lines().take(MAX_MESSAGES) {
        let line = &line.replace("MATCH", &id);
        understood(line);
        let before = (table.table().step(), table.table().digest());
        let told: Vec<ToClient> =
            table.receive(line).iter().map(|text| read(text).expect("a table sends messages")).collect();
        if told.iter().any(|message| matches!(message, ToClient::Refused { .. })) {
            let after = (table.table().step(), table.table().digest());
            assert_eq!(after, before, "{line} was refused but changed the state");
        }
    }
}
