//! Describes and compares the rules of any game in English.

use eights_classic::differences;
use serde::Serialize;

use crate::catalog::{RuleSet, Rules};

/// A heading and what the rules say about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// The subject as a heading, such as dealing or scoring.
    pub title: String,
    /// One or more sentences.
    pub text: String,
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

impl RuleSet {
    /// The rules in words: for a given number of players, or for every number that is allowed.
    pub fn topics(&self, seats: Option<u8>) -> Vec<Topic> {
        let pair = |(title, text)| Topic { title, text };
        match &self.rules {
            Rules::Classic(game) => {
                game.topics(seats).into_iter().map(|topic| pair((topic.title, topic.text))).collect()
            }
            Rules::Crazier(game) => game.topics().into_iter().map(pair).collect(),
            Rules::Ball(game) => game.topics().into_iter().map(pair).collect(),
        }
    }

    /// The differences to another rule set, in words; empty if both mean the same rules.
    pub fn differences(&self, other: &RuleSet) -> Vec<Difference> {
        if let (Rules::Classic(one), Rules::Classic(two)) = (&self.rules, &other.rules) {
            return differences(one, two)
                .into_iter()
                .map(|found| Difference { title: found.title, left: found.left, right: found.right })
                .collect();
        }
        let (left, right) = (self.topics(None), other.topics(None));
        let text = |list: &[Topic], title: &str| {
            list.iter().find(|topic| topic.title == title).map(|topic| topic.text.clone())
        };
        let mut titles: Vec<&str> = left.iter().map(|topic| topic.title.as_str()).collect();
        titles.extend(right.iter().map(|topic| topic.title.as_str()));
        titles.dedup();
        let mut found: Vec<Difference> = Vec::new();
        for title in titles {
            let difference =
                Difference { title: title.to_owned(), left: text(&left, title), right: text(&right, title) };
            if difference.left != difference.right && !found.contains(&difference) {
                found.push(difference);
            }
        }
        found
    }

    /// Sentences about choices in the sheet that are legal but probably not intended.
    pub fn warnings(&self) -> Vec<String> {
        match &self.rules {
            Rules::Classic(game) => game.warnings().iter().map(ToString::to_string).collect(),
            Rules::Crazier(_) | Rules::Ball(_) => Vec::new(),
        }
    }
}
