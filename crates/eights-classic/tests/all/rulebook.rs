//! Every block of the rulebook passes and every clause has one; deals that no position can show are
//! tested here.

use std::{collections::BTreeSet, fmt::Write, fs, path::PathBuf};

use eights::{
    After, BySeat, Dice, Fixture, Game, GameFixture, Opening, Outcome, Position, PositionError, Seat, Seats,
    Seed, Setup, Sight, Silent, Viewer,
    rulebook::{Block, BlockError, FixtureSource, Heading, read, run},
};
use eights_classic::{Classic, Event, Pile};
use eights_config::Document;

use crate::common;

fn folder(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).join("crazy-eights")
}

/// Sets up blocks with the shipped rule sets.
struct Rulesets;

impl Rulesets {
    fn document(name: &str) -> Result<Document, String> {
        let file = format!("{name}.toml");
        let text =
            fs::read_to_string(folder("rules").join(&file)).map_err(|_| format!("no rule set {name:?}"))?;
        let mut document = Document::toml(&file, &text).map_err(messages)?;
        match document.take("extends") {
            Some(base) => Ok(document.over(Rulesets::document(base.as_str().unwrap_or_default())?)),
            None => Ok(document),
        }
    }

    fn rules(heading: &Heading) -> Result<Classic, String> {
        let mut document = Rulesets::document(heading.rules.as_deref().unwrap_or("score-race"))?;
        document.overrides(heading.with.as_deref().unwrap_or_default()).map_err(messages)?;
        Classic::read(&document).map_err(messages)
    }
}

impl FixtureSource for Rulesets {
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, PositionError> {
        if heading.game.as_deref().is_some_and(|game| game != "crazy-eights") || heading.cards.is_some() {
            return Err("this page is about crazy-eights, which has no card files".into());
        }
        Ok(Box::new(GameFixture::new(Rulesets::rules(heading)?, position)?))
    }
}

fn messages(problems: Vec<eights_config::Problem>) -> String {
    problems.iter().map(|problem| problem.to_string()).collect::<Vec<_>>().join("; ")
}

/// The blocks of a page, or the lines that cannot be parsed.
type Read = Result<Vec<Block>, Vec<(usize, String)>>;

fn pages() -> Vec<(String, Read)> {
    let files = fs::read_dir(folder("rulebook")).expect("the rulebook is beside the crates");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort();
    let page = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        (name, read(&fs::read_to_string(path).expect("a readable page")))
    };
    paths.iter().map(page).collect()
}

#[test]
fn every_page_holds() {
    let mut faults = String::new();
    let mut fault =
        |page: &str, line: usize, text: String| writeln!(faults, "{page}:{line}: {text}").expect("a string");
    for (page, blocks) in pages() {
        match blocks {
            Err(problems) => problems.into_iter().for_each(|(line, why)| fault(&page, line, why)),
            Ok(blocks) if blocks.is_empty() => fault(&page, 1, "the page has no block".into()),
            Ok(blocks) => {
                for block in &blocks {
                    match run(block, &Rulesets) {
                        Ok(()) => (),
                        Err(BlockError::Unplayable { line, why }) => fault(&page, line, why),
                        Err(BlockError::Differs { line, expected, happened }) => {
                            fault(&page, line, format!("expected: {expected}\n    happened: {happened}"));
                        }
                    }
                }
            }
        }
    }
    assert!(faults.is_empty(), "\n{faults}");
}

#[test]
fn every_clause_is_proven() {
    let list = fs::read_to_string(folder("rulebook").join("clauses.toml")).expect("the list of clauses");
    let id = |line: &str| Some(line.strip_prefix("id = \"")?.strip_suffix('"')?.to_owned());
    let clauses: BTreeSet<String> = list.lines().filter_map(id).collect();
    let blocks = pages().into_iter().filter_map(|(_, blocks)| blocks.ok()).flatten();
    let named: BTreeSet<String> = blocks.flat_map(|block| block.clauses).collect();
    assert!(!clauses.is_empty(), "the list names no clause");
    assert_eq!(
        clauses.difference(&named).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "no block proves these"
    );
    assert_eq!(
        named.difference(&clauses).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "no clause is called so"
    );
}

