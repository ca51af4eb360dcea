//! The parts of a journal, and how they are written as lines.

use std::fmt;

use eights::{Position, Seat};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};
use serde_json::Value;

use crate::shuffle::Shuffle;

/// The version of the format.
pub(crate) const FORMAT: u32 = 1;

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
    /// Hash of the compiled rules, see [`RuleSet::hash`](crate::RuleSet::hash).
    pub hash: String,
    /// The number of players.
    pub seats: u8,
    /// The seed, as 64 hexadecimal digits.
    pub seed: String,
    /// The names of the players in seat order; may be empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The level of the bot in each seat, empty for a person. The whole list is empty if there are only people.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub bots: Vec<String>,
    /// The inputs of the seed, if the shuffle can be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shuffle: Option<Shuffle>,
    /// Where the match began, if not with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// What the players took back, in order. The entries hold only what was left standing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub undone: Vec<Undone>,
}

/// An undo: the match went back to an earlier step, from which other answers were given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Undone {
    /// The last step before the undo.
    pub from: u64,
    /// The step that the match returned to.
    pub to: u64,
}

/// The source of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// The table itself, when its clock has run out.
    Table,
}

impl fmt::Display for Actor {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Actor::Seat(seat) => write!(f, "{seat}"),
            Actor::Table => f.write_str("table"),
        }
    }
}

impl Serialize for Actor {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Actor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Actor, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Seat::from_letter(&text) {
            Some(seat) => Ok(Actor::Seat(seat)),
            None if text == "table" => Ok(Actor::Table),
            None => Err(D::Error::custom(format!("there is no seat {text:?}"))),
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
    /// Hash of the complete state after the step, see [`AnyMatch::digest`](crate::AnyMatch::digest).
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
        .map_err(|error| fail(1, format!("not a journal file: {}", plain(&error))))?;
    match head.get("eights-journal") {
        Some(Value::Number(version)) if version.as_u64() == Some(u64::from(FORMAT)) => (),
        Some(other) => {
            return Err(fail(1, format!("journal format {other} is not known here, only {FORMAT}")));
        }
        None => return Err(fail(1, "not a journal of Eights".into())),
    }
    let head = Head::deserialize(&head)
        .map_err(|error| fail(1, format!("the head of the journal is broken: {}", plain(&error))))?;
    let mut entries = Vec::new();
    for (number, line) in lines {
        let entry: Entry = serde_json::from_str(line).map_err(|error| {
            if error.is_eof() {
                fail(number, "the line is cut off".into())
            } else {
                fail(number, format!("not a journal entry: {}", plain(&error)))
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
