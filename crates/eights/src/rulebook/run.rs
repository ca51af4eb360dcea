//! Playing a rulebook block and comparing what happens with what it says.

use super::block::{Amount, Block, Ended, Heading, Line};
use crate::{
    seat::{BySeat, Seat, Seats},
    stage::{Position, Scene},
};

/// Opens the scene of a block: knows the games and their rule sets.
pub trait Theatre {
    /// The position of a block, laid out under its rules.
    ///
    /// # Errors
    ///
    /// What is wrong with rules or position, in a sentence.
    fn open(&self, heading: &Heading, position: &Position) -> Result<Box<dyn Scene>, String>;
}

/// Where a block and the engine part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The block itself makes no sense: its rules or its position.
    Unplayable {
        /// Where.
        line: usize,
        /// Why.
        why: String,
    },
    /// Something else happened than the page says.
    Differs {
        /// Where.
        line: usize,
        /// What the page says.
        expected: String,
        /// What is so.
        happened: String,
    },
}

/// Plays one block.
///
/// # Errors
///
/// The first line that does not hold.
pub fn run(block: &Block, theatre: &dyn Theatre) -> Result<(), Fault> {
    let unplayable = |why| Fault::Unplayable { line: block.line, why };
    let mut scene = theatre.open(&block.heading, &block.position).map_err(unplayable)?;
    for (number, line) in &block.play {
        step(scene.as_mut(), line).map_err(|(expected, happened)| Fault::Differs {
            line: *number,
            expected,
            happened,
        })?;
    }
    Ok(())
}

/// One line; on failure what was expected and what is so.
fn step(scene: &mut dyn Scene, line: &Line) -> Result<(), (String, String)> {
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
        Line::Is(fact) => scene.check(fact).map_err(|so| (fact.to_string(), so)),
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

fn asks(scene: &dyn Scene, seat: Seat, amount: Amount, wanted: &[String]) -> Result<(), (String, String)> {
    let found = scene.options(seat);
    let has = |it: &String| found.iter().any(|option| option.eq_ignore_ascii_case(it));
    let wants = |it: &String| wanted.iter().any(|option| option.eq_ignore_ascii_case(it));
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

/// Who is asked what, for a message.
fn asked(scene: &dyn Scene, seat: Seat) -> String {
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
    // "blocked" alone says nothing about winners.
    let silent = wanted.blocked && wanted.winners.is_empty() && wanted.points.is_none();
    if wanted.blocked == blocked && (silent || named == winners) && scored {
        return Ok(());
    }
    let ended = Ended { blocked, winners: winners.iter().collect(), points: None };
    Err((tell(wanted), format!("{} ({})", tell(&ended), listed(points.iter()))))
}

/// Seats and their points, as a page writes a score.
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
