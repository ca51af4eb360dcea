//! Finds the sentence that was probably meant.
//!
//! First it tries to repair the sentence. Where the parsers give up they report which words they would
//! accept, so a repair changes a wrong word, inserts a missing one or removes an extra one. This is a
//! best-first search by cost until the whole sentence parses. If it finds nothing, the most similar
//! example from the table of forms is suggested.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use super::finish;
use super::forms::FORMS;
use super::sentence::read_words;
use crate::sense::makes_sense;

/// How many sentences the repair tries before it falls back to the table.
const MAX_REPAIRS_TRIED: usize = 120;

/// Longer sentences are not repaired.
const MAX_WORDS: usize = 60;

/// The cost of removing or inserting a word; changing one costs at most 13.
const WORD_COST: usize = 9;

/// The maximum cost; beyond it a repair is probably not what was meant.
const MAX_REPAIR_COST: usize = 30;

/// Different spellings with the same meaning, which people often write.
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
    /// Set only if the sentence is an example from the table.
    pub(super) form: Option<&'static str>,
}

/// The parsable sentence nearest to the given words.
pub(super) fn meant(words: &[&str]) -> Meant {
    match mend(words) {
        Some(mended) => Meant { sentence: joined(&mended), form: None },
        None => {
            let form = nearest_form(words);
            Meant { sentence: form.example.to_owned(), form: Some(form.form) }
        }
    }
}

/// The dissimilarity of two words: 0 if equal, at most 12.
pub(super) fn unlike(found: &str, word: &str) -> usize {
    // Edit distance takes quadratic time, so very long words are not compared.
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
    if words.len() > MAX_WORDS || words.is_empty() {
        return None;
    }
    let mut seen = HashSet::new();
    let mut heap = BinaryHeap::from([Reverse((0, 0, words.to_vec()))]);
    let mut senseless = None;
    for _ in 0..MAX_REPAIRS_TRIED {
        let Some(Reverse((_, cost, sentence))) = heap.pop() else { break };
        let wrong = match read_words(&sentence) {
            Ok(ability) if makes_sense(&ability) => return Some(sentence),
            Ok(_) => {
                senseless.get_or_insert(sentence);
                continue;
            }
            Err(wrong) => wrong,
        };
        // Repairs are ordered by cost and by how many words are left, so that those which get further
        // come first.
        let left = sentence.len().saturating_sub(wrong.at);
        for (price, repaired) in repairs(&sentence, wrong.at, &wrong.expected) {
            let total = cost + price;
            if total <= MAX_REPAIR_COST && seen.insert(repaired.clone()) {
                heap.push(Reverse((total * 2 + left, total, repaired)));
            }
        }
    }
    senseless
}

/// Every sentence that differs by one word at a place, with its cost.
fn repairs<'w>(sentence: &[&'w str], at: usize, expected: &[&'static str]) -> Vec<(usize, Vec<&'w str>)> {
    let (before, after) = sentence.split_at(at.min(sentence.len()));
    let mut all = Vec::new();
    for &word in expected {
        all.push((WORD_COST, [before, &[word], after].concat()));
        if let Some((found, rest)) = after.split_first() {
            all.push((1 + unlike(found, word), [before, &[word], rest].concat()));
        }
    }
    if let Some((_, rest)) = after.split_first() {
        all.push((WORD_COST, [before, rest].concat()));
    }
    all
}

/// The form whose example is most similar: by common first words, shared words and then edit distance.
fn nearest_form(words: &[&str]) -> &'static super::Form {
    let words = &words[..words.len().min(MAX_WORDS)];
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

/// Joins words to a sentence with its capital letter and full stop.
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
