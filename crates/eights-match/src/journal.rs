//! Reads, writes and replays journals: the inputs of a match, one JSON line per step, each
//! with a digest of the resulting state.

use std::fmt::Write;

use eights::Seed;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    any::AnyMatch,
    catalog::{Catalog, RuleSet},
    playing::Actor,
    shuffle::{self, Shuffle},
};

/// The version of the format.
const FORMAT: u32 = 1;

/// The first line of a journal: everything needed to start the match.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Head {
    /// The version of the journal format.
    pub eights_journal: u32,
    /// The id of the game, such as `crazy-eights`.
    pub game: String,
    /// The engine version that played the match, see [`GameInfo::engine`](crate::GameInfo).
    pub engine: String,
    /// The whole sheet, so that the journal can be replayed even if the rule set is renamed,
    /// changed or deleted.
    pub rules: Value,
    /// Hash of the compiled rules, see [`RuleSet::hash`].
    pub hash: String,
    /// The number of players.
    pub seats: u8,
    /// The seed, as 64 hexadecimal digits.
    pub seed: String,
    /// The names of the players in seat order; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The inputs of the seed, if the shuffle can be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Shuffle>,
}

impl Head {
    pub(crate) fn new(rules: &RuleSet, n_seats: u8, seed: &Seed) -> Head {
        Head {
            eights_journal: FORMAT,
            game: rules.game.id.to_owned(),
            engine: rules.game.engine.to_owned(),
            rules: rules.sheet.clone(),
            hash: rules.hash.clone(),
            seats: n_seats,
            seed: hex(seed.expose()),
            names: Vec::new(),
            shuffle: None,
        }
    }
}

/// One line of a journal: an input, and a digest of the state after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// The number of the step, starting at 1.
    pub step: u64,
    /// The seat that acted, or the table itself.
    pub by: Actor,
    /// The action in the game's notation.
    #[serde(rename = "do")]
    pub said: String,
    /// Hash of the complete state after the step, see [`AnyMatch::digest`].
    pub digest: String,
    /// Milliseconds since the match began. The rules never read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

/// A journal that cannot be read or does not replay.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct JournalError {
    /// The line number, starting at 1.
    pub line: usize,
    /// What is wrong on that line.
    pub why: String,
}

/// Formats a whole journal.
pub fn write(head: &Head, entries: &[Entry]) -> String {
    let mut text = line(head);
    entries.iter().for_each(|entry| text.push_str(&line(entry)));
    text
}

/// Formats a head or an entry as one line of a journal, newline included.
pub fn line(part: &impl Serialize) -> String {
    let mut line = serde_json::to_string(part).expect("heads and entries always serialize");
    line.push('\n');
    line
}

/// Parses a journal without playing it.
///
/// # Errors
///
/// The first line that cannot be parsed.
pub fn read(text: &str) -> Result<(Head, Vec<Entry>), JournalError> {
    let fail = |line: usize, why: String| JournalError { line, why };
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line));
    let (_, first) = lines.next().ok_or_else(|| fail(1, "the journal is empty".into()))?;
    let head: Value = serde_json::from_str(first)
        .map_err(|error| fail(1, format!("this is no journal: {}", plain(&error))))?;
    match head.get("eights-journal") {
        Some(Value::Number(version)) if version.as_u64() == Some(u64::from(FORMAT)) => (),
        Some(other) => {
            return Err(fail(1, format!("journal format {other} is not known here, only {FORMAT}")));
        }
        None => return Err(fail(1, "this is no journal of Eights".into())),
    }
    let head: Head = serde_json::from_value(head)
        .map_err(|error| fail(1, format!("the head of the journal is broken: {}", plain(&error))))?;
    let mut entries = Vec::new();
    for (number, line) in lines {
        let entry: Entry = serde_json::from_str(line).map_err(|error| {
            if error.is_eof() {
                fail(number, "the line is cut off".into())
            } else {
                fail(number, format!("this is no line of a journal: {}", plain(&error)))
            }
        })?;
        let expected = entries.len() as u64 + 1;
        if entry.step != expected {
            return Err(fail(number, format!("step {} where step {expected} belongs", entry.step)));
        }
        entries.push(entry);
    }
    // A line without its newline was only partly written, even if what there is parses.
    if !text.ends_with('\n') {
        return Err(fail(entries.len() + 1, "the line is cut off: its end is missing".into()));
    }
    Ok((head, entries))
}

/// The error message without line and column, which are relative to the journal line.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// Sets up the match of a journal's head, before its first step.
///
/// # Errors
///
/// If the engine, the rules, the seed or the number of seats do not fit.
pub fn start(catalog: &Catalog, head: &Head) -> Result<(RuleSet, Box<dyn AnyMatch>), JournalError> {
    let fail = |why: String| JournalError { line: 1, why };
    let game = Catalog::game(&head.game).map_err(|problem| fail(problem.to_string()))?;
    if game.engine != head.engine {
        return Err(fail(format!("this was played by engine {}; here is {}", head.engine, game.engine)));
    }
    let rules = catalog.sheet(&head.game, head.rules.clone(), "").map_err(|problems| {
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        fail(format!("the rules in the journal cannot be read: {}", list.join("; ")))
    })?;
    if rules.hash != head.hash {
        return Err(fail(format!("the rules mean {}, but the journal says {}", rules.hash, head.hash)));
    }
    let seed = unhex(&head.seed).ok_or_else(|| fail("the seed is not 64 hexadecimal digits".into()))?;
    let seed = Seed::from_bytes(seed);
    if let Some(shuffle) = &head.shuffle {
        shuffle::verify(shuffle, &seed).map_err(|why| fail(why.to_string()))?;
    }
    let table = rules.start(head.seats, seed).map_err(|why| fail(why.to_string()))?;
    Ok((rules, table))
}

/// Plays one journal entry and checks its digest.
///
/// # Errors
///
/// If the entry is refused or leads to another digest.
pub fn replay_entry(table: &mut dyn AnyMatch, entry: &Entry) -> Result<(), JournalError> {
    let fail = |why: String| JournalError { line: entry.step as usize + 1, why };
    let done = match entry.by {
        Actor::Seat(seat) => table.act(seat, &entry.said),
        Actor::Table => table.time_is_up(),
    };
    let done = done.map_err(|why| fail(format!("{} cannot do {:?}: {why}", entry.by, entry.said)))?;
    if done.digest != entry.digest {
        return Err(fail(format!(
            "after {:?} of {} the digest is {}, but the journal says {}",
            entry.said, entry.by, done.digest, entry.digest
        )));
    }
    Ok(())
}

/// Replays a whole journal and checks every digest.
///
/// # Errors
///
/// The first line that cannot be parsed, is refused or leads to another digest.
pub fn replay(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyMatch>, JournalError> {
    let (head, entries) = read(text)?;
    let (_, mut table) = start(catalog, &head)?;
    for entry in &entries {
        replay_entry(table.as_mut(), entry)?;
    }
    Ok(table)
}

/// Formats bytes as lower-case hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Parses exactly 64 hexadecimal digits.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (i, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * i..2 * i + 2], 16).ok()?;
    }
    Some(bytes)
}
