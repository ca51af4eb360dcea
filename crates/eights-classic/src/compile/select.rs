//! Selectors of cards in a sheet: `8`, `QS`, `black A`, `joker`, `hearts`, `red`.

use crate::face::{Face, MAX_JOKERS, SUIT_NAMES, of_rank, of_suit, rank_named};

const JOKERS: u64 = ((1 << MAX_JOKERS) - 1) << 52;
const RED: u64 = of_suit(1) | of_suit(2);
const BLACK: u64 = of_suit(0) | of_suit(3);

/// The faces a selector matches, and how specific it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) faces: u64,
    /// How specific it is; if two selectors match a card, the higher one wins.
    pub(crate) narrow: u8,
}

impl Selector {
    pub(crate) fn parse(text: &str) -> Option<Selector> {
        let text = text.trim().to_ascii_lowercase();
        let some = |faces, narrow| Some(Selector { faces, narrow });
        if let Some((colour, rank)) = text.split_once(' ') {
            return some(colour_named(colour)? & of_rank(rank_named(rank.trim())?), 4);
        }
        if let Some(colour) = colour_named(&text) {
            return some(colour, 1);
        }
        if let Some(suit) = SUIT_NAMES.iter().position(|name| *name == text) {
            return some(of_suit(suit as u8), 2);
        }
        if text == "joker" || text == "jokers" {
            return some(JOKERS, 3);
        }
        if let Some(rank) = rank_named(&text) {
            return some(of_rank(rank), 3);
        }
        some(Face::parse(&text)?.bit(), 5)
    }

    /// All valid selectors, as candidates for suggestions.
    pub(crate) fn examples() -> Vec<String> {
        let ranks = crate::face::RANKS.iter().map(|rank| (*rank).to_owned());
        let cards = (0..52).map(|i| Face::new(i).to_string());
        let words = ["joker", "red", "black"].into_iter().chain(SUIT_NAMES).map(str::to_owned);
        let coloured =
            crate::face::RANKS.iter().flat_map(|rank| [format!("red {rank}"), format!("black {rank}")]);
        ranks.chain(cards).chain(words).chain(coloured).collect()
    }
}

fn colour_named(text: &str) -> Option<u64> {
    match text {
        "red" => Some(RED),
        "black" => Some(BLACK),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_match_the_expected_cards() {
        let n = |text| Selector::parse(text).map(|selector| (selector.faces.count_ones(), selector.narrow));
        assert_eq!(n("8"), Some((4, 3)));
        assert_eq!(n("QS"), Some((1, 5)));
        assert_eq!(n("black A"), Some((2, 4)));
        assert_eq!(n("hearts"), Some((13, 2)));
        assert_eq!(n("red"), Some((26, 1)));
        assert_eq!(n("joker"), Some((12, 3)));
        for wrong in ["", "green 8", "red", "1", "QX", "blackA"] {
            assert_eq!(n(wrong).is_some(), wrong == "red", "{wrong:?}");
        }
        assert!(Selector::examples().iter().all(|example| Selector::parse(example).is_some()));
    }
}
