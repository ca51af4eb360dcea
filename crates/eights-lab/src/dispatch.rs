//! Runs experiments on a rule set whose game is known only at run time.

use eights_bots::BotKind;
use eights_match::{Catalog, RuleSet, Rules};

use crate::{
    arena::{Arena, Scores},
    compare::{compare, findings},
    deals::Deals,
    error::LabError,
    game_loop::{GameLimits, Unit},
    play_check::{PlayCheck, PlayCheckReport},
    report::{Comparison, Skill, TrialReport},
    runner::Runner,
    study::Study,
    trial::Trial,
    unused::unused,
};

/// Evaluates an expression with the concrete game of a rule set.
macro_rules! with_game {
    ($rules:expr, $game:ident => $what:expr) => {
        match &$rules.rules {
            Rules::Classic($game) => $what,
            Rules::Crazier($game) => $what,
            Rules::Ball($game) => $what,
        }
    };
}

/// What counts as a game under these rules. A match limited by time has no
/// length without a clock, so single hands are played instead.
pub fn unit_of(rules: &RuleSet, single_hands: bool) -> Unit {
    if single_hands || rules.minutes().is_some() { Unit::Hand } else { Unit::Match }
}

/// Measures a rule set. Also returns whether the run was stopped.
///
/// # Errors
///
/// If there is nothing to play, or the rules do not allow this many players.
pub fn run_trial(rules: &RuleSet, trial: &Trial, runner: &Runner) -> Result<(TrialReport, bool), LabError> {
    fn typed<G: Study>(
        game: &G,
        rules: &RuleSet,
        trial: &Trial,
        runner: &Runner,
    ) -> Result<(TrialReport, bool), LabError> {
        let (tally, status) = trial.run(game, runner)?;
        Ok((TrialReport::new(rules, trial, &tally, &game.card_groups()), status.partial))
    }
    with_game!(rules, game => typed(game.as_ref(), rules, trial, runner))
}

/// Plays bots against each other.
///
/// # Errors
///
/// If there is nothing to play, too few bots, or the rules do not allow this many players.
pub fn run_arena(rules: &RuleSet, arena: &Arena, runner: &Runner) -> Result<Scores, LabError> {
    with_game!(rules, game => arena.run(game.as_ref(), runner))
}

/// The arena that measures luck: these bots, weakest first, in about this many games.
pub fn luck_arena(levels: &[BotKind], n_seats: u8, unit: Unit, deals: Deals, games: u64) -> Arena {
    // With as many bots as seats all of them would play together. FastRng is
    // measured by the best one among copies of the weakest.
    let bots = match levels {
        [weakest, .., best] if levels.len() == n_seats as usize && n_seats > 2 => vec![*weakest, *best],
        _ => levels.to_vec(),
    };
    let mut arena = Arena { bots, n_seats, deals, max_deals: 0, unit, gate: None };
    arena.max_deals = games.div_ceil(arena.games_per_deal().max(1));
    arena
}

/// Measures how much luck there is; `None` if the run was stopped before the first deal.
///
/// # Errors
///
/// As for [`run_arena`].
pub fn measure_luck(rules: &RuleSet, arena: &Arena, runner: &Runner) -> Result<Option<Skill>, LabError> {
    let names: Vec<String> = arena.bots.iter().map(ToString::to_string).collect();
    let scores = run_arena(rules, arena, runner)?;
    Ok(if scores.deals == 0 { None } else { Skill::new(scores, &names, arena.n_seats) })
}

/// Measures two rule sets on the same deals and compares them. Also returns
/// whether the run was stopped.
///
/// # Errors
///
/// If there is nothing to play, the rules do not allow this many players, or
/// they are rules of different games.
pub fn compare_rules(
    [a, b]: [&RuleSet; 2],
    trial: &Trial,
    runner: &Runner,
) -> Result<(Comparison, Vec<TrialReport>, bool), LabError> {
    fn typed<G: Study>(
        games: [&G; 2],
        rules: [&RuleSet; 2],
        trial: &Trial,
        runner: &Runner,
    ) -> Result<(Comparison, Vec<TrialReport>, bool), LabError> {
        let (pairs, tallies, status) = compare((games[0], games[1]), trial, runner)?;
        let reports = [0, 1]
            .map(|at: usize| TrialReport::new(rules[at], trial, &tallies[at], &games[at].card_groups()));
        let [a, b] = rules.map(|rules| rules.name.clone());
        let findings = findings(&pairs, [&a, &b]);
        Ok((Comparison { a, b, findings }, reports.into(), status.partial))
    }
    match (&a.rules, &b.rules) {
        (Rules::Classic(x), Rules::Classic(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        (Rules::Crazier(x), Rules::Crazier(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        (Rules::Ball(x), Rules::Ball(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        _ => Err(LabError::DifferentGames(a.game.title.to_owned(), b.game.title.to_owned())),
    }
}

/// Looks for defects by playing.
///
/// # Errors
///
/// If there is nothing to play, or the rules do not allow this many players.
pub fn play_check(rules: &RuleSet, check: &PlayCheck, runner: &Runner) -> Result<PlayCheckReport, LabError> {
    with_game!(rules, game => check.run(game.as_ref(), runner))
}

/// The lines of a sheet that never had an effect.
pub fn unused_lines(
    catalog: &Catalog,
    rules: &RuleSet,
    check: &PlayCheck,
    games: u64,
    runner: &Runner,
) -> Vec<String> {
    // Long matches add little here, and every line costs another run.
    let limits = GameLimits { max_hands: check.limits.max_hands.min(40), ..check.limits };
    unused(catalog, rules, check.deals, games, &check.seats, limits, runner)
}

/// The numbers of seats worth checking: the fewest, the most, and some in between.
pub fn typical_seat_counts(rules: &RuleSet) -> Vec<u8> {
    let (least, most) = rules.seats().into_inner();
    let can_seat = |n: &u8| with_game!(rules, game => eights::Game::can_seat(game.as_ref(), *n));
    let mut seats: Vec<u8> =
        [least, 3, 4, 6, most].into_iter().filter(|n| (least..=most).contains(n)).filter(can_seat).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
