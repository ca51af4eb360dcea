//! Finds rules that never apply: a sheet is played with and without one of its
//! lines, on the same deals with the same random answers. If no option and no
//! result ever differs, the line has no effect.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::{Arc, atomic::Ordering},
};

use eights::{Outcome, Seat};
use eights_kit::Playable;
use eights_match::{Catalog, RuleSet, Visitor};
use serde_json::Value;

use crate::{
    deals::Deals,
    game_loop::{GameLimits, Observer, play},
    players::RandomPlayers,
    runner::Runner,
};

/// Keys that do not affect play: texts for people, and limits.
const NOT_RULES: [&str; 6] = ["title", "about", "source", "extends", "players", "fuel"];

/// The lines without effect in this many games per number of seats, as paths
/// such as `stock.when` or `cards.Q`.
pub(crate) fn unused(
    catalog: &Catalog,
    rules: &RuleSet,
    deals: Deals,
    games: u64,
    seats: &[u8],
    limits: GameLimits,
    runner: &Runner,
) -> Vec<String> {
    let mut unused = Vec::new();
    for path in lines(&rules.sheet, &mut Vec::new()) {
        if runner.stop.load(Ordering::Relaxed) {
            break;
        }
        let mut sheet = rules.sheet.clone();
        remove(&mut sheet, &path);
        // Some lines cannot be removed alone; they cannot be judged.
        let Ok(without) = catalog.sheet(rules.game.id, sheet, "") else { continue };
        let is_same = if without.hash == rules.hash {
            // Equal rules mean that the line repeats a default, which is fine. But a
            // card's effect has no default: there, the card is not in the pack.
            path.first().is_some_and(|key| key == "cards" || key == "values")
        } else {
            never_differ(rules, &without, deals, games, seats, limits)
        };
        if is_same {
            unused.push(path.join("."));
        }
    }
    unused
}

/// All lines of a sheet, as paths of keys.
fn lines(value: &Value, path: &mut Vec<String>) -> Vec<Vec<String>> {
    let Value::Object(map) = value else { return vec![path.clone()] };
    let mut all = Vec::new();
    for (key, value) in map {
        if path.is_empty() && NOT_RULES.contains(&key.as_str()) {
            continue;
        }
        path.push(key.clone());
        // A table inside a section is a single value: `draw = { up-to = 3 }`.
        if path.len() < 2 && value.is_object() {
            all.extend(lines(value, path))
        } else {
            all.push(path.clone())
        }
        path.pop();
    }
    all
}

fn remove(sheet: &mut Value, path: &[String]) {
    match (sheet, path) {
        (Value::Object(map), [key]) => drop(map.remove(key)),
        (Value::Object(map), [key, rest @ ..]) => {
            if let Some(inner) = map.get_mut(key) {
                remove(inner, rest);
            }
        }
        _ => (),
    }
}

fn never_differ(
    a: &RuleSet,
    b: &RuleSet,
    deals: Deals,
    games: u64,
    seats: &[u8],
    limits: GameLimits,
) -> bool {
    struct Compare<'a> {
        other: &'a RuleSet,
        deals: Deals,
        games: u64,
        seats: &'a [u8],
        limits: GameLimits,
    }
    impl Visitor for Compare<'_> {
        type Output = bool;
        fn visit<G: Playable>(self, game: &Arc<G>) -> bool {
            let Compare { other, deals, games, seats, limits } = self;
            let other = other.rules.of::<G>();
            other.is_some_and(|other| play_alike(game.as_ref(), other.as_ref(), deals, games, seats, limits))
        }
    }
    a.rules.visit(Compare { other: b, deals, games, seats, limits })
}

fn play_alike<G: Playable>(a: &G, b: &G, deals: Deals, games: u64, seats: &[u8], limits: GameLimits) -> bool {
    let game_hash = |game: &G, n_seats: u8, deal: u64| {
        let mut hash = GameHash(DefaultHasher::new());
        let mut players = RandomPlayers::new(deals.bot_dice(deal, 0));
        play(game, n_seats, &deals.seed(deal), limits, &mut players, &mut hash);
        hash.0.finish()
    };
    let both_seat = |n: &&u8| a.can_seat(**n) && b.can_seat(**n);
    (0..games)
        .all(|deal| seats.iter().filter(both_seat).all(|n| game_hash(a, *n, deal) == game_hash(b, *n, deal)))
}

/// Hash of all options and results of a game.
struct GameHash(DefaultHasher);

impl<G: Playable> Observer<G> for GameHash {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = true;

    fn on_answer(&mut self, _: &G, seat: Seat, options: &[G::Action], _: G::Action) {
        (seat, options).hash(&mut self.0);
    }

    fn on_hand_over(&mut self, outcome: Option<&Outcome>) {
        let Some(outcome) = outcome else { return };
        (outcome.points.as_slice(), outcome.winners, outcome.blocked).hash(&mut self.0);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lines_are_keys_of_sections() {
        let sheet =
            json!({"title": "x", "turn": {"duty": "may-draw", "draw": {"up-to": 3}}, "jump-in": "off"});
        let mut paths: Vec<String> =
            lines(&sheet, &mut Vec::new()).iter().map(|path| path.join(".")).collect();
        paths.sort();
        assert_eq!(paths, ["jump-in", "turn.draw", "turn.duty"]);
    }
}
