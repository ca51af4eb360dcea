//! Tells the other nodes every second that this one is alive, on a thread and a connection of its own.
//!
//! Beats only help others to guess, so they do not wait for the standby. A node that is busy folding
//! the log of a dead one must not look dead itself, hence the thread.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::Ordering,
        mpsc::{self, RecvTimeoutError},
    },
    thread::JoinHandle,
    time::Duration,
};

use super::{connection::Connection, error::failed, lane::Common, write::signed};
use crate::StoreError;

const INTERVAL: Duration = Duration::from_secs(1);

pub(crate) struct Beats {
    /// Dropping the sender stops the thread.
    thread: Mutex<Option<(mpsc::Sender<()>, JoinHandle<()>)>>,
}

impl Beats {
    pub(crate) fn start(common: Arc<Common>) -> Result<Beats, StoreError> {
        let (stop, stopped) = mpsc::channel();
        let thread = std::thread::Builder::new()
            .name("beats".into())
            .spawn(move || run(&common, &stopped))
            .map_err(|error| StoreError::Failed(format!("no thread for beats: {error}")))?;
        Ok(Beats { thread: Mutex::new(Some((stop, thread))) })
    }

    pub(crate) fn stop(&self) {
        let thread = self.thread.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some((stop, thread)) = thread {
            drop(stop);
            let _ = thread.join();
        }
    }
}

fn run(common: &Common, stopped: &mpsc::Receiver<()>) {
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
    let mut connection: Option<Connection> = None;
    while let Err(RecvTimeoutError::Timeout) = stopped.recv_timeout(INTERVAL) {
        // Made within the runtime, which owns the timer.
        let done = runtime
            .block_on(async { tokio::time::timeout(2 * INTERVAL, beat(common, &mut connection)).await });
        match done {
            Ok(Ok(true)) => (),
            Ok(Ok(false)) => common.is_fenced.store(true, Ordering::SeqCst),
            Ok(Err(_)) | Err(_) => connection = None,
        }
    }
}

/// Whether the node is still open.
async fn beat(common: &Common, connection: &mut Option<Connection>) -> Result<bool, StoreError> {
    const BEAT: &str = "UPDATE node SET beat = now() WHERE id = $1 AND is_open";
    let connection = match connection {
        Some(connection) if !connection.is_closed() => connection,
        place => {
            let fresh = Connection::open(&common.database).await?;
            fresh.batch("SET synchronous_commit = off").await.map_err(|error| failed(&error))?;
            place.insert(fresh)
        }
    };
    let beaten = connection.execute(BEAT, &[&signed(common.node.0)]).await;
    Ok(beaten.map_err(|error| failed(&error))? == 1)
}
