//! Describes players, packs, the deal and the first card.

use eights::CardSet;

use super::{
    context::RulesContext,
    english::{always, and, capital, cards, counted, number, range, sentences},
    kinds::all,
    turn::what_is_named,
};
use crate::{
    face::Printed,
    rules::Course,
    sheet::{
        Direction, Names, NextDealer, StarterCounts, StarterExchange, StarterOpening, StarterReverse,
        StarterSpecial, StarterWild,
    },
};

pub(super) fn players(telling: &RulesContext) -> Option<String> {
    let (from, to) = telling.seats;
    let runs = telling.runs(|n| telling.pack_for(n));
    let [(_, _, pack), others @ ..] = &runs[..] else { return None };
    if others.is_empty() {
        let play = if from == to { "play" } else { "can play" };
        return Some(format!("{} {play}, with {}.", capital(&range(from, to)), packs(telling, pack)));
    }
    let mut parts = Vec::new();
    for (from, to, pack) in &runs {
        let used = if parts.is_empty() { packs(telling, pack) } else { counted(n_packs(pack), "pack") };
        let players = if parts.is_empty() { " players" } else { "" };
        parts.push(format!("{}{players} use {used}", range(*from, *to)));
    }
    Some(format!("{} can play. {}.", capital(&range(from, to)), capital(&parts.join("; "))))
}

/// The faces of which a pack has exactly this many copies.
fn there(pack: &CardSet, times: u32) -> u64 {
    let [a, b, c] = *pack.words();
    match times {
        1 => a & !b,
        2 => b & !c,
        _ => c,
    }
}

/// The number of packs: how many copies there are of most cards.
fn n_packs(pack: &CardSet) -> u32 {
    let most = |times: &u32| (there(pack, *times).count_ones(), 3 - *times);
    (1..=3).max_by_key(most).unwrap_or(1)
}

/// Describes the packs: "two packs, each of 52 cards and two jokers".
fn packs(telling: &RulesContext, pack: &CardSet) -> String {
    let printed = telling.printed();
    let words = pack.words();
    let plain = words[0] & printed.ranked();
    let without = match printed.ranked() & !plain {
        0 => String::new(),
        missing => match ranks_in_a_row(printed, missing) {
            Some((first, last)) => {
                format!(" (no {} to {})", printed.rank_plural(first), printed.rank_plural(last))
            }
            None => format!(" (without {})", all(printed, missing, printed.ranked())),
        },
    };
    let jokers = (words[0] >> 52).count_ones();
    let with = if jokers > 0 { format!(" and {}", counted(jokers, "joker")) } else { String::new() };
    let n = n_packs(pack);
    let each = if n > 1 && jokers > 0 { ", each" } else { "" };
    let shapes = if printed == Printed::Shapes { " in five shapes" } else { "" };
    let mut but = String::new();
    for times in (1..=3).filter(|times| *times != n && there(pack, *times) != 0) {
        let joint = if but.is_empty() { ", but" } else { " and" };
        let word = ["only once", "twice", "three times"][times as usize - 1];
        but += &format!("{joint} {} {word}", telling.all(there(pack, times)));
    }
    if !but.is_empty() {
        but += &format!(" ({} cards in all)", pack.len());
    }
    format!("{}{each} of {} cards{shapes}{without}{with}{but}", counted(n, "pack"), plain.count_ones())
}

/// The first and the last of at least two ranks in a row, if a set consists of them.
fn ranks_in_a_row(printed: Printed, cards: u64) -> Option<(u8, u8)> {
    let mut ranks = (0..printed.ranks()).filter(|rank| cards & printed.of_rank(*rank) != 0);
    let first = ranks.next()?;
    let last = ranks.next_back()?;
    let row = (first..=last).fold(0, |row, rank| row | printed.of_rank(rank));
    (row == cards).then_some((first, last))
}

