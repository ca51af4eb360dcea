//! Extracts from a message what a player needs to answer, without parsing all of it.
//!
//! An update begins with its step and ends with the seat it asks, the offers and the score.
//! The long part between them is the view, which a client that only plays can skip.

use memchr::memmem;

/// The parts of an update that a player needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Seen<'a> {
    pub(crate) step: u64,
    /// The letter of the seat that must answer.
    pub(crate) asks: Option<u8>,
    /// The rest of the message, from the first offer on.
    offers: &'a [u8],
}

/// The kinds of messages that a player distinguishes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Scanned<'a> {
    Update(Seen<'a>),
    Room(&'a [u8]),
    Refused(&'a [u8]),
    Other,
}

/// Classifies a message; `None` if it does not come from a table.
pub(crate) fn scan(message: &[u8]) -> Option<Scanned<'_>> {
    if let Some(rest) = message.strip_prefix(b"{\"update\":{\"step\":") {
        return update(rest).map(Scanned::Update);
    }
    if let Some(rest) = message.strip_prefix(b"{\"room\":") {
        return Some(Scanned::Room(rest.strip_suffix(b"}")?));
    }
    if message.starts_with(b"{\"refused\":") {
        return Some(Scanned::Refused(message));
    }
    message.starts_with(b"{\"").then_some(Scanned::Other)
}

fn update(rest: &[u8]) -> Option<Seen<'_>> {
    const ASKS: &[u8] = b"],\"asks\":";
    const OFFERS: &[u8] = b",\"offers\":[";
    let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let step = std::str::from_utf8(&rest[..digits]).ok()?.parse().ok()?;
    // Search from the end: the view may contain the same bytes, but nothing after the offers does.
    let at = memmem::rfind(rest, ASKS)? + ASKS.len();
    let asks = match &rest[at..] {
        [b'"', seat, b'"', ..] => Some(*seat),
        _ => None,
    };
    let offers = memmem::find(&rest[at..], OFFERS)? + at + OFFERS.len();
    Some(Seen { step, asks, offers: &rest[offers..] })
}

impl<'a> Seen<'a> {
    /// The texts of the offers, still with their JSON escapes, so that they can be sent back
    /// unchanged.
    pub(crate) fn offers(&self) -> Offers<'a> {
        Offers(self.offers)
    }
}

/// Iterates over the offers of an update.
#[derive(Clone)]
pub(crate) struct Offers<'a>(&'a [u8]);

impl<'a> Iterator for Offers<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.0.strip_prefix(b",").unwrap_or(self.0);
        let rest = rest.strip_prefix(b"{\"say\":")?;
        let (say, mut rest) = text(rest)?;
        // The other parts are texts and lists of texts: the first brace outside of a text ends the offer.
        loop {
            let at = memchr::memchr2(b'"', b'}', rest)?;
            if rest[at] == b'}' {
                self.0 = &rest[at + 1..];
                return Some(say);
            }
            rest = text(&rest[at..])?.1;
        }
    }
}

/// Splits off a JSON string: its text without the quotes, and the rest.
fn text(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_prefix(b"\"")?;
    let mut at = 0;
    loop {
        at += memchr::memchr2(b'"', b'\\', &rest[at..])?;
        match rest[at] {
            b'"' => return Some((&rest[..at], &rest[at + 1..])),
            _ => at += 2,
        }
        if at > rest.len() {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offers(message: &str) -> Vec<String> {
        let Some(Scanned::Update(seen)) = scan(message.as_bytes()) else { panic!("{message}") };
        seen.offers().map(|say| String::from_utf8(say.to_vec()).unwrap()).collect()
    }

    #[test]
    fn an_update_is_read_from_both_ends() {
        let text = r#"{"update":{"step":41,"view":{"asks":"Z","x":["],\"asks\":"]},"events":[],"asks":"B","offers":[{"say":"8S=H","verb":"play","cards":["8S","}"],"places":["discard"]},{"say":"a \"b\\"},{"say":"draw"}],"score":{"A":1}}}"#;
        let Some(Scanned::Update(seen)) = scan(text.as_bytes()) else { panic!() };
        assert_eq!((seen.step, seen.asks), (41, Some(b'B')));
        assert_eq!(offers(text), ["8S=H", r#"a \"b\\"#, "draw"]);
        let text = r#"{"update":{"step":0,"view":{},"events":[],"asks":null,"offers":[],"score":{}}}"#;
        assert_eq!(offers(text), [""; 0]);
    }

    #[test]
    fn truncated_and_foreign_messages_are_handled() {
        let text = r#"{"update":{"step":7,"view":{},"events":[],"asks":"A","offers":[{"say":"draw\\"}],"score":{}}}"#;
        for end in 0..text.len() {
            if let Some(Scanned::Update(seen)) = scan(&text.as_bytes()[..end]) {
                assert!(seen.offers().count() <= 1);
            }
        }
        assert_eq!(scan(b"nonsense"), None);
        assert_eq!(scan(b"{\"pong\":{\"n\":1}}"), Some(Scanned::Other));
    }

    #[test]
    fn the_scan_agrees_with_updates_of_a_real_table() {
        use eights_match::{Catalog, Shipped};
        let rules = Catalog::new(&Shipped).rules("crazy-eights", "action", "").unwrap();
        let mut table = rules.start(3, eights_match::shuffle::seed(&[5; 32], &[])).unwrap();
        for _ in 0..40 {
            let Some(seat) = table.asks() else { return };
            let mut bytes = b"{\"update\":{".to_vec();
            table.write_update(eights::Viewer::Seat(seat), &mut bytes);
            bytes.extend_from_slice(b"}}");
            let Some(Scanned::Update(seen)) = scan(&bytes) else { panic!() };
            let options = table.options(seat);
            let said: Vec<String> = options.iter().map(|offer| offer.say.clone()).collect();
            assert_eq!((seen.step, seen.asks), (table.step(), Some(seat.to_string().as_bytes()[0])));
            assert_eq!(offers(std::str::from_utf8(&bytes).unwrap()), said);
            table.act(seat, &said[said.len() / 2]).unwrap();
        }
    }
}
