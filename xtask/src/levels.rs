//! The level of each crate, which decides the direction of dependencies: a crate may depend only on
//! crates of a lower level. Its manifest states it as `level` under `[package.metadata.eights]`.

use std::collections::BTreeMap;

use toml::Table;

/// The highest level that must build for the browser and may not use `unsafe`.
pub(crate) const TOP_PURE_LEVEL: u8 = 3;

/// The folders whose subfolders are crates.
pub(crate) const FOLDERS: [&str; 2] = ["crates", "examples"];

/// The level of every crate in the workspace.
pub(crate) struct Levels(BTreeMap<String, u8>);

impl Levels {
    /// Reads the levels from manifests given as text. Manifests without a level are left out.
    pub(crate) fn of<'a>(manifests: impl Iterator<Item = &'a str>) -> Levels {
        Levels(manifests.filter_map(|text| stated(&text.parse().ok()?)).collect())
    }

    /// The level of a crate; `None` for crates from elsewhere.
    pub(crate) fn get(&self, name: &str) -> Option<u8> {
        self.0.get(name).copied()
    }

    /// Whether a crate must be pure: no I/O, no clock, no `unsafe`.
    pub(crate) fn is_pure(&self, name: &str) -> bool {
        self.get(name).is_some_and(|level| level <= TOP_PURE_LEVEL)
    }
}

/// Name and level, as a manifest states them.
fn stated(manifest: &Table) -> Option<(String, u8)> {
    let package = manifest.get("package")?;
    let level = package.get("metadata")?.get("eights")?.get("level")?.as_integer()?;
    Some((package.get("name")?.as_str()?.to_owned(), u8::try_from(level).ok()?))
}
