//! The level of each crate: the one table that says which way dependencies may point.

/// A crate may depend only on crates of a smaller level.
pub(crate) const LEVELS: &[(&str, u8)] = &[
    ("eights", 0),
    ("eights-paper", 0),
    ("eights-classic", 1),
    ("eights-crazier", 1),
    ("eights-ball", 1),
    ("eights-table", 2),
    ("eights-bots", 2),
    ("eights-wire", 2),
    ("eights-local", 3),
    ("eights-lab", 3),
    ("eights-store", 3),
    ("eights-load", 4),
    ("eights-server", 4),
    ("eights-tui", 4),
    ("eights-wasm", 4),
    ("eights-cli", 5),
];

/// Arrows that are allowed although they do not point inward: from, to, reason.
pub(crate) const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "eights-bots",
    "eights-table",
    "a bot is seated at a match of any game in one place, for all clients",
)];

/// The highest level that must build for the browser and may hold no `unsafe`.
pub(crate) const TOP_PURE_LEVEL: u8 = 2;

/// The level of a crate of ours; `None` for all others.
pub(crate) fn level_of(name: &str) -> Option<u8> {
    LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
}

/// Whether a crate of ours is pure: no I/O, no clock, no `unsafe`.
pub(crate) fn is_pure(name: &str) -> bool {
    level_of(name).is_some_and(|level| level <= TOP_PURE_LEVEL)
}
