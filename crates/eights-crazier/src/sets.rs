//! The card files that come with the game.

use std::sync::LazyLock;

use crate::file::CardFile;
use crate::problem::Problem;

/// The TOML source of the main deck.
pub const ORIGINAL: &str = include_str!("../../../cards/crazier-eights/original.toml");

/// The TOML source of the small set of multicoloured cards.
pub const MANY_COLOURS: &str = include_str!("../../../cards/crazier-eights/many-colours.toml");

/// The shipped card files by name: `original` and `many-colours`.
pub const SHIPPED: [(&str, &str); 2] = [("original", ORIGINAL), ("many-colours", MANY_COLOURS)];

/// The shipped card files, parsed once: parsing one takes about a millisecond.
static READ: LazyLock<[Result<CardFile, Vec<Problem>>; 2]> =
    LazyLock::new(|| SHIPPED.map(|(name, source)| CardFile::read(&format!("{name}.toml"), source)));

/// A shipped card file by name.
///
/// # Errors
/// If there is no such file. The shipped files themselves are valid.
pub fn shipped(name: &str) -> Result<CardFile, Vec<Problem>> {
    match SHIPPED.iter().position(|(other, _)| *other == name) {
        Some(number) => READ[number].clone(),
        None => {
            let meant = crate::problem::nearest(name, SHIPPED.map(|(name, _)| name)).map(str::to_owned);
            let problem = Problem::of_file(name, "there is no such card file");
            Err(vec![Problem { suggestion: meant, ..problem }])
        }
    }
}
