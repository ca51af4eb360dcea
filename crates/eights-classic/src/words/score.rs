//! Describes scoring, card values and the end of the match.

use super::{
    context::RulesContext,
    english::{always, capital, counted, number, sentences},
};
use crate::{
    face::{Face, Printed},
    play::score::MAX_HANDS,
    rules::Course,
    sheet::{BlockedWins, ScoreMode, Tie},
};

pub(super) fn mode(telling: &RulesContext) -> Option<String> {
    let pairs = telling.in_pairs();
    match telling.choices.score {
        ScoreMode::None if telling.counts_down() => None,
        ScoreMode::None => always("No points are kept."),
        ScoreMode::WinnerCollects if pairs => always(
            "Both partners who win a hand score the points of all cards left in the hands of the others.",
        ),
        ScoreMode::WinnerCollects => {
            always("The winner of a hand scores the points of all cards left in the other hands.")
        }
        ScoreMode::HandWon if pairs => always("Both partners who win a hand score one point."),
        ScoreMode::HandWon => always("The winner of a hand scores one point."),
        ScoreMode::OwnCards if pairs => always(
            "After each hand partners score the points of the cards left in both their hands: few points are good.",
        ),
        ScoreMode::OwnCards => always(
            "After each hand everybody scores the points of the cards left in their own hand: few points are good.",
        ),
        ScoreMode::WinnerAverage if pairs => {
            always("Both partners who win a hand score the average of the hands of the others, rounded down.")
        }
        ScoreMode::WinnerAverage => {
            always("The winner of a hand scores the average of the other hands, rounded down.")
        }
        ScoreMode::BelowHighest if pairs => always(
            "After each hand partners score as many points as their two hands are below the highest one, each counted alone.",
        ),
        ScoreMode::BelowHighest => always(
            "After each hand everybody scores as many points as their own hand is below the highest one.",
        ),
        ScoreMode::Places if pairs => always(
            "Partners score one point, for each of them, for each player who goes out later, or not at all.",
        ),
        ScoreMode::Places => {
            always("Everybody scores one point for each player who goes out later, or not at all.")
        }
    }
}

/// What cards count; `None` if card values have no use under these rules.
pub(super) fn values(telling: &RulesContext) -> Option<String> {
    let scored = !matches!(telling.choices.score, ScoreMode::None | ScoreMode::Places | ScoreMode::HandWon);
    let compared =
        matches!(telling.choices.blocked, BlockedWins::LowestDifference | BlockedWins::LowestPoints);
    let when = match (scored, compared) {
        (false, false) => return None,
        (true, _) => "",
        (false, true) => "when a hand is blocked, ",
    };
    // The highest first. A map of its own type would take 6 KB of code.
    let mut by_value: Vec<(u16, u64)> = Vec::new();
    let twice = counted_twice(telling);
    let mut by_number = 0;
    for face in telling.printed().faces(telling.pack) {
        let value = telling.rules.values[face.index()];
        let is_number = match telling.printed() {
            Printed::French => !face.is_joker() && (1..10).contains(&face.rank()),
            Printed::Shapes => !face.is_joker(),
        };
        if twice & face.bit() != 0 {
            continue;
        }
        if is_number && value == u16::from(face.rank() + 1) {
            by_number |= face.bit();
        } else {
            let at = by_value.partition_point(|(other, _)| *other > value);
            match by_value.get_mut(at) {
                Some((same, bits)) if *same == value => *bits |= face.bit(),
                _ => by_value.insert(at, (value, face.bit())),
            }
        }
    }
    let mut parts: Vec<String> = Vec::new();
    for (value, bits) in &by_value {
        let names: Vec<String> = telling.kinds(*bits).into_iter().rev().map(|kind| kind.all).collect();
        let verb = match &telling.kinds(*bits)[..] {
            _ if !parts.is_empty() => "",
            [one] if one.single => " counts",
            _ => " count",
        };
        let value = if *value == 0 { "nothing".to_owned() } else { value.to_string() };
        parts.push(format!("{}{verb} {value}", super::english::and(&names)));
    }
    if twice != 0 {
        let verb = if parts.is_empty() { " count" } else { "" };
        parts.push(format!("{}{verb} twice their number", telling.all(twice)));
    }
    if by_number != 0 {
        let all = if parts.is_empty() { "all cards count" } else { "all other cards" };
        parts.push(format!("{all} their number"));
    }
    Some(format!("{}.", capital(&format!("{when}{}", parts.join("; ")))))
}

