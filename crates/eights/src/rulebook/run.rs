//! Plays a rulebook block and compares what happens with what the page says.

use super::block::{Amount, Block, Ended, Heading, Line};
use crate::{
    seat::{BySeat, Seat, Seats},
    setup::{Fixture, Position, PositionError},
};

/// Sets up the position of a block; knows the games and their rule sets.
pub trait FixtureSource {
    /// Sets up a position under the rules of its heading.
    ///
    /// # Errors
    ///
    /// Describes what is wrong with the rules or the position, in one sentence.
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Fixture>, PositionError>;
}

/// A difference between a block and the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlockError {
    /// The block cannot be played: its rules or its position are invalid.
    Unplayable {
        /// The line of the page.
        line: usize,
        /// The reason, in one sentence.
        why: String,
    },
    /// The engine does something other than the page says.
    Differs {
        /// The line of the page.
        line: usize,
        /// What the page says.
        expected: String,
        /// What the engine does.
        happened: String,
    },
}

/// Plays one block and checks every line.
///
/// # Errors
///
/// The first line that does not hold.
pub fn run(block: &Block, source: &dyn FixtureSource) -> Result<(), BlockError> {
    let mut scene = source
        .open(&block.heading, &block.position)
        .map_err(|why| BlockError::Unplayable { line: block.line, why: why.to_string() })?;
    for (number, line) in &block.play {
        step(scene.as_mut(), line).map_err(|(expected, happened)| BlockError::Differs {
            line: *number,
            expected,
            happened,
        })?;
    }
    Ok(())
}

/// Checks one line. On failure, returns what was expected and what happened.
fn step(scene: &mut dyn Fixture, line: &Line) -> Result<(), (String, String)> {
    match line {
        Line::Act(seat, said) => {
            if scene.act(*seat, said) {
                return Ok(());
            }
            Err((format!("{seat} may answer {said}"), asked(scene, *seat)))
        }
        Line::Refused(seat, said) => {
            let before = scene.fingerprint();
            if scene.act(*seat, said) {
                return Err((format!("{said} is refused when {seat} says it"), "it is accepted".into()));
            }
            if scene.fingerprint() != before {
                return Err((
                    format!("{said} changes nothing when it is refused"),
                    "something changed".into(),
                ));
            }
            Ok(())
        }
        Line::Asks(seat, amount, wanted) => asks(scene, *seat, *amount, wanted),
        Line::Is(fact) => scene.check(fact).map_err(|so| (fact.to_string(), so.to_string())),
        Line::Score(wanted) => {
            let score = scene.score();
            match wanted.iter().find(|(seat, _)| seat.index() >= score.n_seats() as usize) {
                Some((seat, _)) => Err((listed(wanted.iter().copied()), format!("there is no seat {seat}"))),
                None if wanted.iter().all(|(seat, points)| score[*seat] == *points) => Ok(()),
                None => Err((listed(wanted.iter().copied()), listed(score.iter()))),
            }
        }
        Line::NextDealer(wanted) => match scene.next_dealer() {
            Some(dealer) if dealer == *wanted => Ok(()),
            Some(dealer) => Err((format!("{wanted} deals next"), format!("{dealer} deals next"))),
            None => Err((format!("{wanted} deals next"), "no deal follows".into())),
        },
        Line::HandOver(wanted) => match scene.hand_over() {
            None => Err((format!("the hand is over: {}", tell(wanted)), "it goes on".into())),
            Some(outcome) => compare(wanted, outcome.blocked, outcome.winners, &outcome.points),
        },
        Line::Over(wanted) => match scene.over() {
            None => Err((format!("the match is over: {}", tell(wanted)), "it goes on".into())),
            Some(end) => compare(wanted, wanted.blocked, end.winners, &end.points),
        },
    }
}

fn asks(scene: &dyn Fixture, seat: Seat, amount: Amount, wanted: &[String]) -> Result<(), (String, String)> {
    let found = scene.options(seat);
    let has = |wanted: &String| found.iter().any(|option| option.eq_ignore_ascii_case(wanted));
    let wants = |found: &String| wanted.iter().any(|option| option.eq_ignore_ascii_case(found));
    let holds = match amount {
        Amount::All => wanted.iter().all(has) && found.iter().all(wants),
        Amount::With => wanted.iter().all(has),
        Amount::Without => !wanted.iter().any(has),
    };
    if holds && !found.is_empty() && (scene.asked() == Some(seat) || amount != Amount::Without) {
        return Ok(());
    }
    let how = match amount {
        Amount::All => "",
        Amount::With => "with ",
        Amount::Without => "without ",
    };
    Err((format!("{seat} is asked {how}{}", wanted.join(", ")), asked(scene, seat)))
}

/// States who is asked what, for a failure message.
fn asked(scene: &dyn Fixture, seat: Seat) -> String {
    let options = |seat| scene.options(seat).join(", ");
    match scene.asked() {
        Some(other) if other == seat => format!("{seat} is asked {}", options(seat)),
        Some(other) if scene.options(seat).is_empty() => {
            format!("{other} is asked {}, and {seat} may say nothing", options(other))
        }
        Some(other) => format!("{other} is asked {}, and {seat} may say {}", options(other), options(seat)),
        None => "nobody is asked: the hand is over".into(),
    }
}

fn compare(
    wanted: &Ended,
    blocked: bool,
    winners: Seats,
    points: &BySeat<i32>,
) -> Result<(), (String, String)> {
    let n_seats = points.n_seats() as usize;
    let named: Seats = wanted.winners.iter().copied().collect();
    let there = wanted.winners.iter().all(|seat| seat.index() < n_seats);
    let scored = wanted.points.is_none_or(|n| there && wanted.winners.iter().all(|seat| points[*seat] == n));
    // "blocked" alone makes no statement about winners.
    let silent = wanted.blocked && wanted.winners.is_empty() && wanted.points.is_none();
    if wanted.blocked == blocked && (silent || named == winners) && scored {
        return Ok(());
    }
    let ended = Ended { blocked, winners: winners.iter().collect(), points: None };
    Err((tell(wanted), format!("{} ({})", tell(&ended), listed(points.iter()))))
}

/// Formats seats and points as a page writes a score.
fn listed(points: impl Iterator<Item = (Seat, i32)>) -> String {
    let listed: Vec<String> = points.map(|(seat, n)| format!("{seat} {n}")).collect();
    format!("score: {}", listed.join(", "))
}

fn tell(ended: &Ended) -> String {
    let names: Vec<String> = ended.winners.iter().map(Seat::to_string).collect();
    let who = match names.len() {
        0 => "draw".to_owned(),
        1 => format!("{} wins", names[0]),
        _ => format!("{} win", names.join(" and ")),
    };
    let points = ended.points.map_or(String::new(), |n| format!(" {n}"));
    format!("{}{who}{points}", if ended.blocked { "blocked, " } else { "" })
}
