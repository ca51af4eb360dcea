//! Names for sets of cards: "clubs, sevens and black aces".

use super::english::{and, or};
use crate::{
    compile::select::Selector,
    face::{Face, Printed},
};

/// The jokers of either pack.
const JOKERS: u64 = !0 << 52;

/// A set of cards with a common name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// The name of all of them: "black aces", "the queen of spades".
    pub(super) all: String,
    /// The name of any one of them: "a black ace", "the queen of spades".
    pub(super) any: String,
    /// Whether it is a single card.
    pub(super) single: bool,
}

impl Kind {
    fn new(all: impl Into<String>, any: impl Into<String>) -> Kind {
        Kind { all: all.into(), any: any.into(), single: false }
    }

    fn card(face: Face) -> Kind {
        Kind { all: the(face), any: the(face), single: true }
    }

    fn suit(printed: Printed, suit: u8, but: u64) -> Kind {
        let name = printed.suit_name(suit);
        let one = if name == "crosses" { "cross" } else { name.trim_end_matches('s') };
        let but: Vec<String> = printed.faces(but).map(|face| printed.rank_plural(face.rank())).collect();
        let but = if but.is_empty() { String::new() } else { format!(" other than {}", and(&but)) };
        Kind::new(format!("{name}{but}"), format!("a {one}{but}"))
    }

    fn rank(printed: Printed, before: &str, rank: u8, after: &str) -> Kind {
        let one = printed.rank_spoken(rank);
        let article = if before.is_empty() && one.starts_with(['a', 'e']) { "an" } else { "a" };
        Kind::new(
            format!("{before}{}{after}", printed.rank_plural(rank)),
            format!("{article} {before}{one}{after}"),
        )
    }
}

/// Names a card: "the queen of spades", "joker 3".
pub(super) fn the(face: Face) -> String {
    if face.is_joker() { face.spoken() } else { format!("the {}", face.spoken()) }
}

/// Names all cards of a set: "twos and the queen of spades".
pub(super) fn all(printed: Printed, bits: u64, pack: u64) -> String {
    and(&kinds(printed, bits, pack).into_iter().map(|kind| kind.all).collect::<Vec<_>>())
}

/// Names any card of a set: "a two or the queen of spades".
pub(super) fn any(printed: Printed, bits: u64, pack: u64) -> String {
    or(&kinds(printed, bits, pack).into_iter().map(|kind| kind.any).collect::<Vec<_>>())
}

/// Splits cards of a pack into kinds: whole suits first, then ranks in order and single cards,
/// jokers last.
pub(super) fn kinds(printed: Printed, bits: u64, pack: u64) -> Vec<Kind> {
    let bits = bits & pack;
    if bits == pack && bits != 0 {
        return vec![Kind::new("all cards", "any card")];
    }
    let whole = |rank: &u8| {
        let there = pack & printed.of_rank(*rank);
        there != 0 && there & !bits == 0
    };
    let ranks: u64 = (0..printed.ranks()).filter(whole).fold(0, |all, rank| all | printed.of_rank(rank));
    let mut rest = bits & !ranks & !JOKERS;
    let mut kinds = Vec::new();
    for suit in 0..printed.suits() {
        let but = pack & printed.of_suit(suit) & !bits;
        let left = (rest & printed.of_suit(suit)).count_ones();
        if left >= 4 && left > but.count_ones() {
            kinds.push(Kind::suit(printed, suit, but));
            rest &= !printed.of_suit(suit);
        }
    }
    for rank in 0..printed.ranks() {
        if whole(&rank) {
            kinds.push(Kind::rank(printed, "", rank, ""));
        } else {
            of_one_rank(printed, rank, rest & printed.of_rank(rank), pack, &mut kinds);
        }
    }
    jokers(printed, bits & JOKERS, pack & JOKERS, &mut kinds);
    kinds
}

