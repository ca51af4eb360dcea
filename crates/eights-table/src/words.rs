//! The rules of any game in words.

use eights_classic::differences;
use serde::Serialize;

use crate::catalog::{RuleSet, Rules};

/// One thing that the rules say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Topic {
    /// What it is about.
    pub title: String,
    /// What the rules say of it.
    pub text: String,
}

/// One thing of which two rule sets say something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What it is about.
    pub title: String,
    /// What the first says of it, if anything.
    pub left: Option<String>,
    /// What the second says.
    pub right: Option<String>,
}

impl RuleSet {
    /// The rules in words, for a table of so many players or for all they are made for.
    pub fn topics(&self, seats: Option<u8>) -> Vec<Topic> {
        let topic = |(title, text)| Topic { title, text };
        match &self.rules {
            Rules::Classic(game) => {
                game.topics(seats).into_iter().map(|it| topic((it.title, it.text))).collect()
            }
            Rules::Crazier(game) => game.topics().into_iter().map(topic).collect(),
            Rules::Ball(game) => game.topics().into_iter().map(topic).collect(),
        }
    }

    /// What another rule set does differently, in words; nothing when both mean the same.
    pub fn differences(&self, other: &RuleSet) -> Vec<Difference> {
        if let (Rules::Classic(one), Rules::Classic(two)) = (&self.rules, &other.rules) {
            let plain = |it: eights_classic::Difference| Difference {
                title: it.title,
                left: it.left,
                right: it.right,
            };
            return differences(one, two).into_iter().map(plain).collect();
        }
        let (left, right) = (self.topics(None), other.topics(None));
        let text =
            |list: &[Topic], title: &str| list.iter().find(|it| it.title == title).map(|it| it.text.clone());
        let mut titles: Vec<&str> = left.iter().map(|it| it.title.as_str()).collect();
        titles.extend(right.iter().map(|it| it.title.as_str()));
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

    /// What looks unwise in the rules, in sentences.
    pub fn warnings(&self) -> Vec<String> {
        match &self.rules {
            Rules::Classic(game) => game.warnings().iter().map(ToString::to_string).collect(),
            Rules::Crazier(_) | Rules::Ball(_) => Vec::new(),
        }
    }
}
