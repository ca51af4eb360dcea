//! The shipped rule sets, as the program carries them.

/// A shipped rule set: its name and its text.
///
/// The page has what `about`, `source` and the like say in a list of its own (`rules list --json`). Its engine,
/// of which every byte is loaded over a network, goes without these words: no rule depends on them.
macro_rules! sheet {
    ($name:literal) => {{
        const WHOLE: &str = include_str!(concat!("../../../rules/crazy-eights/", $name, ".toml"));
        #[cfg(not(target_family = "wasm"))]
        const TEXT: &str = WHOLE;
        #[cfg(target_family = "wasm")]
        const TEXT: &str = {
            const BARE: [u8; without_words::<0>(WHOLE).1] = without_words(WHOLE).0;
            match std::str::from_utf8(&BARE) {
                Ok(text) => text,
                Err(_) => panic!("whole lines of a text are a text"),
            }
        };
        ($name, TEXT)
    }};
}

pub(crate) const SHIPPED: &[(&str, &str)] = &[
    sheet!("score-race"),
    sheet!("action"),
    sheet!("action-stacking"),
    sheet!("action-scored"),
    sheet!("basic"),
    sheet!("pickup"),
    sheet!("ten-card"),
    sheet!("openspiel"),
    sheet!("swedish-rummy"),
    sheet!("rockaway"),
    sheet!("huit-americain"),
    sheet!("countdown"),
    sheet!("craits"),
    sheet!("last-one"),
    sheet!("screw-your-neighbour"),
    sheet!("bartok"),
    sheet!("coloured"),
    sheet!("open-run"),
    sheet!("two-signs"),
    sheet!("market"),
    sheet!("puskiyon"),
    sheet!("switch"),
    sheet!("irish-switch"),
    sheet!("last-card"),
    sheet!("mau-mau"),
    sheet!("mau-mau-app"),
    sheet!("tschau-sepp"),
    sheet!("mau-mau-brazil"),
    sheet!("prsi"),
    sheet!("chodske-prsi"),
    sheet!("macau"),
    sheet!("makao"),
    sheet!("pesten"),
    sheet!("pis-yedili"),
];

/// The first `N` bytes of a sheet without its words, and how many there are: title, `extends`, `jump-in` and all sections.
#[cfg(any(test, target_family = "wasm"))]
const fn without_words<const N: usize>(sheet: &str) -> ([u8; N], usize) {
    let sheet = sheet.as_bytes();
    let (mut kept, mut n) = ([0; N], 0);
    let (mut at, mut sections) = (0, false);
    while at < sheet.len() {
        sections |= sheet[at] == b'[';
        let keeps = sections
            || starts(sheet, at, b"title = ")
            || starts(sheet, at, b"extends = ")
            || starts(sheet, at, b"jump-in = ");
        let mut ended = false;
        while at < sheet.len() && !ended {
            ended = sheet[at] == b'\n';
            if keeps {
                if n < N {
                    kept[n] = sheet[at];
                }
                n += 1;
            }
            at += 1;
        }
    }
    (kept, n)
}

/// Whether a word stands at a place of a text.
#[cfg(any(test, target_family = "wasm"))]
const fn starts(text: &[u8], at: usize, word: &[u8]) -> bool {
    let mut i = 0;
    while i < word.len() && at + i < text.len() && text[at + i] == word[i] {
        i += 1;
    }
    i == word.len()
}

#[cfg(test)]
mod tests {
    use eights_config::Document;

    use super::*;

    /// A sheet without `extends`, which other crates resolve.
    fn read(text: &str) -> serde_json::Value {
        let document = Document::toml("sheet.toml", text).expect("a readable sheet");
        document.value().clone()
    }

    #[test]
    fn sheets_say_the_same_without_words() {
        for (name, text) in SHIPPED {
            let (bytes, n) = without_words::<4096>(text);
            let bare = read(std::str::from_utf8(&bytes[..n]).expect("whole lines"));
            let mut whole = read(text);
            let words = whole.as_object_mut().expect("a table");
            for word in ["about", "source", "names", "place", "kin"] {
                assert!(bare.get(word).is_none(), "{name} keeps {word}");
                words.remove(word);
            }
            assert_eq!(bare, whole, "{name}");
        }
    }
}
