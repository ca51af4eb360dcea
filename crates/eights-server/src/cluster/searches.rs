//! Asks the store where tables are, for many clients at once.
//!
//! When a node dies, thousands of links look for their tables at the same time. While one question is under way, the
//! next one gathers: with 2,000 tables a node, each link asking by itself kept the database so busy that a take-over
//! took up to seven seconds.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use eights_store::{NodeId, Store};
use tokio::sync::oneshot;

use crate::blocking::blocking;

/// Where a table is.
#[derive(Clone, Copy)]
pub(super) enum Located {
    At(NodeId),
    /// Nobody owns it.
    Free,
    Nowhere,
}

/// The tables that are looked for, and who waits for each.
#[derive(Default)]
pub(super) struct Searches {
    waiting: Mutex<Vec<(String, oneshot::Sender<Located>)>>,
    /// Held while a question is under way.
    turn: tokio::sync::Mutex<()>,
}

impl Searches {
    fn waiting(&self) -> MutexGuard<'_, Vec<(String, oneshot::Sender<Located>)>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks where a table is. None if the store does not answer.
    pub(super) async fn ask(self: &Arc<Searches>, store: &Arc<dyn Store>, code: &str) -> Option<Located> {
        let (answer, waits) = oneshot::channel();
        let is_first = {
            let mut waiting = self.waiting();
            waiting.push((code.to_owned(), answer));
            waiting.len() == 1
        };
        if is_first {
            // A task of its own, because the first caller may be cancelled.
            let (searches, store) = (self.clone(), store.clone());
            tokio::spawn(async move { searches.answer_all(store).await });
        }
        waits.await.ok()
    }

    async fn answer_all(&self, store: Arc<dyn Store>) {
        let _turn = self.turn.lock().await;
        let waiting = std::mem::take(&mut *self.waiting());
        let codes: Vec<String> = waiting.iter().map(|(code, _)| code.clone()).collect();
        let Some(Ok(owners)) = blocking(move || store.owners(&codes)).await else { return };
        for (code, answer) in waiting {
            let _ = answer.send(match owners.get(&code) {
                None => Located::Nowhere,
                Some(None) => Located::Free,
                Some(Some(owner)) => Located::At(*owner),
            });
        }
    }
}
