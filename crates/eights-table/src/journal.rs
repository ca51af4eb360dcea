//! Journals: the inputs of a match, a line each, with a digest of what each led to.

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

/// The first line of a journal: everything a match starts from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Head {
    /// The version of the format.
    pub eights_journal: u32,
    /// Which game.
    pub game: String,
    /// Which engine played it.
    pub engine: String,
    /// The whole sheet, so that a rule set may change its name or be lost.
    pub rules: Value,
    /// What the rules mean, as a short word.
    pub hash: String,
    /// How many played.
    pub seats: u8,
    /// The seed, as 64 hexadecimal digits.
    pub seed: String,
    /// Who sat where, if anybody cares.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// How the seed came about, where the shuffle can be verified.
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

/// One line of a journal: the input, and a digest of what it led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Entry {
    /// The number of the step, from 1.
    pub step: u64,
    /// Who.
    pub by: Actor,
    /// What was said.
    #[serde(rename = "do")]
    pub said: String,
    /// What it led to.
    pub digest: String,
    /// When, in milliseconds since the match began; never used by the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
}

/// What is wrong with a journal, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {why}")]
pub struct JournalError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong there.
    pub why: String,
}

/// Writes a journal.
pub fn write(head: &Head, entries: &[Entry]) -> String {
    let mut text = line(head);
    entries.iter().for_each(|entry| text.push_str(&line(entry)));
    text
}

/// One line of a journal, with its end.
pub fn line(part: &impl Serialize) -> String {
    let mut line = serde_json::to_string(part).expect("a journal line can always be written");
    line.push('\n');
    line
}

/// Reads a journal without playing it.
///
/// # Errors
///
/// The first line that is no line of a journal.
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
        let entry: Entry = serde_json::from_str(line).map_err(|error| match error.is_eof() {
            true => fail(number, "the line is cut off".into()),
            false => fail(number, format!("this is no line of a journal: {}", plain(&error))),
        })?;
        let expected = entries.len() as u64 + 1;
        if entry.step != expected {
            return Err(fail(number, format!("step {} where step {expected} belongs", entry.step)));
        }
        entries.push(entry);
    }
    if !text.ends_with('\n') {
        return Err(fail(entries.len() + 1, "the line is cut off: its end is missing".into()));
    }
    Ok((head, entries))
}

/// What went wrong, without the place inside the line.
fn plain(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

/// The match of a journal's head, before its first step.
///
/// # Errors
///
/// Why it cannot be set up.
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

/// Plays one line of a journal and checks its digest.
///
/// # Errors
///
/// How it differs from what the journal says.
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

/// Plays a whole journal and checks every digest.
///
/// # Errors
///
/// The first line that is broken or does not hold.
pub fn replay(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyMatch>, JournalError> {
    let (head, entries) = read(text)?;
    let (_, mut table) = start(catalog, &head)?;
    for entry in &entries {
        replay_entry(table.as_mut(), entry)?;
    }
    Ok(table)
}

/// Writes bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Reads 64 hexadecimal digits.
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
