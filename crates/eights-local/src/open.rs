//! What a table is opened with.

use eights::Seed;
use eights_bots::BotKind;
use eights_match::{Catalog, RuleSet, Shipped, journal};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Everything a table in this program starts from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Open {
    /// The game: `crazy-eights`.
    pub game: String,
    /// By which rules; the game's first rule set when nothing is said.
    #[serde(default)]
    pub rules: RulesAsked,
    /// Changes to them: `turn.draw = "one", …`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub with: String,
    /// Who sits where, from A on.
    pub chairs: Vec<Sitter>,
    /// 64 hexadecimal digits, or a number for a game that can be dealt again.
    pub seed: String,
}

/// By which rules.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RulesAsked {
    /// A shipped rule set.
    Named(String),
    /// A whole sheet.
    Sheet(Value),
}

impl Default for RulesAsked {
    fn default() -> RulesAsked {
        RulesAsked::Named(String::new())
    }
}

/// Who sits on a chair.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Sitter {
    /// Somebody in front of this screen.
    Person {
        /// Their name.
        name: String,
    },
    /// A bot.
    Bot {
        /// How well it plays.
        level: String,
    },
}

/// Why a table cannot be opened.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LocalError {
    /// The request says something else.
    #[error("this does not open a table: {0}")]
    MessageError(String),
    /// Everything that is wrong with the rules, a line each.
    #[error("{0}")]
    Rules(String),
    /// The chairs do not go with the rules.
    #[error("{0}")]
    Chairs(String),
    /// What was put away cannot be gone on with.
    #[error(transparent)]
    Journal(#[from] eights_match::JournalError),
}

impl Open {
    /// The rules that are asked for.
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

    /// The seed that is asked for.
    pub(crate) fn seed(&self) -> Result<Seed, LocalError> {
        let number = self.seed.parse::<u64>().ok().filter(|_| self.seed.len() < 20).map(Seed::from_number);
        let digits = || journal::unhex(&self.seed).map(Seed::from_bytes);
        let wrong =
            || LocalError::MessageError("the seed is neither a number nor 64 hexadecimal digits".into());
        number.or_else(digits).ok_or_else(wrong)
    }

    /// The bot on each chair, where there is one.
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
