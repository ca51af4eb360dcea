//! The rule sets that the targets play: the shipped ones, and house rules that use every option.

use std::sync::LazyLock;

use eights_classic::{Classic, differences};
use eights_match::{Catalog, RuleSet, Shipped};

use crate::{Choices, games};

/// House rules of Crazy Eights: a shipped rule set, and the changes to it.
const HOUSE: &[(&str, &str)] = &[
    ("score-race", "starter.wild = own-suit"),
    ("score-race", "starter.wild = anything-follows, starter.special = as-dealer-play"),
    ("score-race", "starter.wild = dealer-names"),
    ("score-race", "starter.wild = first-player-names, starter.special = redraw"),
    ("score-race", "starter.wild = reshuffle, starter.counts = only-suit"),
    ("score-race", "turn.duty = may-draw, turn.draw = { up-to = 3 }, turn.after-draw = may-play-drawn"),
    ("score-race", "turn.duty = must, turn.draw = until-playable, turn.after-draw = must-play-drawn"),
    ("score-race", "turn.duty = may-draw-never-pass, turn.draw = one, turn.after-draw = may-play-any"),
    ("score-race", "turn.draw = until-willing, turn.after-draw = may-play-any, stock.circling = 150"),
    ("score-race", "wild.names = rank"),
    ("score-race", "wild.names = suit-or-rank, wild.same-suit = must-differ"),
    ("score-race", "wild.names = own-suit"),
    ("score-race", "wild.when = not-on-wild"),
    ("score-race", "wild.when = must-match"),
    ("score-race", "deck.jokers = 2, cards.joker = [\"wild\", { draw = 4 }]"),
    ("score-race", "penalty.answer = any-draw-card, penalty.sum = double, penalty.after = may-play"),
    ("pickup", "penalty.answer = equal-or-higher, penalty.nothing-to-draw = lapses"),
    ("pickup", "deck.packs = 2, cards.8 = [\"wild\", \"skip\"]"),
    ("action-stacking", "several.matching = first, players.max = 5"),
    ("action-stacking", "several.matching = any, several.effects = once, players.max = 5"),
    ("action", "jump-in = identical, deck.packs = 2"),
    ("score-race", "last-card.forgot = 2"),
    ("score-race", "last-card.forgot = 2, last-card.noticed = when-caught"),
    ("score-race", "last-card.forgot = 2, last-card.forgot-last = 4, turn.direction = counter-clockwise"),
    ("score-race", "last-card.forgot-last = 3, hand.ends = play-on, finish.ban = wild"),
    ("score-race", "last-card.price = no-going-out, finish.ban-cards = [\"2\", \"black 5\"]"),
    ("action-stacking", "last-card.price = no-going-out, players.max = 5"),
    ("score-race", "finish.ban = special"),
    ("score-race", "finish.ban = wild, finish.breach = { draws = 3 }"),
    ("score-race", "finish.effect = apply-before-scoring, finish.doubles-on-wild = true"),
    ("pickup", "finish.effect = answered, penalty.answer = any-draw-card"),
    ("score-race", "finish.effect = answered, penalty.after = may-play, last-card.forgot-last = 2"),
    ("score-race", "hand.ends = play-on, score.mode = places"),
    ("score-race", "hand.limit = 9"),
    ("score-race", "teams = pairs, players.min = 4, players.max = 6"),
    ("score-race", "cards.7 = [{ swap-hands = \"chosen\" }]"),
    ("score-race", "cards.7 = [{ swap-hands = \"next\" }], cards.10 = [\"rotate-hands\"]"),
    ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"others\" } }]"),
    ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"chosen\" } }]"),
    ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"previous\" } }]"),
    ("score-race", "cards.5 = [{ draw = { cards = 1, who = \"self\" } }]"),
    ("score-race", "cards.5 = [{ skip = 3 }], reverse.two-players = nothing"),
    ("score-race", "cards.5 = [\"another-turn\"], cards.6 = [\"cover\"], skip.two-players = nothing"),
    ("switch", "cards.7 = [\"cover\"], cards.9 = [\"another-turn\"], finish.another-turn = must-go-on"),
    ("score-race", "skip.answer = pass-on, hand.ends = play-on"),
    ("action-stacking", "skip.answer = pass-on, starter.special = as-dealer-play, players.max = 5"),
    ("score-race", "cards.5 = [{ again = \"fitting\" }], cards.6 = [{ again = \"any\" }]"),
    ("score-race", "cards.2 = [{ draw = 2 }], cards.3 = [{ cancel = \"all\" }]"),
    ("score-race", "finish.effect = waits-a-round, penalty.first-drawn = may-answer, hand.limit = 9"),
    (
        "action-stacking",
        "finish.effect = waits-a-round, several.price = previous-draws, cards.5 = [{ draw = 1 }], \
         penalty.answer = any-draw-card, penalty.first-drawn = may-answer, players.max = 5",
    ),
    (
        "score-race",
        "cards.8 = [\"wild\", { cancel = \"all\" }], penalty.ending = wild-anywhere, penalty.sum = stays, \
         penalty.first-drawn = may-answer, penalty.after = may-play",
    ),
    ("score-race", "several.shape = run, last-card.forgot = 2, hand.limit = 9"),
    (
        "pickup",
        "several.shape = run, finish.effect = answered, cards.5 = [{ draw = { cards = 1, who = \"others\" } }], \
         cards.6 = [{ again = \"any\" }], cards.7 = [\"another-turn\"], stock.when = at-once",
    ),
    (
        "score-race",
        "several.shape = run, skip.answer = add-up, starter.special = as-dealer-play, deck.jokers = 2, \
         cards.joker = [{ wild = \"card-below\" }], finish.effect = waits-a-round",
    ),
    ("action-stacking", "skip.answer = add-up, hand.ends = play-on, players.max = 5"),
    (
        "score-race",
        "cards.7 = [{ wild = \"rank\" }], wild.while-named = same-kind, finish.ban-for = { 8 = \"2-3\" }",
    ),
    (
        "action-stacking",
        "cards.J = [{ wild = { names = \"rank\", must-fit = true, ranks = [\"4\", \"5\"], binds = \"everybody-once\" } }], \
         cards.4 = [\"skip\"], cards.5 = [{ draw = 2 }], cards.6 = [\"another-turn\"], hand.ends = play-on, \
         penalty.answer = any-draw-card, penalty.other-rank = same-suit, penalty.after = may-play, players.max = 5",
    ),
    (
        "score-race",
        "cards.5 = [{ draw = { cards = 2, who = \"previous-asked\" } }], penalty.answer = any-draw-card, \
         penalty.first-drawn = may-answer, penalty.nothing-to-draw = lapses, skip.answer = add-up, \
         finish.effect = waits-a-round, last-card.forgot = 2, last-card.price = next-turn",
    ),
    (
        "score-race",
        "cards.5 = [{ draw = { cards = 2, who = \"previous-asked\" } }], penalty.answer = any-draw-card, \
         finish.effect = apply-before-scoring, hand.limit = 9, several.shape = run",
    ),
    (
        "score-race",
        "cards.5 = [{ again = \"open-run\" }], cards.6 = [\"another-turn\"], deck.jokers = 3, \
         cards.\"*1\" = [{ counts-as = \"5\" }], cards.\"*2\" = [{ wild = \"anything\" }, { again = \"any\" }, \
         { cancel = \"all\" }], cards.\"*3\" = [{ wild = \"card-below\" }], penalty.ending = wild-anywhere, \
         last-card.forgot = 2, last-card.noticed = when-caught, finish.another-turn = must-go-on",
    ),
    (
        "pickup",
        "cards.5 = [{ again = \"open-run\" }], cards.6 = [{ wild = \"own-suit\" }], hand.ends = play-on, \
         hand.limit = 20, stock.when = at-once, last-card.forgot = 2, starter.special = as-dealer-play, \
         jump-in = identical, deck.packs = 2, turn.draw = one, turn.after-draw = may-play-drawn",
    ),
    (
        "score-race",
        "cards.5 = [{ again = \"open-run\" }], deck.jokers = 2, cards.joker = [{ counts-as = \"8\" }], \
         finish.effect = waits-a-round, skip.answer = add-up, turn.follow = suit, wild.names = rank",
    ),
    ("pesten", "deck.packs = 3, stock.keeps = special, cards.5 = [{ wild = \"own-suit\" }]"),
    ("score-race", "deck.jokers = 2, cards.joker = [{ wild = \"card-below\" }], hand.ends = play-on"),
    ("action-stacking", "last-card.forgot = 1, last-card.false-call = 2, players.max = 5"),
    ("score-race", "last-card.forgot = 2, last-card.price = next-turn, wild.names = anything"),
    ("score-race", "last-card.forgot = 1, last-card.noticed = when-caught, last-card.price = next-turn"),
    ("score-race", "starter.exchange = dealer-may, deck.jokers = 3, deal.cards = 1"),
    ("score-race", "starter.opening = hearts, hand.limit = 9, deal.cards = 2"),
    ("action", "starter.opening = spades, finish.effect = apply-before-scoring"),
    ("coloured", "jump-in = identical, hand.limit = 12, starter.back-cards = []"),
    ("score-race", "cards.3 = [{ answer = { to = \"2\", adds = 3 } }], penalty.sum = double"),
    (
        "action-stacking",
        "cards.3 = [{ answer = { to = \"2\" } }], penalty.answer = same-family, players.max = 5",
    ),
    ("score-race", "cards.5 = [{ draw = { cards = 2, at-once = true } }]"),
    ("action-scored", "stock.pressure = 5, stock.when = at-once, match.end = { elimination = 60 }"),
    ("score-race", "score.mode = hand-won, match.end = { target = 2 }"),
    ("score-race", "match.end = { countdown = 8 }"),
    ("score-race", "match.end = { deals = 1 }"),
    ("score-race", "match.end = { hands = 3 }, match.tie = shared, dealer.next = winner"),
    ("score-race", "score.mode = own-cards, match.end = { limit = 60 }, hand.blocked = fewest-cards"),
    ("score-race", "score.mode = winner-average, hand.blocked = nobody, dealer.next = same"),
    ("score-race", "score.mode = below-highest, hand.blocked = lowest-points"),
    ("score-race", "stock.empty = ends-hand, stock.when = at-once"),
    ("score-race", "deck.kind = short-32, players.max = 4, deck.packs = 1"),
    ("score-race", "deck.kind = short-36, turn.follow = suit, players.max = 5, deck.packs = 1"),
    ("score-race", "deck.kind = coloured-108, deck.packs = 1, turn.follow = rank, cards.joker = [\"wild\"]"),
    ("score-race", "deal.schedule = [8, 7, 6], deck.packs = 2"),
    ("basic", "deck.packs = 3, players.max = 16"),
    (
        "openspiel",
        "cards.2 = [{ draw = 2 }], cards.Q = [\"skip\"], cards.A = [\"reverse\"], stock.empty = reshuffle",
    ),
];

/// The shipped rule sets of every game.
pub static BASES: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
    let games = Catalog::games();
    games.flat_map(|game| Shipped::names(game.id).map(|name| compiled(game.id, name, ""))).collect()
});

/// The shipped rule sets, then the house rules.
pub static RULES: LazyLock<Vec<RuleSet>> = LazyLock::new(|| {
    let house = HOUSE.iter().map(|(name, with)| compiled("crazy-eights", name, with));
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
