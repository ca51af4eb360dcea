//! Turns input bytes into choices, one after the other.

/// The bytes that are left. When none is left, every choice is the first.
pub struct Choices<'a> {
    bytes: &'a [u8],
}

impl<'a> Choices<'a> {
    /// Choices made from these bytes.
    pub fn new(bytes: &'a [u8]) -> Choices<'a> {
        Choices { bytes }
    }

    /// The next byte; 0 when none is left.
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A number below `n`; 0 if `n` is zero. Takes one byte if one is enough.
    pub fn below(&mut self, n: usize) -> usize {
        let high = if n > 256 { usize::from(self.byte()) } else { 0 };
        (high * 256 + usize::from(self.byte())).checked_rem(n).unwrap_or(0)
    }

    /// One of the items; `None` if there are none.
    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        items.get(self.below(items.len()))
    }

    /// Whether no byte is left.
    pub fn are_spent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The remaining bytes as text.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into_owned()
    }
}
