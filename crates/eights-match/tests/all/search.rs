//! Rule sets are found under every name that people use.

use eights_match::{Catalog, Shipped};

/// The names of the shipped rule sets that a word finds.
fn found(wanted: &str) -> Vec<&'static str> {
    let catalog = Catalog::new(&Shipped);
    let called =
        |name: &&str| catalog.rules("crazy-eights", name, "").expect("a shipped rule set").is_called(wanted);
    Shipped::names("crazy-eights").filter(called).collect()
}

#[test]
fn a_game_is_found_under_each_of_its_names() {
    for (wanted, name) in [
        ("switch", "switch"),
        ("Peanuckle", "switch"),
        ("two-four jacks", "switch"),
        ("ireland", "switch"),
        ("puskiyon", "puskiyon"),
        ("PÜSKİYON", "puskiyon"),
        ("Mau Mau", "mau-mau-brazil"),
        ("maumau", "mau-mau-app"),
        ("brazil", "mau-mau-brazil"),
        ("eights", "swedish-rummy"),
    ] {
        assert!(found(wanted).contains(&name), "{wanted}: {:?}", found(wanted));
    }
    assert_eq!(found("quango"), [""; 0]);
}

#[test]
fn a_house_rule_is_not_found_under_the_names_of_its_base() {
    let catalog = Catalog::new(&Shipped);
    let mine = catalog.text("crazy-eights", "mine.toml", "extends = 'switch'\ntitle = 'Friday'").unwrap();
    assert!(mine.is_called("friday") && !mine.is_called("Peanuckle") && !mine.is_called("Ireland"));
    assert_eq!(mine.kin, "Switch");
}
