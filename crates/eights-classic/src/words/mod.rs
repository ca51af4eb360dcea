//! Rules in words: describes a rule set, compares two of them and explains refusals.

mod context;
mod deal;
mod english;
mod finish;
mod kinds;
mod penalty;
mod score;
mod special;
mod turn;
mod why;

use serde::Serialize;

use crate::rules::Classic;
use context::RulesContext;

/// One topic of the rules, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// An identifier of the topic that is the same in every rule set.
    pub key: String,
    /// The heading.
    pub title: String,
    /// What the rules say, in one to three sentences.
    pub text: String,
}

/// A topic on which two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The heading.
    pub title: String,
    /// What the first rule set says, if anything.
    pub left: Option<String>,
    /// What the second rule set says, if anything.
    pub right: Option<String>,
}

impl Classic {
    /// The rules in words for `n_seats` players, or for every number that can play. Generated from
    /// the compiled rules, so the wording of the sheet has no influence.
    pub fn topics(&self, n_seats: Option<u8>) -> Vec<Topic> {
        let telling = RulesContext::new(&self.rules, n_seats);
        let groups = special::groups(&[&telling]);
        let entries = entries(&telling, &groups, telling.pack).into_iter();
        entries.filter_map(|(key, title, text)| Some(Topic { key, title, text: text? })).collect()
    }
}

/// The topics on which two rule sets differ, in order; empty if they mean the same.
pub fn differences(a: &Classic, b: &Classic) -> Vec<Difference> {
    let (left, right) = (RulesContext::new(&a.rules, None), RulesContext::new(&b.rules, None));
    // Group cards so that both rule sets treat all cards of a group alike.
    let groups = special::groups(&[&left, &right]);
    let pack = left.pack | right.pack;
    let pairs = entries(&left, &groups, pack).into_iter().zip(entries(&right, &groups, pack));
    pairs
        .filter(|((_, _, left), (_, _, right))| left != right)
        .map(|((_, title, left), (_, _, right))| Difference { title, left, right })
        .collect()
}

/// Key, title and text of a topic; `None` if the rules have nothing to say about it.
type Entry = (String, String, Option<String>);

/// Describes one topic.
type Tell = fn(&RulesContext) -> Option<String>;

/// All topics, in the same order for every rule set.
fn entries(telling: &RulesContext, groups: &[u64], pack: u64) -> Vec<Entry> {
    const BEFORE: [(&str, &str, Tell); 8] = [
        ("players", "Players and cards", deal::players),
        ("teams", "Partners", deal::teams),
        ("deal", "The deal", deal::deal),
        ("start", "The start", deal::start),
        ("starter", "The first card", deal::starter),
        ("follow", "What fits", turn::follow),
        ("wild", "Wild cards", turn::wild),
        ("draw", "Drawing", turn::drawing),
    ];
    const AFTER: [(&str, &str, Tell); 16] = [
        ("penalty", "Answering a penalty", penalty::answers),
        ("taking", "Taking a penalty", penalty::taking),
        ("reverse", "Reversing with two players", special::reverse),
        ("several", "Several cards at once", turn::several),
        ("jump-in", "Playing out of turn", turn::jump_in),
        ("last-card", "Calling the last card", finish::call),
        ("finish", "Going out", finish::out),
        ("ban", "The last card", finish::last),
        ("limit", "Too many cards", finish::limit),
        ("stock", "When the stock is used up", finish::stock),
        ("blocked", "A blocked hand", finish::blocked),
        ("circling", "A hand without end", finish::circling),
        ("score", "Scoring", score::mode),
        ("values", "What cards count", score::values),
        ("match", "The match", score::course),
        ("dealer", "Who deals", deal::dealer),
    ];
    let entry = |(key, title, tell): (&str, &str, Tell)| (key.to_owned(), title.to_owned(), tell(telling));
    let mut entries: Vec<Entry> = BEFORE.into_iter().map(entry).collect();
    entries.extend(groups.iter().map(|group| special::entry(telling, *group, pack)));
    entries.extend(AFTER.into_iter().map(entry));
    entries
}