#[test]
fn every_rule_set_is_shown() {
    let blocks = pages().into_iter().filter_map(|(_, blocks)| blocks.ok()).flatten();
    let shown: BTreeSet<String> = blocks.filter_map(|block| block.heading.rules).collect();
    assert_eq!(shown, common::SHIPPED.map(str::to_owned).into());
}

/// CE-SET-1, CE-SET-2, CE-SET-3 and CE-SET-4: rule set, overrides, fewest and most players, packs,
/// cards per hand.
#[test]
fn each_rule_set_deals_its_number_of_cards() {
    for (rules, with, from, to, packs, each) in [
        ("score-race", "", 2, 2, 1, 7),
        ("score-race", "", 3, 5, 1, 5),
        ("score-race", "", 6, 7, 2, 5),
        ("basic", "", 6, 7, 2, 5),
        ("basic", "deal.cards = 7", 2, 5, 1, 7),
        ("pickup", "", 3, 5, 1, 5),
        ("ten-card", "", 2, 5, 1, 10),
        ("action", "", 2, 2, 1, 7),
        ("action", "", 3, 4, 1, 5),
        ("action", "", 5, 10, 2, 7),
        ("action", "", 11, 16, 3, 7),
        ("action", "deck.packs = 2", 2, 10, 2, 7),
        ("action", "deck.packs = 3", 8, 16, 3, 7),
        // FA-SWITCH-1, FA-MAUBR-1, FA-SWED-1, FA-COUNT-1, FA-PUSK-2 and FA-ALL-14
        ("switch", "", 2, 5, 1, 7),
        ("switch", "", 6, 8, 2, 7),
        ("mau-mau-brazil", "starter.special = no-effect", 2, 10, 2, 7),
        ("swedish-rummy", "", 2, 2, 1, 7),
        ("swedish-rummy", "", 3, 4, 1, 5),
        ("countdown", "", 2, 5, 1, 8),
        ("rockaway", "", 2, 8, 2, 7),
        ("irish-switch", "", 2, 4, 1, 9),
        ("irish-switch", "", 5, 5, 1, 7),
        ("irish-switch", "", 6, 8, 2, 7),
        ("last-card", "", 2, 5, 1, 7),
        ("last-card", "", 6, 8, 2, 7),
        ("huit-americain", "", 2, 5, 1, 8),
        ("huit-americain", "", 6, 8, 2, 8),
        ("puskiyon", "", 2, 2, 1, 7),
        ("puskiyon", "", 3, 5, 1, 5),
        ("puskiyon", "", 6, 7, 2, 5),
        // FA-MACAU-1, FA-BARTOK-1 and FA-CRAITS-1
        ("macau", "", 2, 4, 1, 5),
        ("macau", "", 5, 8, 2, 5),
        // FA-MAKAO-1
        ("makao", "", 2, 4, 1, 5),
        ("makao", "", 5, 8, 2, 5),
        ("bartok", "", 2, 5, 1, 5),
        ("bartok", "", 6, 8, 2, 5),
        ("craits", "starter.special = no-effect", 2, 5, 1, 8),
    ] {
        let game = common::with(rules, with);
        for n_seats in from..=to {
            let state = game.deal(&Opening::first(n_seats, Seat::new(0)), &mut dice(7), &mut Silent);
            let table = game.view(&state, Viewer::Public).table;
            let hands = Seat::first(n_seats).map(|seat| table.pile(Pile::Hand(seat)).len());
            assert!(hands.into_iter().all(|n| n == each), "{rules} for {n_seats}: {each} cards each");
            assert_eq!(table.pile(Pile::Discard).len(), 1, "{rules} for {n_seats}: one card is turned up");
            let left = packs * 52 - each * n_seats as usize - 1;
            assert_eq!(table.pile(Pile::Stock).len(), left, "{rules} for {n_seats}: the rest is the stock");
        }
    }
    let game = common::with("score-race", "deal.schedule = [8, 7, 6]");
    for (hand, each) in [(0, 8), (1, 7), (2, 6), (3, 8)] {
        let opening = Opening { hand, ..Opening::first(2, Seat::new(0)) };
        let state = game.deal(&opening, &mut dice(7), &mut Silent);
        let table = game.view(&state, Viewer::Public).table;
        assert_eq!(table.pile(Pile::Hand(Seat::new(0))).len(), each, "hand {hand} of the schedule");
    }
    let seats = |rules, with| common::with(rules, with).seats();
    assert_eq!(["score-race", "basic", "pickup"].map(|rules| seats(rules, "")), [2..=7, 2..=7, 2..=7]);
    assert_eq!((seats("ten-card", ""), seats("action", "")), (2..=5, 2..=16));
    assert_eq!((seats("action", "deck.packs = 2"), seats("action", "deck.packs = 3")), (2..=10, 8..=16));
    assert_eq!((seats("switch", ""), seats("mau-mau-brazil", "")), (2..=8, 2..=10));
    assert_eq!(
        (seats("mau-mau-app", ""), seats("prsi", ""), seats("tschau-sepp", "")),
        (2..=5, 2..=5, 2..=8)
    );
    assert_eq!((seats("swedish-rummy", ""), seats("mau-mau", "")), (2..=4, 2..=8));
    assert_eq!((seats("huit-americain", ""), seats("rockaway", "")), (2..=8, 2..=8));
    assert_eq!((seats("last-card", ""), seats("irish-switch", "")), (2..=8, 2..=8));
    assert_eq!((seats("countdown", ""), seats("puskiyon", "")), (2..=5, 2..=7));
}

