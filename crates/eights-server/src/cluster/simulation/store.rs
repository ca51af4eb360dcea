//! A node's way to the shared store, which the simulation cuts.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use eights_match::{Entry, Head};
use eights_store::{
    Claim, Expired, FinishedRow, KeepLimits, MatchId, Memory, NodeId, Op, Owners, Peer, Pending, PersonId,
    PersonRow, Places, Released, RoomRow, Rooms, SheetRow, Store, StoreError, pending,
};
use tokio::{sync::watch, time::Instant};

/// What passes between a node and the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Open,
    /// Nothing: writes wait until the way is open again.
    Shut,
    /// Writes arrive, and their answers wait until the way is open again.
    Mute,
}

/// The store as one node sees it.
pub(super) struct Reached {
    pub(super) inner: Arc<Memory>,
    pub(super) way: watch::Receiver<Way>,
    /// Without a fence, a node that was closed out believes that it still writes.
    pub(super) is_fenced: bool,
    pub(super) beats: Beats,
    /// A moment of the node's own clock, and the same moment of the simulation.
    pub(super) started: (Instant, Duration),
}

/// When nodes last beat. The store in memory would measure that by the clock of the machine.
pub(super) type Beats = Arc<Mutex<HashMap<NodeId, Duration>>>;

impl Reached {
    fn now(&self) -> Duration {
        self.started.1 + self.started.0.elapsed()
    }

    /// Reads fail at once while the way is shut: the real ones do after ten seconds.
    fn check(&self) -> Result<(), StoreError> {
        match *self.way.borrow() {
            Way::Open => Ok(()),
            Way::Shut | Way::Mute => Err(StoreError::Failed("the store cannot be reached".into())),
        }
    }
}

/// Passes calls on if the way is open.
macro_rules! passed_on {
    ($(fn $name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name(&self, $($arg: $type),*) -> Result<$out, StoreError> {
            self.check()?;
            self.inner.$name($($arg),*)
        })*
    };
}

impl Places for Reached {
    fn is_shared(&self) -> bool {
        true
    }

    fn node(&self) -> NodeId {
        self.inner.node()
    }

    passed_on! {
        fn claim(code: &str) -> Claim;
        fn claim_some(limit: u32) -> Vec<RoomRow>;
        fn release(tables: Vec<Released>) -> ();
        fn owners(codes: &[String]) -> Owners;
        fn close_out(node: NodeId) -> ();
        fn rejoin() -> ();
        fn secret() -> String;
    }

    fn beat(&self) -> Result<(), StoreError> {
        self.check()?;
        self.inner.beat()?;
        self.beats.lock().unwrap_or_else(PoisonError::into_inner).insert(self.node(), self.now());
        Ok(())
    }

    fn peers(&self) -> Result<Vec<Peer>, StoreError> {
        self.check()?;
        let mut peers = self.inner.peers()?;
        let (mut beats, now) = (self.beats.lock().unwrap_or_else(PoisonError::into_inner), self.now());
        for peer in &mut peers {
            // One that has never beaten has just started.
            peer.silent = now.saturating_sub(*beats.entry(peer.id).or_insert(now));
        }
        Ok(peers)
    }
}

impl Store for Reached {
    fn write(&self, ops: Vec<Op>) -> Pending {
        let (done, waits) = pending();
        let (inner, mut way, is_fenced) = (self.inner.clone(), self.way.clone(), self.is_fenced);
        let now = *way.borrow();
        let early = (now != Way::Shut).then(|| inner.write(ops.clone()));
        tokio::spawn(async move {
            let _ = way.wait_for(|way| *way == Way::Open).await;
            let written = match early {
                Some(early) => early.await,
                None => inner.write(ops).await,
            };
            let is_ignored = !is_fenced && written == Err(StoreError::Fenced);
            let _ = done.send(if is_ignored { Ok(()) } else { written });
        });
        waits
    }

    fn close(&self) {
        self.inner.close();
    }

    passed_on! {
        fn journal(id: MatchId) -> Option<(Head, Vec<Entry>)>;
        fn rooms() -> Rooms;
        fn room(code: &str) -> Option<String>;
        fn person(id: PersonId) -> Option<PersonRow>;
        fn bans() -> Vec<String>;
        fn sheet(game: &str, hash: &str) -> Option<SheetRow>;
        fn sheets_by(person: PersonId, after: Option<(&str, &str)>, limit: u32) -> Vec<SheetRow>;
        fn matches_of(person: PersonId, after: Option<MatchId>, limit: u32) -> Vec<MatchId>;
        fn expired(limits: KeepLimits, limit: u32) -> Expired;
        fn steps(id: MatchId, after: u64) -> Vec<Entry>;
        fn finished(of: PersonId, before: u64, limit: u32) -> Vec<FinishedRow>;
        fn finished_one(id: MatchId) -> Option<FinishedRow>;
    }
}
