//! A primary and its standby for a test of several servers, on a thread of their own.
//!
//! Servers end with the thread that starts them, and starting one takes seconds in which people go on playing.

use std::{
    io,
    path::{Path, PathBuf},
    sync::mpsc,
    thread::JoinHandle,
    time::Duration,
};

use eights_store::LocalServers;
use tokio::{runtime::Handle, sync::oneshot, time::sleep};

use super::proxy::{Proxy, Wire};
use crate::error::LoadError;

pub(crate) const DATABASE: &str = "eights";

type Job = Box<dyn FnOnce(&mut LocalServers) + Send>;

pub(crate) struct Databases {
    /// Dropping the sender ends the thread.
    jobs: Option<mpsc::Sender<Job>>,
    thread: Option<JoinHandle<()>>,
    /// Runs the proxy between the standby and the primary, if there is one.
    runtime: Option<Handle>,
    replication: Option<Proxy>,
    /// The ports of both servers. They change places and keep their ports.
    pub(crate) ports: Vec<u16>,
}

impl Databases {
    /// Starts a primary and a standby with an empty database, and a proxy between them on the runtime.
    pub(crate) async fn start(folder: &Path, runtime: Option<&Handle>) -> Result<Databases, LoadError> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let (started, begun) = oneshot::channel();
        let folder: PathBuf = folder.into();
        let thread = std::thread::spawn(move || {
            match open_folder(&folder).and_then(|()| LocalServers::start(&folder)) {
                Ok(mut servers) => {
                    let _ = started.send(Ok(()));
                    while let Ok(job) = waiting.recv() {
                        job(&mut servers);
                    }
                }
                Err(error) => drop(started.send(Err(error))),
            }
        });
        let (jobs, thread, runtime) = (Some(jobs), Some(thread), runtime.cloned());
        let mut databases = Databases { jobs, thread, runtime, replication: None, ports: Vec::new() };
        begun.await.map_err(|_| gone())?.map_err(|error| LoadError::System("the primary", error))?;
        databases.add_standby().await?;
        databases.run("the database", |servers| servers.create_database(DATABASE)).await?;
        databases.ports = databases.run("the databases", |servers| Ok(servers.ports())).await?;
        Ok(databases)
    }

    /// Does something with the servers; `what` is said if it fails.
    async fn run<T: Send + 'static>(
        &self,
        what: &'static str,
        work: impl FnOnce(&mut LocalServers) -> io::Result<T> + Send + 'static,
    ) -> Result<T, LoadError> {
        let (answer, waits) = oneshot::channel();
        let job: Job = Box::new(move |servers| drop(answer.send(work(servers))));
        self.jobs.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        waits.await.map_err(|_| gone())?.map_err(|error| LoadError::System(what, error))
    }

    pub(crate) async fn sql(&self, sql: String) -> Result<String, LoadError> {
        self.run("SQL", move |servers| servers.sql(DATABASE, &sql)).await
    }

    /// The address of the database, without proxies.
    pub(crate) async fn url(&self) -> Result<String, LoadError> {
        self.run("the databases", |servers| Ok(servers.url(DATABASE))).await
    }

    async fn add_standby(&mut self) -> Result<(), LoadError> {
        let ports = self.run("the databases", |servers| Ok(servers.ports())).await?;
        let mut port = ports[0];
        if let Some(runtime) = &self.runtime {
            let proxy = Proxy::start(runtime, port).await?;
            port = proxy.port;
            self.replication = Some(proxy);
        }
        self.run("the standby", move |servers| servers.add_standby_through(port)).await
    }

    /// Stops the standby from receiving commits for a while. Commits that wait for it may be cancelled.
    pub(super) async fn pause_standby(&mut self, is_cancelled: bool) -> Result<(), LoadError> {
        const CANCEL: &str =
            "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'";
        self.run("the standby", |servers| servers.hold_standby(true)).await?;
        sleep(Duration::from_millis(500)).await;
        if is_cancelled {
            self.sql(CANCEL.into()).await?;
            sleep(Duration::from_millis(500)).await;
        }
        self.run("the standby", |servers| servers.hold_standby(false)).await
    }

    /// Lets nothing pass between primary and standby for a while, then ends their connections.
    pub(super) async fn cut_replication(&self) {
        let Some(proxy) = &self.replication else { return };
        proxy.set(Wire::Held);
        sleep(Duration::from_secs(1)).await;
        proxy.set(Wire::Cut);
        sleep(Duration::from_millis(300)).await;
        proxy.set(Wire::Whole);
    }

    /// The standby is lost, and another one takes its place.
    pub(super) async fn replace_standby(&mut self) -> Result<(), LoadError> {
        self.run("the standby", LocalServers::lose_standby).await?;
        sleep(Duration::from_millis(500)).await;
        self.add_standby().await
    }

    /// The primary crashes and starts again.
    pub(super) async fn restart_primary(&self) -> Result<(), LoadError> {
        let restart = |servers: &mut LocalServers| {
            servers.crash_primary();
            servers.restart_primary()
        };
        self.run("the primary", restart).await
    }

    /// The primary is lost, and the standby takes its place.
    pub(super) async fn fail_over(&mut self) -> Result<(), LoadError> {
        self.run("the primary", |servers| {
            servers.crash_primary();
            servers.promote_beside_primary()?;
            servers.end_deposed()
        })
        .await?;
        self.add_standby().await
    }

    /// The standby takes the place of a primary that does not know it, and runs on for a while.
    pub(super) async fn depose_primary(&mut self) -> Result<(), LoadError> {
        self.run("the primary", LocalServers::promote_beside_primary).await?;
        sleep(Duration::from_secs(1)).await;
        self.run("the primary", LocalServers::end_deposed).await?;
        self.add_standby().await
    }
}

/// Creates a folder that PostgreSQL's user can reach.
fn open_folder(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(folder)?;
    let Some(parent) = folder.parent() else { return Ok(()) };
    std::fs::set_permissions(parent, std::fs::Permissions::from_mode(0o711))
}

impl Drop for Databases {
    fn drop(&mut self) {
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn gone() -> LoadError {
    LoadError::Refused("the database servers are gone".into())
}
