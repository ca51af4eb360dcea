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
