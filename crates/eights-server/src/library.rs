//! Compiled rule sets: shipped ones by name, saved ones by hash.
//!
//! Title and description are not part of what a sheet means. Two people who save the same rules
//! under different titles have saved two sheets, and each table shows the title of its own.
//!
//! A compiled rule set can take most of a megabyte, and people may save any number of them. Saved
//! ones stay in memory while a table uses them; of the others only the most recently used are
//! cached.

use eights::RefusalCode;
use eights_config::Problem;
use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use eights_match::{Catalog, RuleSet, Shipped};
use eights_store::{Store, StoreError};
use serde_json::Value;

/// The game, and the name or hash of a rule set.
type Key = (String, String);

const MAX_CACHED: usize = 32;

/// The name of a saved sheet: the hash of its meaning and the hash of its text.
pub(crate) fn sheet_name(hash: &str, sheet: &Value) -> String {
    let written = blake3::hash(sheet.to_string().as_bytes()).to_hex();
    format!("{hash}-{}", &written[..32])
}

/// All rule sets. A sheet is compiled once and shared by every table.
pub(crate) struct Library {
    store: Arc<dyn Store>,
    compiled: Mutex<Compiled>,
}

#[derive(Default)]
struct Compiled {
    /// By name, by hash and by sheet name; never evicted.
    shipped: HashMap<Key, Arc<RuleSet>>,
    /// Saved ones that a table or the cache holds, by sheet name.
    saved: HashMap<Key, Weak<RuleSet>>,
    /// The most recently used of them (LRU); the newest is at the back.
    recent: VecDeque<(Key, Arc<RuleSet>)>,
    /// Saved ones that were used since the last `take_used`.
    used: HashSet<Key>,
}

impl Compiled {
    fn get(&mut self, key: &Key) -> Option<Arc<RuleSet>> {
        if let Some(rules) = self.shipped.get(key) {
            return Some(rules.clone());
        }
        let rules = self.saved.get(key)?.upgrade()?;
        self.touch(key, &rules);
        Some(rules)
    }

    /// Adds a saved rule set, unless another thread has compiled the same in the meantime.
    fn add(&mut self, key: Key, rules: RuleSet) -> Arc<RuleSet> {
        if let Some(rules) = self.get(&key) {
            return rules;
        }
        let rules = Arc::new(rules);
        self.touch(&key, &rules);
        self.saved.retain(|_, rules| rules.strong_count() > 0);
        self.saved.insert(key, Arc::downgrade(&rules));
        rules
    }

    fn touch(&mut self, key: &Key, rules: &Arc<RuleSet>) {
        self.recent.retain(|(other, _)| other != key);
        self.recent.push_back((key.clone(), rules.clone()));
        if self.recent.len() > MAX_CACHED {
            self.recent.pop_front();
        }
        self.used.insert(key.clone());
    }
}

