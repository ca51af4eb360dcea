//! English numbers, lists and capitals.

const SMALL: [&str; 21] = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
    "twenty",
];

/// A number as a word up to twenty: "two", "twenty", "21".
pub(super) fn number(n: impl Into<u32>) -> String {
    let n = n.into();
    SMALL.get(n as usize).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// A number of cards: "one card", "two cards".
pub(super) fn cards(n: impl Into<u32>) -> String {
    counted(n, "card")
}

/// A number of things: "one hand", "two hands".
pub(super) fn counted(n: impl Into<u32>, what: &str) -> String {
    let n = n.into();
    format!("{} {what}{}", number(n), if n == 1 { "" } else { "s" })
}

/// A range of numbers: "two", "six or seven", "two to five".
pub(super) fn range(from: u8, to: u8) -> String {
    match to.saturating_sub(from) {
        0 => number(from),
        1 => format!("{} or {}", number(from), number(to)),
        _ => format!("{} to {}", number(from), number(to)),
    }
}

/// Joins with "and": "kings, queens and jacks".
pub(super) fn and(items: &[String]) -> String {
    joined(items, "and")
}

/// Joins with "or": "a two, a three or a joker".
pub(super) fn or(items: &[String]) -> String {
    joined(items, "or")
}

fn joined(items: &[String], word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}

/// Makes the first letter upper case.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_uppercase()).chain(letters).collect()
    })
}

/// Makes the first letter lower case.
pub(super) fn small(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        std::iter::once(first.to_ascii_lowercase()).chain(letters).collect()
    })
}

/// Joins the sentences that exist; `None` if there are none.
pub(super) fn sentences(parts: impl IntoIterator<Item = Option<String>>) -> Option<String> {
    let said: Vec<String> = parts.into_iter().flatten().collect();
    (!said.is_empty()).then(|| said.join(" "))
}

/// A sentence that does not depend on the rules.
pub(super) fn always(text: &str) -> Option<String> {
    Some(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_lists_read_as_english() {
        assert_eq!(cards(1u8), "one card");
        assert_eq!(cards(21u8), "21 cards");
        assert_eq!([range(2, 2), range(6, 7), range(2, 5)], ["two", "six or seven", "two to five"]);
        let items = ["clubs", "sevens", "eights"].map(str::to_owned);
        assert_eq!(and(&items), "clubs, sevens and eights");
        assert_eq!(or(&items[..2]), "clubs or sevens");
        assert_eq!(and(&[]), "");
        assert_eq!(capital("aces"), "Aces");
        assert_eq!(small(&capital("aces")), "aces");
        assert_eq!(capital(""), "");
    }
}
