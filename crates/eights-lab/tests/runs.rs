//! Runs as a whole: the same on any number of threads, stopped in the middle, and the same games as a match.

use std::sync::atomic::{AtomicBool, Ordering};

use eights::{Outcome, Seat};
use eights_bots::{BotKind, Level};
use eights_lab::{
    Arena, BotPlayers, Deals, Example, GameLimits, Observer, Runner, Study, Trial, Unit, journal_of,
    luck_arena, measure_luck, play, run_arena, run_trial,
    stats::{Sprt, Verdict},
};
use eights_table::{Catalog, RuleSet, Rules, Shipped, journal};

fn rules(game: &str, name: &str) -> RuleSet {
    Catalog::new(&Shipped).rules(game, name, "").unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn trial(games: u64, n_seats: u8, unit: Unit) -> Trial {
    Trial { deals: Deals { seed: 5 }, games, n_seats, unit, bots: BotKind::Level(Level::Normal) }
}

fn with_runner<T>(threads: usize, work: impl FnOnce(&Runner) -> T) -> T {
    let stop = AtomicBool::new(false);
    work(&Runner { threads, stop: &stop, progress: &|_| () })
}

fn json(it: &impl serde::Serialize) -> String {
    serde_json::to_string(it).unwrap()
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for (game, name, seats) in [("crazy-eights", "score-race", 3), ("crazier-eights", "standard", 2)] {
        let rules = rules(game, name);
        let trial = trial(600, seats, Unit::Match);
        let [one, three] = [1, 3].map(|threads| {
            json(&with_runner(threads, |runner| run_trial(&rules, &trial, runner)).unwrap().0)
        });
        assert_eq!(one, three, "{name}");
    }
}

#[test]
fn an_arena_is_the_same_on_any_number_of_threads() {
    let rules = rules("crazy-eights", "openspiel");
    let bots = ["random", "newcomer", "normal"].map(|name| BotKind::named(name).unwrap()).to_vec();
    let arena =
        Arena { bots, n_seats: 2, deals: Deals { seed: 2 }, max_deals: 150, unit: Unit::Match, gate: None };
    let [one, four] = [1, 4]
        .map(|threads| json(&with_runner(threads, |runner| run_arena(&rules, &arena, runner)).unwrap()));
    assert_eq!(one, four);
    let scores = with_runner(2, |runner| run_arena(&rules, &arena, runner)).unwrap();
    let order: Vec<&str> = scores.ladder.iter().map(|rating| rating.name.as_str()).collect();
    assert_eq!((order[0], order[2]), ("normal", "random"), "{scores:?}");
    assert!(scores.ladder.iter().all(|it| it.elo.low < it.elo.value && it.elo.value < it.elo.high));
}

#[test]
fn a_gate_stops_when_it_knows_and_always_at_the_same_deal() {
    let rules = rules("crazy-eights", "openspiel");
    let bots = ["normal", "random"].map(|name| BotKind::named(name).unwrap()).to_vec();
    let gate = Some(Sprt::new(0.0, 50.0));
    let arena =
        Arena { bots, n_seats: 2, deals: Deals { seed: 3 }, max_deals: 5_000, unit: Unit::Match, gate };
    let [one, three] =
        [1, 3].map(|threads| with_runner(threads, |runner| run_arena(&rules, &arena, runner)).unwrap());
    assert_eq!(json(&one), json(&three));
    assert_eq!(one.gate.unwrap().verdict, Verdict::Pass);
    assert!(one.deals < 1_000, "{}", one.deals);
    let weak = Arena { bots: arena.bots.iter().rev().copied().collect(), ..arena };
    let scores = with_runner(2, |runner| run_arena(&rules, &weak, runner)).unwrap();
    assert_eq!(scores.gate.unwrap().verdict, Verdict::Fail);
}

/// What a stopped run tells is what a shorter run would have told.
#[test]
fn a_stopped_run_is_a_shorter_run() {
    let rules = rules("crazy-eights", "basic");
    let stop = AtomicBool::new(false);
    let enough = |deals: u64| {
        if deals >= 1_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let runner = Runner { threads: 2, stop: &stop, progress: &enough };
    let (stopped, partial) = run_trial(&rules, &trial(1 << 40, 2, Unit::Hand), &runner).unwrap();
    assert!(partial && stopped.games >= 1_000);
    let again = trial(stopped.games, 2, Unit::Hand);
    let (whole, partial) = with_runner(2, |runner| run_trial(&rules, &again, runner)).unwrap();
    assert!(!partial);
    assert_eq!(json(&whole), json(&stopped));
}

/// Shares that must add up, whatever the game.
#[test]
fn numbers_agree_with_each_other() {
    for (game, name, seats) in [
        ("crazy-eights", "action-stacking", 4),
        ("crazy-eights", "pickup", 2),
        ("crazier-eights", "standard", 3),
        ("crazy-8-ball", "standard", 2),
    ] {
        let rules = rules(game, name);
        let (it, _) =
            with_runner(2, |runner| run_trial(&rules, &trial(400, seats, Unit::Hand), runner)).unwrap();
        let value = |id: &str| it.number(id).unwrap_or_else(|| panic!("{name}: no {id}")).estimate.value;
        let wins: f64 = it.seat_wins.iter().map(|seat| seat.value).sum();
        assert!((wins - 1.0).abs() < 1e-9, "{name}: {wins}");
        assert!((it.seat_wins[0].value - value("first-seat")).abs() < 1e-12, "{name}");
        assert!((value("real-choice") + value("forced") - 1.0).abs() < 1e-12, "{name}");
        assert!(value("turns-per-hand") >= 1.0 && value("answers-per-turn") >= 1.0, "{name}");
        assert_eq!(value("hands-per-game"), 1.0, "{name}");
        assert_eq!(it.turns.iter().map(|bin| bin.count).sum::<u64>(), 400, "{name}");
        for number in &it.numbers {
            let e = &number.estimate;
            assert!(e.low <= e.value && e.value <= e.high, "{name}: {number:?}");
        }
        assert!(!it.cards.is_empty(), "{name}");
    }
}

/// Writes down who said what.
struct Ears<G: Study>(Vec<(Seat, G::Action)>, Option<Outcome>);

impl<G: Study> Observer<G> for Ears<G> {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;

    fn answered(&mut self, _: &G, seat: Seat, _: &[G::Action], answer: G::Action) {
        self.0.push((seat, answer));
    }

    fn hand_over(&mut self, outcome: Option<&Outcome>) {
        self.1 = outcome.cloned();
    }
}

fn same_as_a_match<G: Study>(rules: &RuleSet, game: &G, n_seats: u8) {
    let deals = Deals { seed: 11 };
    for deal in 0..5 {
        let mut ears = Ears::<G>(Vec::new(), None);
        let kinds = vec![BotKind::Level(Level::Casual); n_seats as usize];
        let mut bots = BotPlayers::<G>::new(&kinds, deals.bot_dice(deal, 0));
        let ended = play(game, n_seats, &deals.seed(deal), GameLimits::of(Unit::Match), &mut bots, &mut ears);
        let answers = ears.0.iter().map(|(seat, action)| (*seat, game.notate(*action))).collect();
        let text = journal_of(rules, deals, &Example { deal, n_seats, answers })
            .unwrap_or_else(|| panic!("{}: the match refused an answer", rules.name));
        let table = journal::replay(&Catalog::new(&Shipped), &text).unwrap();
        let over = table.over().unwrap_or_else(|| panic!("{}: the match goes on", rules.name));
        assert_eq!(over.winners, ended.winners, "{}", rules.name);
    }
}

#[test]
fn the_lab_plays_the_same_games_as_a_match() {
    let sheets = [
        ("crazy-eights", "score-race", 3),
        ("crazy-eights", "action-scored", 4),
        ("crazy-eights", "pickup", 5),
        ("crazier-eights", "standard", 2),
        ("crazy-8-ball", "standard", 2),
    ];
    for (game, name, seats) in sheets {
        let rules = rules(game, name);
        match &rules.rules {
            Rules::Classic(game) => same_as_a_match(&rules, game.as_ref(), seats),
            Rules::Crazier(game) => same_as_a_match(&rules, game.as_ref(), seats),
            Rules::Ball(game) => same_as_a_match(&rules, game.as_ref(), seats),
        }
    }
}

#[test]
fn luck_lies_between_nothing_and_everything() {
    let rules = rules("crazy-eights", "openspiel");
    let levels = ["random", "normal"].map(|name| BotKind::named(name).unwrap());
    for seats in [2, 3] {
        let arena = luck_arena(&levels, seats, Unit::Hand, Deals { seed: 1 }, 300);
        let skill = with_runner(2, |runner| measure_luck(&rules, &arena, runner)).unwrap().unwrap();
        assert!(skill.luck.value > 0.0 && skill.luck.value < 1.0, "{skill:?}");
        assert_eq!((skill.best.as_str(), skill.weakest.as_str()), ("normal", "random"));
        assert!(skill.spread > 50.0, "{skill:?}");
    }
}
