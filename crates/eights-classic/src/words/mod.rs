//! Rules in words: describes a rule set, compares two of them and explains refusals.

mod context;
mod deal;
mod english;
mod finish;
mod kinds;
mod penalty;
mod score;
mod special;
pub(crate) mod tell;
mod turn;
mod why;

use eights_kit::{Difference, Topic};

use crate::{face::MAX_JOKERS, rules::Classic};
use context::RulesContext;

impl Classic {
    /// The rules in words for `n_seats` players, or for every number that can play. Generated from
    /// the compiled rules, so the wording of the sheet has no influence.
    pub fn topics(&self, n_seats: Option<u8>) -> Vec<Topic> {
        let telling = RulesContext::new(&self.rules, n_seats);
        let groups = special::groups(&[&telling]);
        let entries = entries(&telling, &groups).into_iter();
        let mut topics: Vec<Topic> =
            entries.filter_map(|(title, text)| Some(Topic { title, text: text? })).collect();
        topics.splice(1..1, self.names_topic());
        topics
    }

    /// What the cards are called at this table. Not a difference between rule sets, since it changes nothing.
    fn names_topic(&self) -> Option<Topic> {
        let names = self.names.as_ref()?;
        let printed = self.rules.choices.printed;
        let ranks = printed.rank_names().iter().map(|rank| (*rank).to_owned());
        let suits = printed.suit_letters().iter().map(char::to_string);
        let jokers = (0..MAX_JOKERS).map(|n| printed.joker(n).to_string());
        let mut called: Vec<(&str, String)> = Vec::new();
        for key in ranks.chain(suits).chain(jokers) {
            let Some(name) = names.get(&key) else { continue };
            match called.last_mut() {
                Some((same, keys)) if same == name => *keys += &format!(" {key}"),
                _ => called.push((name, key)),
            }
        }
        let called: Vec<String> = called.iter().map(|(name, keys)| format!("{name} ({keys})")).collect();
        let text = format!("Printed on the cards: {}.", called.join(", "));
        Some(Topic { title: "What is printed".to_owned(), text })
    }
}

/// The topics on which two rule sets differ, in order; empty if they mean the same.
pub fn differences(a: &Classic, b: &Classic) -> Vec<Difference> {
    let (left, right) = (RulesContext::new(&a.rules, None), RulesContext::new(&b.rules, None));
    // Group cards so that both rule sets treat all cards of a group alike.
    let groups = special::groups(&[&left, &right]);
    let pairs = entries(&left, &groups).into_iter().zip(entries(&right, &groups));
    pairs
        .filter(|((_, left), (_, right))| left != right)
        .map(|((title, left), (_, right))| Difference { title, left, right })
        .collect()
}

/// Title and text of a topic; `None` if the rules have nothing to say about it.
type Entry = (String, Option<String>);

/// Describes one topic.
type Tell = fn(&RulesContext) -> Option<String>;

/// All topics, in the same order for every rule set.
fn entries(telling: &RulesContext, groups: &[special::Group]) -> Vec<Entry> {
    const BEFORE: [(&str, Tell); 15] = [
        ("Players and cards", deal::players),
        ("Partners", deal::teams),
        ("The deal", deal::deal),
        ("The start", deal::start),
        ("The first round", deal::opening),
        ("The first card", deal::starter),
        ("First cards that go back", deal::put_back_too),
        ("A first card that turns the direction", deal::reversing_starter),
        ("Following the first card", deal::starter_counts),
        ("Exchanging the first card", deal::exchange),
        ("What fits", turn::follow),
        ("Wild cards", turn::wild),
        ("Ranks that may be named", turn::nameable),
        ("A name that binds everybody", turn::binding),
        ("Drawing", turn::drawing),
    ];
    const AFTER: [(&str, Tell); 27] = [
        ("Answering a penalty", penalty::answers),
        ("Answering with another rank", penalty::other_rank),
        ("Taking a penalty", penalty::taking),
        ("Answering a skip", special::skip_answer),
        ("Skipping with two players", special::skip),
        ("Reversing with two players", special::reverse),
        ("Several cards at once", turn::several),
        ("Open runs", turn::open_runs),
        ("The price of several cards", turn::price_of_several),
        ("Playing out of turn", turn::jump_in),
        ("Calling the last card", finish::call),
        ("A false call", finish::false_call),
        ("Going out", finish::out),
        ("The last card", finish::last),
        ("Matching the last card", finish::matched),
        ("The last card with some numbers of players", finish::ban_for_some),
        ("A penalty as the last card", finish::answered),
        ("Coming back", finish::comes_back),
        ("A last card that asks for more", finish::asks_for_more),
        ("Too many cards", finish::limit),
        ("When the stock is used up", finish::stock),
        ("A blocked hand", finish::blocked),
        ("A hand without end", finish::circling),
        ("Scoring", score::mode),
        ("What cards count", score::values),
        ("The match", score::course),
        ("Who deals", deal::dealer),
    ];
    let entry = |(title, tell): (&str, Tell)| (title.to_owned(), tell(telling));
    let mut entries: Vec<Entry> = BEFORE.into_iter().map(entry).collect();
    entries.extend(groups.iter().map(|group| special::entry(telling, group)));
    entries.extend(AFTER.into_iter().map(entry));
    entries
}
