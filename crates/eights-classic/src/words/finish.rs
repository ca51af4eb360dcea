//! Describes going out, the last card and the other ways a hand can end.

use super::{
    context::RulesContext,
    english::{always, capital, cards, counted, range, sentences, small},
};
use crate::{
    face::Face,
    sheet::{
        Ban, BlockedWins, Breach, CallPrice, FinishEffect, HandEnd, JumpIn, Noticed, ScoreMode, StockEmpty,
        StockKeeps, StockWhen,
    },
};

/// Without reshuffling, a hand is over long before this many answers.
const MAX_ANSWERS_WITHOUT_RESHUFFLE: u16 = 1000;

pub(super) fn call(telling: &RulesContext) -> Option<String> {
    let last = telling.choices.forgot_last;
    let costs = format!("forgetting it costs {}, and the hand goes on.", cards(last));
    if !telling.choices.calls() {
        let very_last =
            (last > 0).then(|| format!("A player who lays the very last card must say so: {costs}"));
        return very_last;
    }
    let n = cards(telling.choices.forgot);
    let when = match telling.choices.noticed {
        _ if telling.choices.call_price == CallPrice::NoGoingOut => {
            "A player who forgets it may not go out in the next turn.".to_owned()
        }
        Noticed::AtOnce if telling.choices.call_price == CallPrice::NextTurn => {
            format!("A player who forgets it draws {n} in the next turn instead of playing.")
        }
        Noticed::WhenCaught if telling.choices.call_price == CallPrice::NextTurn => {
            format!(
                "A player who forgets it draws {n} in the next turn instead of playing, if another player points it out before the next one has moved."
            )
        }
        Noticed::AtOnce => format!("Forgetting it costs {n}, drawn at once."),
        Noticed::WhenCaught => {
            format!("Forgetting it costs {n}, if another player points it out before the next one has moved.")
        }
    };
    let but_one = "A player who lays the last card but one must say so.";
    let very_last = (last > 0).then(|| format!("The same goes for the very last card: {costs}"));
    sentences([always(but_one), Some(when), very_last])
}

pub(super) fn false_call(telling: &RulesContext) -> Option<String> {
    let n = telling.choices.false_call;
    (n > 0).then(|| format!("A call that is not due costs {}, drawn at once.", cards(n)))
}

pub(super) fn out(telling: &RulesContext) -> Option<String> {
    match telling.choices.ends {
        HandEnd::FirstOut if telling.in_pairs() && waits_a_round(telling) => always(
            "A player who has no card left has won the hand with the partner when the turn comes round again, be it only to be missed.",
        ),
        HandEnd::FirstOut if telling.in_pairs() => always(
            "The hand ends as soon as a player has no card left, and that player and the partner win it.",
        ),
        HandEnd::PlayOn if telling.in_pairs() => always(
            "A player who has no card left is out, and the others play on until both partners of a pair are out. That pair wins the hand.",
        ),
        HandEnd::FirstOut if waits_a_round(telling) => always(
            "A player who has no card left has won the hand when the turn comes round again, be it only to be missed.",
        ),
        HandEnd::FirstOut => {
            always("The hand ends as soon as a player has no card left, and that player wins it.")
        }
        HandEnd::PlayOn => always(
            "A player who has no card left is out, and the others play on until only one holds cards. The first to be out wins the hand.",
        ),
    }
}

pub(super) fn last(telling: &RulesContext) -> Option<String> {
    sentences([ban(telling), effect(telling), double(telling)])
}

/// How a last card can be matched.
pub(super) fn matched(telling: &RulesContext) -> Option<String> {
    (telling.choices.jump_in == JumpIn::Matched).then(|| {
        "After a single last card everybody else is asked in turn for the same card; the player of the last one is out if nobody lays it.".to_owned()
    })
}

