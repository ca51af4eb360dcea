//! The trait of games that the registry lists: name, rule sets as data, and rules in words.

use eights::{Game, Setup, laws::Lawful};
use eights_config::{Document, Problem, Written};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{bot::policy::BeliefModel, study::Study};

/// Name and version of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// The id in files, URLs and journals, such as `crazy-eights`.
    pub id: &'static str,
    /// The name shown to players.
    pub title: &'static str,
    /// The id with a version number, which is raised when a change to the engine alters play:
    /// journals of another version cannot be replayed.
    pub engine: &'static str,
    /// Whether menus show the game. An example can be played only by asking for its id.
    pub listed: bool,
}

/// A game that everything in the project can play, from the command line to the page. Views and events
/// describe the JSON that clients get, for documents, generated types and tests.
pub trait Playable:
    Setup + Lawful + BeliefModel + Study + Clone + Game<View: JsonSchema, Seen: JsonSchema>
{
    /// Name and version.
    const INFO: GameInfo;

    /// Name and text of every shipped rule set. The first is the default.
    const SHIPPED: &'static [(&'static str, &'static str)];

    /// A rule set as people write it. Its JSON Schema describes it to editors and to the page.
    type Sheet: Written;

    /// Compiles a sheet.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet.
    fn compile(document: &Document) -> Result<Self, Vec<Problem>>;

    /// Like [`Playable::compile`], but with other cards than the sheet names: card sets and card
    /// files, separated by commas. `fetch` returns the text of a card file.
    ///
    /// # Errors
    ///
    /// Everything that is wrong with the sheet or the cards. Most games have a fixed pack and
    /// refuse other cards.
    fn compile_with_cards(
        document: &Document,
        cards: &str,
        fetch: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Self, Vec<Problem>> {
        let _ = (document, fetch);
        Err(vec![Problem::of_file(cards, format!("{} is played with its own pack", Self::INFO.title))])
    }

    /// Everything in the rules that matters for play. Sheets with equal meanings are the same rule
    /// set, however they are written.
    fn meaning(&self) -> impl Serialize;

    /// The rules in words: for a given number of players, or for every number that is allowed.
    fn topics(&self, n_seats: Option<u8>) -> Vec<Topic>;

    /// The differences to another rule set, in words; empty if both mean the same rules.
    fn differences(&self, other: &Self) -> Vec<Difference> {
        differences_by_title(&self.topics(None), &other.topics(None))
    }

    /// Sentences about choices in the sheet that are legal but probably not intended.
    fn warnings(&self) -> Vec<String> {
        Vec::new()
    }

    /// The time limit of the match in minutes, if the rules set one.
    fn minutes(&self) -> Option<u32> {
        None
    }
}

/// A heading and what the rules say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// The subject as a heading, such as dealing or scoring.
    pub title: String,
    /// One or more sentences.
    pub text: String,
}

impl Topic {
    /// A topic from its heading and its text.
    pub fn new(title: impl Into<String>, text: impl Into<String>) -> Topic {
        Topic { title: title.into(), text: text.into() }
    }
}

/// A heading about which two rule sets differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The subject as a heading, such as dealing or scoring.
    pub title: String,
    /// The text of the first rule set, if it has this heading.
    pub left: Option<String>,
    /// The text of the second rule set, if it has this heading.
    pub right: Option<String>,
}

/// Compares topics with the same title, in the order in which they first appear.
pub fn differences_by_title(left: &[Topic], right: &[Topic]) -> Vec<Difference> {
    let text = |list: &[Topic], title: &str| {
        list.iter().find(|topic| topic.title == title).map(|topic| topic.text.clone())
    };
    let mut found: Vec<Difference> = Vec::new();
    for Topic { title, .. } in left.iter().chain(right) {
        let difference =
            Difference { title: title.clone(), left: text(left, title), right: text(right, title) };
        if difference.left != difference.right && !found.contains(&difference) {
            found.push(difference);
        }
    }
    found
}
