//! Journals looked at and checked.

use eights::Seat;
use eights_local::Replay;
use serde_json::json;
use wasm_bindgen::{JsError, prelude::wasm_bindgen};

/// A journal that can be looked at, step by step, from any seat.
#[wasm_bindgen]
pub struct ReplayTable(Replay);

#[wasm_bindgen]
impl ReplayTable {
    /// Reads a journal, plays it through and checks every digest.
    ///
    /// # Errors
    ///
    /// The first line that is broken or does not hold.
    pub fn read(journal: &str) -> Result<ReplayTable, JsError> {
        Ok(ReplayTable(Replay::read(journal)?))
    }

    /// Head, steps and whether it was played to the end.
    pub fn about(&self) -> String {
        let replay = &self.0;
        json!({
            "head": replay.head(), "steps": replay.steps(), "over": replay.is_over(),
            "entries": replay.entries(),
        })
        .to_string()
    }

    /// Who sat where; a seat's letter, or nothing for all cards.
    pub fn room(&self, seat: &str) -> String {
        eights_wire::write(&self.0.room(Seat::from_letter(seat)))
    }

    /// The message that a seat was sent after so many steps; nothing for all cards.
    pub fn at(&self, step: u32, seat: &str) -> String {
        self.0.at(u64::from(step), Seat::from_letter(seat))
    }
}

/// Plays a journal through and says whether every digest holds.
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
