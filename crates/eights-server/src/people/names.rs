//! Which characters names may have, and which names look alike.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_security::confusable_detection::skeleton;

pub(crate) const MAX_NAME_CHARS: usize = 24;

/// Combining marks per letter; more would be drawn over the lines above and below.
const MAX_MARKS: usize = 2;

/// Characters that are invisible or change how others are drawn: Unicode's default-ignorable code
/// points, blank letters, private use, and noncharacters.
const INVISIBLE: &[(u32, u32)] = &[
    (0x00AD, 0x00AD),
    (0x034F, 0x034F),
    (0x061C, 0x061C),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x200B, 0x200F),
    (0x202A, 0x202E),
    (0x2060, 0x206F),
    (0x2800, 0x2800),
    (0x3164, 0x3164),
    (0xE000, 0xF8FF),
    (0xFDD0, 0xFDEF),
    (0xFE00, 0xFE0F),
    (0xFEFF, 0xFEFF),
    (0xFFA0, 0xFFA0),
    (0xFFF0, 0xFFFF),
    (0x1BCA0, 0x1BCA3),
    (0x1D159, 0x1D159),
    (0x1D173, 0x1D17A),
    (0xE0000, 0x10FFFF),
];

/// The zero-width joiner and the emoji variation selector, which many emoji consist of.
const EMOJI_GLUE: [char; 2] = ['\u{200D}', '\u{FE0F}'];

fn is_invisible(c: char) -> bool {
    c.is_control() || INVISIBLE.iter().any(|(from, to)| (*from..=*to).contains(&u32::from(c)))
}

/// Normalises a name: visible characters only, single spaces. None if nothing is left or it is too
/// long.
pub(crate) fn proper_name(name: &str) -> Option<String> {
    let mut marks = 0;
    let shown = name.chars().filter(|c| c.is_whitespace() || !is_invisible(*c)).filter(|c| {
        marks = if is_combining_mark(*c) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    });
    let name = shown.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let is_seen = |c: char| !c.is_whitespace() && !is_combining_mark(c);
    let fits = (1..=MAX_NAME_CHARS).contains(&name.chars().count());
    (fits && name.chars().any(is_seen)).then_some(name)
}

/// Removes characters from a chat message that hide or reorder the text around them.
pub(crate) fn visible(text: &str) -> String {
    let shown = text.chars().filter(|c| !is_invisible(*c) || EMOJI_GLUE.contains(c));
    shown.collect::<String>().trim().to_owned()
}

/// The skeleton of a name: names with equal skeletons can be mistaken for each other. Ignores case,
/// width, spaces and letters of other alphabets that look alike (Unicode TR 39).
pub(crate) fn fold(name: &str) -> String {
    let compatible: String = name.nfkc().filter(|c| !c.is_whitespace() && !is_invisible(*c)).collect();
    let looks: String = skeleton(&compatible.to_lowercase()).collect();
    looks.to_lowercase()
}

/// Whether a name looks like a bot's, such as `Bot B`.
pub(crate) fn is_bot_name(name: &str) -> bool {
    let folded = fold(name);
    ('A'..='Z').any(|seat| fold(&bot_name(seat)) == folded)
}

pub(crate) fn bot_name(seat: impl std::fmt::Display) -> String {
    format!("Bot {seat}")
}

/// The name, with a number appended if another one looks like it.
pub(crate) fn distinct(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let name = if is_bot_name(name) { "Guest" } else { name };
    let numbered = (2..).map(|n| {
        let number = format!(" ({n})");
        let kept = MAX_NAME_CHARS - number.chars().count();
        name.chars().take(kept).collect::<String>() + &number
    });
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(&fold(name))).expect("there are more numbers than people")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_tidied() {
        assert_eq!(proper_name("  Ada \u{7}  Lovelace "), Some("Ada Lovelace".into()));
        assert_eq!(proper_name(" \n "), None);
        assert_eq!(proper_name(&"x".repeat(25)), None);
        assert_eq!(proper_name("José Ñandú 🦊"), Some("José Ñandú 🦊".into()));
    }

    #[test]
    fn names_have_nothing_that_is_not_seen() {
        for invisible in
            ["\u{200B}", "\u{2060}", "\u{3164}", "\u{2800}", "\u{115F}", "\u{E0041}", "\u{301}", "\u{F8FF}"]
        {
            assert_eq!(proper_name(invisible), None, "{invisible:?}");
        }
        assert_eq!(proper_name("\u{202E}adA\u{202C}"), Some("adA".into()), "not read from right to left");
        assert_eq!(proper_name("A\u{FEFF}d\u{200D}a"), Some("Ada".into()));
        let heap = format!("A{}", "\u{300}".repeat(20));
        assert_eq!(proper_name(&heap).unwrap().chars().count(), 1 + MAX_MARKS);
    }

    #[test]
    fn names_that_look_the_same_fold_to_the_same() {
        for other in ["ada", "ADA", "Ａｄａ", "A\u{2009}da", "\u{410}d\u{430}", "a\u{200B}da", "𝐀𝐝𝐚"]
        {
            assert_eq!(fold("Ada"), fold(other), "{other}");
        }
        assert_ne!(fold("Ada"), fold("Ida"));
        assert!(["Bot B", "bot  b", "ＢＯＴ Ｂ", "B\u{43E}t B"].into_iter().all(is_bot_name));
        assert!(!is_bot_name("Bottom"));
    }

    #[test]
    fn a_name_that_is_taken_gets_a_number() {
        let taken = [fold("Ada"), fold("Ada (2)")];
        let is_taken = |name: &str| taken.iter().any(|other| other == name);
        assert_eq!(distinct("Ben", is_taken), "Ben");
        assert_eq!(distinct("ada", is_taken), "ada (3)");
        assert_eq!(distinct("Bot C", is_taken), "Guest");
        let long = "x".repeat(MAX_NAME_CHARS);
        assert_eq!(distinct(&long, |name| *name == fold(&long)).chars().count(), MAX_NAME_CHARS);
    }

    #[test]
    fn chat_keeps_emoji_and_loses_what_turns_text_around() {
        assert_eq!(visible(" 👩\u{200D}🚀 \u{202E}hi\u{7} "), "👩\u{200D}🚀 hi");
    }
}
