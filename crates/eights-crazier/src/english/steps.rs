//! Steps and their links: "you may draw a card, and if you do, …".

use winnow::Parser;
use winnow::combinator::{alt, delimited, opt, preceded, terminated};
use winnow::error::EmptyError;
use winnow::stream::Stream;

use super::act::{read_act, say_act};
use super::condition::{read_condition, say_condition};
use super::kindred::{read_additional, say_additional};
use super::stream::{Read, Words, one_of, phrase, position, word_for};
use super::words::{EXTRA, Voice, WHO};
use crate::ability::{Clause, Link, MAX_STEPS, Step, Steps, Verdict, Who};

pub(super) fn say_clause(clause: &Clause) -> String {
    let steps = say_steps(&clause.steps);
    match &clause.condition {
        Some(condition) => format!("if {}, {steps}", say_condition(condition)),
        None => steps,
    }
}

pub(super) fn read_clause(words: &mut Words<'_>) -> Read<Clause> {
    let condition = opt(delimited(phrase("if"), read_condition, phrase(",")));
    (condition, read_steps).map(|(condition, steps)| Clause { condition, steps }).parse_next(words)
}

pub(super) fn say_steps(steps: &Steps) -> String {
    let mut said = say_step(&steps.first);
    let mut before = &steps.first;
    for (link, step) in &steps.rest {
        said.push_str(&say_link(link, before));
        said.push_str(&say_step(step));
        before = step;
    }
    said
}

pub(super) fn read_steps(words: &mut Words<'_>) -> Read<Steps> {
    let first = read_step(words)?;
    let mut steps = Steps { first, rest: Vec::new() };
    while steps.count() < MAX_STEPS {
        let start = words.checkpoint();
        let before = steps.rest.last().map_or(&steps.first, |(_, step)| step);
        match (read_link(before.who()), read_step).parse_next(words) {
            Ok(next) => steps.rest.push(next),
            Err(_) => {
                words.reset(&start);
                break;
            }
        }
    }
    if steps.count() == MAX_STEPS && matches!(words.input, [",", "then" | "and", ..]) {
        words.state.full = Some(position(words));
    }
    Ok(steps)
}

fn say_link(link: &Link, before: &Step) -> String {
    match link {
        Link::Then => ", then ".to_owned(),
        Link::IfDone => format!(", and if {}, ", they_do(before.who())),
        Link::If(condition) => format!(", and if {}, ", say_condition(condition)),
    }
}

fn read_link<'t>(before: Who) -> impl Parser<Words<'t>, Link, EmptyError> {
    let then = phrase(", then").value(Link::Then);
    let done = phrase(they_do(before)).value(Link::IfDone);
    let condition = read_condition.map(Link::If);
    alt((then, preceded(phrase(", and if"), terminated(alt((done, condition)), phrase(",")))))
}

fn they_do(who: Who) -> &'static str {
    if who == Who::You { "you do" } else { "they do" }
}

pub(super) fn say_step(step: &Step) -> String {
    let subject = word_for(WHO, step.who());
    let you = step.who() == Who::You;
    match step {
        Step::Do { may: true, act, .. } => {
            format!("{subject} may {}", say_act(act, Voice { you, bare: true }))
        }
        Step::Do { act, .. } if you => say_act(act, Voice { you, bare: true }),
        Step::Do { act, .. } => format!("{subject} {}", say_act(act, Voice { you, bare: false })),
        Step::Grant { number, extra, .. } => {
            format!("{subject} may {} {} this turn", word_for(EXTRA, *extra), say_additional(*number))
        }
        Step::End { verdict, .. } => format!("{subject} {}", say_verdict(*verdict, you)),
    }
}

fn read_step(words: &mut Words<'_>) -> Read<Step> {
    let Some(who) = opt(one_of(WHO)).parse_next(words)? else {
        let act = read_act(Voice { you: true, bare: true }).parse_next(words)?;
        return Ok(Step::Do { who: Who::You, may: false, act });
    };
    let you = who == Who::You;
    let grant = terminated((one_of(EXTRA), read_additional), phrase("this turn"))
        .map(|(extra, number)| Step::Grant { who, number, extra });
    let may_do = read_act(Voice { you, bare: true }).map(|act| Step::Do { who, may: true, act });
    let end = (|words: &mut Words<'_>| read_verdict(words, you)).map(|verdict| Step::End { who, verdict });
    let start = words.checkpoint();
    if let Ok(step) = alt((preceded(phrase("may"), alt((grant, may_do))), end)).parse_next(words) {
        return Ok(step);
    }
    words.reset(&start);
    if you {
        return Err(EmptyError);
    }
    read_act(Voice { you, bare: false }).map(|act| Step::Do { who, may: false, act }).parse_next(words)
}

pub(super) fn say_verdict(verdict: Verdict, you: bool) -> &'static str {
    match (verdict, you) {
        (Verdict::Win, true) => "win the game",
        (Verdict::Win, false) => "wins the game",
        (Verdict::Lose, true) => "lose the game",
        (Verdict::Lose, false) => "loses the game",
    }
}

pub(super) fn read_verdict(words: &mut Words<'_>, you: bool) -> Read<Verdict> {
    alt((
        phrase(say_verdict(Verdict::Win, you)).value(Verdict::Win),
        phrase(say_verdict(Verdict::Lose, you)).value(Verdict::Lose),
    ))
    .parse_next(words)
}