/// Which cards nobody may go out with, and what happens to a player who does.
fn ban(telling: &RulesContext) -> Option<String> {
    let banned = telling.rules.banned & telling.pack;
    let what = match telling.choices.ban {
        _ if banned == 0 => return None,
        _ if telling.choices.ban_cards != 0 => telling.any(banned),
        Ban::None => return None,
        Ban::Wild => format!("a wild card ({})", telling.any(banned)),
        Ban::Draw => format!("a card that makes anybody draw ({})", telling.any(banned)),
        Ban::Special => "a special or a wild card".to_owned(),
    };
    Some(said_of_banned(telling, &what))
}

fn said_of_banned(telling: &RulesContext, what: &str) -> String {
    match telling.choices.breach {
        Breach::Refused => format!("Nobody may go out with {what}."),
        Breach::Draws(n) => format!("A player whose last card is {what} draws {} and plays on.", cards(n)),
    }
}

/// Which cards nobody may go out with for some numbers of players.
pub(super) fn ban_for_some(telling: &RulesContext) -> Option<String> {
    let runs = telling.runs(|n| telling.choices.ban_for[usize::from(n)] & telling.pack);
    sentences(runs.into_iter().filter(|(.., cards)| *cards != 0).map(|(from, to, cards)| {
        let said = said_of_banned(telling, &telling.any(cards));
        Some(format!("With {} players {}", range(from, to), small(&said)))
    }))
}

/// What the card that ends the hand does.
fn effect(telling: &RulesContext) -> Option<String> {
    if waits_a_round(telling) {
        return always("The last card does what it does otherwise.");
    }
    let may_end = !telling.rules.banned;
    let wild = telling.wild() & may_end != 0 || telling.counts_down();
    let special = telling.special() & may_end != 0;
    let draws = telling.draws() & may_end != 0;
    let applies = telling.choices.finish_effect == FinishEffect::ApplyBeforeScoring && draws;
    let does = match (special, wild) {
        _ if applies => {
            "makes the next player draw before the hand is counted, if it is one of those that do"
        }
        (true, true) => "has no effect and names nothing",
        (true, false) => "has no effect",
        (false, true) => "names nothing",
        (false, false) => return None,
    };
    Some(format!("The card that ends the hand {does}."))
}

pub(super) fn answered(telling: &RulesContext) -> Option<String> {
    let draws = telling.draws() & !telling.rules.banned;
    let what = telling.any(draws);
    let waits = telling.choices.finish_effect == FinishEffect::Answered && draws != 0;
    waits.then(|| {
        format!(
            "When the last card is {what}, the hand goes on until somebody has drawn for it, which ends the hand. A player who is out and has to draw is in again; of those who stay out the first one wins."
        )
    })
}

fn waits_a_round(telling: &RulesContext) -> bool {
    telling.choices.finish_effect == FinishEffect::WaitsARound
}

/// Which penalties bring back a player who waits for the turn.
pub(super) fn comes_back(telling: &RulesContext) -> Option<String> {
    if !waits_a_round(telling) || telling.draws() == 0 {
        return None;
    }
    let runs = telling.runs(|n| telling.draws() & !telling.choices.lets_win[usize::from(n)]);
    let alone = runs.len() == 1;
    sentences(runs.into_iter().map(|(from, to, cards)| {
        let with = if alone { String::new() } else { format!("with {} players ", range(from, to)) };
        let who = match cards {
            0 => "nobody who is out comes back".to_owned(),
            cards => {
                let what = telling.any(cards);
                format!("a player who is out and has to draw for {what} is in again")
            }
        };
        Some(capital(&format!("{with}{who}.")))
    }))
}

/// Which cards do not end the hand, because their player must go on.
pub(super) fn asks_for_more(telling: &RulesContext) -> Option<String> {
    let goes_on = |face: &Face| telling.rules.goes_on_with(*face);
    let cards = telling.printed().filter(telling.pack, &goes_on);
    let what = telling.any(cards);
    (cards != 0).then(|| format!("Nobody is out with {what}: a player without any other card has to draw."))
}

