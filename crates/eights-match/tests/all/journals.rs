//! Journals replay to the same digests, and damaged ones are refused with the line number.

use std::{fs, path::PathBuf};

use eights::{Dice, Seed};
use eights_match::{Catalog, Shipped, journal, shuffle};

/// The journal of a random match of at most `limit` steps.
fn recorded(game: &str, name: &str, seats: u8, number: u64, limit: usize) -> String {
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules(game, name, "").unwrap();
    let seed = Seed::from_number(number);
    let mut dice = Dice::at(&seed, u64::MAX);
    let mut table = rules.start(seats, seed.clone()).unwrap();
    let mut entries = Vec::new();
    while let (Some(seat), true) = (table.asks(), entries.len() < limit) {
        let options = table.options(seat);
        let option = dice.pick(&options).unwrap();
        entries.push(table.act(seat, &option.say).unwrap());
    }
    journal::write(&rules.head(seats, &seed), &entries)
}

fn why(text: &str) -> String {
    journal::replay(&Catalog::new(&Shipped), text).err().expect("the journal is refused").to_string()
}

#[test]
fn every_rule_set_replays() {
    for game in Catalog::games() {
        for name in Shipped::names(game.id) {
            let rules = Catalog::new(&Shipped).rules(game.id, name, "").unwrap();
            for seats in [*rules.seats().start(), *rules.seats().end()] {
                let text = recorded(game.id, name, seats, 7, 400);
                journal::replay(&Catalog::new(&Shipped), &text)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn damaged_journals_are_refused_with_the_line_number() {
    let text = recorded("crazy-eights", "score-race", 3, 4, 20);
    let lines: Vec<&str> = text.lines().collect();
    let with = |n: usize, new: &str| {
        let mut lines = lines.clone();
        lines[n - 1] = new;
        lines.join("\n") + "\n"
    };
    assert_eq!(why(""), "line 1: the journal is empty");
    assert!(why("{\"name\": \"something else\"}\n").contains("line 1: not a journal of Eights"));
    assert!(why("not even JSON\n").contains("line 1: not a journal file"));
    assert!(
        why(&text[..text.len() - 9]).contains("line 21: the line is cut off"),
        "{}",
        why(&text[..text.len() - 9])
    );
    assert!(why(text.trim_end()).contains("line 21: the line is cut off: its end is missing"));
    let swapped = lines[5].replace("\"digest\":\"", "\"digest\":\"0");
    assert!(why(&with(6, &swapped)).starts_with("line 6: after "), "{}", why(&with(6, &swapped)));
    assert!(why(&with(4, lines[4])).contains("line 4: step 4 where step 3 belongs"));
    assert!(why(&with(4, "{}")).contains("line 4: not a journal entry"));
    let alien = lines[0].replace("crazy-eights/2", "crazy-eights/99");
    assert!(why(&with(1, &alien)).contains("line 1: this was played by engine crazy-eights/99"));
    let future = lines[0].replace("\"eights-journal\":1", "\"eights-journal\":2");
    assert!(why(&with(1, &future)).contains("journal format 2 is not known here"));
    let changed = lines[0].replace("\"per-player\":50", "\"per-player\":60");
    assert!(why(&with(1, &changed)).contains("line 1: the rules mean "));
    let impossible = lines[0].replace("\"seats\":3", "\"seats\":9");
    assert!(why(&with(1, &impossible)).contains("line 1: 9 players"));
    let other_deal = lines[0].replace("\"seed\":\"04", "\"seed\":\"05");
    assert!(why(&with(1, &other_deal)).starts_with("line "), "another seed is noticed");
    let cheat = "{\"step\":2,\"by\":\"B\",\"do\":\"8S=H+9C\",\"digest\":\"0\"}";
    assert!(why(&with(3, cheat)).starts_with("line 3: "));
    let nobody = "{\"step\":2,\"by\":\"P\",\"do\":\"draw\",\"digest\":\"0\"}";
    assert!(why(&with(3, nobody)).contains("line 3: P cannot do \"draw\": nobody sits at P"));
}

/// Matches recorded in the past must keep verifying. A change that breaks one raises the engine
/// number, in a commit of its own that says why. The `bless` example records new ones.
#[test]
fn golden_journals_verify() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    let mut n = 0;
    for entry in fs::read_dir(&folder).expect("the golden journals") {
        let path = entry.expect("a readable folder").path();
        let text = fs::read_to_string(&path).expect("a readable journal");
        if let Err(error) = journal::replay(&Catalog::new(&Shipped), &text) {
            panic!("{}: {error}", path.display());
        }
        n += 1;
    }
    assert!(n >= 18, "only {n} golden journals");
}

#[test]
fn a_shuffle_is_verified_before_the_first_step() {
    let catalog = Catalog::new(&Shipped);
    let rules = catalog.rules("crazy-eights", "basic", "").unwrap();
    let (secret, entropy) = ([5; 32], vec!["a".to_owned(), String::new()]);
    let seed = shuffle::seed(&secret, &entropy);
    let mut head = rules.head(2, &seed);
    head.shuffle = Some(shuffle::Shuffle::open(&secret, entropy));
    let text = journal::write(&head, &[]);
    assert!(journal::replay(&catalog, &text).is_ok());
    let forged = text.replace("\"entropy\":[\"a\"", "\"entropy\":[\"b\"");
    assert_eq!(why(&forged), "line 1: the seed does not come from the secret and what the seats added");
}
