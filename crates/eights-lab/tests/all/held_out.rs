//! Random sheets: found again by their number, and played by two bots.

use std::sync::atomic::AtomicBool;

use eights_bots::BotKind;
use eights_lab::{HeldOut, HeldOutSheet, LabError, Runner};
use eights_match::{Catalog, Shipped};

fn run(asked: &HeldOut, threads: usize) -> Result<String, LabError> {
    let stop = AtomicBool::new(false);
    let runner = Runner { threads, stop: &stop, progress: &|_| () };
    asked.run(&runner).map(|scores| serde_json::to_string(&scores).unwrap())
}

#[test]
fn two_bots_meet_on_random_sheets() {
    let [bot, against] = ["normal", "random"].map(|name| BotKind::named(name).unwrap());
    let asked = HeldOut { bot, against, n_seats: 2, sheets: 2, first: 0, deals: 30, margin: 0.08, seed: 1 };
    let one = run(&asked, 1).unwrap();
    assert_eq!(one, run(&asked, 3).unwrap());
    let scores: serde_json::Value = serde_json::from_str(&one).unwrap();
    assert_eq!(scores["reached"], 2, "normal beats random under any rules: {one}");
    let later = HeldOut { sheets: 1, first: 1, ..asked.clone() };
    let alone: serde_json::Value = serde_json::from_str(&run(&later, 1).unwrap()).unwrap();
    assert_eq!(alone["sheets"][0], scores["sheets"][1]);
    assert!(matches!(run(&HeldOut { deals: 0, ..asked }, 1), Err(LabError::NoGames)));
}

/// A sheet is a house rule: it is valid, and means something else than every shipped rule set.
#[test]
fn random_sheets_are_new() {
    let catalog = Catalog::new(&Shipped);
    let hash = |base: &str, with: &str| catalog.rules("crazy-eights", base, with).unwrap().hash;
    let shipped: Vec<String> = Shipped::names("crazy-eights").map(|name| hash(name, "")).collect();
    for number in 0..30 {
        let sheet = HeldOutSheet::find(5, number, 2);
        let again = HeldOutSheet::find(5, number, 2);
        assert_eq!((sheet.base, &sheet.with), (again.base, &again.with));
        assert!(!shipped.contains(&hash(sheet.base, &sheet.with)), "{} with {}", sheet.base, sheet.with);
    }
}
