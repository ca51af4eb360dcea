//! Packs, cards dealt and target points for each number of players.

use std::{collections::BTreeMap, ops::RangeInclusive};

use eights::{CardSet, MAX_SEATS};

use super::reading::Reading;
use crate::{
    face::{Face, Printed},
    rules::Layout,
    sheet::{
        ByPlayers, DeckKind, Drawing, Effect, Form, JumpIn, MatchEnd, Shape, Sheet, StarterOpening, Teams,
    },
};

/// The layout for each number of players, and the range of players that it allows.
pub(super) fn layouts(
    sheet: &Sheet,
    target: &dyn Fn(u8) -> u32,
    reading: &mut Reading,
) -> ((u8, u8), [Layout; MAX_SEATS + 1]) {
    let mut layouts = [Layout::default(); MAX_SEATS + 1];
    let (min, max) = (sheet.players.min, sheet.players.max);
    if min > max {
        reading.wrong("players", format!("at least {min} and at most {max} players: nobody can play"));
        return ((2, 2), layouts);
    }
    let left_out = reading.listed("deck.leave-out", &sheet.deck.leave_out);
    let copies = reading.selected("deck.copies", &mut sheet.deck.copies.keys());
    let copies = copies.map(|key| key.and_then(|key| sheet.deck.copies.get(key)).copied());
    let packs = by_players("deck.packs", &sheet.deck.packs, min..=max, reading);
    let deal = by_players("deal.cards", &sheet.deal.cards, min..=max, reading);
    for key in sheet.deck.packs_for.keys().filter(|key| !["1", "2", "3"].contains(&key.as_str())) {
        reading.wrong(&format!("deck.packs-for.{key}"), format!("{key:?} is not a number of packs: 1 to 3"));
    }
    let mut meant = Vec::new();
    for n in min..=max {
        let packs = packs[n as usize] as u8;
        let pack = pack(sheet, packs, left_out, &copies);
        let cards = match (scheduled(sheet), packs, sheet.deal.with_more_packs) {
            (Scheduled::Always(cards), ..) => cards,
            (Scheduled::Changing, ..) => 0,
            (Scheduled::Never, 2.., Some(more)) => more,
            (Scheduled::Never, ..) => deal[n as usize] as u8,
        };
        layouts[n as usize] = Layout { pack, packs, deal: cards, target: target(n) };
        if !meant_for(sheet, packs, n, reading) {
            continue;
        }
        meant.push(n);
        if packs > 1 && sheet.deck.kind == DeckKind::Coloured108 {
            reading.wrong("deck.packs", "the coloured pack of 108 is used alone");
        }
        let each = sheet.deal.schedule.iter().copied().max().unwrap_or(cards);
        let each = if let MatchEnd::Countdown(level) = sheet.match_.end { level } else { each };
        let needed = u32::from(n) * u32::from(each) + 1;
        if packs > 0 && needed > pack.len() as u32 {
            let message = format!(
                "{n} players with {each} cards each and a starter need {needed} cards, but there are {}",
                pack.len()
            );
            reading.wrong("deal.cards", message);
        }
    }
    let most = meant.iter().map(|n| layouts[*n as usize].pack.len()).max().unwrap_or(0);
    if let Drawing::UpTo(n) = sheet.turn.draw
        && usize::from(n) > most
        && most > 0
    {
        reading.wrong("turn.draw", format!("nobody can draw {n} cards: there are only {most}"));
    }
    if sheet.teams == Teams::Pairs && (min % 2 == 1 || max % 2 == 1 || min < 4) {
        reading.wrong("teams", format!("pairs need an even number of players from 4, not {min} to {max}"));
    }
    match (meant.first(), meant.last()) {
        (Some(first), Some(last)) => ((*first, *last), layouts),
        _ => {
            reading.wrong("deck.packs-for", "no number of players is left for these packs");
            ((min, max), layouts)
        }
    }
}

