//! Where rule sets come from: those we ship, and whatever else a program can reach.

/// Something that can fetch a rule set by name. The crate itself reads no files.
pub trait Shelf {
    /// The text of a rule set, and the name under which its mistakes are
    /// reported. `from` is the name of the sheet that asks for it, if one does.
    ///
    /// # Errors
    ///
    /// Why it cannot be had, in a sentence.
    fn fetch(&self, game: &str, name: &str, from: Option<&str>) -> Result<(String, String), String>;

    /// The text of a card file, where the shelf can reach one of that name.
    fn cards(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }
}

/// Only what we ship.
pub struct Shipped;

/// Every shipped rule set: game, name, text. The first of a game is its default.
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
        SHIPPED.iter().find(|(of, it, _)| *of == game && *it == name).map(|(.., text)| *text)
    }
}

impl Shelf for Shipped {
    fn fetch(&self, game: &str, name: &str, _: Option<&str>) -> Result<(String, String), String> {
        match Shipped::text(game, name) {
            Some(text) => Ok((format!("{name}.toml"), text.to_owned())),
            None => {
                let names: Vec<&str> = Shipped::names(game).collect();
                let near = eights_paper::nearest(name, names.iter().copied());
                let hint = near.map_or(String::new(), |near| format!("; did you mean {near}?"));
                Err(format!("there is no rule set {name:?} of {game}: there is {}{hint}", names.join(", ")))
            }
        }
    }
}
