//! Shows and verifies journals.

use eights::Seat;
use eights_local::Replay;
use serde_json::json;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// A journal that can be viewed step by step from any seat.
#[wasm_bindgen]
pub struct ReplayTable(Replay);

#[wasm_bindgen]
impl ReplayTable {
    /// Reads and replays a journal, checking every digest.
    ///
    /// # Errors
    ///
    /// The first line that cannot be parsed or does not replay.
    pub fn read(journal: &str) -> Result<ReplayTable, JsError> {
        Ok(ReplayTable(Replay::read(journal)?))
    }

    /// The head, the entries, the number of steps, and whether the match is over.
    pub fn about(&self) -> String {
        let replay = &self.0;
        json!({
            "head": replay.head(), "steps": replay.steps(), "over": replay.is_over(),
            "entries": replay.entries(),
        })
        .to_string()
    }

    /// The room with its players, as this seat saw it. `seat` is a letter, or empty for a spectator.
    pub fn room(&self, seat: &str) -> String {
        eights_wire::write(&self.0.room(Seat::from_letter(seat)))
    }

    /// The update that a seat received after `step` steps. `seat` is a letter; if it is empty, the
    /// update shows all cards of a finished match, or what spectators saw of an unfinished one.
    pub fn at(&self, step: u32, seat: &str) -> String {
        self.0.at(u64::from(step), Seat::from_letter(seat))
    }
}

/// Replays a journal and reports whether every digest holds.
#[wasm_bindgen]
pub fn verify(journal: &str) -> String {
    match Replay::read(journal) {
        Ok(replay) => {
            json!({ "ok": true, "steps": replay.steps(), "over": replay.is_over(), "hash": replay.rules().hash })
        }
        Err(why) => json!({ "ok": false, "why": why.to_string() }),
    }
    .to_string()
}