fn double(telling: &RulesContext) -> Option<String> {
    let counts = telling.choices.score != ScoreMode::None || telling.counts_down();
    let wild = telling.wild() & !telling.rules.banned;
    let doubles = telling.choices.doubles_on_wild && wild != 0 && counts;
    let what = telling.any(wild);
    doubles.then(|| format!("If the hand ends with {what}, everything scored in it counts double."))
}

pub(super) fn limit(telling: &RulesContext) -> Option<String> {
    telling.has_limit().then(|| {
        let most = cards(telling.choices.limit);
        format!(
            "A player who holds more than {most} is out of the hand and cannot win it; the cards still count."
        )
    })
}

pub(super) fn stock(telling: &RulesContext) -> Option<String> {
    let keeps = (telling.choices.stock_keeps == StockKeeps::Special
        && (telling.wild() | telling.special()) != 0)
        .then(|| "Wild cards and other special ones stay in the discard pile.".to_owned());
    let points = telling.choices.pressure;
    let pressure = (points > 0).then(|| {
        format!(
            "A player whose draw makes that necessary writes down {}, and twice as many each further time in the same hand.",
            counted(points, "point")
        )
    });
    sentences([when_empty(telling), keeps, pressure])
}

fn when_empty(telling: &RulesContext) -> Option<String> {
    match (telling.choices.stock_empty, telling.choices.stock_when) {
        (StockEmpty::Reshuffle, StockWhen::OnNeed) => always(
            "When a card must be drawn and the stock is used up, the discard pile without its top card is shuffled into a new stock.",
        ),
        (StockEmpty::Reshuffle, StockWhen::AtOnce) => always(
            "As soon as the stock is used up, the discard pile without its top card is shuffled into a new stock.",
        ),
        (StockEmpty::Pass, _) => {
            always("The discard pile is not shuffled anew: from then on a player who cannot play passes.")
        }
        (StockEmpty::EndsHand, _) => always(
            "The discard pile is not shuffled anew: the hand is blocked as soon as somebody can neither play nor draw.",
        ),
    }
}

pub(super) fn blocked(telling: &RulesContext) -> Option<String> {
    let when = match telling.choices.stock_empty {
        StockEmpty::Reshuffle => {
            always("When there is nothing left to draw and everybody in turn passes, the hand is blocked.")
        }
        StockEmpty::Pass => always("When everybody in turn passes, the hand is blocked."),
        StockEmpty::EndsHand => None,
    };
    let subject = if when.is_some() { "It" } else { "A blocked hand" };
    sentences([when, Some(who_wins(telling, subject))])
}

pub(super) fn circling(telling: &RulesContext) -> Option<String> {
    let n = telling.choices.circling;
    let can = telling.choices.stock_empty == StockEmpty::Reshuffle || n < MAX_ANSWERS_WITHOUT_RESHUFFLE;
    can.then(|| format!("When {n} moves in a row bring no new low in the number of cards that all players hold together, the hand is blocked."))
}

/// Who wins a blocked hand, and what that scores.
fn who_wins(telling: &RulesContext, subject: &str) -> String {
    let choices = telling.choices;
    let collects = matches!(choices.score, ScoreMode::WinnerCollects | ScoreMode::WinnerAverage);
    let usual = if choices.score == ScoreMode::None { "" } else { ", and scoring is as usual" };
    let (player, hand, who) =
        if telling.in_pairs() { ("pair", "pair", "which") } else { ("player", "hand", "who") };
    let won_with = |what: &str| format!("{subject} is won by the {player} with the fewest {what} in hand");
    match choices.blocked {
        BlockedWins::Nobody if choices.score == ScoreMode::None => format!("{subject} is won by nobody."),
        BlockedWins::Nobody => format!("{subject} is won by nobody, and nothing is scored."),
        BlockedWins::LowestDifference if collects => {
            format!(
                "{}, {who} scores the difference to each other {hand}; those who tie share it.",
                won_with("points")
            )
        }
        BlockedWins::LowestDifference | BlockedWins::LowestPoints => {
            format!("{}{usual}.", won_with("points"))
        }
        BlockedWins::FewestCards => format!("{}{usual}.", won_with("cards")),
    }
}
