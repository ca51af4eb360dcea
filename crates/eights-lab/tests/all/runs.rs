//! Whole runs: reproducible on any number of threads, stoppable, and equal to real matches.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use eights::{Dice, Game, Opening, Seat, Seed, Silent, Turn};
use eights_bots::{Bot, BotKind, Level, Question, Search, SearchConfig};
use eights_classic::Classic;
use eights_kit::Playable;
use eights_lab::{
    Arena, BotPlayers, Calibrate, Deals, Example, GameLimits, LabError, Observer, Runner, Trial, Unit,
    calibrate, journal_of, luck_arena, measure_luck, play, run_arena, run_trial,
    stats::{Estimate, Sprt, Verdict},
};
use eights_match::{Catalog, RuleSet, Shipped, Visitor, journal};

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

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn a_trial_is_the_same_on_any_number_of_threads() {
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
    let arena = Arena {
        bots,
        n_seats: 2,
        deals: Deals { seed: 2 },
        max_deals: 150,
        unit: Unit::Match,
        gate: None,
        adjust: None,
    };
    let [one, four] = [1, 4]
        .map(|threads| json(&with_runner(threads, |runner| run_arena(&rules, &arena, runner)).unwrap()));
    assert_eq!(one, four);
    let scores = with_runner(2, |runner| run_arena(&rules, &arena, runner)).unwrap();
    let order: Vec<&str> = scores.ladder.iter().map(|rating| rating.name.as_str()).collect();
    assert_eq!((order[0], order[2]), ("normal", "random"), "{scores:?}");
    assert!(
        scores
            .ladder
            .iter()
            .all(|rating| rating.elo.low < rating.elo.value && rating.elo.value < rating.elo.high)
    );
}

/// The correction changes no mean: it differs from the raw one by chance alone.
#[test]
fn correcting_for_luck_keeps_the_mean_and_narrows_the_interval() {
    for (game, sheet, n_seats, deals) in [
        ("crazy-eights", "openspiel", 2, 600),
        ("crazy-eights", "openspiel", 4, 150),
        ("crazier-eights", "", 2, 60),
    ] {
        let rules = rules(game, sheet);
        let bots = ["normal", "greedy"].map(|name| BotKind::named(name).unwrap()).to_vec();
        let deals = (Deals { seed: 5 }, deals);
        let arena = Arena {
            bots,
            n_seats,
            deals: deals.0,
            max_deals: deals.1,
            unit: Unit::Hand,
            gate: None,
            adjust: Some(60),
        };
        let scores = with_runner(2, |runner| run_arena(&rules, &arena, runner)).unwrap();
        for line in &scores.lines {
            let adjusted = line.adjusted.expect("it was asked for");
            let width = |estimate: &Estimate| estimate.high - estimate.low;
            assert!(width(&adjusted) < 0.9 * width(&line.won), "{game}, {n_seats} seats: {line:?}");
            // Both intervals are four standard errors wide, and the raw one covers the difference.
            assert!((adjusted.value - line.won.value).abs() < width(&line.won) / 2.0, "{game}: {line:?}");
        }
    }
}

