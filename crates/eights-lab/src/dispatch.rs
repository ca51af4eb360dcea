//! Experiments on a rule set of whichever game it is.

use eights_bots::BotKind;
use eights_table::{Catalog, RuleSet, Rules};

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

/// Does the same with the rules of whichever game it is.
macro_rules! with_game {
    ($rules:expr, $game:ident => $what:expr) => {
        match &$rules.rules {
            Rules::Classic($game) => $what,
            Rules::Crazier($game) => $what,
            Rules::Ball($game) => $what,
        }
    };
}

/// What a game is by these rules: a match ended by the clock has no length
/// that could be measured without one, so that its hands are played singly.
pub fn unit_of(rules: &RuleSet, single_hands: bool) -> Unit {
    if single_hands || rules.minutes().is_some() { Unit::Hand } else { Unit::Match }
}

/// Tries out a rule set. Says also whether it was stopped.
///
/// # Errors
///
/// When there is nothing to play, or so many cannot play.
pub fn run_trial(rules: &RuleSet, trial: &Trial, runner: &Runner) -> Result<(TrialReport, bool), LabError> {
    fn typed<G: Study>(
        game: &G,
        rules: &RuleSet,
        trial: &Trial,
        runner: &Runner,
    ) -> Result<(TrialReport, bool), LabError> {
        let (tally, done) = trial.run(game, runner)?;
        let bots = trial.bots.to_string();
        Ok((
            TrialReport::new(rules, trial.n_seats, bots, trial.unit, &tally, &game.card_groups()),
            done.partial,
        ))
    }
    with_game!(rules, game => typed(game.as_ref(), rules, trial, runner))
}

/// Lets bots meet.
///
/// # Errors
///
/// When there is nothing to play, too few bots, or so many cannot play.
pub fn run_arena(rules: &RuleSet, arena: &Arena, runner: &Runner) -> Result<Scores, LabError> {
    with_game!(rules, game => arena.run(game.as_ref(), runner))
}

/// The arena that tells how much luck there is: these bots, weakest first, in
/// about so many games.
pub fn luck_arena(levels: &[BotKind], n_seats: u8, unit: Unit, deals: Deals, games: u64) -> Arena {
    // Where as many bots meet as there are seats they would all sit at one
    // table; luck is told by the best among copies of the weakest.
    let bots = match levels {
        [weakest, .., best] if levels.len() == n_seats as usize && n_seats > 2 => vec![*weakest, *best],
        _ => levels.to_vec(),
    };
    let mut arena = Arena { bots, n_seats, deals, max_deals: 0, unit, gate: None };
    arena.max_deals = games.div_ceil(arena.games_per_deal().max(1));
    arena
}

/// How much luck there is by these rules; nothing when it was stopped at once.
///
/// # Errors
///
/// As for an arena.
pub fn measure_luck(rules: &RuleSet, arena: &Arena, runner: &Runner) -> Result<Option<Skill>, LabError> {
    let names: Vec<String> = arena.bots.iter().map(ToString::to_string).collect();
    let scores = run_arena(rules, arena, runner)?;
    Ok(if scores.deals == 0 { None } else { Skill::new(scores, &names, arena.n_seats) })
}

/// Two rule sets tried out on the same deals, and what differs. Says also
/// whether it was stopped.
///
/// # Errors
///
/// When there is nothing to play, so many cannot play, or they are different games.
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
        let (pairs, tallies, done) = compare((games[0], games[1]), trial, runner)?;
        let tried = |at: usize| {
            let bots = trial.bots.to_string();
            TrialReport::new(
                rules[at],
                trial.n_seats,
                bots,
                trial.unit,
                &tallies[at],
                &games[at].card_groups(),
            )
        };
        let [a, b] = rules.map(|it| it.name.clone());
        let findings = findings(&pairs, [&a, &b]);
        Ok((Comparison { a, b, findings }, vec![tried(0), tried(1)], done.partial))
    }
    match (&a.rules, &b.rules) {
        (Rules::Classic(x), Rules::Classic(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        (Rules::Crazier(x), Rules::Crazier(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        (Rules::Ball(x), Rules::Ball(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, runner),
        _ => Err(LabError::DifferentGames(a.game.title.to_owned(), b.game.title.to_owned())),
    }
}

/// Looks for trouble.
///
/// # Errors
///
/// When there is nothing to play, or so many cannot play.
pub fn play_check(rules: &RuleSet, check: &PlayCheck, runner: &Runner) -> Result<PlayCheckReport, LabError> {
    with_game!(rules, game => check.run(game.as_ref(), runner))
}

/// The lines of a sheet that never made a difference.
pub fn unused_lines(
    catalog: &Catalog,
    rules: &RuleSet,
    check: &PlayCheck,
    games: u64,
    runner: &Runner,
) -> Vec<String> {
    let limits = GameLimits { max_hands: check.limits.max_hands.min(40), ..check.limits };
    unused(catalog, rules, check.deals, games, &check.seats, limits, runner)
}

/// The numbers of seats worth looking at: the fewest, the most, and some between.
pub fn typical_seat_counts(rules: &RuleSet) -> Vec<u8> {
    let (least, most) = rules.seats().into_inner();
    let can = |n: &u8| with_game!(rules, game => eights::Game::can_seat(game.as_ref(), *n));
    let mut seats: Vec<u8> =
        [least, 3, 4, 6, most].into_iter().filter(|n| (least..=most).contains(n)).filter(can).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