/// Names some cards of a rank: by colour, as all but one, or one by one.
fn of_one_rank(printed: Printed, rank: u8, bits: u64, pack: u64, kinds: &mut Vec<Kind>) {
    let there = pack & printed.of_rank(rank);
    let coloured =
        |colour: &str| Selector::parse(printed, colour).map_or(0, |selector| selector.faces) & there;
    let but = there & !bits;
    match bits {
        0 => (),
        _ if bits == coloured("red") => kinds.push(Kind::rank(printed, "red ", rank, "")),
        _ if bits == coloured("black") => kinds.push(Kind::rank(printed, "black ", rank, "")),
        _ if bits.count_ones() == 3 && but.count_ones() == 1 => {
            let but = printed.faces(but).next().map_or_else(String::new, the);
            kinds.push(Kind::rank(printed, "", rank, &format!(" other than {but}")));
        }
        _ => kinds.extend(printed.faces(bits).map(Kind::card)),
    }
}

fn jokers(printed: Printed, bits: u64, pack: u64, kinds: &mut Vec<Kind>) {
    let number = |face: Face| face.index() - 51;
    let (first, last) = match (printed.faces(bits).next(), printed.faces(bits).last()) {
        (Some(first), Some(last)) => (first, last),
        _ => return,
    };
    let in_a_row = number(last) - number(first) + 1 == bits.count_ones() as usize;
    match bits.count_ones() {
        1 if bits == pack => kinds.push(Kind { single: true, ..Kind::new("the joker", "the joker") }),
        _ if bits == pack => kinds.push(Kind::new("jokers", "a joker")),
        3.. if in_a_row => {
            let (first, last) = (number(first), number(last));
            kinds.push(Kind::new(
                format!("jokers {first} to {last}"),
                format!("one of the jokers {first} to {last}"),
            ));
        }
        _ => kinds.extend(printed.faces(bits).map(Kind::card)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACK: u64 = (1 << 52) - 1;

    fn all(bits: u64, pack: u64) -> String {
        super::all(Printed::French, bits, pack)
    }

    fn any(bits: u64, pack: u64) -> String {
        super::any(Printed::French, bits, pack)
    }

    fn bits(words: &[&str]) -> u64 {
        words.iter().fold(0, |all, word| {
            all | Selector::parse(Printed::French, word).map_or(0, |selector| selector.faces)
        })
    }

    #[test]
    fn sets_get_short_names() {
        for (words, name) in [
            (&["8"][..], "eights"),
            (&["clubs", "7", "8"], "clubs, sevens and eights"),
            (&["black A", "QS"], "black aces and the queen of spades"),
            (&["QC", "QD", "QH"], "queens other than the queen of spades"),
            (&["QC", "QD"], "the queen of clubs and the queen of diamonds"),
            (&["red"], "diamonds and hearts"),
            (&["red", "black"], "all cards"),
            (&[], ""),
        ] {
            assert_eq!(all(bits(words), PACK), name);
        }
        assert_eq!(all(bits(&["hearts"]) & !bits(&["QH", "KH"]), PACK), "hearts other than queens and kings");
    }

    #[test]
    fn one_card_of_a_set_has_a_name() {
        assert_eq!(any(bits(&["A"]), PACK), "an ace");
        assert_eq!(any(bits(&["black A", "8", "hearts"]), PACK), "a heart, a black ace or an eight");
        assert_eq!(any(bits(&["QS"]), PACK), "the queen of spades");
        assert_eq!(any(PACK, PACK), "any card");
    }

    #[test]
    fn jokers_are_numbered_only_if_necessary() {
        let pack = |n: u64| PACK | (((1 << n) - 1) << 52);
        assert_eq!(all(JOKERS, pack(1)), "the joker");
        assert_eq!(all(JOKERS, pack(2)), "jokers");
        assert_eq!(all(bits(&["*1"]), pack(2)), "joker 1");
        assert_eq!(all(bits(&["*1", "*2", "*3", "*4"]), pack(8)), "jokers 1 to 4");
    }
}
