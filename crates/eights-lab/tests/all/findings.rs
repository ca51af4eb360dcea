//! Comparisons, play checks, unused rules, and reports.

use std::{fs, sync::atomic::AtomicBool};

use eights_bots::{BotKind, Level};
use eights_lab::{
    Deals, Defect, GameLimits, PlayCheck, Runner, Trial, Unit, compare_rules, journal_of, play_check,
    report::{self, Origin, Summary},
    run_trial, show, unused_lines,
};
use eights_match::{Catalog, RuleSet, Shipped, journal};

fn rules(name: &str, with: &str) -> RuleSet {
    Catalog::new(&Shipped).rules("crazy-eights", name, with).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn trial(games: u64) -> Trial {
    Trial {
        deals: Deals { seed: 5 },
        games,
        n_seats: 2,
        unit: Unit::Hand,
        bots: BotKind::Level(Level::Normal),
    }
}

fn with_runner<T>(work: impl FnOnce(&Runner) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&Runner { threads: 2, stop: &stop, progress: &|_| () })
}

fn check(games: u64, max_answers: u32) -> PlayCheck {
    let limits = GameLimits { unit: Unit::Match, max_answers, max_hands: 50 };
    PlayCheck { deals: Deals { seed: 1 }, games, seats: vec![2, 4], limits }
}

#[test]
fn larger_hands_are_found_to_take_longer() {
    let deal = |cards: u8| rules("openspiel", &format!("players.max = 5, deal.cards = {cards}"));
    let (short, long) = (deal(4), deal(9));
    let (compared, tried, _) =
        with_runner(|runner| compare_rules([&short, &long], &trial(1_500), runner)).unwrap();
    assert_eq!(tried.len(), 2);
    let length = compared.findings.iter().find(|finding| finding.id == "turns-per-hand").unwrap();
    assert!(length.differs && length.difference.low > 0.0, "{length:?}");
    assert!(length.sentence.starts_with("Hands take longer with openspiel: "), "{}", length.sentence);
    let hands = compared.findings.iter().find(|finding| finding.id == "hands-per-game").unwrap();
    assert!(!hands.differs && hands.sentence.contains("no significant difference"), "{}", hands.sentence);
}

/// A rule that never applies leaves every game of the same deals unchanged.
#[test]
fn identical_games_do_not_differ() {
    let (a, b) = (rules("openspiel", ""), rules("openspiel", "stock.circling = 50000"));
    assert_ne!(a.hash, b.hash);
    let (compared, ..) = with_runner(|runner| compare_rules([&a, &b], &trial(500), runner)).unwrap();
    assert!(compared.findings.iter().all(|finding| !finding.differs), "{:?}", compared.findings);
}

#[test]
fn lines_without_effect_are_found() {
    // A pack of 32 has no twos.
    let rules = rules("basic", "deck.kind = short-32, cards.2 = [{ draw = 2 }], cards.Q = [skip]");
    let unused =
        with_runner(|runner| unused_lines(&Catalog::new(&Shipped), &rules, &check(60, 3_000), 60, runner));
    assert!(unused.contains(&"cards.2".to_owned()), "{unused:?}");
    assert!(!unused.contains(&"cards.Q".to_owned()), "{unused:?}");
    assert!(!unused.contains(&"deck.kind".to_owned()), "{unused:?}");
}

#[test]
fn shipped_rules_have_no_fatal_defects() {
    for name in Shipped::names("crazy-eights") {
        let rules = rules(name, "");
        // Some games need three players.
        let check = PlayCheck { seats: vec![*rules.seats().start(), 4], ..check(60, 5_000) };
        let found = with_runner(|runner| play_check(&rules, &check, runner)).unwrap();
        let fatal: Vec<Defect> =
            found.defects.iter().map(|report| report.defect).filter(|defect| defect.is_fatal()).collect();
        assert!(fatal.is_empty(), "{name}: {fatal:?}");
        assert!(found.unplayed.is_empty(), "{name}: {:?}", found.unplayed);
    }
}

