//! Random bytes for secrets, ids and codes.

/// Bytes from the operating system's random generator.
pub(crate) fn random_bytes() -> [u8; 32] {
    #[cfg(test)]
    if let Some(bytes) = seeded() {
        return bytes;
    }
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).expect("the operating system has randomness");
    bytes
}

#[cfg(test)]
thread_local! {
    static STATE: std::cell::Cell<Option<u64>> = const { std::cell::Cell::new(None) };
}

/// From now on this thread gets the same bytes for the same seed: for simulations.
#[cfg(test)]
pub(crate) fn seed(seed: u64) {
    STATE.set(Some(seed));
}

#[cfg(test)]
fn seeded() -> Option<[u8; 32]> {
    let mut state = STATE.get()?;
    let mut bytes = [0; 32];
    for word in bytes.chunks_exact_mut(8) {
        // splitmix64
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word.copy_from_slice(&(mixed ^ (mixed >> 31)).to_le_bytes());
    }
    STATE.set(Some(state));
    Some(bytes)
}
