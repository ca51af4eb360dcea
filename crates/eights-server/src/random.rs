//! Random bytes for secrets, ids and codes.

/// Bytes from the operating system's random generator.
pub(crate) fn random_bytes() -> [u8; 32] {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}
