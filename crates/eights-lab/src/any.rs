//! Experiments on a rule set of whichever game it is.

use eights_bots::BotKind;
use eights_table::{Catalog, RuleSet, Rules};

use crate::{
    arena::{Arena, Scores},
    compare::{compare, findings},
    crew::Crew,
    deals::Deals,
    error::LabError,
    idle::idle,
    probe::{Findings, Probe},
    report::{Compared, Skill, Tried},
    study::Study,
    table::{Course, Unit},
    trial::Trial,
};

/// Does the same with the rules of whichever game it is.
macro_rules! each {
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
pub fn try_out(rules: &RuleSet, trial: &Trial, crew: &Crew) -> Result<(Tried, bool), LabError> {
    fn typed<G: Study>(
        game: &G,
        rules: &RuleSet,
        trial: &Trial,
        crew: &Crew,
    ) -> Result<(Tried, bool), LabError> {
        let (tally, done) = trial.run(game, crew)?;
        let bots = trial.bots.to_string();
        Ok((Tried::new(rules, trial.n_seats, bots, trial.unit, &tally, &game.kinds()), done.partial))
    }
    each!(rules, game => typed(game.as_ref(), rules, trial, crew))
}

/// Lets bots meet.
///
/// # Errors
///
/// When there is nothing to play, too few bots, or so many cannot play.
pub fn meet(rules: &RuleSet, arena: &Arena, crew: &Crew) -> Result<Scores, LabError> {
    each!(rules, game => arena.run(game.as_ref(), crew))
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
    let mut arena = Arena { bots, n_seats, deals, most_deals: 0, unit, gate: None };
    arena.most_deals = games.div_ceil(arena.games_per_deal().max(1));
    arena
}

/// How much luck there is by these rules; nothing when it was stopped at once.
///
/// # Errors
///
/// As for an arena.
pub fn luck(rules: &RuleSet, arena: &Arena, crew: &Crew) -> Result<Option<Skill>, LabError> {
    let names: Vec<String> = arena.bots.iter().map(ToString::to_string).collect();
    let scores = meet(rules, arena, crew)?;
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
    crew: &Crew,
) -> Result<(Compared, Vec<Tried>, bool), LabError> {
    fn typed<G: Study>(
        games: [&G; 2],
        rules: [&RuleSet; 2],
        trial: &Trial,
        crew: &Crew,
    ) -> Result<(Compared, Vec<Tried>, bool), LabError> {
        let (pairs, tallies, done) = compare((games[0], games[1]), trial, crew)?;
        let tried = |at: usize| {
            let bots = trial.bots.to_string();
            Tried::new(rules[at], trial.n_seats, bots, trial.unit, &tallies[at], &games[at].kinds())
        };
        let [a, b] = rules.map(|it| it.name.clone());
        let findings = findings(&pairs, [&a, &b]);
        Ok((Compared { a, b, findings }, vec![tried(0), tried(1)], done.partial))
    }
    match (&a.rules, &b.rules) {
        (Rules::Classic(x), Rules::Classic(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, crew),
        (Rules::Crazier(x), Rules::Crazier(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, crew),
        (Rules::Ball(x), Rules::Ball(y)) => typed([x.as_ref(), y.as_ref()], [a, b], trial, crew),
        _ => Err(LabError::DifferentGames(a.game.title.to_owned(), b.game.title.to_owned())),
    }
}

/// Looks for trouble.
///
/// # Errors
///
/// When there is nothing to play, or so many cannot play.
pub fn probe_rules(rules: &RuleSet, probe: &Probe, crew: &Crew) -> Result<Findings, LabError> {
    each!(rules, game => probe.run(game.as_ref(), crew))
}

/// The lines of a sheet that never made a difference.
pub fn idle_lines(catalog: &Catalog, rules: &RuleSet, probe: &Probe, games: u64, crew: &Crew) -> Vec<String> {
    let course = Course { most_hands: probe.course.most_hands.min(40), ..probe.course };
    idle(catalog, rules, probe.deals, games, &probe.seats, course, crew)
}

/// The numbers of seats worth looking at: the fewest, the most, and some between.
pub fn some_seats(rules: &RuleSet) -> Vec<u8> {
    let (least, most) = rules.seats().into_inner();
    let can = |n: &u8| each!(rules, game => eights::Game::can_seat(game.as_ref(), *n));
    let mut seats: Vec<u8> =
        [least, 3, 4, 6, most].into_iter().filter(|n| (least..=most).contains(n)).filter(can).collect();
    seats.sort_unstable();
    seats.dedup();
    seats
}