/// Why a rule set cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RulesError {
    #[error("{}", .0.message)]
    NoSuchGame(Problem),
    #[error("there is no rule set {key:?} of {game} here")]
    NotFound { game: String, key: String },
    #[error("a shipped rule set is broken")]
    BrokenShipped,
    #[error("the saved rule set {0} cannot be read any more")]
    BrokenSaved(String),
    #[error("it was played by engine {played}; here is {here}")]
    OtherEngine { played: String, here: &'static str },
    #[error("{}", joined(.0))]
    Mistakes(Vec<Problem>),
    #[error("its rules mean {means}, but it says {says}")]
    OtherMeaning { means: String, says: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl RulesError {
    /// The code that programs decide by.
    pub(crate) fn code(&self) -> RefusalCode {
        match self {
            RulesError::NoSuchGame(_) => RefusalCode::NoSuchGame,
            RulesError::NotFound { .. } => RefusalCode::NoSuchRules,
            RulesError::BrokenShipped
            | RulesError::BrokenSaved(_)
            | RulesError::OtherEngine { .. }
            | RulesError::Mistakes(_)
            | RulesError::OtherMeaning { .. } => RefusalCode::BadRules,
            RulesError::Store(_) => RefusalCode::Unavailable,
        }
    }
}

fn joined(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

impl Library {
    pub(crate) fn new(store: Arc<dyn Store>) -> Library {
        Library { store, compiled: Mutex::default() }
    }

    fn compiled(&self) -> MutexGuard<'_, Compiled> {
        self.compiled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn known(&self, game: &str, key: &str) -> Option<Arc<RuleSet>> {
        self.compiled().get(&(game.to_owned(), key.to_owned()))
    }

    /// The saved rule sets that were used since the last call.
    pub(crate) fn take_used(&self) -> HashSet<Key> {
        std::mem::take(&mut self.compiled().used)
    }

    fn shipped(&self, game: &str, name: &str) -> Result<Arc<RuleSet>, RulesError> {
        if let Some(rules) = self.known(game, name) {
            return Ok(rules);
        }
        let rules = Catalog::new(&Shipped).rules(game, name, "");
        let rules = Arc::new(rules.map_err(|_| RulesError::BrokenShipped)?);
        let keys = [rules.hash.clone(), sheet_name(&rules.hash, &rules.sheet)];
        let mut compiled = self.compiled();
        for key in keys {
            compiled.shipped.entry((game.to_owned(), key)).or_insert_with(|| rules.clone());
        }
        Ok(compiled.shipped.entry((game.to_owned(), name.to_owned())).or_insert(rules).clone())
    }

    /// A rule set by the name of a shipped or saved one, or by the hash of a shipped one.
    ///
    /// # Errors
    ///
    /// Why it is not available.
    pub(crate) fn get(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, RulesError> {
        let info = Catalog::game(game).map_err(RulesError::NoSuchGame)?;
        let key = if key.is_empty() { Shipped::names(info.id).next().unwrap_or_default() } else { key };
        if let Some(rules) = self.known(game, key) {
            return Ok(rules);
        }
        if Shipped::text(game, key).is_some() {
            return self.shipped(game, key);
        }
        // Shipped ones can also be requested by hash.
        for name in Shipped::names(info.id) {
            let rules = self.shipped(game, name)?;
            if rules.hash == key {
                return Ok(rules);
            }
        }
        let Some(saved) = self.store.sheet(game, key)? else {
            return Err(RulesError::NotFound { game: game.to_owned(), key: key.to_owned() });
        };
        let broken = || RulesError::BrokenSaved(key.to_owned());
        let sheet: Value = serde_json::from_str(&saved.sheet).map_err(|_| broken())?;
        let mut rules = Catalog::new(&Shipped).sheet(game, sheet, "").map_err(|_| broken())?;
        rules.name = key.to_owned();
        Ok(self.compiled().add((game.to_owned(), key.to_owned()), rules))
    }

    /// The rule set of a journal, compiled from the sheet in its head.
    ///
    /// # Errors
    ///
    /// Why it is not available.
    pub(crate) fn of_head(&self, head: &eights_match::Head) -> Result<Arc<RuleSet>, RulesError> {
        let info = Catalog::game(&head.game).map_err(RulesError::NoSuchGame)?;
        if info.engine != head.engine {
            return Err(RulesError::OtherEngine { played: head.engine.clone(), here: info.engine });
        }
        let name = sheet_name(&head.hash, &head.rules);
        if let Some(rules) = self.known(&head.game, &name) {
            return Ok(rules);
        }
        let rules =
            Catalog::new(&Shipped).sheet(&head.game, head.rules.clone(), "").map_err(RulesError::Mistakes)?;
        if rules.hash != head.hash {
            return Err(RulesError::OtherMeaning { means: rules.hash, says: head.hash.clone() });
        }
        Ok(self.compiled().add((head.game.clone(), name), rules))
    }
}

#[cfg(test)]
mod tests {
    use eights_store::{Memory, Op, PersonId, SheetRow};

    use super::*;

    /// A library with this many saved rule sets, and their names.
    fn library(count: usize) -> (Library, Vec<String>) {
        let store = Memory::default();
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let mut names = Vec::new();
        for n in 0..count {
            let text = format!("extends = \"score-race\"\n[values]\nK = {}\n", 11 + n);
            let rules = Catalog::new(&Shipped).text("crazy-eights", "sheet", &text).unwrap();
            let (name, sheet) = (sheet_name(&rules.hash, &rules.sheet), rules.sheet.to_string());
            let by = PersonId::new(1);
            let row = SheetRow { game: "crazy-eights".into(), hash: name.clone(), sheet, by, at: 0 };
            runtime.block_on(store.write(vec![Op::Sheet(row)])).unwrap();
            names.push(name);
        }
        (Library::new(Arc::new(store)), names)
    }

    #[test]
    fn saved_rule_sets_are_evicted_unless_a_table_uses_them() {
        let (library, names) = library(MAX_CACHED * 3);
        let used = library.get("crazy-eights", &names[0]).unwrap();
        let shipped = library.get("crazy-eights", "basic").unwrap();
        let seen: Vec<Weak<RuleSet>> =
            names.iter().map(|hash| Arc::downgrade(&library.get("crazy-eights", hash).unwrap())).collect();
        let alive = |seen: &[Weak<RuleSet>]| seen.iter().filter(|rules| rules.strong_count() > 0).count();
        assert_eq!(alive(&seen), MAX_CACHED + 1, "the cached ones, and the one in use");
        assert!(Arc::ptr_eq(&used, &library.get("crazy-eights", &names[0]).unwrap()), "compiled once");
        assert!(Arc::ptr_eq(&shipped, &library.get("crazy-eights", &shipped.hash).unwrap()));
        assert!(library.compiled().saved.len() <= MAX_CACHED + 2, "nothing is left of the others");
        assert_eq!(library.take_used().len(), names.len());
        assert_eq!(library.take_used().len(), 0);
    }
}
