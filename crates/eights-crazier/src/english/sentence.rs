//! Whole sentences, one for each kind of ability.

use winnow::Parser;
use winnow::combinator::{alt, delimited, eof, opt, preceded, terminated};
use winnow::stream::Stateful;

use super::condition::{read_condition, say_condition};
use super::kindred::{read_additional, say_additional};
use super::pattern::{Mood, read_forced, read_moment, read_never, read_pattern};
use super::pattern::{say_forced, say_moment, say_never, say_pattern};
use super::split::Sentence;
use super::steps::{read_clause, read_steps, read_verdict, say_clause, say_steps, say_verdict};
use super::stream::{Farthest, Read, Words, one_of, phrase, word_for};
use super::words::{ACTOR, EXTRA, read_number, read_several, say_number};
use crate::ability::{Ability, Actor, Condition, Forced, Number, Party, Replacement};

/// Parses one sentence, or returns how far the parsers got.
pub(super) fn read(sentence: &Sentence) -> Result<Ability, Farthest> {
    let words: Vec<&str> = sentence.words.iter().map(String::as_str).collect();
    let ability = read_words(&words)?;
    match sentence.slip {
        None => Ok(ability),
        // The words are right but the spacing is not; the error points at the slip.
        Some(_) => Err(Farthest::at_start(words.len())),
    }
}

/// Parses the words of one sentence.
pub(super) fn read_words(words: &[&str]) -> Result<Ability, Farthest> {
    let state = Farthest::at_start(words.len());
    let mut stream: Words<'_> = Stateful { input: words, state };
    match terminated(read_ability, (phrase("."), eof)).parse_next(&mut stream) {
        Ok(ability) => Ok(ability),
        Err(_) => Err(stream.state.settled()),
    }
}

/// Prints one ability, without capital letter and full stop.
pub(super) fn say(ability: &Ability) -> String {
    match ability {
        Ability::Require(condition) => format!("play this card only if {}", say_condition(condition)),
        Ability::Do(clause) => say_clause(clause),
        Ability::When { moment, clause } => format!("{}, {}", say_moment(moment), say_clause(clause)),
        Ability::Never { condition, blow } => format!("{}{}", say_while(condition), say_never(blow)),
        Ability::Less { draw, fewer } => {
            let draws = fewer_verb(*draw);
            format!("if {}, {draws} {} fewer", say_forced(*draw, Mood::Would), say_number(*fewer))
        }
        Ability::Instead { limit, deed, outcome } => {
            let outcome = match outcome {
                Replacement::Nothing => "that does not happen".to_owned(),
                Replacement::Steps(steps) => format!("{} instead", say_steps(steps)),
            };
            format!("{} {}, {outcome}", say_limit(*limit), say_pattern(deed, Mood::Would))
        }
        Ability::Allow { condition, number, extra } => {
            let (extra, cards) = (word_for(EXTRA, *extra), say_additional(*number));
            format!("{}you may {extra} {cards} each turn", say_while(condition))
        }
        Ability::Check { condition, who, verdict } => {
            let (actor, verdict) = (word_for(ACTOR, *who), say_verdict(*verdict, *who == Actor::You));
            format!("as soon as {}, {actor} {verdict}", say_condition(condition))
        }
    }
}

fn read_ability(words: &mut Words<'_>) -> Read<Ability> {
    let require = preceded(phrase("play this card only if"), read_condition).map(Ability::Require);
    let when = (terminated(read_moment, phrase(",")), read_clause)
        .map(|(moment, clause)| Ability::When { moment, clause });
    let does = read_clause.map(Ability::Do);
    alt((require, when, read_less, read_instead, read_check, read_never_or_allow, does)).parse_next(words)
}

fn read_less(words: &mut Words<'_>) -> Read<Ability> {
    phrase("if").parse_next(words)?;
    let draw = read_forced(words, Mood::Would)?;
    (phrase(","), phrase(fewer_verb(draw))).parse_next(words)?;
    let fewer = terminated(read_number, phrase("fewer")).parse_next(words)?;
    Ok(Ability::Less { draw, fewer })
}

fn read_instead(words: &mut Words<'_>) -> Read<Ability> {
    let limit = read_limit(words)?;
    let deed = read_pattern(words, Mood::Would)?;
    phrase(",").parse_next(words)?;
    let nothing = phrase("that does not happen").value(Replacement::Nothing);
    let steps = terminated(read_steps, phrase("instead")).map(Replacement::Steps);
    let outcome = alt((nothing, steps)).parse_next(words)?;
    Ok(Ability::Instead { limit, deed, outcome })
}

fn read_check(words: &mut Words<'_>) -> Read<Ability> {
    let condition = delimited(phrase("as soon as"), read_condition, phrase(",")).parse_next(words)?;
    let who = one_of(ACTOR).parse_next(words)?;
    let verdict = read_verdict(words, who == Actor::You)?;
    Ok(Ability::Check { condition, who, verdict })
}

fn read_never_or_allow(words: &mut Words<'_>) -> Read<Ability> {
    let condition = opt(delimited(phrase("while"), read_condition, phrase(","))).parse_next(words)?;
    let never = read_never.map(|blow| Ability::Never { condition, blow });
    let extra = preceded(phrase("you may"), (one_of(EXTRA), read_additional));
    let allow = terminated(extra, phrase("each turn")).map(|(extra, number)| Ability::Allow {
        condition,
        number,
        extra,
    });
    alt((never, allow)).parse_next(words)
}

fn say_while(condition: &Option<Condition>) -> String {
    condition.as_ref().map(|condition| format!("while {}, ", say_condition(condition))).unwrap_or_default()
}

fn say_limit(limit: Option<Number>) -> String {
    match limit {
        None => "if".to_owned(),
        Some(Number::ONE) => "the first time".to_owned(),
        Some(number) => format!("the first {} times", say_number(number)),
    }
}

fn read_limit(words: &mut Words<'_>) -> Read<Option<Number>> {
    let several = delimited(phrase("the first"), read_several, phrase("times")).map(Some);
    let once = phrase("the first time").value(Some(Number::ONE));
    alt((phrase("if").value(None), once, several)).parse_next(words)
}

fn fewer_verb(draw: Forced) -> &'static str {
    if draw.drawer() == Party::You { "draw" } else { "they draw" }
}
