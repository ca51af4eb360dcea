//! Mistakes in sheets are reported with path and message.

use crate::common::read;

#[track_caller]
fn refuses(name: &str, overrides: &str, path: &str, message: &str) {
    let problems = match read(name, overrides) {
        Ok(_) => panic!("{overrides} is accepted"),
        Err(problems) => problems,
    };
    let found: Vec<(&str, &str)> =
        problems.iter().map(|problem| (problem.path.as_str(), problem.message.as_str())).collect();
    assert_eq!(found, [(path, message)], "{overrides}");
}

#[track_caller]
fn accepts(name: &str, overrides: &str) {
    if let Err(problems) = read(name, overrides) {
        panic!("{overrides}: {problems:?}");
    }
}

#[test]
fn tables_by_players_cover_each_number_once() {
    let packs = r#"deck.packs = { "2-3" = 1, "3-7" = 2 }"#;
    refuses("score-race", packs, "deck.packs.3-7", r#"3 players are in both "2-3" and "3-7""#);
    refuses(
        "score-race",
        r#"deal.cards = { 2 = 7, "2-4" = 5, other = 5 }"#,
        "deal.cards.2-4",
        r#"2 players are in both "2" and "2-4""#,
    );
    refuses(
        "score-race",
        "deal.cards = { 2 = 7, 3 = 5 }",
        "deal.cards",
        "there is no value for 4 players; add one, or other = number",
    );
    refuses(
        "score-race",
        "deck.packs-for = { 4 = \"2-7\" }",
        "deck.packs-for.4",
        "\"4\" is not a number of packs: 1 to 3",
    );
    accepts("score-race", "deal.cards = { 2 = 7, 3 = 5 }, players.max = 3");
}

#[test]
fn out_of_range_numbers_are_refused() {
    refuses("score-race", "deal.cards = -3", "deal.cards", "-3 is not between 1 and 30");
    refuses("score-race", "deal.cards = { 2 = 0, other = 5 }", "deal.cards.2", "0 is not between 1 and 30");
    refuses("score-race", "deck.packs = 4", "deck.packs", "4 is not between 1 and 3");
    refuses("score-race", "deal.schedule = [7, 31]", "deal.schedule[1]", "31 is not between 1 and 30");
    refuses("score-race", "values.8 = -1", "values.8", "-1 is not between 0 and 1000");
}

#[test]
fn a_turn_cannot_draw_more_cards_than_there_are() {
    let up_to = |n: u8, packs: u8| {
        format!(
            "turn.draw = {{ up-to = {n} }}, turn.after-draw = may-play-any, deck.packs = {packs}, players.max = 4"
        )
    };
    accepts("score-race", &up_to(52, 1));
    accepts("score-race", &up_to(100, 2));
    accepts("score-race", &up_to(150, 3));
    refuses("score-race", &up_to(53, 1), "turn.draw", "nobody can draw 53 cards: there are only 52");
    refuses("score-race", &up_to(157, 3), "turn.draw", "nobody can draw 157 cards: there are only 156");
}

#[test]
fn two_entries_for_one_card_are_refused() {
    refuses(
        "score-race",
        "values.T = 3, values.10 = 4",
        "values.T",
        r#""T" and "10" both cover the ten of clubs"#,
    );
}

#[test]
fn control_characters_in_texts_are_refused() {
    for (key, text) in [("title", "a\\u001b[2Jb"), ("about", "a\\u202eb"), ("source", "\\u0000")] {
        let problems = read("score-race", &format!("{key} = \"{text}\"")).expect_err("a control character");
        assert!(problems[0].message.starts_with("the text holds a control character (U+"), "{problems:?}");
        assert_eq!(problems[0].path, key);
    }
    accepts("score-race", "about = \"Two lines:\\n\\tfine, für alle.\"");
}

#[test]
fn sheets_under_which_nobody_can_go_out_are_refused() {
    let banned = "every card is banned as the last one, so nobody could go out: ban fewer";
    let all = r#"cards.red = ["skip"], cards.black = ["skip"]"#;
    refuses("basic", &format!("{all}, finish.ban = special"), "finish.ban", banned);
    refuses(
        "basic",
        &format!("{all}, finish.ban = special, finish.breach = {{ draws = 2 }}"),
        "finish.ban",
        banned,
    );
    accepts("basic", &format!("{all}, finish.ban = special, cards.3 = []"));
    let draws = r#"cards.red = [{ draw = { cards = 1, who = "self" } }], cards.black = [{ draw = { cards = 1, who = "self" } }]"#;
    let message = "every card makes its own player draw, so nobody could go out";
    refuses(
        "basic",
        &format!("{draws}, cards.8 = [\"wild\", {{ draw = {{ cards = 1, who = \"self\" }} }}]"),
        "cards",
        message,
    );
    accepts("basic", draws);
}

#[test]
fn sheets_that_fix_what_to_follow_are_refused() {
    let never = |what: &str| {
        format!(
            "no card could ever change the {what} to be followed: use \"suit-or-rank\", or a wild card that fits anywhere"
        )
    };
    refuses("pickup", "turn.follow = rank", "turn.follow", &never("rank"));
    refuses("pickup", "turn.follow = suit", "turn.follow", &never("suit"));
    refuses("basic", "turn.follow = rank, wild.when = must-match", "turn.follow", &never("rank"));
    refuses(
        "basic",
        "turn.follow = suit, wild.when = must-match, wild.names = own-suit",
        "turn.follow",
        &never("suit"),
    );
    accepts("basic", "turn.follow = rank");
    accepts("basic", "turn.follow = suit, wild.when = must-match");
    accepts("basic", "turn.follow = suit, wild.names = own-suit");
}

#[test]
fn sheets_under_which_nobody_can_score_are_refused() {
    let nothing = (r#"values.red = 0, values.black = 0, values.8 = 0, values.K = 0, values.Q = 0, values.J = 0, values.A = 0"#).to_owned();
    let message = "every card counts 0: nobody would ever score, and the match would never end";
    refuses("score-race", &nothing, "values", message);
    refuses("score-race", &format!("{nothing}, match.end = {{ hands = 3 }}"), "values", message);
    accepts("score-race", &format!("{nothing}, match.end = {{ hands = 3 }}, match.tie = shared"));
    accepts("score-race", &format!("{nothing}, match.end = single-hand"));
    accepts("score-race", &format!("{nothing}, score.mode = places"));
    refuses(
        "score-race",
        "score.mode = places, match.end = { target = 3000 }, players.min = 3",
        "match.end",
        "3000 points are out of reach: a hand of 3 players brings 2 at most, and a match has 1000 hands at most",
    );
}

#[test]
fn a_limit_below_the_dealt_cards_is_refused() {
    let message =
        |n: u8| format!("a player may hold {n} cards before the first turn: the limit must be at least {n}");
    refuses("score-race", "hand.limit = 6", "hand.limit", &message(7));
    accepts("score-race", "hand.limit = 7");
    refuses("score-race", "hand.limit = 8, starter.special = as-dealer-play", "hand.limit", &message(9));
    accepts("score-race", "hand.limit = 9, starter.special = as-dealer-play");
}

#[test]
fn options_that_contradict_each_other_are_refused() {
    refuses(
        "score-race",
        "skip.answer = pass-on, cards.J = [{ skip = 2 }]",
        "skip.answer",
        "a card can only be answered if all it does to the others is that the next player misses a turn",
    );
    accepts("score-race", "skip.answer = pass-on");
    refuses(
        "score-race",
        "cards.5 = [\"another-turn\", { again = \"any\" }]",
        "cards.5",
        "a card gives its player either one more card or another turn, not both",
    );
    refuses(
        "score-race",
        "cards.5 = [\"choose-next\", \"skip\"]",
        "cards.5",
        "a card whose player chooses the next one does nothing else to the order of turns",
    );
    refuses(
        "score-race",
        "cards.5 = [\"choose-next\"], finish.effect = waits-a-round",
        "cards",
        "\"choose-next\" does not go with players who wait for their turn to come round",
    );
    refuses(
        "score-race",
        "cards.5 = [\"wild\", { followed-by = [\"2\"] }]",
        "cards.5",
        "what may follow a wild card is what its player names",
    );
    refuses(
        "score-race",
        "deck.copies = { hearts = 2, spades = 3, \"11\" = 1 }",
        "deck.copies.11",
        "unknown card \"11\"; write a rank (8), a card (QS), a colour and rank (black A), a suit (hearts), a colour (red) or joker",
    );
    refuses("score-race", "deck.copies = { 7 = 4 }", "deck.copies.7", "4 is not between 1 and 3");
    refuses(
        "score-race",
        "deck.names = { \"QS\" = \"witch\" }",
        "deck.names.QS",
        "\"QS\" has no name of its own: write a rank (J), a suit (hearts) or a joker (*1)",
    );
    refuses(
        "score-race",
        "deck.names = { J = \"frog\", Q = \"frog\" }",
        "deck.names.Q",
        "\"frog\" is printed on other cards already",
    );
    refuses(
        "score-race",
        "deck.names = { J = \" frog\" }",
        "deck.names.J",
        "a name has 1 to 20 characters and no spaces around it",
    );
    accepts("score-race", "deck.names = { J = \"frog\", \"*1\" = \"fool\", \"*2\" = \"fool\" }");
    refuses(
        "score-race",
        "last-card.price = no-going-out, last-card.forgot = 2",
        "last-card.forgot",
        "with price = \"no-going-out\" nobody draws for a forgotten call: use 0",
    );
    refuses(
        "score-race",
        "finish.effect = answered, hand.ends = play-on",
        "finish.effect",
        "\"answered\" goes with hand.ends = \"first-out\"",
    );
    refuses(
        "score-race",
        "finish.effect = waits-a-round, hand.ends = play-on",
        "finish.effect",
        "\"waits-a-round\" goes with hand.ends = \"first-out\"",
    );
    refuses(
        "score-race",
        "finish.effect = waits-a-round, cards.5 = [{ swap-hands = \"next\" }]",
        "finish.effect",
        "\"waits-a-round\" does not go with cards that move hands: a player who is out has none",
    );
    refuses(
        "score-race",
        "jump-in = matched, deck.packs = 2, hand.ends = play-on",
        "jump-in",
        "\"matched\" goes with finish.effect = \"ignored\" and hand.ends = \"first-out\"",
    );
    refuses(
        "score-race",
        "jump-in = matched, deck.packs = 3",
        "jump-in",
        "\"matched\" goes with one or two packs: a third card would match two laid together",
    );
    refuses(
        "score-race",
        "deck.leave-out = [\"hearts\"]",
        "deck.leave-out",
        "clubs and diamonds stay, and hearts can be left out only together with spades",
    );
    refuses(
        "market",
        "deck.leave-out = [\"crosses\"]",
        "deck.leave-out",
        "circles and triangles stay, and a shape can be left out only with those after it",
    );
    accepts("market", "deck.leave-out = [\"stars\", \"14\"]");
    refuses(
        "market",
        "several.shape = same-rank",
        "several.shape",
        "cards with shapes are laid one by one: use \"single\" or \"run\"",
    );
    refuses(
        "market",
        "starter.opening = clubs",
        "starter.opening",
        "the pack with five shapes has no such suit: use \"turned-up\"",
    );
    refuses(
        "market",
        "cards.\"*1\" = [{ counts-as = \"1\" }]",
        "cards",
        "not every number has a card of every shape that a joker could count as",
    );
    refuses(
        "market",
        "cards.15 = [\"skip\"]",
        "cards.15",
        "unknown card \"15\"; write a number (8), a card (14C), a shape (stars) or joker",
    );
    refuses(
        "market",
        "cards.\"*1\" = [{ wild = { names = \"rank\", ranks = [\"K\"] } }]",
        "cards.\"*1\"",
        "\"K\" is not a rank: 1 to 14",
    );
    refuses(
        "pis-yedili",
        "players.max = 3, starter.opening = spades, deck.leave-out = [\"spades\"]",
        "starter.opening",
        "there are fewer cards of this suit than players",
    );
    refuses(
        "score-race",
        "finish.brings-back = { 2 = \"2-7\" }",
        "finish.brings-back",
        "this goes with finish.effect = \"waits-a-round\"",
    );
    refuses(
        "chodske-prsi",
        "finish.brings-back = { 7 = \"many\" }",
        "finish.brings-back.7",
        "\"many\" is not a range such as \"2-10\"",
    );
    refuses(
        "score-race",
        "several.shape = run, cards.5 = [{ draw = { cards = 2, who = \"chosen\" } }]",
        "several.shape",
        "cards in a run act only when it is closed: none of them can choose a player or be doubted",
    );
    refuses(
        "score-race",
        "several.shape = run, several.matching = first",
        "several.matching",
        "this goes with several.shape = \"same-rank\"",
    );
    refuses(
        "score-race",
        "match.end = { deals = 1 }, dealer.next = same",
        "match.end",
        "everybody deals equally often only with dealer.next = \"left\"",
    );
    refuses(
        "score-race",
        "turn.follow = rank, starter.counts = only-suit",
        "starter.counts",
        "only-suit does not go with turn.follow = \"rank\"",
    );
    refuses(
        "score-race",
        "cards.red = [\"another-turn\"], cards.black = [\"cover\"], cards.2 = [], cards.4 = [], cards.8 = [], \
         cards.J = [], finish.another-turn = must-go-on, finish.ban-cards = [\"2\", \"4\", \"8\", \"J\"]",
        "finish.ban",
        "every card is banned as the last one, so nobody could go out: ban fewer",
    );
    refuses(
        "score-race",
        "last-card.false-call = 2",
        "last-card.false-call",
        "nobody has to call anything, so no call can be false: use 0",
    );
    refuses(
        "score-race",
        "stock.pressure = 5",
        "stock.pressure",
        "points for a reshuffle go with score.mode = \"own-cards\"",
    );
    refuses(
        "pis-yedili",
        "starter.exchange = dealer-may",
        "starter.exchange",
        "there is no first card to exchange when a round of one suit begins",
    );
    refuses(
        "score-race",
        "match.end = { elimination = 100 }",
        "match.end",
        "elimination goes with score.mode = \"own-cards\"",
    );
    refuses(
        "action-scored",
        "match.end = { elimination = 100 }, teams = pairs, players.min = 4",
        "teams",
        "a player who is out of the match leaves the partner alone: play without pairs",
    );
    refuses(
        "score-race",
        "wild.names = card-below",
        "wild.names",
        "only jokers can count as the card below: every other card has its own rank",
    );
    refuses(
        "last-one",
        "cards.joker = [{ wild = \"card-below\" }, \"skip\"]",
        "cards.joker",
        "a card that counts as the one below it has no effect of its own",
    );
    refuses(
        "score-race",
        "cards.8 = [\"wild\", { draw = { cards = 4, challenge = 2 } }]",
        "penalty.answer",
        "a penalty that can be doubted is not answered with a card: use \"none\"",
    );
    refuses(
        "action",
        "cards.5 = [{ draw = { cards = 4, challenge = 2 } }]",
        "cards.5",
        "only a wild card that makes the next player draw can be doubted",
    );
    refuses(
        "score-race",
        "cards.5 = [{ draw = 2 }, { answer = { to = \"2\" } }]",
        "cards.5",
        "a card that makes the next player draw already answers as penalty.answer says",
    );
    refuses(
        "score-race",
        "cards.5 = [{ answer = { to = \"9\" } }]",
        "cards.5",
        "no card here makes anybody draw for \"9\"; there is 2, all",
    );
}

/// A sheet written for the French pack can be played with the other one: what it says about cards that are not there
/// does nothing, as with any pack that lacks cards.
#[test]
fn cards_that_the_pack_with_shapes_lacks_are_named_in_a_warning() {
    let game = crate::common::with("score-race", "deck.kind = shapes-49, deck.packs = 1, players.max = 5");
    let about = "there are no such cards in the pack with five shapes: J, A, K, Q";
    assert!(game.warnings().iter().any(|warning| warning == about), "{:?}", game.warnings());
}