/// Hints correct the shares of simulated games by what was measured for the rule set: in `action` a player wins less than
/// simulated games say, in `pickup` more, and where cards may be drawn as long as one likes, chances are nearer to 60 %.
#[test]
fn hints_correct_the_shares_of_simulated_games() {
    type Expected = fn(f32, f32) -> bool;
    let lower = |shown: f32, won: f32| shown < won - 0.01;
    let higher = |shown: f32, won: f32| shown > won + 0.01;
    let same = |shown: f32, won: f32| shown == won;
    let nearer = |shown: f32, won: f32| (shown - 0.6).abs() < (won - 0.6).abs() + 0.002;
    let cases: [(&str, u8, Expected); 6] = [
        (r#"extends = "action""#, 2, lower),
        (r#"extends = "pickup""#, 2, higher),
        (r#"extends = "last-card""#, 2, same),
        (r#"extends = "openspiel""#, 3, same),
        (r#"extends = "openspiel""#, 4, lower),
        // A sheet of one's own is corrected like others of its kind.
        ("extends = \"basic\"\ntitle = \"Mine\"", 2, nearer),
    ];
    for (sheet, seats, expected) in cases {
        let rules = Catalog::new(&Shipped).text("crazy-eights", "mine.toml", sheet).unwrap();
        let game = rules.rules.of::<Classic>().unwrap();
        let mut dice = Dice::at(&Seed::from_number(7), 0);
        let (mut options, mut n) = (Vec::new(), 0);
        for deal in 0..20 {
            let opening = Opening::first(seats, Seat::new(deal % usize::from(seats)));
            let mut state = game.deal(&opening, &mut dice, &mut Silent);
            while let Turn::Act(seat) = game.turn(&state)
                && n < 12
            {
                options.clear();
                game.legal(&state, seat, &mut options);
                let mut search = Search::new(SearchConfig::for_level(400).tuned_to::<Classic>());
                let answer = *search.choose(Question::new(&**game, &state, seat, &mut dice), &options);
                let won = search.stats()[0].wins;
                if options.len() > 1 && (0.25..0.75).contains(&won) {
                    let shown = search.chance().unwrap();
                    assert!(expected(shown, won), "{sheet}, {seats} seats: {shown} for {won}");
                    n += 1;
                }
                game.apply(&mut state, seat, answer, &mut dice, &mut Silent).unwrap();
            }
        }
        assert_eq!(n, 12, "{sheet}, {seats} seats");
    }
}

/// A player who follows hints that show a high chance wins, and one who sees a low one loses.
#[test]
fn chances_that_hints_show_come_true() {
    let rules = rules("crazy-eights", "openspiel");
    let asked =
        Calibrate { against: BotKind::Level(Level::Normal), n_seats: 2, deals: Deals { seed: 3 }, hands: 12 };
    let [one, two] =
        [1, 2].map(|threads| with_runner(threads, |runner| calibrate(&rules, &asked, runner).unwrap()));
    assert_eq!(json(&one), json(&two));
    assert_eq!(one.hands, 12);
    assert_eq!(one.bins.iter().map(|bin| bin.hints).sum::<u64>(), one.hints);
    let [low, high] = [&one.bins[0], &one.bins[one.bins.len() - 1]];
    assert!(low.shown < 0.5 && 0.5 < high.shown && low.won.value < high.won.value, "{}", json(&one));

    let nothing = Calibrate { hands: 0, ..asked.clone() };
    let crowd = Calibrate { n_seats: 17, ..asked };
    with_runner(1, |runner| {
        assert!(matches!(calibrate(&rules, &nothing, runner), Err(LabError::NoGames)));
        assert!(matches!(calibrate(&rules, &crowd, runner), Err(LabError::Seats(17, ..))));
    });
}

#[test]
fn luck_is_corrected_only_in_single_hands() {
    let rules = rules("crazy-eights", "basic");
    let bots = ["normal", "greedy"].map(|name| BotKind::named(name).unwrap()).to_vec();
    let arena = Arena {
        bots,
        n_seats: 2,
        deals: Deals { seed: 5 },
        max_deals: 10,
        unit: Unit::Match,
        gate: None,
        adjust: Some(10),
    };
    let refused = with_runner(1, |runner| run_arena(&rules, &arena, runner)).unwrap_err();
    assert_eq!(refused.to_string(), "luck can be corrected only in single hands");
}

#[test]
fn a_sequential_test_always_stops_at_the_same_deal() {
    let rules = rules("crazy-eights", "openspiel");
    let bots = ["normal", "random"].map(|name| BotKind::named(name).unwrap()).to_vec();
    let gate = Some(Sprt::new(0.0, 50.0));
    let arena = Arena {
        bots,
        n_seats: 2,
        deals: Deals { seed: 3 },
        max_deals: 5_000,
        unit: Unit::Match,
        gate,
        adjust: None,
    };
    let [one, three] =
        [1, 3].map(|threads| with_runner(threads, |runner| run_arena(&rules, &arena, runner)).unwrap());
    assert_eq!(json(&one), json(&three));
    assert_eq!(one.gate.unwrap().verdict, Verdict::Pass);
    assert!(one.deals < 1_000, "{}", one.deals);
    let weak = Arena { bots: arena.bots.iter().rev().copied().collect(), ..arena };
    let scores = with_runner(2, |runner| run_arena(&rules, &weak, runner)).unwrap();
    assert_eq!(scores.gate.unwrap().verdict, Verdict::Fail);
}

#[test]
fn a_stopped_run_equals_a_shorter_run() {
    let rules = rules("crazy-eights", "basic");
    let stop = AtomicBool::new(false);
    let stop_after_1000 = |deals: u64| {
        if deals >= 1_000 {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let runner = Runner { threads: 2, stop: &stop, progress: &stop_after_1000 };
    let (stopped, partial) = run_trial(&rules, &trial(1 << 40, 2, Unit::Hand), &runner).unwrap();
    assert!(partial && stopped.games >= 1_000);
    let again = trial(stopped.games, 2, Unit::Hand);
    let (whole, partial) = with_runner(2, |runner| run_trial(&rules, &again, runner)).unwrap();
    assert!(!partial);
    assert_eq!(json(&whole), json(&stopped));
}

#[test]
fn numbers_are_consistent_with_each_other() {
    for (game, name, seats) in [
        ("crazy-eights", "action-stacking", 4),
        ("crazy-eights", "pickup", 2),
        ("crazier-eights", "standard", 3),
        ("crazy-8-ball", "standard", 2),
    ] {
        let rules = rules(game, name);
        let (report, _) =
            with_runner(2, |runner| run_trial(&rules, &trial(400, seats, Unit::Hand), runner)).unwrap();
        let value = |id: &str| report.number(id).unwrap_or_else(|| panic!("{name}: no {id}")).estimate.value;
        let wins: f64 = report.seat_wins.iter().map(|seat| seat.value).sum();
        assert!((wins - 1.0).abs() < 1e-9, "{name}: {wins}");
        assert!((report.seat_wins[0].value - value("first-seat")).abs() < 1e-12, "{name}");
        assert!((value("real-choice") + value("forced") - 1.0).abs() < 1e-12, "{name}");
        assert!(value("turns-per-hand") >= 1.0 && value("answers-per-turn") >= 1.0, "{name}");
        assert_eq!(value("hands-per-game"), 1.0, "{name}");
        assert_eq!(report.turns.iter().map(|bin| bin.count).sum::<u64>(), 400, "{name}");
        for number in &report.numbers {
            let estimate = &number.estimate;
            assert!(estimate.low <= estimate.value && estimate.value <= estimate.high, "{name}: {number:?}");
        }
        assert!(!report.cards.is_empty(), "{name}");
    }
}

/// Records every answer.
struct AnswerLog<G: Playable>(Vec<(Seat, G::Action)>);

impl<G: Playable> Observer<G> for AnswerLog<G> {
    const WANTS_EVENTS: bool = false;
    const WANTS_OPTIONS: bool = false;

    fn on_answer(&mut self, _: &G, seat: Seat, _: &[G::Action], answer: G::Action) {
        self.0.push((seat, answer));
    }
}

fn check_against_match<G: Playable>(rules: &RuleSet, game: &G, n_seats: u8) {
    let deals = Deals { seed: 11 };
    for deal in 0..5 {
        let mut log = AnswerLog::<G>(Vec::new());
        let kinds = vec![BotKind::Level(Level::Casual); n_seats as usize];
        let mut bots = BotPlayers::<G>::new(&kinds, deals.bot_dice(deal, 0));
        let result = play(game, n_seats, &deals.seed(deal), GameLimits::of(Unit::Match), &mut bots, &mut log);
        let answers = log.0.iter().map(|(seat, action)| (*seat, game.notate(*action))).collect();
        let text = journal_of(rules, deals, &Example { deal, n_seats, answers })
            .unwrap_or_else(|| panic!("{}: the match refused an answer", rules.name));
        let table = journal::replay(&Catalog::new(&Shipped), &text).unwrap();
        let over = table.over().unwrap_or_else(|| panic!("{}: the match goes on", rules.name));
        assert_eq!(over.winners, result.winners, "{}", rules.name);
    }
}

#[test]
fn the_lab_plays_the_same_games_as_a_match() {
    struct Check<'a>(&'a RuleSet, u8);
    impl Visitor for Check<'_> {
        type Output = ();
        fn visit<G: Playable>(self, game: &Arc<G>) {
            check_against_match(self.0, game.as_ref(), self.1);
        }
    }
    let sheets = [
        ("crazy-eights", "score-race", 3),
        ("crazy-eights", "action-scored", 4),
        ("crazy-eights", "pickup", 5),
        ("crazier-eights", "standard", 2),
        ("crazy-8-ball", "standard", 2),
    ];
    for (game, name, seats) in sheets {
        let rules = rules(game, name);
        rules.rules.visit(Check(&rules, seats));
    }
}

#[test]
fn the_luck_share_is_between_0_and_1() {
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