/// The suits in which every card counts twice its number.
fn counted_twice(telling: &RulesContext) -> u64 {
    let printed = telling.printed();
    let doubled = |face: &Face| telling.rules.values[face.index()] == 2 * u16::from(face.rank() + 1);
    let suits = (0..printed.suits()).map(|suit| printed.of_suit(suit) & telling.pack);
    suits.filter(|suit| printed.faces(*suit).all(|face| doubled(&face))).fold(0, |all, suit| all | suit)
}

pub(super) fn course(telling: &RulesContext) -> Option<String> {
    let few = telling.choices.score == ScoreMode::OwnCards;
    let best = if few { "the fewest points win" } else { "the most points win" };
    let goal = || telling.goal(telling.seats.0);
    let end = match telling.choices.course {
        Course::Single => "The match is a single hand.".to_owned(),
        Course::Target | Course::Limit => {
            format!("The match ends when somebody reaches {}; then {best}.", points(telling))
        }
        Course::Elimination => {
            format!(
                "A player who reaches {} is out of the match, and the last one in it wins. If nobody is left, the fewest points win.",
                points(telling)
            )
        }
        Course::Hands if telling.runs(|n| telling.goal(n)).len() > 1 => {
            let each = goal() / u32::from(telling.seats.0.max(1));
            let often = match each {
                1 => "once".to_owned(),
                2 => "twice".to_owned(),
                n => format!("{} times", number(n)),
            };
            format!("The match lasts until everybody has dealt {often}; then {best}.")
        }
        Course::Hands => format!("The match lasts {}; then {best}.", counted(goal(), "hand")),
        Course::Minutes => {
            let minutes = counted(goal(), "minute");
            format!("After {minutes} the hand being played is finished, and the match is over; then {best}.")
        }
        Course::Countdown => {
            let level = number(goal());
            format!(
                "Everybody starts at level {level}. The winner of a hand goes down a level, and the first to get below level one wins the match."
            )
        }
    };
    let long = matches!(telling.choices.course, Course::Target | Course::Limit | Course::Elimination)
        .then(|| format!("It ends after {MAX_HANDS} hands at the latest."));
    sentences([Some(end), tie(telling), long])
}

/// The points that end the match: "50 points for each player at the table".
fn points(telling: &RulesContext) -> String {
    let runs = telling.runs(|n| telling.goal(n));
    let each = telling.goal(telling.seats.0) / u32::from(telling.seats.0.max(1));
    let (first, last) = telling.seats;
    if let [(_, _, goal)] = runs[..] {
        return if goal == 1 { "1 point".to_owned() } else { format!("{goal} points") };
    }
    let of = |n: u8| format!("{} with {}", telling.goal(n), number(n));
    let a_point = if each == 1 { "1 point" } else { &format!("{each} points") };
    format!("{a_point} for each player at the table ({}, {})", of(first), of(last))
}

fn tie(telling: &RulesContext) -> Option<String> {
    let single = telling.choices.course == Course::Single;
    let nobody = telling.choices.blocked == BlockedWins::Nobody;
    let several = if telling.in_pairs() { "several pairs" } else { "several" };
    match telling.choices.tie {
        _ if telling.choices.course == Course::Elimination => None,
        Tie::ExtraHand if single && nobody => always("If nobody wins it, another is played."),
        Tie::Shared if single && nobody => always("If nobody wins it, the match is drawn."),
        Tie::ExtraHand if single => {
            Some(format!("If {several} win a blocked hand together, another is played."))
        }
        Tie::Shared if single => {
            Some(format!("If {several} win a blocked hand together, they share the win."))
        }
        Tie::ExtraHand => {
            Some(format!("If {several} share the lead then, further hands are played until one is ahead."))
        }
        Tie::Shared => Some(format!("If {several} share the lead then, they share the win.")),
    }
}
