//! Sources of rule sets: a trait for looking them up by name, and the ones shipped with Eights.

/// Looks up rule sets by name. Programs implement it for files; this crate does not read any.
pub trait SheetSource {
    /// Returns the file name to use in error messages, and the text of the rule set. `from` is the
    /// file name of the sheet that extends this one, if there is one.
    ///
    /// # Errors
    ///
    /// A sentence that says why the rule set cannot be loaded.
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), String>;

    /// Returns the text of a card file, if there is one of that name.
    fn cards(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// A shelf with only the rule sets that are compiled into the program.
pub struct Shipped;

/// Game, name and text of every shipped rule set. The first of a game is its default.
const SHIPPED: &[(&str, &str, &str)] = &[
    ("crazy-eights", "score-race", include_str!("../../../rules/crazy-eights/score-race.toml")),
    ("crazy-eights", "action", include_str!("../../../rules/crazy-eights/action.toml")),
    ("crazy-eights", "action-stacking", include_str!("../../../rules/crazy-eights/action-stacking.toml")),
    ("crazy-eights", "action-scored", include_str!("../../../rules/crazy-eights/action-scored.toml")),
    ("crazy-eights", "basic", include_str!("../../../rules/crazy-eights/basic.toml")),
    ("crazy-eights", "pickup", include_str!("../../../rules/crazy-eights/pickup.toml")),
    ("crazy-eights", "ten-card", include_str!("../../../rules/crazy-eights/ten-card.toml")),
    ("crazy-eights", "openspiel", include_str!("../../../rules/crazy-eights/openspiel.toml")),
    ("crazier-eights", "standard", include_str!("../../../rules/crazier-eights/standard.toml")),
    ("crazy-8-ball", "standard", include_str!("../../../rules/crazy-8-ball/standard.toml")),
];

impl Shipped {
    /// The names of the shipped rule sets of a game, its default first.
    pub fn names(game: &str) -> impl Iterator<Item = &'static str> + '_ {
        SHIPPED.iter().filter(move |(of, ..)| *of == game).map(|(_, name, _)| *name)
    }

    /// The text of a shipped rule set.
    pub fn text(game: &str, name: &str) -> Option<&'static str> {
        SHIPPED.iter().find(|(of, shipped, _)| *of == game && *shipped == name).map(|(.., text)| *text)
    }
}

impl SheetSource for Shipped {
    fn fetch(&self, game: &str, name: &str, _: Option<&str>) -> Result<(String, String), String> {
        match Shipped::text(game, name) {
            Some(text) => Ok((format!("{name}.toml"), text.to_owned())),
            None => {
                let names: Vec<&str> = Shipped::names(game).collect();
                let near = eights_config::nearest(name, names.iter().copied());
                let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
                Err(format!("there is no rule set {name:?} of {game}: there is {}{hint}", names.join(", ")))
            }
        }
    }
}
