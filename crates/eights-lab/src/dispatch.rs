//! Runs experiments on a rule set whose game is known only at run time.

use std::sync::Arc;

use eights_bots::BotKind;
use eights_kit::Playable;
use eights_match::{Catalog, RuleSet, Visitor};

use crate::{
    arena::{Arena, Scores},
    calibrate::{Calibrate, Calibration},
    compare::{compare, findings},
    deals::Deals,
    error::LabError,
    exploit::{Exploit, Exploited},
    game_loop::{GameLimits, Unit},
    play_check::{PlayCheck, PlayCheckReport},
    report::{Comparison, Skill, TrialReport},
    runner::Runner,
    trial::Trial,
    unused::unused,
};

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
    struct Run<'a>(&'a RuleSet, &'a Trial, &'a Runner<'a>);
    impl Visitor for Run<'_> {
        type Output = Result<(TrialReport, bool), LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            let Run(rules, trial, runner) = self;
            let (tally, status) = trial.run(game.as_ref(), runner)?;
            Ok((TrialReport::new(rules, trial, &tally, &game.card_groups()), status.partial))
        }
    }
    rules.rules.visit(Run(rules, trial, runner))
}

/// Plays bots against each other.
///
/// # Errors
///
/// If there is nothing to play, too few bots, or the rules do not allow this many players.
pub fn run_arena(rules: &RuleSet, arena: &Arena, runner: &Runner) -> Result<Scores, LabError> {
    struct Run<'a>(&'a Arena, &'a Runner<'a>);
    impl Visitor for Run<'_> {
        type Output = Result<Scores, LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            self.0.run(game.as_ref(), self.1)
        }
    }
    rules.rules.visit(Run(arena, runner))
}

/// The arena that measures luck: these bots, weakest first, in about this many games.
pub fn luck_arena(levels: &[BotKind], n_seats: u8, unit: Unit, deals: Deals, games: u64) -> Arena {
    // With as many bots as seats all of them would play together. Luck is
    // measured by the best one among copies of the weakest.
    let bots = match levels {
        [weakest, .., best] if levels.len() == n_seats as usize && n_seats > 2 => vec![*weakest, *best],
        _ => levels.to_vec(),
    };
    let mut arena = Arena { bots, n_seats, deals, max_deals: 0, unit, gate: None, adjust: None };
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

/// Compares the chances that hints show with results.
///
/// # Errors
///
/// If there is nothing to play, or the rules do not allow this many players.
pub fn calibrate(rules: &RuleSet, calibrate: &Calibrate, runner: &Runner) -> Result<Calibration, LabError> {
    struct Run<'a>(&'a Calibrate, &'a Runner<'a>);
    impl Visitor for Run<'_> {
        type Output = Result<Calibration, LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            self.0.run(game.as_ref(), self.1)
        }
    }
    rules.rules.visit(Run(calibrate, runner))
}

/// Looks for ways to beat a policy.
///
/// # Errors
///
/// If there is nothing to play, or under these rules a search cannot use that it knows the policy.
pub fn exploit(rules: &RuleSet, exploit: &Exploit, runner: &Runner) -> Result<Exploited, LabError> {
    struct Run<'a>(&'a Exploit, &'a Runner<'a>);
    impl Visitor for Run<'_> {
        type Output = Result<Exploited, LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            self.0.run(game.as_ref(), self.1)
        }
    }
    rules.rules.visit(Run(exploit, runner))
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
    struct Compare<'a>([&'a RuleSet; 2], &'a Trial, &'a Runner<'a>);
    impl Visitor for Compare<'_> {
        type Output = Result<(Comparison, Vec<TrialReport>, bool), LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            let Compare(rules, trial, runner) = self;
            let Some(other) = rules[1].rules.of::<G>() else {
                let [a, b] = rules.map(|rules| rules.game.title.to_owned());
                return Err(LabError::DifferentGames(a, b));
            };
            let (pairs, tallies, status) = compare((game.as_ref(), other.as_ref()), trial, runner)?;
            let report =
                |at: usize, game: &G| TrialReport::new(rules[at], trial, &tallies[at], &game.card_groups());
            let reports = vec![report(0, game), report(1, other)];
            let [a, b] = rules.map(|rules| rules.name.clone());
            let findings = findings(&pairs, [&a, &b]);
            Ok((Comparison { a, b, findings }, reports, status.partial))
        }
    }
    a.rules.visit(Compare([a, b], trial, runner))
}

/// Looks for defects by playing.
///
/// # Errors
///
/// If there is nothing to play, or the rules do not allow this many players.
pub fn play_check(rules: &RuleSet, check: &PlayCheck, runner: &Runner) -> Result<PlayCheckReport, LabError> {
    struct Check<'a>(&'a PlayCheck, &'a Runner<'a>);
    impl Visitor for Check<'_> {
        type Output = Result<PlayCheckReport, LabError>;
        fn visit<G: Playable>(self, game: &Arc<G>) -> Self::Output {
            self.0.run(game.as_ref(), self.1)
        }
    }
    rules.rules.visit(Check(check, runner))
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
    let mut seats: Vec<u8> = [least, 3, 4, 6, most].into_iter().filter(|n| rules.can_seat(*n)).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
