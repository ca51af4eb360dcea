//! Cards with shapes instead of suits. Two of the letters in their notation mean a suit elsewhere, so the letters are
//! replaced by symbols as soon as they arrive, and put back in what is sent.

use eights_wire::Offer;
use serde_json::Value;

/// The letters of the shapes and their symbols.
const SHAPES: [(char, char); 5] = [('C', '◎'), ('T', '△'), ('X', '✚'), ('Q', '□'), ('S', '☆')];

/// Whether the cards of a view have shapes.
pub(crate) fn in_view(view: &str) -> bool {
    view.contains(r#""printed":"shapes""#)
}

/// A view with symbols.
pub(crate) fn view(text: &str) -> String {
    let Ok(mut view) = serde_json::from_str::<Value>(text) else { return text.to_owned() };
    for key in ["named", "fresh", "copied"] {
        if let Some(Value::String(name)) = view.get_mut(key) {
            *name = name_or_card(name);
        }
    }
    let piles = view.get_mut("table").and_then(Value::as_object_mut);
    for card in
        piles.into_iter().flat_map(|piles| piles.values_mut()).filter_map(Value::as_array_mut).flatten()
    {
        if let Value::String(card) = card {
            *card = name_or_card(card);
        }
    }
    view.to_string()
}

/// Gives the cards and the name of an offer their symbols. What is sent back stays as it is.
pub(crate) fn show(offer: &mut Offer) {
    for text in offer.cards.iter_mut().chain(&mut offer.names) {
        *text = name_or_card(text).into();
    }
}

/// A sentence or an answer with symbols: `B plays 5△.`, `*3=☆`.
pub(crate) fn symbols(text: &str) -> String {
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A text with letters, as it is sent.
pub(crate) fn letters(text: &str) -> String {
    let letter = |c: char| SHAPES.iter().find(|(_, symbol)| *symbol == c).map_or(c, |(letter, _)| *letter);
    text.chars().map(letter).collect()
}

fn symbol(letter: &str) -> Option<char> {
    SHAPES.iter().find(|(of, _)| letter.chars().eq([*of])).map(|(_, symbol)| *symbol)
}

/// A shape that is named, or a card.
fn name_or_card(text: &str) -> String {
    symbol(text).map_or_else(|| card(text), String::from)
}

/// A card with the symbol of its shape; other texts stay.
fn card(text: &str) -> String {
    let number = text.trim_end_matches(char::is_alphabetic);
    match symbol(&text[number.len()..]) {
        Some(symbol) if number.parse::<u8>().is_ok() => format!("{number}{symbol}"),
        _ => text.to_owned(),
    }
}

/// A word of a sentence: a card, or an answer with a card and a name.
fn word(text: &str) -> String {
    let bare = text.trim_end_matches(['.', ',', ';', ':', '!']);
    let end = &text[bare.len()..];
    match bare.split_once('=') {
        Some((laid, name)) => format!("{}={}{end}", card(laid), name_or_card(name)),
        None => format!("{}{end}", card(bare)),
    }
}
