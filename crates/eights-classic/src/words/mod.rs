//! Rules in words: what is played, how two rule sets differ, and why an answer is refused.

mod deal;
mod english;
mod finish;
mod kinds;
mod penalty;
mod score;
mod special;
mod telling;
mod turn;
mod why;

use serde::Serialize;

use crate::rules::Classic;
use telling::Telling;

/// One thing that the rules settle, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// A word for it that stays the same from rule set to rule set.
    pub key: String,
    /// What it is about.
    pub title: String,
    /// What the rules say, in one to three sentences.
    pub text: String,
}

/// Something that two rule sets settle differently.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What it is about.
    pub title: String,
    /// What the first rule set says of it, if anything.
    pub left: Option<String>,
    /// What the second says.
    pub right: Option<String>,
}

impl Classic {
    /// The rules in words, made from what is played and not from how the sheet
    /// is worded; for a table of so many players, or for all they are made for.
    pub fn topics(&self, n_seats: Option<u8>) -> Vec<Topic> {
        let telling = Telling::new(&self.rules, n_seats);
        let groups = special::groups(&[&telling]);
        let entries = entries(&telling, &groups, telling.pack).into_iter();
        entries.filter_map(|(key, title, text)| Some(Topic { key, title, text: text? })).collect()
    }
}

/// What two rule sets settle differently, in the order of the topics. Nothing
/// when they mean the same.
pub fn differences(a: &Classic, b: &Classic) -> Vec<Difference> {
    let (left, right) = (Telling::new(&a.rules, None), Telling::new(&b.rules, None));
    // Cards are grouped so that neither rule set tells those of a group apart.
    let groups = special::groups(&[&left, &right]);
    let pack = left.pack | right.pack;
    let pairs = entries(&left, &groups, pack).into_iter().zip(entries(&right, &groups, pack));
    pairs
        .filter(|((_, _, left), (_, _, right))| left != right)
        .map(|((_, title, left), (_, _, right))| Difference { title, left, right })
        .collect()
}

/// A topic about which the rules may be silent.
type Entry = (String, String, Option<String>);

/// How one topic is told.
type Tell = fn(&Telling) -> Option<String>;

/// Every topic there is, in the same order for every rule set.
fn entries(telling: &Telling, groups: &[u64], pack: u64) -> Vec<Entry> {
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
    let told = |(key, title, tell): (&str, &str, Tell)| (key.to_owned(), title.to_owned(), tell(telling));
    let mut entries: Vec<Entry> = BEFORE.into_iter().map(told).collect();
    entries.extend(groups.iter().map(|group| special::entry(telling, *group, pack)));
    entries.extend(AFTER.into_iter().map(told));
    entries
}
