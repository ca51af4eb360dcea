//! Hexadecimal digits for seeds, secrets and hashes.

/// Formats bytes as lower-case digits.
pub fn encode(bytes: &[u8]) -> String {
    ::hex::encode(bytes)
}

/// Parses any even number of digits.
pub fn decode_any(text: &str) -> Option<Vec<u8>> {
    ::hex::decode(text).ok()
}

/// Parses exactly 64 digits.
pub fn decode(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    ::hex::decode_to_slice(text, &mut bytes).ok()?;
    Some(bytes)
}
