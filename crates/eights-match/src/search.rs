//! Finds rule sets under the names that people use for them.

use crate::catalog::RuleSet;

impl RuleSet {
    /// Whether a person who looks for `wanted` may mean these rules: some name of theirs, their place or
    /// their group contains it. Case, accents, spaces and hyphens do not matter.
    pub fn is_called(&self, wanted: &str) -> bool {
        let wanted = folded(wanted);
        let own = [&self.name, &self.title, &self.place, &self.kin];
        own.into_iter().chain(&self.names).any(|name| folded(name).contains(&wanted))
    }
}

/// A name as people may type it: small letters without accents, and nothing between the words.
fn folded(name: &str) -> String {
    let plain = |c: char| match c {
        'á' | 'à' | 'â' | 'ä' | 'ã' | 'å' => 'a',
        'č' | 'ç' | 'ć' => 'c',
        'ď' => 'd',
        'é' | 'è' | 'ê' | 'ě' | 'ë' | 'ę' => 'e',
        'í' | 'ì' | 'î' | 'ï' | 'ı' => 'i',
        'ł' => 'l',
        'ñ' | 'ň' | 'ń' => 'n',
        'ó' | 'ò' | 'ô' | 'ö' | 'õ' | 'ő' => 'o',
        'ř' => 'r',
        'š' | 'ś' | 'ş' => 's',
        'ť' => 't',
        'ú' | 'ù' | 'û' | 'ü' | 'ů' | 'ű' => 'u',
        'ý' => 'y',
        'ž' | 'ż' | 'ź' => 'z',
        c => c,
    };
    name.to_lowercase().chars().filter(|c| c.is_alphanumeric()).map(plain).collect()
}

#[cfg(test)]
mod tests {
    use crate::{Catalog, Shipped};

    /// The names of the shipped rule sets that a word finds.
    fn found(wanted: &str) -> Vec<&'static str> {
        let catalog = Catalog::new(&Shipped);
        let called = |name: &&str| {
            catalog.rules("crazy-eights", name, "").expect("a shipped rule set").is_called(wanted)
        };
        Shipped::names("crazy-eights").filter(called).collect()
    }

    #[test]
    fn a_game_is_found_under_each_of_its_names() {
        for (wanted, name) in [
            ("switch", "switch"),
            ("Peanuckle", "switch"),
            ("two-four jacks", "switch"),
            ("ireland", "switch"),
            ("puskiyon", "puskiyon"),
            ("PÜSKİYON", "puskiyon"),
            ("Mau Mau", "mau-mau-brazil"),
            ("maumau", "mau-mau-app"),
            ("brazil", "mau-mau-brazil"),
            ("eights", "swedish-rummy"),
        ] {
            assert!(found(wanted).contains(&name), "{wanted}: {:?}", found(wanted));
        }
        assert_eq!(found("quango"), [""; 0]);
    }

    #[test]
    fn a_house_rule_is_not_found_under_the_names_of_its_base() {
        let catalog = Catalog::new(&Shipped);
        let mine = catalog.text("crazy-eights", "mine.toml", "extends = 'switch'\ntitle = 'Friday'").unwrap();
        assert!(mine.is_called("friday") && !mine.is_called("Peanuckle") && !mine.is_called("Ireland"));
        assert_eq!(mine.kin, "Switch");
    }
}
