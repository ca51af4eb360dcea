//! Rules that never apply: a sheet without one of its lines is played beside
//! the whole sheet, on the same deals with the same luck. Where not a single
//! option and not a single point differs, the line said nothing.

use std::{
    collections::hash_map::DefaultHasher,
    hash::{Hash, Hasher},
    sync::atomic::Ordering,
};

use eights::{Outcome, Seat};
use eights_table::{Catalog, RuleSet, Rules};
use serde_json::Value;

use crate::{
    deals::Deals,
    game_loop::{GameLimits, Observer, play},
    players::RandomPlayers,
    runner::Runner,
    study::Study,
};

/// Lines that are for people, or say only how many can play.
const NO_RULES: [&str; 6] = ["title", "about", "source", "extends", "players", "fuel"];

/// The lines of a sheet that made no difference in so many games for each
/// number of seats, as paths: `stock.when`, `cards.Q`.
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
        // Some lines cannot be left out alone; about those nothing is said.
        let Ok(without) = catalog.sheet(rules.game.id, sheet, "") else { continue };
        // A card's effect has no default: if its line means nothing, no such card is in the pack.
        let of_cards = path.first().is_some_and(|key| key == "cards" || key == "values");
        let same = match without.hash == rules.hash {
            true => of_cards,
            false => never_differ(rules, &without, deals, games, seats, limits),
        };
        if same {
            unused.push(path.join("."));
        }
    }
    unused
}

/// Every line of a sheet, as a path of keys.
fn lines(value: &Value, path: &mut Vec<String>) -> Vec<Vec<String>> {
    let Value::Object(map) = value else { return vec![path.clone()] };
    let mut all = Vec::new();
    for (key, value) in map {
        if path.is_empty() && NO_RULES.contains(&key.as_str()) {
            continue;
        }
        path.push(key.clone());
        // Tables inside of a section are one saying: `draw = { up-to = 3 }`.
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
    match (&a.rules, &b.rules) {
        (Rules::Classic(a), Rules::Classic(b)) => alike(a.as_ref(), b.as_ref(), deals, games, seats, limits),
        (Rules::Crazier(a), Rules::Crazier(b)) => alike(a.as_ref(), b.as_ref(), deals, games, seats, limits),
        (Rules::Ball(a), Rules::Ball(b)) => alike(a.as_ref(), b.as_ref(), deals, games, seats, limits),
        _ => false,
    }
}

fn alike<G: Study>(a: &G, b: &G, deals: Deals, games: u64, seats: &[u8], limits: GameLimits) -> bool {
    let numbers = || seats.iter().filter(|n| a.can_seat(**n) && b.can_seat(**n));
    let hash = |game: &G, n_seats: u8, deal: u64| {
        let mut hash = DecisionHash(DefaultHasher::new());
        let mut players = RandomPlayers::new(deals.bot_dice(deal, 0));
        play(game, n_seats, &deals.seed(deal), limits, &mut players, &mut hash);
        hash.0.finish()
    };
    (0..games).all(|deal| numbers().all(|n| hash(a, *n, deal) == hash(b, *n, deal)))
}

/// A word for everything that was offered and how it ended.
struct DecisionHash(DefaultHasher);

impl<G: Study> Observer<G> for DecisionHash {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = true;

    fn answered(&mut self, _: &G, seat: Seat, options: &[G::Action], _: G::Action) {
        (seat, options).hash(&mut self.0);
    }

    fn hand_over(&mut self, outcome: Option<&Outcome>) {
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
