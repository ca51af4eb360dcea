//! Selectors of cards in a sheet: `8`, `QS`, `black A`, `joker`, `hearts`, `red`, and `14C` or `stars`.

use crate::face::{MAX_JOKERS, Printed};

const JOKERS: u64 = ((1 << MAX_JOKERS) - 1) << 52;

/// The faces a selector matches, and how specific it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Selector {
    pub(crate) faces: u64,
    /// How specific it is; if two selectors match a card, the higher one wins.
    pub(crate) narrow: u8,
}

impl Selector {
    pub(crate) fn parse(printed: Printed, text: &str) -> Option<Selector> {
        let text = text.trim().to_ascii_lowercase();
        let some = |faces, narrow| Some(Selector { faces, narrow });
        if let Some((colour, rank)) = text.split_once(' ') {
            return some(
                colour_named(printed, colour)? & printed.of_rank(printed.rank_named(rank.trim())?),
                4,
            );
        }
        if let Some(colour) = colour_named(printed, &text) {
            return some(colour, 1);
        }
        if let Some(suit) = printed.suit_names().iter().position(|name| *name == text) {
            return some(printed.of_suit(suit as u8), 2);
        }
        if text == "joker" || text == "jokers" {
            return some(JOKERS, 3);
        }
        let rank = printed.rank_named(&text).map(|rank| printed.of_rank(rank));
        if let Some(faces) = rank.filter(|faces| *faces != 0) {
            return some(faces, 3);
        }
        some(printed.parse(&text)?.bit(), 5)
    }

    /// All valid selectors, as candidates for suggestions.
    pub(crate) fn examples(printed: Printed) -> Vec<String> {
        let ranks = printed.rank_names().iter().map(|rank| (*rank).to_owned());
        let cards = printed.faces(printed.ranked()).map(|face| face.to_string());
        let words = printed.suit_names().iter().copied().chain(["joker", "red", "black"]).map(str::to_owned);
        let coloured =
            printed.rank_names().iter().flat_map(|rank| [format!("red {rank}"), format!("black {rank}")]);
        let all = ranks.chain(cards).chain(words).chain(coloured);
        all.filter(|example| Selector::parse(printed, example).is_some()).collect()
    }
}

/// The cards of a colour. Shapes have none.
fn colour_named(printed: Printed, text: &str) -> Option<u64> {
    let suits = match (printed, text) {
        (Printed::French, "red") => [1, 2],
        (Printed::French, "black") => [0, 3],
        _ => return None,
    };
    Some(suits.into_iter().fold(0, |all, suit| all | printed.of_suit(suit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn selectors_match_the_expected_cards() {
        let n = |text| {
            Selector::parse(Printed::French, text)
                .map(|selector| (selector.faces.count_ones(), selector.narrow))
        };
        assert_eq!(n("8"), Some((4, 3)));
        assert_eq!(n("QS"), Some((1, 5)));
        assert_eq!(n("black A"), Some((2, 4)));
        assert_eq!(n("hearts"), Some((13, 2)));
        assert_eq!(n("red"), Some((26, 1)));
        assert_eq!(n("joker"), Some((12, 3)));
        for wrong in ["", "green 8", "red", "1", "QX", "blackA"] {
            assert_eq!(n(wrong).is_some(), wrong == "red", "{wrong:?}");
        }
        assert_eq!(Selector::examples(Printed::French).len(), 13 + 52 + 4 + 3 + 26);
    }

    #[test]
    fn selectors_match_cards_with_shapes() {
        let n = |text| {
            let selector = Selector::parse(Printed::Shapes, text);
            selector.map(|selector| (selector.faces.count_ones(), selector.narrow))
        };
        assert_eq!(n("1"), Some((5, 3)));
        assert_eq!(n("14"), Some((4, 3)));
        assert_eq!(n("12"), Some((2, 3)));
        assert_eq!(n("14c"), Some((1, 5)));
        assert_eq!(n("stars"), Some((7, 2)));
        assert_eq!(n("joker"), Some((12, 3)));
        for wrong in ["A", "6", "9", "15", "red", "red 5", "hearts", "4X", "T"] {
            assert_eq!(n(wrong), None, "{wrong:?}");
        }
    }
}
