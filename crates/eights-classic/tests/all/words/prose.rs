//! Snapshots of the rules in words: read them when they change.

use eights_classic::{Classic, differences};
use insta::assert_snapshot;

use crate::common::{SHIPPED, with};

/// Overrides that use as many options as possible.
const WILD_HOUSE: &str = r#"
    players.min = 4, players.max = 6, deck.packs = 2, deck.jokers = 2, deal.cards = 8,
    starter.wild = dealer-names, starter.special = as-dealer-play,
    turn.duty = may-draw, turn.draw = { up-to = 3 }, turn.after-draw = may-play-drawn,
    wild.names = suit-or-rank, wild.same-suit = must-differ,
    cards.joker = ["wild", { draw = 4 }], cards.5 = [{ draw = { cards = 1, who = "others" } }],
    cards.6 = [{ again = "fitting" }], cards.7 = [{ swap-hands = "chosen" }],
    cards.9 = ["reverse", { skip = 2 }], cards.10 = ["rotate-hands"], cards.K = [{ cancel = "all" }],
    cards.QS = ["skip", { draw = { cards = 5, family = "two" } }],
    cards.2 = [{ draw = { cards = 2, family = "two" } }],
    penalty.sum = double, penalty.after = may-play, penalty.nothing-to-draw = lapses,
    reverse.two-players = "nothing", several.shape = same-rank, several.matching = first, several.effects = once,
    jump-in = "identical", last-card.forgot = 2, last-card.noticed = when-caught,
    finish.ban = wild, finish.breach = { draws = 3 },
    finish.effect = apply-before-scoring, stock.when = at-once, stock.circling = 400,
    hand.ends = play-on, hand.limit = 20, hand.blocked = fewest-cards, teams = "pairs",
    score.mode = winner-average, values.joker = 0, values.QS = 13, dealer.next = winner,
    match.end = { minutes = 90 }, match.tie = shared
"#;

fn house() -> Classic {
    with("score-race", &WILD_HOUSE.replace('\n', " "))
}

fn in_words(game: &Classic, n_seats: Option<u8>) -> String {
    game.topics(n_seats).iter().map(|topic| format!("{}: {}\n", topic.title, topic.text)).collect()
}

fn compared(a: &Classic, b: &Classic) -> String {
    let side = |text: Option<String>| text.unwrap_or_else(|| "(nothing)".to_owned());
    let one = |difference: eights_kit::Difference| {
        format!("{}\n  - {}\n  + {}\n", difference.title, side(difference.left), side(difference.right))
    };
    differences(a, b).into_iter().map(one).collect()
}

#[test]
fn shipped_rule_sets_in_words() {
    for name in SHIPPED {
        assert_snapshot!(name, in_words(&with(name, ""), None));
    }
}

#[test]
fn house_rules_in_words() {
    assert_snapshot!("house", in_words(&house(), None));
    let countdown = with(
        "score-race",
        "match.end = { countdown = 8 }, cards.8 = [], deck.kind = short-36, players.max = 3, deck.packs = 1",
    );
    assert_snapshot!("house-countdown", in_words(&countdown, None));
    let coloured = r#"deck.kind = coloured-108, deck.packs = 1, cards.J = ["skip"], cards.Q = ["reverse"], cards.K = [{ draw = 2 }],
        cards.joker = ["wild"], cards.*5 = ["wild", { draw = 4 }], cards.*6 = ["wild", { draw = 4 }],
        cards.*7 = ["wild", { draw = 4 }], cards.*8 = ["wild", { draw = 4 }], cards.2 = [], cards.4 = [], cards.8 = [],
        wild.when = must-match, hand.ends = play-on, score.mode = places, finish.doubles-on-wild = true, deal.schedule = [7, 6, 5]"#;
    let coloured = coloured.replace("cards.*", "cards.\"*").replace("5 = [\"wild\"", "5\" = [\"wild\"");
    let coloured = ["6", "7", "8"]
        .iter()
        .fold(coloured, |text, n| text.replace(&format!("\"*{n} ="), &format!("\"*{n}\" =")));
    assert_snapshot!("house-coloured", in_words(&with("score-race", &coloured.replace('\n', " ")), None));
}

#[test]
fn rules_in_words_for_one_number_of_players() {
    assert_snapshot!("score-race-for-four", in_words(&with("score-race", ""), Some(4)));
    let score_race = with("score-race", "");
    assert_eq!(score_race.topics(Some(9)), score_race.topics(None), "nine cannot play");
}

#[test]
fn differences_in_words() {
    let pair = |a, b| compared(&with(a, ""), &with(b, ""));
    assert_snapshot!("score-race-or-action", pair("score-race", "action"));
    assert_snapshot!("basic-or-pickup", pair("basic", "pickup"));
    assert_snapshot!("action-or-stacking", pair("action", "action-stacking"));
}

#[test]
fn equivalent_sheets_have_no_differences() {
    let game = with("score-race", "");
    let other = with(
        "score-race",
        r#"title = Other, cards.8 = [], cards."red 8" = ["wild"], cards."black 8" = ["wild"], values."red A" = 1,
           cards.2 = [{ draw = { cards = 2, who = "next", family = "pairs" } }], deck.packs = { "2-5" = 1, other = 2 }"#,
    );
    assert_eq!(differences(&game, &other), []);
    assert_eq!(differences(&game, &game), []);
}

#[test]
fn cards_with_the_same_effects_in_both_rule_sets_are_grouped() {
    let both = with("score-race", "cards.5 = [\"skip\"]");
    let one = with("score-race", "cards.J = []");
    let titles: Vec<String> = both.topics(None).into_iter().map(|topic| topic.title).collect();
    assert!(titles.contains(&"Fives and jacks".to_owned()), "{titles:?}");
    let differing: Vec<String> =
        differences(&both, &one).into_iter().map(|difference| difference.title).collect();
    assert_eq!(differing, ["Fives and jacks"]);
    let differing: Vec<String> =
        differences(&both, &with("score-race", "")).into_iter().map(|difference| difference.title).collect();
    assert_eq!(differing, ["Fives"]);
}

/// Asserts that all sentences are well formed.
pub(crate) fn reads_well(game: &Classic, what: &str) {
    for n_seats in [None, Some(2), Some(4)] {
        for topic in game.topics(n_seats) {
            let text = &topic.text;
            let place = format!("{what}: {}: {text}", topic.title);
            assert!(
                text.ends_with('.') && !text.contains("..") && !text.contains("  ") && !text.contains('\n'),
                "{place}"
            );
            assert!(
                text.starts_with(char::is_uppercase) && topic.title.starts_with(char::is_uppercase),
                "{place}"
            );
            let sentences = text.matches(". ").count() + 1;
            assert!(sentences <= 3, "{sentences} sentences: {place}");
            let letters: Vec<char> = format!("{} {text}", topic.title).chars().collect();
            let kebab = letters.windows(3).any(|three| three[1] == '-' && three[0].is_alphabetic());
            assert!(!kebab, "{place}");
            for wrong in [
                "one cards",
                "1 cards",
                "1 points",
                "one hands",
                " ,",
                " .",
                "( ",
                "a eight",
                "a ace",
                "no cards",
            ] {
                assert!(!text.contains(wrong), "{wrong:?} in {place}");
            }
        }
    }
    let titles: Vec<String> = game.topics(None).into_iter().map(|topic| topic.title).collect();
    let mut once = titles.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), titles.len(), "{what}: {titles:?}");
}

#[test]
fn every_rule_set_reads_well() {
    for name in SHIPPED {
        reads_well(&with(name, ""), name);
    }
    reads_well(&house(), "house");
}
