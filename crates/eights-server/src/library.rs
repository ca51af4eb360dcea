//! The rule sets that tables play by: shipped ones by name, saved ones by hash, each compiled once.
//!
//! The title and the description of a sheet are not part of what it means. Two people who save the
//! same rules under different titles have saved two sheets, and each table shows the title of its own.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use eights_store::Store;
use eights_table::{Catalog, RuleSet, Shipped};
use serde_json::Value;

/// The name of a saved sheet: the hash of what it means and the hash of what is written in it.
pub(crate) fn sheet_name(hash: &str, sheet: &Value) -> String {
    let written = blake3::hash(sheet.to_string().as_bytes()).to_hex();
    format!("{hash}-{}", &written[..32])
}

/// All rule sets. The same sheet is compiled once and shared by every table.
pub(crate) struct Library {
    store: Arc<dyn Store>,
    compiled: Mutex<HashMap<(String, String), Arc<RuleSet>>>,
}

impl Library {
    /// A library over a store.
    pub(crate) fn new(store: Arc<dyn Store>) -> Library {
        Library { store, compiled: Mutex::default() }
    }

    fn known(&self, game: &str, key: &str) -> Option<Arc<RuleSet>> {
        let compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        compiled.get(&(game.to_owned(), key.to_owned())).cloned()
    }

    fn learn(&self, rules: RuleSet, key: &str) -> Arc<RuleSet> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        let game = rules.game.id.to_owned();
        let name = sheet_name(&rules.hash, &rules.sheet);
        let rules = Arc::new(rules);
        compiled.entry((game.clone(), name)).or_insert_with(|| rules.clone());
        compiled.entry((game, key.to_owned())).or_insert(rules).clone()
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
        let catalog = Catalog::new(&Shipped);
        if Shipped::text(game, key).is_some() {
            let rules =
                catalog.rules(game, key, "").map_err(|_| "a shipped rule set is broken".to_owned())?;
            return Ok(self.learn(rules, key));
        }
        // A shipped one is also known by what it means.
        for name in Shipped::names(info.id) {
            let rules = self.get(game, name)?;
            if rules.hash == key {
                return Ok(rules);
            }
        }
        let saved = self.store.sheet(game, key).map_err(|error| error.to_string())?;
        let Some(saved) = saved else {
            return Err(format!("there is no rule set {key:?} of {game} here"));
        };
        let sheet: Value = serde_json::from_str(&saved.sheet).map_err(|error| error.to_string())?;
        let mut rules = catalog
            .sheet(game, sheet, "")
            .map_err(|_| format!("the saved rule set {key} cannot be read any more"))?;
        rules.name = key.to_owned();
        Ok(self.learn(rules, key))
    }

    /// The rule set of a journal's head, from the sheet it carries.
    ///
    /// # Errors
    ///
    /// One sentence that says why it cannot be had.
    pub(crate) fn of_head(&self, head: &eights_table::Head) -> Result<Arc<RuleSet>, String> {
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
            true => Ok(self.learn(rules, &name)),
            false => Err(format!("its rules mean {}, but it says {}", rules.hash, head.hash)),
        }
    }
}
