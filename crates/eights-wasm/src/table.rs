//! A local table that runs in the browser.

use std::sync::Arc;

use eights_kit::Playable;
use eights_local::{Local, Sitter};
use eights_match::Visitor;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// A match of people and bots in this browser. It uses the messages of `eights-wire`.
#[wasm_bindgen]
pub struct LocalTable(Local);

#[wasm_bindgen]
impl LocalTable {
    /// Opens a table and deals.
    ///
    /// # Errors
    ///
    /// If the request cannot be parsed, or its rules or chairs are invalid.
    pub fn open(request: &str) -> Result<LocalTable, JsError> {
        Ok(LocalTable(Local::open(request)?))
    }

    /// Restores a saved table.
    ///
    /// # Errors
    ///
    /// If the saved table cannot be read.
    pub fn load(saved: &str) -> Result<LocalTable, JsError> {
        Ok(LocalTable(Local::load(saved)?))
    }

    /// Continues a journal from a step; `sitters` is a JSON list.
    ///
    /// # Errors
    ///
    /// If the journal or the list of sitters is invalid.
    pub fn from_journal(journal: &str, step: u32, sitters: &str) -> Result<LocalTable, JsError> {
        let sitters: Vec<Sitter> = serde_json::from_str(sitters)?;
        Ok(LocalTable(Local::from_journal(journal, u64::from(step), sitters)?))
    }

    /// Handles a message; returns the replies.
    pub fn hear(&mut self, message: &str) -> Vec<String> {
        self.0.receive(message)
    }

    /// Lets the next bot answer; returns no messages if it is a person's turn.
    pub fn tick(&mut self) -> Vec<String> {
        self.0.tick()
    }

    /// Reports to the match that its time is up.
    #[wasm_bindgen(js_name = timeIsUp)]
    pub fn time_is_up(&mut self) -> Vec<String> {
        self.0.time_is_up()
    }

    /// Whether it is a bot's turn.
    #[wasm_bindgen(js_name = botIsAsked)]
    pub fn bot_is_asked(&self) -> bool {
        self.0.bot_is_asked()
    }

    /// Whether a bot at this table asks the network of the game.
    #[wasm_bindgen(js_name = usesNetwork)]
    pub fn uses_network(&self) -> bool {
        self.0.uses_network()
    }

    /// Whether the game has a network whose weights are not loaded yet.
    #[wasm_bindgen(js_name = lacksNetwork)]
    pub fn lacks_network(&self) -> bool {
        self.0.rules().rules.visit(LacksNetwork)
    }

    /// Takes the weights of the game's network. Returns whether they can be used.
    #[wasm_bindgen(js_name = loadNetwork)]
    pub fn load_network(&self, weights: &[u8]) -> bool {
        self.0.rules().rules.visit(LoadNetwork(weights))
    }

    /// Whether the match is over.
    #[wasm_bindgen(js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.0.table().is_over()
    }

    /// The number of inputs so far.
    pub fn step(&self) -> u32 {
        u32::try_from(self.0.table().step()).unwrap_or(u32::MAX)
    }

    /// Everything that `load` needs to continue later.
    pub fn save(&self) -> String {
        self.0.save()
    }

    /// The journal so far.
    pub fn journal(&self) -> String {
        self.0.journal()
    }

    /// The time limit of the match in minutes, if the rules set one.
    pub fn minutes(&self) -> Option<u32> {
        self.0.rules().minutes()
    }

    /// The room as JSON, for a list of unfinished games.
    pub fn room(&self) -> String {
        eights_wire::write(&self.0.room())
    }
}

struct LacksNetwork;

impl Visitor for LacksNetwork {
    type Output = bool;

    fn visit<G: Playable>(self, game: &Arc<G>) -> bool {
        game.lacks_network()
    }
}

struct LoadNetwork<'a>(&'a [u8]);

impl Visitor for LoadNetwork<'_> {
    type Output = bool;

    fn visit<G: Playable>(self, game: &Arc<G>) -> bool {
        game.load_network(self.0)
    }
}
