//! Suggests the word that was probably meant.

/// Longer words are not typing mistakes, and comparing them is expensive.
const MAX_WORD_BYTES: usize = 64;

/// The candidate closest to a word, if one is close enough to suggest.
///
/// Close enough means: equal apart from case and `_` or space for `-`; within about one edit per
/// four letters; or `word` is a prefix of exactly one candidate.
///
/// ```
/// use eights_config::nearest;
/// assert_eq!(nearest("untill-playable", ["one", "until-playable"]), Some("until-playable"));
/// assert_eq!(nearest("Until Playable", ["one", "until-playable"]), Some("until-playable"));
/// assert_eq!(nearest("seven", ["one", "until-playable"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = plain(word)?;
    let length = word.chars().count();
    let mut best: Option<(usize, &str)> = None;
    let mut begun = Vec::new();
    for candidate in candidates {
        let Some(other) = plain(candidate) else { continue };
        let longer = length.max(other.chars().count());
        let distance = strsim::osa_distance(&word, &other);
        // Words under three letters get no edit: "A" is not close to "K".
        let allowed = if longer < 3 { 0 } else { (longer / 4).max(1) };
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
        if length >= 3 && other.starts_with(&word) {
            begun.push(candidate);
        }
    }
    match (best, begun.as_slice()) {
        (Some((_, candidate)), _) => Some(candidate),
        (None, [only]) => Some(only),
        _ => None,
    }
}

/// Normalises case and separators; `None` if the word is empty or too long.
fn plain(word: &str) -> Option<String> {
    let fits = !word.is_empty() && word.len() <= MAX_WORD_BYTES;
    fits.then(|| word.trim().to_ascii_lowercase().replace(['_', ' '], "-"))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_close_words_are_suggested() {
        let words = ["skip", "reverse", "draw", "wild", "until-playable", "until-willing"];
        assert_eq!(nearest("skpi", words), Some("skip"));
        assert_eq!(nearest("REVERSE", words), Some("reverse"));
        assert_eq!(nearest("revrese", words), Some("reverse"));
        assert_eq!(nearest("until_willing", words), Some("until-willing"));
        assert_eq!(nearest("rev", words), Some("reverse"));
        assert_eq!(nearest("until", words), None, "two words begin so");
        assert_eq!(nearest("jump", words), None);
        assert_eq!(nearest("A", ["K", "Q"]), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest(&"x".repeat(100_000), words), None);
    }
}