/// What the schedule of deals amounts to.
pub(super) enum Scheduled {
    Never,
    Always(u8),
    Changing,
}

/// A schedule with the same number throughout counts as that number.
pub(super) fn scheduled(sheet: &Sheet) -> Scheduled {
    match sheet.deal.schedule[..] {
        [] => Scheduled::Never,
        _ if matches!(sheet.match_.end, MatchEnd::Countdown(_)) => Scheduled::Never,
        [first, ref rest @ ..] if rest.iter().all(|n| *n == first) => Scheduled::Always(first),
        _ => Scheduled::Changing,
    }
}

/// Whether a number of packs is allowed for a number of players.
fn meant_for(sheet: &Sheet, packs: u8, n_seats: u8, reading: &mut Reading) -> bool {
    let Some(range) = sheet.deck.packs_for.get(&packs.to_string()) else { return true };
    match range_of(range) {
        Some((from, to)) => (from..=to).contains(&u16::from(n_seats)),
        None => {
            reading.wrong(
                &format!("deck.packs-for.{packs}"),
                format!("{range:?} is not a range such as \"2-10\""),
            );
            true
        }
    }
}

/// The penalty cards that do not bring back a player who is out, by the number of players. (FA-CHOD-6)
pub(super) fn lets_win(sheet: &Sheet, draws: u64, reading: &mut Reading) -> [u64; MAX_SEATS + 1] {
    if sheet.finish.brings_back.is_empty() {
        return [0; MAX_SEATS + 1];
    }
    cards_for("finish.brings-back", &sheet.finish.brings_back, reading).map(|cards| draws & !cards)
}

/// The cards that a key lists with the numbers of players they are for, by the number of players.
pub(super) fn cards_for(
    path: &str,
    table: &BTreeMap<String, String>,
    reading: &mut Reading,
) -> [u64; MAX_SEATS + 1] {
    let mut all = [0; MAX_SEATS + 1];
    for (card, range) in table {
        let path = format!("{path}.{card}");
        let Some(selector) = reading.selector(&path, card) else { continue };
        match range_of(range) {
            Some((from, to)) => {
                all[from as usize..=to as usize].iter_mut().for_each(|cards| *cards |= selector.faces);
            }
            None => reading.wrong(&path, format!("{range:?} is not a range such as \"2-10\"")),
        }
    }
    all
}

/// How many suits the pack has. They are the first ones in card order.
pub(super) fn suits(in_pack: u64, reading: &mut Reading) -> u8 {
    let printed = reading.printed;
    let has = |suit: &u8| in_pack & printed.of_suit(*suit) != 0;
    let n = (0..printed.suits()).filter(has).count() as u8;
    if in_pack != 0 && !(0..n.max(2)).all(|suit| has(&suit)) {
        let message = match printed {
            Printed::French => {
                "clubs and diamonds stay, and hearts can be left out only together with spades"
            }
            Printed::Shapes => {
                "circles and triangles stay, and a shape can be left out only with those after it"
            }
        };
        reading.wrong("deck.leave-out", message);
        return printed.suits();
    }
    if in_pack == 0 { printed.suits() } else { n }
}