/// FA-MAU-1, FA-MAUAPP-1, FA-PRSI-1 and FA-SEPP-1: the short packs have 32 and 36 cards.
#[test]
fn short_packs_are_dealt() {
    for (rules, most, pack, each) in
        [("mau-mau", 5, 32, 5), ("mau-mau-app", 5, 32, 5), ("prsi", 5, 32, 4), ("tschau-sepp", 4, 36, 5)]
    {
        let game = common::with(rules, "");
        for n_seats in 2..=most {
            let state = game.deal(&Opening::first(n_seats, Seat::new(0)), &mut dice(7), &mut Silent);
            let table = game.view(&state, Viewer::Public).table;
            assert_eq!(table.pile(Pile::Hand(Seat::new(0))).len(), each, "{rules}");
            assert_eq!(table.pile(Pile::Stock).len(), pack - each * n_seats as usize - 1, "{rules}");
        }
    }
}

/// CE-SET-5 and CE-SET-6: cards that go back into the stock never start the discard pile.
#[test]
fn unwanted_starters_are_put_back() {
    for (rules, with, never) in [
        ("score-race", "starter.wild = bury", "8"),
        ("score-race", "starter.wild = reshuffle", "8"),
        ("score-race", "starter.special = redraw", "8 2 4 J"),
        // FA-SWITCH-1, FA-ALL-10 and FA-SWED-1
        ("switch", "", "A 2 8 J K"),
        ("swedish-rummy", "", "8"),
    ] {
        let game = common::with(rules, with);
        let mut turned = BTreeSet::new();
        for seed in 0..600 {
            let state = game.deal(&Opening::first(2, Seat::new(0)), &mut dice(seed), &mut Silent);
            let table = game.view(&state, Viewer::Public).table;
            assert_eq!((table.pile(Pile::Stock).len(), table.pile(Pile::Discard).len()), (37, 1));
            if let [Sight::Face(face)] = table.pile(Pile::Discard) {
                turned.insert(face.to_string());
            }
        }
        let of_rank = |rank: &str| turned.iter().any(|face| face.starts_with(rank));
        assert!(never.split(' ').all(|rank| !of_rank(rank)), "{with}: {turned:?}");
        assert!(turned.len() >= 52 - 4 * never.split(' ').count() - 4, "{with}: {turned:?}");
    }
}

