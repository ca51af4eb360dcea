//! Turns notation into text for players: suit symbols, card names and player names.

use eights_crazier::{Card, Colour, shipped};
use eights_wire::{Offer, Verb};
use ratatui::{
    style::Style,
    text::{Line, Span},
};
use std::{collections::BTreeMap, sync::OnceLock};

use crate::{
    printed_names::PrintedNames,
    seen::{SYMBOLS, suit_of},
    skin::Skin,
};

/// A standard playing card with the symbol of its suit: `10♥`. Other text is returned unchanged.
pub(crate) fn card_text(card: &str) -> String {
    match suit_of(card) {
        Some(suit) if card.is_ascii() => format!("{}{}", &card[..card.len() - 1], SYMBOLS[suit]),
        _ => card.to_owned(),
    }
}

/// Looks up what is printed on a card of Crazier Eights.
pub(crate) fn printed(id: &str) -> Option<&'static Card> {
    static CARDS: OnceLock<BTreeMap<String, Card>> = OnceLock::new();
    let cards = CARDS.get_or_init(|| {
        let sets = ["original", "many-colours"].into_iter().filter_map(|name| shipped(name).ok());
        sets.flat_map(|set| set.cards).map(|card| (card.id(), card)).collect()
    });
    cards.get(id)
}

/// The symbol and letter of a colour of Crazier Eights: `☾B`.
pub(crate) fn sign(skin: Skin, colour: Colour) -> String {
    let letter = colour.word()[..1].to_ascii_uppercase();
    if skin.unicode && !skin.letters {
        format!("{}{letter}", ["◉", "☥", "☾", "☼"][colour as usize % 4])
    } else {
        letter
    }
}

/// The name of a card in a sentence.
pub(crate) fn name_of(card: &str, names: &PrintedNames) -> String {
    match printed(card) {
        Some(card) => card.name.clone(),
        None => names.card(card).unwrap_or_else(|| card_text(card)),
    }
}

/// An offer as text for players: `8♠=♥`, `play Devious Dragon`.
pub(crate) fn offer_text(offer: &Offer, names: &PrintedNames) -> String {
    let cards: Vec<String> = offer.cards.iter().map(|card| name_of(card, names)).collect();
    let cards = cards.join("+");
    let name = offer.names.first().map_or_else(String::new, |name| format!("={}", named_text(name, names)));
    let whom = offer.whom.map_or_else(String::new, |seat| format!(">{seat}"));
    let call = if offer.call { "!" } else { "" };
    match offer.verb {
        // Cards are normally played to the discard pile, so the verb and the place are left out.
        Verb::Play if offer.places == ["discard"] => format!("{cards}{name}{whom}{call}"),
        Verb::Play | Verb::Discard | Verb::Swap => format!("{} {cards}{name}", verb_text(offer.verb)),
        Verb::Choose if !offer.cards.is_empty() => format!("choose {cards}"),
        Verb::Name => name,
        _ => offer.say.clone(),
    }
}

/// A suit that is named, as its symbol; ranks and colours stay as they are, unless the pack calls them otherwise.
fn named_text(name: &str, names: &PrintedNames) -> String {
    match ("CDSH".find(name), names.named(name)) {
        (_, Some(called)) => called.to_owned(),
        (Some(suit), None) if name.len() == 1 => SYMBOLS[suit].to_string(),
        _ => name.to_owned(),
    }
}

/// The verb of an offer, as shown to players.
pub(crate) fn verb_text(verb: Verb) -> &'static str {
    match verb {
        Verb::Play => "play",
        Verb::Discard => "discard",
        Verb::Swap => "swap",
        Verb::Pocket => "pocket",
        Verb::Block => "block",
        Verb::Shoot => "shoot",
        Verb::Choose => "choose",
        Verb::Name => "name",
        Verb::Catch => "catch",
        Verb::Challenge => "challenge",
        Verb::Draw => "draw",
        Verb::Take => "take",
        Verb::Pass => "pass",
        Verb::Done => "done",
        Verb::Yes => "yes",
        Verb::No => "no",
        Verb::End => "end",
    }
}

/// The names of the players at a table, by seat letter.
pub(crate) type Names = BTreeMap<String, String>;

/// A sentence with player names in place of seat letters, symbols for suits, and what the pack prints on its cards.
pub(crate) fn sentence(text: &str, names: &Names, printed: &PrintedNames) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let mut out: Vec<String> = Vec::with_capacity(words.len());
    let mut i = 0;
    while let Some(word) = words.get(i) {
        if let Some((name, replaced)) = printed.spoken(&words[i..]) {
            out.push(name);
            i += replaced;
            continue;
        }
        i += 1;
        let bare = word.trim_end_matches(['.', ',', ';', ':', '\'', 's']);
        // In "A card", the letter A is an article and not a seat.
        let article = *word == "A" && words.get(i).is_some_and(|next| ["card", "player"].contains(next));
        let ends = &word[bare.len()..];
        let of_a_name = ends.is_empty() || !ends.starts_with('s');
        match names.get(bare) {
            Some(name) if !article && of_a_name => out.push(format!("{name}{ends}")),
            _ => {
                let bare = word.trim_end_matches(['.', ',', ';', ':']);
                let card = printed.card(bare).unwrap_or_else(|| card_text(bare));
                out.push(format!("{card}{}", &word[bare.len()..]));
            }
        }
    }
    out.join(" ")
}

/// A sentence in which each card has the colour of its suit.
pub(crate) fn painted(skin: Skin, text: &str, base: Style) -> Line<'static> {
    let mut spans = Vec::new();
    let mut plain = String::new();
    for word in text.split_inclusive(' ') {
        match word.chars().find_map(|c| SYMBOLS.iter().position(|symbol| *symbol == c)) {
            Some(suit) => {
                spans.push(Span::styled(std::mem::take(&mut plain), base));
                let end = word.trim_end_matches([' ', '.', ',', ';', ':']).len();
                spans.push(Span::styled(word[..end].to_owned(), base.patch(skin.suit(suit, false))));
                plain.push_str(&word[end..]);
            }
            None => plain.push_str(word),
        }
    }
    spans.push(Span::styled(plain, base));
    Line::from(spans)
}

/// Breaks a text into lines of at most `width` columns, at spaces where possible.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    use unicode_width::UnicodeWidthStr;
    let width = width.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ') {
            if !line.is_empty() && line.width() + 1 + word.width() > width {
                lines.push(std::mem::take(&mut line));
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
            while line.width() > width {
                let cut = line.char_indices().nth(width).map_or(line.len(), |(at, _)| at);
                let rest = line.split_off(cut);
                lines.push(std::mem::replace(&mut line, rest));
            }
        }
        lines.push(line);
    }
    lines
}

/// A text cut to `width` columns, with an ellipsis if something was cut off.
pub(crate) fn cut(text: &str, width: usize) -> String {
    use unicode_width::UnicodeWidthStr;
    if text.width() <= width {
        return text.to_owned();
    }
    let mut out: String = text.chars().take(width.saturating_sub(1)).collect();
    if width > 0 {
        out.push('…');
    }
    out
}