pub(super) fn teams(telling: &RulesContext) -> Option<String> {
    telling
        .in_pairs()
        .then(|| "Players who sit opposite each other are partners and win together.".to_owned())
}

pub(super) fn deal(telling: &RulesContext) -> Option<String> {
    let schedule = &telling.rules.schedule;
    let runs = telling.runs(|n| telling.rules.layout(n).deal);
    Some(match (&schedule[..], &runs[..]) {
        _ if telling.counts_down() => "Each player is dealt as many cards as their level says.".to_owned(),
        ([n], _) | ([], [(_, _, n)]) => format!("Each player is dealt {}.", cards(*n)),
        ([], _) => format!("Each player is dealt {}.", by_players(&runs)),
        (each, _) => {
            let each: Vec<String> = each.iter().map(|n| number(*n)).collect();
            let each = each.join(", ");
            format!(
                "The number of cards dealt changes from hand to hand: {each}, and then from the start again."
            )
        }
    })
}

pub(super) fn start(telling: &RulesContext) -> Option<String> {
    let rest = match telling.choices.starter_opening.suit() {
        None => "The rest is the stock, and its top card is turned up to start the discard pile.",
        Some(_) => "The rest is the stock, and no card is turned up.",
    };
    let begins = match telling.choices.direction {
        Direction::Clockwise => "The player to the dealer's left begins, and play goes clockwise.",
        Direction::CounterClockwise => {
            "The player to the dealer's right begins, and play goes counterclockwise."
        }
    };
    sentences([always(rest), always(begins)])
}

pub(super) fn opening(telling: &RulesContext) -> Option<String> {
    let suit = telling.printed().suit_name(telling.choices.starter_opening.suit()?);
    Some(format!(
        "In the first round everybody in turn lays one of the {suit}; a player who has none draws until there is one. These cards have no effect."
    ))
}

/// Describes the deal: "seven cards when two play, five when three or four do and seven when more
/// do".
fn by_players(runs: &[(u8, u8, u8)]) -> String {
    let mut parts = Vec::new();
    for (i, (from, to, n)) in runs.iter().enumerate() {
        parts.push(match i {
            0 => format!("{} when {} play", cards(*n), range(*from, *to)),
            _ if i + 1 == runs.len() => format!("{} when more do", number(*n)),
            _ => format!("{} when {} do", number(*n), range(*from, *to)),
        });
    }
    and(&parts)
}

pub(super) fn starter(telling: &RulesContext) -> Option<String> {
    if telling.choices.starter_opening != StarterOpening::TurnedUp {
        return None;
    }
    let wild = wild_starter(telling);
    let buries = wild.is_some() && telling.choices.starter_wild == StarterWild::Bury;
    let card = if wild.is_some() { "Any other special card" } else { "A special card" };
    let special = match telling.choices.starter_special {
        _ if telling.special() & !telling.wild() == 0 => None,
        StarterSpecial::NoEffect => {
            Some(format!("{card} turned up to start has no effect, as nobody has played it."))
        }
        StarterSpecial::AsDealerPlay => Some(as_dealer_play(telling)),
        StarterSpecial::Redraw if buries => {
            Some(format!("{card} turned up to start is put back in the same way."))
        }
        StarterSpecial::Redraw => Some(put_back(card)),
    };
    sentences([wild, special, nothing_else_left(telling)])
}

/// Cards that are put back although others of their kind would stay.
pub(super) fn put_back_too(telling: &RulesContext) -> Option<String> {
    let back = telling.choices.back_cards & telling.pack;
    (back != 0).then(|| put_back(&capital(&telling.any(back))))
}

pub(super) fn reversing_starter(telling: &RulesContext) -> Option<String> {
    let reverses =
        telling.printed().faces(telling.special()).any(|face| telling.rules.effect_of(face).reverse);
    match telling.choices.starter_reverse {
        StarterReverse::DealerBegins if reverses && telling.seats.1 > 2 => always(
            "With three or more players the dealer begins after a first card that turns the direction.",
        ),
        _ => None,
    }
}

