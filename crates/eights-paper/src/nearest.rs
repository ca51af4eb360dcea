//! The word that was probably meant.

/// Longer words are not typing mistakes, and comparing them costs.
const LONGEST: usize = 64;

/// The candidate that is really near to a word, if there is one.
///
/// Near means: the same but for case and `_` or space instead of `-`, about one
/// slip of the finger in four letters, or the beginning of exactly one candidate.
///
/// ```
/// use eights_paper::nearest;
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
        // Short words get one slip only from three letters on: "A" is not near "K".
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

/// A word without the differences nobody means.
fn plain(word: &str) -> Option<String> {
    let fits = !word.is_empty() && word.len() <= LONGEST;
    fits.then(|| word.trim().to_ascii_lowercase().replace(['_', ' '], "-"))
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn only_what_is_near() {
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
