//! Every option of a sheet with its values, and random house rules made of them: for tests, and for the lab.

use eights::Dice;

use crate::shipped::SHIPPED;

/// A shipped rule set with one to five random options: its name, and the changes to it as for `--with`. They may
/// contradict each other or the rule set; then no rules can be made of them.
pub fn random(dice: &mut Dice) -> (&'static str, String) {
    let base = dice.pick(SHIPPED).map_or("basic", |(name, _)| *name);
    let mut keys = Vec::new();
    let mut changes = Vec::new();
    for _ in 0..=dice.below(4) {
        let Some((_, needs, key, values)) = dice.pick(OPTIONS).copied() else { continue };
        if keys.contains(&key) {
            continue;
        }
        keys.push(key);
        changes.extend((!needs.is_empty()).then(|| needs.to_owned()));
        changes.extend(dice.pick(values).map(|value| format!("{key} = {}", written(value))));
    }
    (base, changes.join(", "))
}

/// An option: rule set, overrides that make the option matter, key and values.
pub const OPTIONS: &[(&str, &str, &str, &[&str])] = &[
    ("score-race", "", "players.min", &["2", "3"]),
    ("score-race", "", "players.max", &["6", "7"]),
    (
        "score-race",
        "deck.packs = 1, players.max = 3",
        "deck.kind",
        &["french-52", "short-36", "short-32", "coloured-108", "shapes-49"],
    ),
    ("score-race", "", "deck.jokers", &["0", "1", "2"]),
    (
        "score-race",
        "deck.packs = 2",
        "deck.leave-out",
        &["[]", "[\"7\"]", "[\"spades\"]", "[\"2S\", \"red K\"]"],
    ),
    (
        "score-race",
        "",
        "deck.copies",
        &["{}", "{ 7 = 3 }", "{ hearts = 2, 7H = 1 }", "{ \"black A\" = 3, 2 = 2 }"],
    ),
    ("score-race", "", "deck.packs", &["1", "2", "3", "{ \"2-5\" = 1, other = 2 }"]),
    ("action", "deck.packs = 2", "deck.packs-for", &["{ 2 = \"2-10\" }", "{ 2 = \"4-10\" }"]),
    ("score-race", "", "deal.cards", &["5", "6", "{ 2 = 7, other = 5 }"]),
    ("score-race", "", "deal.with-more-packs", &["6", "7"]),
    ("score-race", "deck.packs = 2", "deal.schedule", &["[]", "[7]", "[8, 7]"]),
    ("score-race", "", "dealer.next", &["left", "winner", "same"]),
    (
        "score-race",
        "",
        "starter.wild",
        &["bury", "own-suit", "anything-follows", "dealer-names", "first-player-names", "reshuffle"],
    ),
    ("score-race", "", "starter.special", &["no-effect", "as-dealer-play", "redraw"]),
    ("action", "starter.special = as-dealer-play", "starter.reverse", &["neighbour-begins", "dealer-begins"]),
    ("score-race", "", "starter.back-cards", &["[]", "[\"5\"]", "[\"QS\", \"5\"]"]),
    ("score-race", "", "starter.exchange", &["never", "dealer-may"]),
    ("score-race", "", "starter.opening", &["turned-up", "clubs", "diamonds", "hearts", "spades"]),
    ("score-race", "", "starter.counts", &["like-any", "only-suit"]),
    ("pickup", "", "starter.special", &["no-effect", "as-dealer-play", "redraw"]),
    ("score-race", "", "turn.follow", &["suit-or-rank", "suit", "rank"]),
    ("score-race", "turn.draw = { up-to = 3 }, turn.after-draw = may-play-any", "turn.duty", DUTIES),
    ("score-race", "turn.draw = until-playable, turn.after-draw = may-play-drawn", "turn.duty", DUTIES),
    ("score-race", "turn.draw = one, turn.after-draw = must-play-drawn", "turn.duty", DUTIES),
    ("score-race", "turn.draw = one, turn.after-draw = turn-ends", "turn.duty", DUTIES),
    (
        "score-race",
        "turn.duty = must, turn.after-draw = may-play-drawn",
        "turn.draw",
        &["one", "{ up-to = 3 }", "until-playable"],
    ),
    (
        "score-race",
        "turn.duty = may-draw, turn.after-draw = may-play-any",
        "turn.draw",
        &["one", "{ up-to = 3 }", "{ up-to = 4 }", "until-playable", "until-willing"],
    ),
    ("score-race", "turn.duty = must", "turn.after-draw", AFTERS),
    (
        "score-race",
        "turn.duty = may-draw, turn.draw = { up-to = 2 }",
        "turn.after-draw",
        &["may-play-drawn", "must-play-drawn", "may-play-any"],
    ),
    ("score-race", "turn.duty = may-draw-never-pass", "turn.after-draw", AFTERS),
    ("score-race", "", "wild.when", &["always", "must-match", "not-on-wild"]),
    ("score-race", "", "wild.names", &["suit", "rank", "suit-or-rank", "own-suit", "anything"]),
    (
        "score-race",
        "deck.jokers = 2",
        "cards.joker",
        &[
            "[]",
            "[\"wild\"]",
            "[{ wild = \"rank\" }]",
            "[{ wild = \"anything\" }]",
            "[{ wild = \"card-below\" }]",
            "[{ counts-as = \"5\" }]",
            "[{ counts-as = \"8\" }]",
            "[\"wild\", { draw = { cards = 2, family = \"jokers\" } }]",
        ],
    ),
    (
        "score-race",
        "",
        "cards.J",
        &[
            "[]",
            "[{ wild = \"rank\" }]",
            "[{ wild = { names = \"rank\", must-fit = true } }]",
            "[{ wild = { names = \"rank\", ranks = [\"5\", \"6\"] } }]",
            "[{ wild = { names = \"rank\", ranks = [\"5\", \"7\"] } }]",
            "[{ wild = { names = \"rank\", binds = \"everybody-once\" } }]",
            "[{ wild = { names = \"suit\", must-fit = true, binds = \"next-card\" } }]",
        ],
    ),
    (
        "action",
        "deck.jokers = 2, penalty.answer = none",
        "cards.joker",
        &[
            "[\"wild\", { draw = 4 }]",
            "[\"wild\", { draw = { cards = 4, challenge = 1 } }]",
            "[\"wild\", { draw = { cards = 4, challenge = 2 } }]",
        ],
    ),
    ("score-race", "", "wild.same-suit", &["allowed", "must-differ"]),
    ("score-race", "cards.J = [{ wild = \"rank\" }]", "wild.while-named", &["any-wild", "same-kind"]),
    ("score-race", "", "cards.8", &["[\"wild\"]", "[]", "[\"wild\", \"skip\"]", "[\"skip\"]"]),
    (
        "score-race",
        "",
        "cards.5",
        &[
            "[]",
            "[\"wild\"]",
            "[\"skip\"]",
            "[{ skip = 2 }]",
            "[\"reverse\"]",
            "[\"rotate-hands\"]",
            "[\"another-turn\"]",
            "[\"choose-next\"]",
            "[\"choose-next\", { draw = 2 }]",
            "[{ followed-by = [\"A\", \"2\", \"3\", \"4\", \"5\"] }]",
            "[{ followed-by = [\"red\"] }, \"skip\"]",
            "[\"cover\"]",
            "[{ draw = 2 }]",
            "[{ draw = 3 }]",
            "[{ draw = { cards = 3, family = \"threes\" } }, { cancel = \"2\" }]",
            "[{ draw = { cards = 3, who = \"previous\" } }]",
            "[{ draw = { cards = 3, who = \"previous-asked\" } }]",
            "[{ draw = { cards = 3, who = \"others\" } }]",
            "[{ draw = { cards = 3, who = \"chosen\" } }]",
            "[{ draw = { cards = 3, who = \"self\" } }]",
            "[{ cancel = \"2\" }]",
            "[{ answer = { to = \"2\" } }]",
            "[{ answer = { to = \"2\", adds = 1 } }]",
            "[{ draw = { cards = 2, at-once = true } }]",
            "[{ draw = { cards = 3, sum = \"double\" } }]",
            "[{ draw = { cards = 3, sum = \"stays\" } }]",
            "[{ again = \"same-suit\" }]",
            "[{ again = \"fitting\" }]",
            "[{ again = \"any\" }]",
            "[{ again = \"open-run\" }]",
            "[{ swap-hands = \"next\" }]",
            "[{ swap-hands = \"chosen\" }]",
            "[\"skip\", { draw = 2 }]",
            "[\"reverse\", { draw = 2 }]",
        ],
    ),
    (
        "pickup",
        "",
        "cards.\"red A\"",
        &["[{ cancel = \"A\" }]", "[{ cancel = \"all\" }]", "[{ cancel = \"2\" }]"],
    ),
    (
        "score-race",
        "cards.3 = [{ draw = 3 }]",
        "penalty.answer",
        &["none", "same-family", "any-draw-card", "equal-or-higher"],
    ),
    (
        "score-race",
        "cards.3 = [{ draw = { cards = 3, family = \"2\" } }]",
        "penalty.other-rank",
        &["any-suit", "same-suit"],
    ),
    ("score-race", "", "penalty.sum", &["add", "double", "stays"]),
    (
        "score-race",
        "cards.8 = [\"wild\", { cancel = \"2\" }]",
        "penalty.ending",
        &["must-fit", "wild-anywhere"],
    ),
    ("score-race", "", "penalty.first-drawn", &["nothing", "may-answer"]),
    ("score-race", "", "penalty.after", &["turn-lost", "may-play"]),
    ("score-race", "", "penalty.nothing-to-draw", &["still-owed", "lapses"]),
    ("score-race", "", "skip.answer", &["none", "pass-on", "add-up"]),
    ("score-race", "", "skip.two-players", &["another-turn", "nothing"]),
    ("score-race", "", "reverse.two-players", &["skip", "nothing"]),
    ("score-race", "deck.packs = 2", "several.shape", &["single", "same-rank", "run", "identical"]),
    ("action-stacking", "", "several.matching", &["top", "first", "any"]),
    ("action-stacking", "", "several.effects", &["each", "once"]),
    ("action-stacking", "", "several.price", &["none", "previous-draws"]),
    ("action", "deck.packs = 2", "jump-in", &["off", "identical", "matched"]),
    ("score-race", "", "last-card.forgot", &["0", "1", "2"]),
    ("score-race", "", "turn.direction", &["clockwise", "counter-clockwise"]),
    ("score-race", "", "last-card.forgot-last", &["0", "1", "4"]),
    ("score-race", "last-card.forgot = 2", "last-card.forgot-last", &["0", "1", "4"]),
    ("score-race", "last-card.forgot = 2", "last-card.noticed", &["at-once", "when-caught"]),
    ("score-race", "last-card.forgot = 2", "last-card.price", &["cards", "next-turn"]),
    (
        "score-race",
        "last-card.forgot = 2, last-card.noticed = when-caught",
        "last-card.price",
        &["cards", "next-turn"],
    ),
    ("score-race", "last-card.forgot = 2", "last-card.false-call", &["0", "1", "2"]),
    ("score-race", "", "finish.ban", &["none", "wild", "draw", "special"]),
    ("score-race", "", "finish.ban-cards", &["[]", "[\"5\"]", "[\"2\", \"QS\"]"]),
    ("score-race", "", "finish.ban-for", &["{}", "{ 5 = \"2\" }", "{ 5 = \"2-4\", Q = \"3\" }"]),
    ("score-race", "", "last-card.price", &["cards", "no-going-out"]),
    ("score-race", "finish.ban = wild", "finish.breach", &["refused", "{ draws = 2 }", "{ draws = 3 }"]),
    ("score-race", "", "finish.effect", &["ignored", "apply-before-scoring", "answered", "waits-a-round"]),
    (
        "score-race",
        "finish.effect = waits-a-round, cards.3 = [{ draw = 3 }]",
        "finish.brings-back",
        &["{}", "{ 2 = \"2-7\" }", "{ 2 = \"2-4\", \"2H\" = \"2-5\" }"],
    ),
    (
        "score-race",
        "cards.5 = [\"another-turn\"], cards.6 = [\"cover\"]",
        "finish.another-turn",
        &["falls-away", "must-go-on"],
    ),
    ("score-race", "", "finish.doubles-on-wild", &["false", "true"]),
    ("score-race", "", "stock.empty", &["reshuffle", "pass", "ends-hand"]),
    ("score-race", "", "stock.when", &["on-need", "at-once"]),
    ("score-race", "", "stock.keeps", &["nothing", "special"]),
    ("action-scored", "", "stock.pressure", &["0", "1", "5"]),
    ("score-race", "", "stock.circling", &["1000", "500"]),
    ("score-race", "", "hand.ends", &["first-out", "play-on"]),
    ("score-race", "", "hand.limit", &["12", "20"]),
    ("score-race", "", "hand.blocked", &["lowest-difference", "lowest-points", "fewest-cards", "nobody"]),
    (
        "score-race",
        "match.end = single-hand",
        "score.mode",
        &["winner-collects", "own-cards", "winner-average", "below-highest", "places", "hand-won", "none"],
    ),
    ("score-race", "", "values.8", &["8", "40", "50", "0"]),
    ("score-race", "", "values.QS", &["10", "13"]),
    (
        "score-race",
        "",
        "match.end",
        &[
            "single-hand",
            "{ target = 100 }",
            "{ target = { per-player = 50 } }",
            "{ hands = 10 }",
            "{ deals = 1 }",
            "{ deals = 2 }",
            "{ deals = 3 }",
            "{ minutes = 45 }",
            "{ countdown = 7 }",
            "{ countdown = 8 }",
        ],
    ),
    (
        "action-scored",
        "",
        "match.end",
        &[
            "{ limit = 500 }",
            "{ limit = 300 }",
            "{ elimination = 300 }",
            "{ elimination = 200 }",
            "{ hands = 1 }",
        ],
    ),
    ("score-race", "", "match.tie", &["extra-hand", "shared"]),
    ("action", "", "match.tie", &["extra-hand", "shared"]),
    ("score-race", "players.min = 4, players.max = 6", "teams", &["none", "pairs"]),
];

const DUTIES: &[&str] = &["must", "may-draw", "may-draw-never-pass"];
const AFTERS: &[&str] = &["turn-ends", "may-play-drawn", "must-play-drawn", "may-play-any"];

/// A value as the text of an override; words are quoted.
pub fn written(value: &str) -> String {
    let plain =
        value.starts_with(['[', '{', '"']) || value.parse::<u32>().is_ok() || value.parse::<bool>().is_ok();
    if plain { value.to_owned() } else { format!("\"{value}\"") }
}