pub(super) fn exchange(telling: &RulesContext) -> Option<String> {
    let jokers = if telling.pack >> 52 == 0 { "" } else { " but a joker" };
    let must = if telling.pack >> 52 == 0 { "" } else { " A joker has to be taken." };
    match telling.choices.starter_exchange {
        StarterExchange::Never => None,
        StarterExchange::DealerMay => Some(format!(
            "Before the first turn the dealer may take the first card into the hand and lay any card{jokers} in its place.{must}"
        )),
    }
}

pub(super) fn starter_counts(telling: &RulesContext) -> Option<String> {
    let or_wild = if telling.wild() == 0 { "" } else { ", or a wild card laid" };
    match telling.choices.starter_counts {
        StarterCounts::LikeAny => None,
        StarterCounts::OnlySuit => Some(format!(
            "Until somebody has laid a card, only the suit of the first card counts: it must be followed{or_wild}."
        )),
    }
}

/// What happens if every card left after the deal would be put back.
fn nothing_else_left(telling: &RulesContext) -> Option<String> {
    let goes_back = matches!(telling.choices.starter_wild, StarterWild::Bury | StarterWild::Reshuffle);
    let only_wild = |n: u8| {
        let pack = telling.pack_for(n);
        let wild = CardSet::from_words([telling.wild(); 3]);
        let dealt = usize::from(n) * usize::from(telling.most_dealt(n));
        pack.len().saturating_sub(dealt) <= pack.and(wild).len()
    };
    let can = goes_back && (telling.seats.0..=telling.seats.1).any(only_wild);
    let joker = if telling.wild() >> 52 != 0 { "; on a joker anything goes" } else { "" };
    can.then(|| {
        format!(
            "If only wild cards are left, the one turned up stays, and its own suit must be followed{joker}."
        )
    })
}

fn put_back(card: &str) -> String {
    format!(
        "{card} turned up to start is put back into the stock at a random place, and another card is turned up."
    )
}

fn wild_starter(telling: &RulesContext) -> Option<String> {
    let named = what_is_named(telling.choices.names);
    let when = "When a wild card is turned up to start,";
    let own_suit = Some(format!("{when} its own suit must be followed."));
    match telling.choices.starter_wild {
        _ if telling.wild() == 0 => None,
        StarterWild::Bury => Some(put_back("A wild card")),
        StarterWild::DealerNames | StarterWild::FirstPlayerNames
            if telling.choices.names == Names::OwnSuit =>
        {
            own_suit
        }
        StarterWild::OwnSuit => own_suit,
        StarterWild::AnythingFollows => Some(format!("{when} any card may be laid on it.")),
        StarterWild::DealerNames => Some(format!("{when} the dealer names {named}.")),
        StarterWild::FirstPlayerNames => {
            Some(format!("{when} the first player names {named} before playing."))
        }
        StarterWild::Reshuffle => {
            Some(format!("{when} the stock is shuffled again and another card is turned up."))
        }
    }
}

/// Describes a starter that acts as if played. Effects that need a choice of the dealer do not
/// count.
fn as_dealer_play(telling: &RulesContext) -> String {
    let asks = |face: &crate::Face| {
        let effect_of = telling.rules.effect_of(*face);
        effect_of.gives_the_dealer_a_choice()
    };
    let not = telling.printed().filter(telling.special(), &asks);
    let but = if not == 0 { String::new() } else { format!("; only {} do nothing then", telling.all(not)) };
    format!("A special card turned up to start works as if the dealer had played it{but}.")
}

pub(super) fn dealer(telling: &RulesContext) -> Option<String> {
    match telling.choices.next_dealer {
        _ if telling.choices.course == Course::Single => None,
        NextDealer::Left => always("After each hand the deal passes to the left."),
        NextDealer::Winner => always("The winner of a hand deals the next one."),
        NextDealer::Same => always("The same player deals every hand."),
    }
}
