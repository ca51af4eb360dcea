//! One search as all threads see it, and whether it is large enough for sequential halving.

use eights::Seat;

use super::SearchConfig;

/// One search, as all threads see it.
pub(super) struct SearchTask<'a, A> {
    pub(super) config: &'a SearchConfig,
    pub(super) me: Seat,
    /// Simulated games over all threads.
    pub(super) games: u32,
    pub(super) options: &'a [A],
    /// What a network thinks of each option; empty without one.
    pub(super) estimates: &'a [f32],
}

/// Worlds per option and round below which halving drops good options by bad
/// luck. Searches that small do better with PUCT, guided by the prior.
const MIN_WORLDS_EACH: u32 = 50;

/// The same where a network values positions: that varies less than a game played to its end.
const MIN_VALUED_WORLDS_EACH: u32 = 20;

/// Whether this many games are enough for halving among this many options.
pub(super) fn halving_is_worthwhile(config: &SearchConfig, games: u32, options: usize) -> bool {
    let least = if config.value_after.is_some() { MIN_VALUED_WORLDS_EACH } else { MIN_WORLDS_EACH };
    games / halving_rounds(options) / options.max(1) as u32 >= least
}

/// Number of rounds until one or two options are left.
pub(super) fn halving_rounds(options: usize) -> u32 {
    options.next_power_of_two().ilog2().max(1)
}
