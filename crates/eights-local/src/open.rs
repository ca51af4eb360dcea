//! The request that opens a local table.

use eights::{Position, Seed};
use eights_bots::BotKind;
use eights_match::{AnyMatch, Catalog, RuleSet, Shipped, hex};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// The game: `crazy-eights`.
    pub game: String,
    /// The rules; by default the game's first rule set.
    #[serde(default)]
    pub rules: RulesAsked,
    /// Changes to the rules: `turn.draw = "one", …`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub with: String,
    /// The chairs, from A on.
    pub chairs: Vec<Sitter>,
    /// 64 hexadecimal digits, or a number for a deal that can be repeated.
    pub seed: String,
    /// The position to begin with, instead of a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// Answers that are given before anybody sits down, with the seats that give them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub answers: Vec<(String, String)>,
}

/// A reference to rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RulesAsked {
    /// A shipped rule set.
    Named(String),
    /// A complete sheet.
    Sheet(Value),
}

impl Default for RulesAsked {
    fn default() -> RulesAsked {
        RulesAsked::Named(String::new())
    }
}

/// The occupant of a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sitter {
    /// A person at this screen.
    Person {
        name: String,
    },
    Bot {
        level: String,
    },
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalError {
    /// The request cannot be parsed.
    #[error("this does not open a table: {0}")]
    MessageError(String),
    /// All mistakes in the rules, one per line.
    #[error("{0}")]
    Rules(String),
    /// The chairs do not fit the rules.
    #[error("{0}")]
    Chairs(String),
    /// The position to begin with, or an answer after it, is wrong.
    #[error("{0}")]
    Position(String),
    /// The saved table or the journal is invalid.
    #[error(transparent)]
    Journal(#[from] eights_match::JournalError),
}

impl Open {
    /// Compiles the requested rules.
    pub(crate) fn rule_set(&self) -> Result<RuleSet, LocalError> {
        let catalog = Catalog::new(&Shipped);
        let found = match &self.rules {
            RulesAsked::Named(name) => catalog.rules(&self.game, name, &self.with),
            RulesAsked::Sheet(sheet) => catalog.sheet(&self.game, sheet.clone(), &self.with),
        };
        found.map_err(|problems| {
            LocalError::Rules(problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
        })
    }

    /// Deals, or sets up the position.
    pub(crate) fn start(&self, rules: &RuleSet, seed: &Seed) -> Result<Box<dyn AnyMatch>, LocalError> {
        let n_seats = u8::try_from(self.chairs.len()).unwrap_or(u8::MAX);
        match &self.position {
            Some(position) if position.n_seats() != n_seats => {
                let hands = position.n_seats();
                Err(LocalError::Position(format!("the position has {hands} hands for {n_seats} chairs")))
            }
            Some(position) => {
                rules.start_at(position, seed.clone()).map_err(|why| LocalError::Position(why.to_string()))
            }
            None => rules.start(n_seats, seed.clone()).map_err(|why| LocalError::Chairs(why.to_string())),
        }
    }

    pub(crate) fn seed(&self) -> Result<Seed, LocalError> {
        let number = self.seed.parse::<u64>().ok().filter(|_| self.seed.len() < 20).map(Seed::from_number);
        let digits = || hex::decode(&self.seed).map(Seed::from_bytes);
        let wrong =
            || LocalError::MessageError("the seed is neither a number nor 64 hexadecimal digits".into());
        number.or_else(digits).ok_or_else(wrong)
    }

    /// The kind of bot on each chair; none for people.
    pub(crate) fn bot_kinds(&self) -> Result<Vec<Option<BotKind>>, LocalError> {
        let kind = |sitter: &Sitter| match sitter {
            Sitter::Person { .. } => Ok(None),
            Sitter::Bot { level } => match BotKind::named(level) {
                Ok(kind) => Ok(Some(kind)),
                Err(error) => Err(LocalError::Chairs(error.to_string())),
            },
        };
        self.chairs.iter().map(kind).collect()
    }
}
