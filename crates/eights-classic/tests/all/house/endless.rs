//! Every match ends, whatever house rules the compiler accepts.

use std::collections::BTreeMap;

use eights::{After, Dice, Game, Opening, Outcome, Seat, Seed, Silent, Turn, Viewer};
use eights_classic::{
    Classic, Pile,
    house_rules::{OPTIONS, written},
};

use crate::common::{SHIPPED, read};

/// The number of sheets to play.
const SHEETS: usize = 1000;

/// The maximum number of hands in a match. (CE-SCORE-5)
const HANDS: u32 = 1000;

/// Values that make it hard to go out or to score.
const HARSH: &[(&str, &[&str])] = &[
    ("cards.red", EFFECTS),
    ("cards.black", EFFECTS),
    ("values.red", &["0"]),
    ("values.black", &["0"]),
    ("match.end", &["{ target = 100000 }", "{ limit = 100000 }", "{ target = 1000 }"]),
    ("finish.ban", &["special"]),
    ("hand.blocked", &["nobody"]),
    ("hand.limit", &["10"]),
    ("stock.circling", &["10"]),
    ("turn.follow", &["suit", "rank"]),
];

const EFFECTS: &[&str] = &[
    "[\"skip\"]",
    "[\"reverse\"]",
    "[\"rotate-hands\"]",
    "[{ draw = 1 }]",
    "[{ draw = { cards = 1, who = \"self\" } }]",
    "[{ draw = { cards = 1, who = \"others\" } }]",
];

/// A shipped rule set with random overrides.
fn random_sheet(dice: &mut Dice) -> (&'static str, String) {
    let base = *dice.pick(&SHIPPED).expect("there are rule sets");
    let mut changes = BTreeMap::new();
    for _ in 0..1 + dice.below(10) {
        let (_, _, key, values) = dice.pick(OPTIONS).expect("there are options");
        changes.insert(*key, written(dice.pick(values).expect("an option has values")));
    }
    for _ in 0..dice.below(4) {
        let (key, values) = dice.pick(HARSH).expect("there are options");
        changes.insert(*key, written(dice.pick(values).expect("an option has values")));
    }
    if dice.below(6) == 0 {
        changes.extend(
            [("teams", "\"pairs\""), ("players.min", "4"), ("players.max", "6")]
                .map(|(key, value)| (key, value.to_owned())),
        );
    }
    let changes: Vec<String> = changes.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    (base, changes.join(", "))
}

/// Plays a random match; returns whether it ended in time.
fn ends(game: &Classic, n_seats: u8, seed: &Seed, dice: &mut Dice) -> bool {
    let mut opening = Opening::first(n_seats, Seat::A);
    for hand in 1..=HANDS {
        let Some(outcome) = play_hand(game, &opening, seed, dice) else { return false };
        // A match by the clock ends when the caller sets `time_is_up`.
        opening.time_is_up = hand >= 20;
        match game.after(&opening, &outcome) {
            After::Over(_) => return true,
            After::Deal(next) => opening = next,
        }
    }
    false
}

/// Plays a random hand; `None` if it is not blocked in time. (CE-STOCK-6)
pub(crate) fn play_hand(game: &Classic, opening: &Opening, seed: &Seed, dice: &mut Dice) -> Option<Outcome> {
    let step = |n: u64| Dice::at(seed, u64::from(opening.hand) << 32 | n);
    let mut state = game.deal(opening, &mut step(0), &mut Silent);
    let table = game.view(&state, Viewer::Public).table;
    let held: usize = Seat::first(opening.n_seats).map(|seat| table.pile(Pile::Hand(seat)).len()).sum();
    let mut options = Vec::new();
    // Each new minimum of cards held resets the count of quiet answers.
    for answer in 1..=(held as u64 + 1) * u64::from(game.sheet().stock.circling) {
        let Turn::Act(seat) = game.turn(&state) else { break };
        options.clear();
        game.legal(&state, seat, &mut options);
        let action = *dice.pick(&options).expect("a question has an answer");
        game.apply(&mut state, seat, action, &mut step(answer), &mut Silent).expect("it is listed");
    }
    match game.turn(&state) {
        Turn::Act(_) => None,
        Turn::Over(outcome) => Some(outcome),
    }
}

#[test]
fn every_accepted_sheet_ends_its_matches() {
    let seed = Seed::from_number(16);
    let mut dice = Dice::at(&seed, u64::MAX);
    let mut accepted = 0;
    while accepted < SHEETS {
        let (base, changes) = random_sheet(&mut dice);
        let Ok(game) = read(base, &changes) else { continue };
        accepted += 1;
        let seats: Vec<u8> = game.seats().filter(|n| game.can_seat(*n)).collect();
        let n_seats = *dice.pick(&seats).expect("somebody can play");
        assert!(ends(&game, n_seats, &seed, &mut dice), "{base} with {changes}, {n_seats} players");
    }
}
