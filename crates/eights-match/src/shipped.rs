//! The rule sets that are compiled into the program.

use crate::{
    games::GAMES,
    sheet_source::{SheetSource, SourceError},
};

/// Finds only the rule sets that are compiled into the program.
pub struct Shipped;

impl Shipped {
    /// The names of the shipped rule sets of a game, its default first.
    pub fn names(game: &str) -> impl Iterator<Item = &'static str> + use<> {
        Shipped::of(game).iter().map(|(name, _)| *name)
    }

    /// The text of a shipped rule set.
    pub fn text(game: &str, name: &str) -> Option<&'static str> {
        Shipped::of(game).iter().find(|(shipped, _)| *shipped == name).map(|(_, text)| *text)
    }

    fn of(game: &str) -> &'static [(&'static str, &'static str)] {
        GAMES.iter().find(|entry| entry.info.id == game).map_or(&[], |entry| entry.shipped)
    }
}

impl SheetSource for Shipped {
    fn fetch(&self, game: &str, name: &str, _: Option<&str>) -> Result<(String, String), SourceError> {
        match Shipped::text(game, name) {
            Some(text) => Ok((format!("{name}.toml"), text.to_owned())),
            None => {
                let names: Vec<&str> = Shipped::names(game).collect();
                let near = eights_config::nearest(name, names.iter().copied());
                let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
                Err(format!("there is no rule set {name:?} of {game}: there is {}{hint}", names.join(", "))
                    .into())
            }
        }
    }
}
