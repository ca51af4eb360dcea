//! The level of each crate, which decides the direction of dependencies.

/// A crate may depend only on crates of a lower level.
pub(crate) const LEVELS: &[(&str, u8)] = &[
    ("eights", 0),
    ("eights-config", 0),
    ("eights-classic", 1),
    ("eights-crazier", 1),
    ("eights-ball", 1),
    ("eights-match", 2),
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
    ("eights-fuzz", 6),
];

/// Dependencies that are allowed all the same: from, to, reason.
pub(crate) const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "eights-bots",
    "eights-match",
    "seating a bot at a match of any game is written once for all clients",
)];

/// The highest level that must build for the browser and may not use `unsafe`.
pub(crate) const TOP_PURE_LEVEL: u8 = 2;

/// The level of a workspace crate; `None` for other crates.
pub(crate) fn level_of(name: &str) -> Option<u8> {
    LEVELS.iter().find(|(known, _)| *known == name).map(|(_, level)| *level)
}

/// Whether a workspace crate must be pure: no I/O, no clock, no `unsafe`.
pub(crate) fn is_pure(name: &str) -> bool {
    level_of(name).is_some_and(|level| level <= TOP_PURE_LEVEL)
}
