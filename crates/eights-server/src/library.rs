//! The rule sets that tables play by: shipped ones by name, saved ones by hash.
//!
//! The title and the description of a sheet are not part of what it means. Two people who save the
//! same rules under different titles have saved two sheets, and each table shows the title of its own.
//!
//! A compiled rule set can take most of a megabyte, and people may save any number of them. Saved ones stay in
//! memory while a table uses them; of the others only the most recently used are cached.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
};

use eights_match::{Catalog, RuleSet, Shipped};
use eights_store::Store;
use serde_json::Value;

/// Game, and the name or hash of a rule set.
type Key = (String, String);

/// The size of the cache of saved rule sets.
const CACHED: usize = 32;

/// The name of a saved sheet: the hash of what it means and the hash of what is written in it.
pub(crate) fn sheet_name(hash: &str, sheet: &Value) -> String {
    let written = blake3::hash(sheet.to_string().as_bytes()).to_hex();
    format!("{hash}-{}", &written[..32])
}

/// All rule sets. The same sheet is compiled once and shared by every table.
pub(crate) struct Library {
    store: Arc<dyn Store>,
    compiled: Mutex<Compiled>,
}

#[derive(Default)]
struct Compiled {
    /// By name, by hash and by the name of their sheet; never evicted.
    shipped: HashMap<Key, Arc<RuleSet>>,
    /// Saved ones that a table or the cache holds, by the name of their sheet.
    saved: HashMap<Key, Weak<RuleSet>>,
    /// The most recently used of them (LRU); the newest is at the back.
    recent: VecDeque<(Key, Arc<RuleSet>)>,
    /// Saved ones that were used since `take_used`.
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

    /// Adds a saved rule set, unless another thread has compiled the same meanwhile.
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
        if self.recent.len() > CACHED {
            self.recent.pop_front();
        }
        self.used.insert(key.clone());
    }
}

impl Library {
    /// A library over a store.
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

    fn shipped(&self, game: &str, name: &str) -> Result<Arc<RuleSet>, String> {
        if let Some(rules) = self.known(game, name) {
            return Ok(rules);
        }
        let rules = Catalog::new(&Shipped).rules(game, name, "");
        let rules = Arc::new(rules.map_err(|_| "a shipped rule set is broken".to_owned())?);
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
    /// One sentence that says why it cannot be had.
    pub(crate) fn get(&self, game: &str, key: &str) -> Result<Arc<RuleSet>, String> {
        let info = Catalog::game(game).map_err(|problem| problem.message)?;
        let key = if key.is_empty() { Shipped::names(info.id).next().unwrap_or_default() } else { key };
        if let Some(rules) = self.known(game, key) {
            return Ok(rules);
        }
        if Shipped::text(game, key).is_some() {
            return self.shipped(game, key);
        }
        // A shipped one can also be asked for by its hash.
        for name in Shipped::names(info.id) {
            let rules = self.shipped(game, name)?;
            if rules.hash == key {
                return Ok(rules);
            }
        }
        let saved = self.store.sheet(game, key).map_err(|error| error.to_string())?;
        let Some(saved) = saved else {
            return Err(format!("there is no rule set {key:?} of {game} here"));
        };
        let sheet: Value = serde_json::from_str(&saved.sheet).map_err(|error| error.to_string())?;
        let mut rules = Catalog::new(&Shipped)
            .sheet(game, sheet, "")
            .map_err(|_| format!("the saved rule set {key} cannot be read any more"))?;
        rules.name = key.to_owned();
        Ok(self.compiled().add((game.to_owned(), key.to_owned()), rules))
    }

    /// The rule set of a journal's head, from the sheet it carries.
    ///
    /// # Errors
    ///
    /// One sentence that says why it cannot be had.
    pub(crate) fn of_head(&self, head: &eights_match::Head) -> Result<Arc<RuleSet>, String> {
        let info = Catalog::game(&head.game).map_err(|problem| problem.message)?;
        if info.engine != head.engine {
            return Err(format!("it was played by engine {}; here is {}", head.engine, info.engine));
        }
        let name = sheet_name(&head.hash, &head.rules);
        if let Some(rules) = self.known(&head.game, &name) {
            return Ok(rules);
        }
        let rules = Catalog::new(&Shipped)
            .sheet(&head.game, head.rules.clone(), "")
            .map_err(|problems| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
        match rules.hash == head.hash {
            true => Ok(self.compiled().add((head.game.clone(), name), rules)),
            false => Err(format!("its rules mean {}, but it says {}", rules.hash, head.hash)),
        }
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
        let (library, names) = library(CACHED * 3);
        let used = library.get("crazy-eights", &names[0]).unwrap();
        let shipped = library.get("crazy-eights", "basic").unwrap();
        let seen: Vec<Weak<RuleSet>> =
            names.iter().map(|hash| Arc::downgrade(&library.get("crazy-eights", hash).unwrap())).collect();
        let alive = |seen: &[Weak<RuleSet>]| seen.iter().filter(|rules| rules.strong_count() > 0).count();
        assert_eq!(alive(&seen), CACHED + 1, "the cached ones, and the one in use");
        assert!(Arc::ptr_eq(&used, &library.get("crazy-eights", &names[0]).unwrap()), "compiled once");
        assert!(Arc::ptr_eq(&shipped, &library.get("crazy-eights", &shipped.hash).unwrap()));
        assert!(library.compiled().saved.len() <= CACHED + 2, "nothing is left of the others");
        assert_eq!(library.take_used().len(), names.len());
        assert_eq!(library.take_used().len(), 0);
    }
}
