//! The sentence that was probably meant.
//!
//! First the sentence is mended: where the readers give up they say which words
//! they would take, so a wrong word is changed, a missing one put in or a needless
//! one left out, the cheapest repair first, until the whole parses. If that leads
//! nowhere, the most similar example of the table of forms is offered.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::finish;
use super::forms::FORMS;
use super::sentence::read_words;
use crate::sense::makes_sense;

/// How many sentences are tried before the table is asked.
const PATIENCE: usize = 120;

/// Longer sentences are not mended.
const MOST_WORDS: usize = 60;

/// What leaving out or putting in a word costs; changing one costs 1 to 12.
const WHOLE_WORD: usize = 9;

/// Repairs beyond this cost are no longer what was meant.
const TOO_DEAR: usize = 30;

/// Words that look different and mean the same, which are what people write.
const SAME: &[(&str, &str)] = &[
    ("one", "a"),
    ("one", "an"),
    ("1", "a"),
    ("1", "one"),
    ("2", "two"),
    ("3", "three"),
    ("4", "four"),
    ("5", "five"),
    ("6", "six"),
    ("7", "seven"),
    ("8", "eight"),
    ("9", "nine"),
    ("10", "ten"),
    ("cannot", "can't"),
    ("whenever", "when"),
    ("deck", "draw"),
    ("permanent", "asset"),
    ("permanents", "assets"),
];

/// A sentence that parses.
pub(super) struct Meant {
    pub(super) sentence: String,
    /// Only if the sentence is an example of the table.
    pub(super) form: Option<&'static str>,
}

/// The nearest sentence to the given words.
pub(super) fn meant(words: &[&str]) -> Meant {
    match mend(words) {
        Some(mended) => Meant { sentence: joined(&mended), form: None },
        None => {
            let form = nearest_form(words);
            Meant { sentence: form.example.to_owned(), form: Some(form.form) }
        }
    }
}

/// How unlike two words are: 0 for the same, at most 12.
pub(super) fn unlike(found: &str, word: &str) -> usize {
    if found.len() > 40 {
        return 12;
    }
    if SAME.contains(&(found, word)) {
        return 1;
    }
    let longer = found.chars().count().max(word.chars().count()).max(1);
    (strsim::osa_distance(found, word) * 12).div_ceil(longer)
}

fn mend<'w>(words: &[&'w str]) -> Option<Vec<&'w str>> {
    if words.len() > MOST_WORDS || words.is_empty() {
        return None;
    }
    let mut seen = HashSet::new();
    let mut heap = BinaryHeap::from([Reverse((0, 0, words.to_vec()))]);
    let mut senseless = None;
    for _ in 0..PATIENCE {
        let Some(Reverse((_, cost, sentence))) = heap.pop() else { break };
        let wrong = match read_words(&sentence) {
            Ok(ability) if makes_sense(&ability) => return Some(sentence),
            Ok(_) => {
                senseless.get_or_insert(sentence);
                continue;
            }
            Err(wrong) => wrong,
        };
        // How far a sentence goes counts for it: repairs that lead on come before those that do not.
        let left = sentence.len().saturating_sub(wrong.at);
        for (price, repaired) in repairs(&sentence, wrong.at, &wrong.expected) {
            let total = cost + price;
            if total <= TOO_DEAR && seen.insert(repaired.clone()) {
                heap.push(Reverse((total * 2 + left, total, repaired)));
            }
        }
    }
    senseless
}

/// Every sentence that differs by one word at a place, with its price.
fn repairs<'w>(sentence: &[&'w str], at: usize, expected: &[&'static str]) -> Vec<(usize, Vec<&'w str>)> {
    let (before, after) = sentence.split_at(at.min(sentence.len()));
    let mut all = Vec::new();
    for &word in expected {
        all.push((WHOLE_WORD, [before, &[word], after].concat()));
        if let Some((found, rest)) = after.split_first() {
            all.push((1 + unlike(found, word), [before, &[word], rest].concat()));
        }
    }
    if let Some((_, rest)) = after.split_first() {
        all.push((WHOLE_WORD, [before, rest].concat()));
    }
    all
}

/// The form whose example is the most similar: by the words it begins with, the words it shares, and by letters.
fn nearest_form(words: &[&str]) -> &'static super::Form {
    let words = &words[..words.len().min(MOST_WORDS)];
    let text: String = joined(words).chars().take(200).collect();
    let likeness = |example: &str| {
        let lower = example.to_ascii_lowercase();
        let known: Vec<&str> = lower.split([' ', ',', '.']).filter(|word| !word.is_empty()).collect();
        let same = words.iter().zip(&known).take_while(|(word, other)| word == other).count();
        let shared = words.iter().filter(|word| known.contains(word)).count();
        let share = (same * 3 + shared) * 100 / (words.len() + known.len());
        (share, Reverse(strsim::osa_distance(&text, example)))
    };
    FORMS.iter().max_by_key(|form| likeness(form.example)).unwrap_or(&FORMS[0])
}

/// Words as a sentence with its capital letter and its full stop.
fn joined(words: &[&str]) -> String {
    let mut text = String::new();
    for word in words {
        if !matches!(*word, "," | ".") && !text.is_empty() {
            text.push(' ');
        }
        if *word != "." {
            text.push_str(word);
        }
    }
    finish(&text)
}
