//! Explains a card to a player: its abilities as an outline, and reminders.

mod remind;

use std::fmt;

use serde::Serialize;

use crate::ability::{Ability, Actor, Clause, Extra, Link, Number, Replacement, Step, Steps, Verdict};
use crate::card::Card;
use crate::english;

/// A card, explained.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// Name, rank, colours and kind in one line.
    pub title: String,
    /// The text as printed.
    pub text: String,
    /// The ability tree in words, one line per node; deeper nodes are indented.
    pub outline: Vec<String>,
    /// Consequences of the rules that players easily forget.
    pub reminders: Vec<&'static str>,
}

/// Explains a card in words.
pub fn explain(card: &Card) -> Explanation {
    let rank = card.rank.map(|rank| format!(" {rank}")).unwrap_or_default();
    let symbols: Vec<&str> = card.colours.iter().map(|colour| colour.symbol()).collect();
    let title =
        format!("{}: {}{rank} ({}), {}", card.name, card.colours, symbols.join(" and "), card.kind.word());
    let outline = card.abilities.iter().flat_map(of_ability).collect();
    Explanation { title, text: card.text.clone(), outline, reminders: remind::reminders(card) }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n\n{}\n", self.title, self.text)?;
        for line in &self.outline {
            writeln!(f, "  {line}")?;
        }
        if !self.reminders.is_empty() {
            writeln!(f)?;
        }
        for reminder in &self.reminders {
            writeln!(f, "  - {reminder}")?;
        }
        Ok(())
    }
}

fn of_ability(ability: &Ability) -> Vec<String> {
    match ability {
        Ability::Require(condition) => {
            vec![format!("may be played only if: {}", english::condition(condition))]
        }
        Ability::Do(clause) => of_clause("when played".to_owned(), clause),
        Ability::When { moment, clause } => of_clause(english::moment(moment), clause),
        Ability::Never { condition, blow } => {
            let mut lines = vec![format!("always: {}", english::never(blow))];
            lines.extend(
                condition.as_ref().map(|held| format!("  but only while: {}", english::condition(held))),
            );
            lines
        }
        Ability::Less { draw, fewer } => vec![
            format!("if: {}", english::would(&crate::ability::Pattern::Draw(*draw))),
            match *fewer {
                Number::ONE => "  one card fewer is drawn".to_owned(),
                fewer => format!("  {} cards fewer are drawn", fewer.get()),
            },
        ],
        Ability::Instead { limit, deed, outcome } => {
            let mut lines = vec![format!("if: {}", english::would(deed))];
            lines.extend(
                limit.map(|number| format!("  at most {} while this card is in play", times(number))),
            );
            match outcome {
                Replacement::Nothing => lines.push("  it does not happen".to_owned()),
                Replacement::Steps(steps) => {
                    lines.push("  instead:".to_owned());
                    lines.extend(of_steps(steps).into_iter().map(|line| format!("  {line}")));
                }
            }
            lines
        }
        Ability::Allow { condition, number, extra } => {
            let extra = if *extra == Extra::Play { "play" } else { "discard" };
            let plural = if *number == Number::ONE { "" } else { "s" };
            let mut lines =
                vec![format!("always: {} more {extra}{plural} in each of your turns", number.get())];
            lines.extend(
                condition.as_ref().map(|held| format!("  but only while: {}", english::condition(held))),
            );
            lines
        }
        Ability::Check { condition, who, verdict } => {
            let end = match (who, verdict) {
                (Actor::You, Verdict::Win) => "you win the game",
                (Actor::You, Verdict::Lose) => "you lose the game",
                (Actor::They, Verdict::Win) => "that player wins the game",
                (Actor::They, Verdict::Lose) => "that player loses the game",
            };
            vec![format!("as soon as: {}", english::condition(condition)), format!("  {end}")]
        }
    }
}

fn of_clause(head: String, clause: &Clause) -> Vec<String> {
    let mut lines = vec![head];
    lines.extend(clause.condition.as_ref().map(|held| format!("  only if: {}", english::condition(held))));
    lines.extend(of_steps(&clause.steps));
    lines
}

fn of_steps(steps: &Steps) -> Vec<String> {
    let links = std::iter::once(None).chain(steps.rest.iter().map(|(link, _)| Some(link)));
    let line = |((number, step), link): ((usize, &Step), Option<&Link>)| {
        let link = match link {
            None | Some(Link::Then) => String::new(),
            Some(Link::IfDone) => "if that was done: ".to_owned(),
            Some(Link::If(condition)) => format!("if {}: ", english::condition(condition)),
        };
        format!("  {}. {link}{}{}", number + 1, english::step(step), force(step))
    };
    steps.iter().enumerate().zip(links).map(line).collect()
}

fn force(step: &Step) -> &'static str {
    match step {
        Step::Do { may: true, .. } => " (optional)",
        Step::Do { .. } => " (must)",
        Step::Grant { .. } => " (optional, until the turn ends)",
        Step::End { .. } => "",
    }
}

fn times(number: Number) -> String {
    match number {
        Number::ONE => "once".to_owned(),
        number if number.get() == 2 => "twice".to_owned(),
        number => format!("{} times", number.get()),
    }
}
