//! The card files that come with the game.

use crate::file::CardFile;
use crate::problem::Problem;

/// The main deck, as written.
pub const ORIGINAL: &str = include_str!("../../../cards/crazier-eights/original.toml");

/// The small set of multicoloured cards, as written.
pub const MANY_COLOURS: &str = include_str!("../../../cards/crazier-eights/many-colours.toml");

/// The shipped card files by name: `original` and `many-colours`.
pub const SHIPPED: [(&str, &str); 2] = [("original", ORIGINAL), ("many-colours", MANY_COLOURS)];

/// Reads a shipped card file by its name.
///
/// # Errors
/// If there is no such file; the shipped ones have nothing wrong with them.
pub fn shipped(name: &str) -> Result<CardFile, Vec<Problem>> {
    match SHIPPED.iter().find(|(other, _)| *other == name) {
        Some((_, source)) => CardFile::read(&format!("{name}.toml"), source),
        None => {
            let meant = crate::problem::nearest(name, SHIPPED.map(|(name, _)| name)).map(str::to_owned);
            let problem = Problem::of_file(name, "there is no such card file");
            Err(vec![Problem { suggestion: meant, ..problem }])
        }
    }
}