#[test]
fn an_endless_hand_is_reported_with_a_journal() {
    let rules = rules("basic", "");
    // Two players cannot finish a hand of five cards with four answers.
    let check = check(40, 4);
    let found = with_runner(|runner| play_check(&rules, &check, runner)).unwrap();
    let report =
        found.defects.iter().find(|report| report.defect == Defect::Endless && report.n_seats == 2).unwrap();
    assert_eq!((report.times, report.games, report.example.answers.len()), (40, 40, 4));
    let text = journal_of(&rules, check.deals, &report.example).unwrap();
    let table = journal::replay(&Catalog::new(&Shipped), &text).unwrap();
    assert_eq!(table.step(), 4);
}

#[test]
fn the_example_of_a_blocked_hand_is_blocked_at_its_end() {
    let rules = rules("openspiel", "");
    let check = PlayCheck { seats: vec![2], ..check(200, 5_000) };
    let found = with_runner(|runner| play_check(&rules, &check, runner)).unwrap();
    let report = found.defects.iter().find(|report| report.defect == Defect::Blocked).unwrap();
    let text = journal_of(&rules, check.deals, &report.example).unwrap();
    let table = journal::replay(&Catalog::new(&Shipped), &text).unwrap();
    assert!(table.hand_over().unwrap().outcome.blocked);
}

/// Checks that every tag is closed, in order.
fn check_tags(html: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        rest = &rest[at..];
        let end = rest.find('>').expect("a tag ends");
        let tag = &rest[1..end];
        rest = &rest[end + 1..];
        let name = tag.trim_start_matches('/').split([' ', '/', '\n']).next().unwrap_or_default();
        match tag.as_bytes().first() {
            Some(b'!' | b'?') => (),
            Some(b'/') => assert_eq!(open.pop(), Some(name), "</{name}>"),
            _ if tag.ends_with('/') || ["br", "meta"].contains(&name) => (),
            _ => open.push(name),
        }
        // The content of a script or a style is not markup.
        if (name == "script" || name == "style") && !tag.starts_with('/') {
            rest = &rest[rest.find(&format!("</{name}>")).expect("closing tag")..];
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
}

#[test]
fn all_formats_hold_the_same_results() {
    let rules = rules("action", "");
    let (tried, partial) = with_runner(|runner| run_trial(&rules, &trial(300), runner)).unwrap();
    let origin = Origin {
        eights_lab: 1,
        command: "eights lab run <action> & more".to_owned(),
        version: "0".to_owned(),
        seed: 5,
    };
    let summary = Summary { origin, partial, tried: vec![tried], compared: None, arena: None };
    let folder = std::env::temp_dir().join(format!("eights-lab-{}", std::process::id()));
    report::prepare(&folder).unwrap();
    report::write(&summary, &folder).unwrap();
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    check_tags(&page);
    for number in &summary.tried[0].numbers {
        let value = show(number.scale, number.estimate.value);
        assert!(page.contains(&format!("<td>{value}</td>")), "{} {value}", number.id);
    }
    assert!(page.contains(&rules.hash) && page.contains("crazy-eights/2") && page.contains("Seed 5"));
    assert!(page.contains("&lt;action&gt; &amp; more"));
    assert!(page.matches("<svg ").count() >= 3 && page.contains("prefers-color-scheme:dark"));
    assert!(!page.contains(" src=") && !page.contains(" href="), "the page loads no other file");
    // The page embeds the whole summary.
    let (_, embedded) = page.split_once("id=\"summary\">").unwrap();
    let embedded: serde_json::Value =
        serde_json::from_str(embedded.split_once("</script>").unwrap().0).unwrap();
    let file: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(embedded, file);
    let csv = fs::read_to_string(folder.join("report.csv")).unwrap();
    let turns = summary.tried[0].number("turns-per-hand").unwrap().estimate.value;
    assert!(csv.contains(&format!(",numbers,turns-per-hand,value,{turns},")), "{csv}");
    assert!(fs::read(folder.join("report.parquet")).unwrap().starts_with(b"PAR1"));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn an_unwritable_folder_is_reported_before_the_run() {
    let path = std::env::temp_dir().join(format!("eights-lab-file-{}", std::process::id()));
    fs::write(&path, "in the way").unwrap();
    let error = report::prepare(&path.join("inside")).unwrap_err().to_string();
    assert!(error.starts_with("cannot write "), "{error}");
    fs::remove_file(&path).unwrap();
}
