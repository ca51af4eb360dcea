//! A table in the browser.

use eights_local::{Local, Sitter};
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// People and bots at one match in this browser. It speaks the messages of `eights-wire`.
#[wasm_bindgen]
pub struct LocalTable(Local);

#[wasm_bindgen]
impl LocalTable {
    /// Opens a table and deals.
    ///
    /// # Errors
    ///
    /// Why it cannot be opened.
    pub fn open(request: &str) -> Result<LocalTable, JsError> {
        Ok(LocalTable(Local::open(request)?))
    }

    /// A table that was put away, where it was left.
    ///
    /// # Errors
    ///
    /// Why it cannot be gone on with.
    pub fn load(kept: &str) -> Result<LocalTable, JsError> {
        Ok(LocalTable(Local::load(kept)?))
    }

    /// A journal up to a step, to be gone on with; the sitters are a list in JSON.
    ///
    /// # Errors
    ///
    /// What is wrong with the journal or the sitters.
    pub fn from_journal(journal: &str, step: u32, sitters: &str) -> Result<LocalTable, JsError> {
        let sitters: Vec<Sitter> = serde_json::from_str(sitters)?;
        Ok(LocalTable(Local::from_journal(journal, u64::from(step), sitters)?))
    }

    /// Hears a message and answers with messages.
    pub fn hear(&mut self, message: &str) -> Vec<String> {
        self.0.hear(message)
    }

    /// Lets the next bot answer; nothing when a person is asked.
    pub fn tick(&mut self) -> Vec<String> {
        self.0.tick()
    }

    /// Says that the time of the match is up.
    #[wasm_bindgen(js_name = timeIsUp)]
    pub fn time_is_up(&mut self) -> Vec<String> {
        self.0.time_is_up()
    }

    /// Whether the next answer is a bot's.
    #[wasm_bindgen(js_name = botIsAsked)]
    pub fn bot_is_asked(&self) -> bool {
        self.0.bot_is_asked()
    }

    /// Whether the match is over.
    #[wasm_bindgen(js_name = isOver)]
    pub fn is_over(&self) -> bool {
        self.0.table().is_over()
    }

    /// How many inputs there have been.
    pub fn step(&self) -> u32 {
        u32::try_from(self.0.table().step()).unwrap_or(u32::MAX)
    }

    /// Everything that is needed to go on later.
    pub fn save(&self) -> String {
        self.0.save()
    }

    /// The journal so far.
    pub fn journal(&self) -> String {
        self.0.journal()
    }

    /// After how many minutes time is up, where the rules set a limit.
    pub fn minutes(&self) -> Option<u32> {
        self.0.rules().minutes()
    }

    /// The room, for a list of unfinished games.
    pub fn room(&self) -> String {
        eights_wire::write(&self.0.room())
    }
}