/// Reports options that do not go with the pack.
pub(super) fn pack_contradictions(
    sheet: &Sheet,
    (from, to): (u8, u8),
    layouts: &[Layout],
    reading: &mut Reading,
) {
    if reading.printed == Printed::Shapes {
        if sheet.starter.opening != StarterOpening::TurnedUp {
            reading.wrong("starter.opening", "the pack with five shapes has no such suit: use \"turned-up\"");
        }
        if matches!(sheet.several.shape, Shape::SameRank | Shape::Identical) {
            reading
                .wrong("several.shape", "cards with shapes are laid one by one: use \"single\" or \"run\"");
        }
        let counts_as = |effect: &Effect| matches!(effect, Effect::Form(Form::CountsAs(_)));
        if sheet.cards.values().flatten().any(counts_as) {
            reading.wrong("cards", "not every number has a card of every shape that a joker could count as");
        }
    } else if let Some(suit) = sheet.starter.opening.suit() {
        let n_cards = |n: u8| -> u32 {
            layouts[n as usize]
                .pack
                .words()
                .map(|cards| (cards & reading.printed.of_suit(suit)).count_ones())
                .iter()
                .sum()
        };
        if (from..=to).any(|n| n_cards(n) < n.into()) {
            reading.wrong("starter.opening", "there are fewer cards of this suit than players");
        }
    }
    if sheet.jump_in == JumpIn::Matched && layouts.iter().any(|layout| layout.pack.words()[2] != 0) {
        reading.wrong(
            "jump-in",
            "\"matched\" goes with one or two packs: a third card would match two laid together",
        );
    }
}

/// The set of all cards of a number of packs. Some faces are there as often as `copies` says.
fn pack(sheet: &Sheet, packs: u8, left_out: u64, copies: &[Option<u16>; 64]) -> CardSet {
    let printed = sheet.deck.kind.printed();
    let without: &[u8] = match sheet.deck.kind {
        DeckKind::French52 | DeckKind::Coloured108 | DeckKind::Shapes49 => &[],
        DeckKind::Short36 => &[1, 2, 3, 4],
        DeckKind::Short32 => &[1, 2, 3, 4, 5],
    };
    let plain = without.iter().fold(printed.ranked(), |all, rank| all & !printed.of_rank(*rank));
    let coloured = sheet.deck.kind == DeckKind::Coloured108;
    let jokers = if coloured { 8 } else { sheet.deck.jokers };
    let all = (plain | (((1 << jokers) - 1) << 52)) & !left_out;
    let usual = |face: &Face| match face {
        _ if !coloured => u16::from(packs),
        face if face.is_joker() || face.rank() == 9 => 1,
        _ => 2,
    };
    let words = [0, 1, 2]
        .map(|copy| printed.filter(all, &|face| copies[face.index()].unwrap_or_else(|| usual(face)) > copy));
    CardSet::from_words(words)
}

/// Expands a table to one value for each number of players.
fn by_players<const MAX: u16>(
    path: &str,
    table: &ByPlayers<MAX>,
    seats: RangeInclusive<u8>,
    reading: &mut Reading,
) -> [u16; MAX_SEATS + 1] {
    let table = match table {
        ByPlayers::Always(n) => return [*n; MAX_SEATS + 1],
        ByPlayers::Table(table) => table,
    };
    let mut said: [Option<&str>; MAX_SEATS + 1] = [None; MAX_SEATS + 1];
    let mut numbers = [table.get("other").copied().unwrap_or(1); MAX_SEATS + 1];
    for (key, n) in table.iter().filter(|(key, _)| *key != "other") {
        let path = format!("{path}.{key}");
        let Some((from, to)) = range_of(key) else {
            reading.wrong(&path, format!("{key:?} is not a number of players; write 2, \"3-5\" or other"));
            continue;
        };
        let range = from as usize..=to as usize;
        if let Some((twice, other)) = range.clone().find_map(|i| Some((i, said[i]?))) {
            reading.wrong(&path, format!("{twice} players are in both {other:?} and {key:?}"));
        }
        said[range.clone()].fill(Some(key));
        numbers[range].fill(*n);
    }
    let silent = |n: &u8| said[*n as usize].is_none() && !table.contains_key("other");
    if let Some(n) = seats.clone().find(silent) {
        reading.wrong(path, format!("there is no value for {n} players; add one, or other = number"));
    }
    numbers
}

/// Parses `2` or `3-5`, up to sixteen.
fn range_of(text: &str) -> Option<(u16, u16)> {
    let (from, to) = text.split_once('-').unwrap_or((text, text));
    let (from, to) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    (2 <= from && from <= to && to <= MAX_SEATS as u16).then_some((from, to))
}
