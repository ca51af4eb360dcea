//! Going out, the last card, and how else a hand can end, in words.

use super::{
    english::{always, cards, sentences},
    kinds::any,
    telling::Telling,
};
use crate::sheet::{
    Ban, BlockedWins, Breach, FinishEffect, HandEnd, Noticed, ScoreMode, StockEmpty, StockWhen,
};

/// A hand that does not shuffle anew is over long before this many answers.
const LONG: u16 = 1000;

pub(super) fn call(telling: &Telling) -> Option<String> {
    if telling.choices.forgot == 0 {
        return None;
    }
    let n = cards(telling.choices.forgot);
    let when = match telling.choices.noticed {
        Noticed::AtOnce => format!("One who does not draws {n} at once."),
        Noticed::WhenCaught => {
            format!("One who does not draws {n} if another player points it out before the next one has moved.")
        }
    };
    Some(format!("A player who is left with one card must say so when laying the one before. {when}"))
}

pub(super) fn out(telling: &Telling) -> Option<String> {
    match telling.choices.ends {
        HandEnd::FirstOut => always("The hand ends as soon as a player has no card left, and that player wins it."),
        HandEnd::PlayOn => {
            always("A player who has no card left is out, and the others play on until only one holds cards. The first to be out wins the hand.")
        }
    }
}

pub(super) fn last(telling: &Telling) -> Option<String> {
    sentences([ban(telling), effect(telling), double(telling)])
}

/// With which cards nobody goes out, and what happens to who does.
fn ban(telling: &Telling) -> Option<String> {
    let banned = telling.rules.banned & telling.pack;
    let what = match telling.choices.ban {
        _ if banned == 0 => return None,
        Ban::None => return None,
        Ban::Wild => format!("a wild card ({})", any(banned, telling.pack)),
        Ban::Draw => format!("a card that makes anybody draw ({})", any(banned, telling.pack)),
        Ban::Special => format!("a special card ({})", any(banned, telling.pack)),
    };
    Some(match telling.choices.breach {
        Breach::Refused => format!("Nobody may go out with {what}."),
        Breach::Draws(n) => format!("A player whose last card is {what} draws {} and plays on.", cards(n)),
    })
}

/// What the card that ends the hand does.
fn effect(telling: &Telling) -> Option<String> {
    let (wild, special) = (telling.wild() != 0 || telling.counts_down(), telling.special() != 0);
    let applies = telling.choices.finish_effect == FinishEffect::ApplyBeforeScoring && telling.draws() != 0;
    let does = match (special, wild) {
        _ if applies => "makes the next player draw before the hand is counted, if it is one of those that do",
        (true, true) => "has no effect and names nothing",
        (true, false) => "has no effect",
        (false, true) => "names nothing",
        (false, false) => return None,
    };
    Some(format!("The card that ends the hand {does}."))
}

fn double(telling: &Telling) -> Option<String> {
    let counts = telling.choices.score != ScoreMode::None || telling.counts_down();
    let doubles = telling.choices.doubles_on_wild && telling.wild() != 0 && counts;
    let what = any(telling.wild(), telling.pack);
    doubles.then(|| format!("If the hand ends with {what}, everything scored in it counts double."))
}

pub(super) fn limit(telling: &Telling) -> Option<String> {
    telling.has_limit().then(|| {
        let most = cards(telling.choices.limit);
        format!("A player who holds more than {most} is out of the hand and cannot win it; the cards go under the discard pile.")
    })
}

pub(super) fn stock(telling: &Telling) -> Option<String> {
    match (telling.choices.stock_empty, telling.choices.stock_when) {
        (StockEmpty::Reshuffle, StockWhen::OnNeed) => {
            always("When a card must be drawn and the stock is used up, the discard pile without its top card is shuffled into a new stock.")
        }
        (StockEmpty::Reshuffle, StockWhen::AtOnce) => {
            always("As soon as the stock is used up, the discard pile without its top card is shuffled into a new stock.")
        }
        (StockEmpty::Pass, _) => always("The discard pile is not shuffled anew: from then on a player who cannot play passes."),
        (StockEmpty::EndsHand, _) => {
            always("The discard pile is not shuffled anew: the hand is blocked as soon as somebody can neither play nor draw.")
        }
    }
}

pub(super) fn blocked(telling: &Telling) -> Option<String> {
    let choices = telling.choices;
    let when = match choices.stock_empty {
        StockEmpty::Reshuffle => always("When there is nothing left to draw and everybody in turn passes, the hand is blocked."),
        StockEmpty::Pass => always("When everybody in turn passes, the hand is blocked."),
        StockEmpty::EndsHand => None,
    };
    sentences([when, Some(who_wins(telling))])
}

pub(super) fn circling(telling: &Telling) -> Option<String> {
    let n = telling.choices.circling;
    let can = telling.choices.stock_empty == StockEmpty::Reshuffle || n < LONG;
    can.then(|| format!("When {n} moves in a row bring no new low in the number of cards that all players hold together, the hand is blocked."))
}

/// Who wins a blocked hand, and what it brings.
fn who_wins(telling: &Telling) -> String {
    let choices = telling.choices;
    let collects = matches!(choices.score, ScoreMode::WinnerCollects | ScoreMode::WinnerAverage);
    let usual = if choices.score == ScoreMode::None { "" } else { ", and scoring is as usual" };
    let player = if telling.in_pairs() { "pair" } else { "player" };
    match choices.blocked {
        BlockedWins::Nobody if choices.score == ScoreMode::None => "Nobody wins it.".to_owned(),
        BlockedWins::Nobody => "Nobody wins it, and nothing is scored.".to_owned(),
        BlockedWins::LowestDifference if collects => {
            format!("It is won by the {player} with the fewest points in hand, who scores the difference to each other hand; those who tie share it.")
        }
        BlockedWins::LowestDifference | BlockedWins::LowestPoints => {
            format!("It is won by the {player} with the fewest points in hand{usual}.")
        }
        BlockedWins::FewestCards => format!("It is won by the {player} with the fewest cards in hand{usual}."),
    }
}
