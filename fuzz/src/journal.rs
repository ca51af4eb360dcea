//! Journals: invented ones, and real ones with damage.

use std::sync::LazyLock;

use eights::Seed;
use eights_match::{Actor, Catalog, Shipped, journal};

use crate::{Choices, RULES};

/// The maximum number of entries of an invented journal that are played.
const MAX_LINES: usize = 200;

/// Short real journals of different rule sets.
static REAL: LazyLock<Vec<String>> = LazyLock::new(|| {
    let rules = RULES.iter().step_by(5).enumerate();
    rules
        .map(|(i, rules)| {
            let (n_seats, seed) = (*rules.seats().start(), Seed::from_number(i as u64));
            let mut table = rules.start(n_seats, seed.clone()).expect("the rules allow this many seats");
            let mut entries = Vec::new();
            while let Some(seat) = table.asks().filter(|_| entries.len() < 30) {
                let options = table.options(seat);
                let say = &options[entries.len() * 7 % options.len()].say;
                entries.push(table.act(seat, say).expect("taken from the options"));
            }
            journal::write(&rules.head(n_seats, &seed), &entries)
        })
        .collect()
});

/// A text that begins with a brace is a journal; anything else is damage to a real one.
pub fn survive(bytes: &[u8]) {
    if bytes.first() == Some(&b'{') {
        let text = String::from_utf8_lossy(bytes);
        replay(&text);
        forge(&text);
    } else {
        let mut choices = Choices::new(bytes);
        let Some(real) = choices.pick(&REAL) else { return };
        let text = damaged(real, choices);
        replay(&text);
        forge(&text);
    }
}

fn replay(text: &str) {
    let lines = text.lines().count();
    match journal::replay(&Catalog::new(&Shipped), text) {
        Ok(table) => {
            let (_, entries) = journal::read(text).expect("it was just played");
            assert!(
                entries.last().is_none_or(|last| last.digest == table.digest()),
                "another game was played"
            );
        }
        Err(error) => assert!((1..=lines + 1).contains(&error.line), "{error}, of {lines} lines"),
    }
}

/// Plays an invented journal without checking its hash and digests, so that its lines are reached.
fn forge(text: &str) {
    let Ok((mut head, entries)) = journal::read(text) else { return };
    let catalog = Catalog::new(&Shipped);
    let Ok(rules) = catalog.sheet(&head.game, head.rules.clone(), "") else { return };
    head.hash = rules.hash.clone();
    head.engine = rules.game.engine.to_owned();
    let Ok((_, mut table)) = journal::start(&catalog, &head) else { return };
    let mut written = Vec::new();
    for entry in entries.iter().take(MAX_LINES) {
        let done = match entry.by {
            Actor::Seat(seat) => table.act(seat, &entry.said),
            Actor::Table => table.time_is_up(),
        };
        written.extend(done);
    }
    let again = journal::write(&head, &written);
    let again = journal::replay(&catalog, &again).unwrap_or_else(|error| panic!("its own journal: {error}"));
    assert_eq!(again.digest(), table.digest(), "the replay of a journal differs from its match");
}

/// Damages a journal: every four bytes choose a kind of damage and its place.
fn damaged(real: &str, mut choices: Choices) -> String {
    let mut bytes = real.as_bytes().to_vec();
    for _ in 0..8 {
        if choices.are_spent() {
            break;
        }
        let (what, with) = (choices.byte() % 6, choices.byte());
        let at = usize::from(choices.byte()) * 256 + usize::from(choices.byte());
        let lines: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').collect();
        let (line, other) = (at % lines.len().max(1), usize::from(with) % lines.len().max(1));
        let keep = |keep: &dyn Fn(usize) -> bool| -> Vec<u8> {
            (0..lines.len()).filter(|i| keep(*i)).flat_map(|i| lines[i].to_vec()).collect()
        };
        bytes = match what {
            0 => keep(&|i| i != line),
            1 => keep(&|i| i < line),
            2 if !lines.is_empty() => {
                let mut lines = lines.clone();
                lines.swap(line, other);
                lines.concat()
            }
            3 => bytes[..at % (bytes.len() + 1)].to_vec(),
            _ => {
                let mut bytes = bytes.clone();
                let n = bytes.len();
                if let Some(byte) = bytes.get_mut(at % n.max(1)) {
                    *byte = with;
                }
                bytes
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
