//! The rule sets that the targets play: the shipped ones, and house rules that use every option.

use std::sync::LazyLock;

use eights_classic::{Classic, differences};
use eights_match::{Catalog, RuleSet, Shipped};

use crate::{Choices, games};

/// House rules of Crazy Eights: a shipped rule set, and the changes to it.
const HOUSE: &str = include_str!("../../crates/eights-classic/tests/house-rules.txt");

/// The shipped rule sets of every game.
pub static BASES: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
    let games = Catalog::games();
    games.flat_map(|game| Shipped::names(game.id).map(|name| compiled(game.id, name, ""))).collect()
});

/// The shipped rule sets, then the house rules.
pub static RULES: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
    let lines = HOUSE.lines().filter(|line| !line.starts_with('#'));
    let house = lines.filter_map(|line| line.split_once(": "));
    let house = house.map(|(name, with)| compiled("crazy-eights", name, with));
    BASES.iter().cloned().chain(house).collect()
});

fn compiled(game: &str, name: &str, with: &str) -> RuleSet {
    Catalog::new(&Shipped).rules(game, name, with).unwrap_or_else(|problems| {
        let list: Vec<String> = problems.iter().map(ToString::to_string).collect();
        panic!("the house rule is out of date: {}", list.join("; "))
    })
}

/// Does everything that programs do with a rule set: describes it in words, compares it, writes it, reads it
/// again, and plays a while.
pub fn look_at(rules: &RuleSet, choices: &mut Choices) {
    if let Some(game) = rules.rules.of::<Classic>() {
        tell(game);
        let written = serde_json::to_value(game.sheet()).expect("a sheet can always be serialised");
        let again = Catalog::new(&Shipped).sheet(rules.game.id, written, "");
        let again =
            again.unwrap_or_else(|problems| panic!("a rule set is refused after writing it: {problems:?}"));
        assert_eq!(again.hash, rules.hash, "a sheet changes its meaning when it is written and read");
    }
    games::play_by(rules, choices, 60);
}

fn tell(game: &Classic) {
    for n_seats in [None, Some(2), Some(5), Some(16), Some(0), Some(255)] {
        for topic in game.topics(n_seats) {
            assert!(
                !topic.title.is_empty() && !topic.text.is_empty(),
                "nothing said about {:?}",
                topic.title
            );
        }
    }
    for base in BASES.iter().take(2) {
        if let Some(base) = base.rules.of::<Classic>() {
            let _ = differences(base, game);
        }
    }
    assert!(differences(game, game).is_empty(), "rules differ from themselves");
    let _ = (game.warnings(), game.minutes());
}