/// FA-PESTEN-1, FA-SCREW-1, FA-PIS-1, FA-COL-1, FA-RUN-1, FA-SIGNS-1, FA-MARKET-1 and FA-LO-1: packs with jokers, and the first card.
#[test]
fn packs_with_jokers_are_dealt() {
    for (rules, seats, pack, each, turned, never) in [
        ("pesten", 2..=4, 54, 7, 1, "2 7 8 J K A *"),
        ("pesten", 5..=8, 108, 7, 1, "2 7 8 J K A *"),
        ("screw-your-neighbour", 3..=8, 108, 8, 1, ""),
        ("pis-yedili", 2..=4, 52, 7, 0, ""),
        ("pis-yedili", 5..=7, 104, 7, 0, ""),
        ("coloured", 2..=10, 108, 7, 1, "*5 *6 *7 *8"),
        ("open-run", 2..=10, 112, 8, 1, "2 10 J Q K *"),
        ("two-signs", 2..=2, 62, 8, 1, "*"),
        ("two-signs", 3..=3, 62, 7, 1, "*"),
        ("two-signs", 6..=6, 62, 4, 1, "*"),
        ("two-signs", 7..=9, 62, 3, 1, "*"),
        ("market", 2..=6, 54, 5, 1, "*"),
        ("last-one", 2..=6, 54, 7, 1, "*"),
    ] {
        // The effect of the first card would change hands.
        let game = common::with(rules, "starter.special = no-effect");
        let shipped = common::with(rules, "");
        for n_seats in seats {
            for seed in 0..60 {
                let opening = Opening::first(n_seats, Seat::new(0));
                let state = game.deal(&opening, &mut dice(seed), &mut Silent);
                let table = game.view(&state, Viewer::Public).table;
                let hands = Seat::first(n_seats).map(|seat| table.pile(Pile::Hand(seat)).len());
                assert!(hands.into_iter().all(|n| n == each), "{rules} for {n_seats}");
                assert_eq!(table.pile(Pile::Discard).len(), turned, "{rules} for {n_seats}");
                assert_eq!(table.pile(Pile::Stock).len(), pack - each * usize::from(n_seats) - turned);
                let state = shipped.deal(&opening, &mut dice(seed), &mut Silent);
                if let [Sight::Face(face)] = shipped.view(&state, Viewer::Public).table.pile(Pile::Discard) {
                    let face = face.to_string();
                    assert!(
                        !never.split_whitespace().any(|start| face.starts_with(start)),
                        "{rules}: {face}"
                    );
                }
            }
        }
    }
}

/// FA-LO-8: the last one in the match wins; if nobody is left, the fewest points do.
#[test]
fn players_are_eliminated() {
    let game = common::with("last-one", "");
    let after = |scores: [i32; 3], points: [i32; 3]| {
        let by_seat = |list: [i32; 3]| {
            list.into_iter().enumerate().fold(BySeat::all(3, 0), |mut all, (i, points)| {
                all[Seat::new(i)] = points;
                all
            })
        };
        let opening = Opening { scores: by_seat(scores), ..Opening::first(3, Seat::new(0)) };
        game.after(&opening, &Outcome { winners: Seats::first(1), points: by_seat(points), blocked: true })
    };
    // The next dealer would be B, who is out.
    assert!(matches!(after([0, 95, 0], [0, 5, 5]), After::Deal(next) if next.dealer == Seat::new(2)));
    assert!(matches!(after([0, 95, 95], [0, 5, 4]), After::Deal(next) if next.dealer == Seat::new(2)));
    let winners = |after: After| match after {
        After::Over(end) => end.winners.iter().map(|seat| seat.index()).collect::<Vec<_>>(),
        After::Deal(_) => panic!("the match goes on"),
    };
    assert_eq!(winners(after([0, 95, 95], [99, 5, 5])), [0]);
    assert_eq!(winners(after([95, 95, 95], [9, 7, 8])), [1]);
    assert_eq!(winners(after([95, 95, 95], [9, 7, 7])), [1, 2], "nobody is left to play on");
}

/// CE-SET-7: the deal passes to the left unless the rule set says otherwise.
#[test]
fn the_deal_passes_on() {
    let mut points = BySeat::all(3, 0);
    points[Seat::new(0)] = 5;
    let outcome = Outcome { winners: [Seat::new(0)].into_iter().collect(), points, blocked: false };
    for (with, dealer, next) in [
        ("", 1, 2),
        ("", 2, 0),
        ("dealer.next = left", 2, 0),
        ("dealer.next = winner", 1, 0),
        ("dealer.next = same", 1, 1),
    ] {
        let opening = Opening::first(3, Seat::new(dealer));
        match common::with("score-race", with).after(&opening, &outcome) {
            After::Deal(then) => assert_eq!((then.dealer, then.hand), (Seat::new(next), 1), "{with}"),
            After::Over(_) => panic!("five points are not enough"),
        }
    }
}

/// CE-SET-8: the message names the numbers that do not fit.
#[test]
fn impossible_deals_are_refused() {
    let heading = |rules: &str, with: &str| Heading {
        rules: Some(rules.into()),
        with: Some(with.into()),
        ..Heading::default()
    };
    let refused = Rulesets::rules(&heading("ten-card", "players.max = 6")).expect_err("61 cards of 52");
    assert!(["6 players", "10 cards", "61", "52"].iter().all(|part| refused.contains(part)), "{refused}");
    let warned = Rulesets::rules(&heading("ten-card", "")).expect("51 cards of 52");
    assert!(
        warned
            .warnings()
            .iter()
            .any(|warning| warning.contains("5 players") && warning.contains("stock of 1"))
    );
    let third = Position { hands: vec!["KS KS".into(), "3D".into()], ..Position::default() };
    assert!(common::with("score-race", "").set_up(&third).is_err(), "one pack has one king of spades");
}

/// CE-SCORE-4 and CE-SCORE-5: a match ends when time is up, but not in a tie.
#[test]
fn matches_end_when_one_player_is_ahead() {
    let goes_on = |with: &str, time_is_up: bool, hand: u32, points: [i32; 2]| {
        let opening = Opening { hand, time_is_up, ..Opening::first(2, Seat::new(0)) };
        let mut each = BySeat::all(2, 0);
        (each[Seat::new(0)], each[Seat::new(1)]) = (points[0], points[1]);
        let outcome = Outcome { winners: Seats::first(1), points: each, blocked: false };
        matches!(common::with("action-scored", with).after(&opening, &outcome), After::Deal(_))
    };
    let minutes = "match.end = { minutes = 30 }";
    assert!(goes_on(minutes, false, 0, [0, 900]) && !goes_on(minutes, true, 0, [0, 5]));
    assert!(goes_on(minutes, true, 0, [5, 5]), "a tie is not over");
    let hands = "match.end = { hands = 3 }";
    assert!(goes_on(hands, false, 1, [0, 5]) && !goes_on(hands, false, 2, [0, 5]));
    assert!(goes_on(hands, false, 2, [5, 5]) && !goes_on(hands, false, 3, [5, 6]));
    assert!(
        goes_on("", false, 0, [500, 500])
            && !goes_on("", false, 0, [500, 499])
            && goes_on("", false, 0, [0, 499])
    );
    // FA-ROCK-4: both have dealt once.
    let deals = "match.end = { deals = 1 }";
    assert!(goes_on(deals, false, 0, [0, 5]) && !goes_on(deals, false, 1, [0, 5]));
    assert!(!goes_on("match.tie = shared", false, 0, [500, 500]));
}

/// CE-STOCK-6: the kings never fit, and hearts can be drawn and played for ever.
#[test]
fn circling_hands_are_blocked() {
    let mut position = Position { hands: vec!["5H KS".into(), "6H KD".into()], ..Position::default() };
    position.lines.extend([("discard".into(), "7H".into()), ("stock".into(), "9H".into())]);
    let mut fixture = GameFixture::new(common::with("score-race", ""), &position).expect("a position");
    let mut answers = 0;
    while let Some(seat) = fixture.asked() {
        let first = fixture.options(seat).swap_remove(0);
        assert!(fixture.act(seat, &first));
        answers += 1;
    }
    // The first two answers reduce each hand to one card.
    assert_eq!(answers, 1002);
    assert!(fixture.hand_over().is_some_and(|outcome| outcome.blocked));
}

/// CE-MULTI-1: everybody learns the number of cards.
#[test]
fn several_cards_are_announced() {
    let mut position = Position { hands: vec!["9C 9H KD".into(), "5C 6C".into()], ..Position::default() };
    position.lines.insert("discard".into(), "3H".into());
    let game = common::with("action-stacking", "");
    let (_, mut state) = game.set_up(&position).expect("a position");
    let seat = Seat::new(0);
    let action = eights::option_said(&game, &state, seat, "9C+9H").expect("an option");
    let mut log = Vec::new();
    game.apply(&mut state, seat, action, &mut dice(0), &mut log).expect("an option");
    let announced = Event::Laid { seat, cards: 2, jumped: false, called: false };
    assert!(log.iter().any(|event| game.witness(event, Viewer::Public) == announced));
}

fn dice(seed: u64) -> Dice {
    Dice::at(&Seed::from_number(seed), 0)
}
