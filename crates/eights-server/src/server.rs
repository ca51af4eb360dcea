//! The server itself: it listens, takes connections, and goes down in order.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::Router;
use eights_store::{Memory, Sqlite, Store, StoreError};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};
use tower_service::Service;

use crate::{
    address::limit_key,
    clock::Clock,
    config::Config,
    connections::{ConnectionLimits, raise_file_limit},
    http::{self, App, Peer},
    hub::Hub,
    limits::Seldom,
    timed::Timed,
    upkeep,
};

/// A server that runs. It goes down in order when told to, or when this is dropped.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// Where it answers with metrics.
    pub metrics: Option<SocketAddr>,
    /// How many tables were found in the store and go on.
    pub tables: usize,
    /// A sentence for each table that could not.
    pub problems: Vec<String>,
    hub: Arc<Hub>,
    stop: watch::Sender<bool>,
    listening: Vec<JoinHandle<()>>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be used.
    #[error("cannot listen at {0}: {1}")]
    Address(SocketAddr, io::Error),
}

/// How large the buffer of a connection may grow before it is a line.
const BUFFER: usize = 16 << 10;
/// Connections that may ask for metrics at a time.
const MOST_FOR_METRICS: usize = 64;
/// How long to wait before connections are taken again after that has failed: at first, and at most.
const AGAIN: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

impl Server {
    /// Opens the store, wakes every table and listens.
    ///
    /// # Errors
    ///
    /// One sentence that says what stands in the way.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        let store: Arc<dyn Store> = match config.forget {
            true => Arc::new(Memory::default()),
            false => Arc::new(Sqlite::open(&config.data, config.durability)?),
        };
        Server::with_store(config, store).await
    }

    /// The same over any store.
    ///
    /// # Errors
    ///
    /// One sentence that says what stands in the way.
    pub async fn with_store(config: Config, store: Arc<dyn Store>) -> Result<Server, ServeError> {
        Server::with_clock(config, store, Clock::system()).await
    }

    /// The same by any clock.
    ///
    /// # Errors
    ///
    /// One sentence that says what stands in the way.
    pub async fn with_clock(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
    ) -> Result<Server, ServeError> {
        let (listener, address) = open(config.bind).await?;
        let metrics = match config.metrics {
            Some(address) => Some(open(address).await?),
            None => None,
        };
        let limits = limits(&config);
        let hub = Hub::new(config, store, clock);
        let (tables, problems) = hub.wake()?;
        tokio::spawn(upkeep::run(Arc::downgrade(&hub)));
        let (stop, stopped) = watch::channel(false);
        let app = Arc::new(App::new(hub.clone(), limits.clone()));
        let mut listening = vec![tokio::spawn(
            Listening::new(&hub, limits, http::router(app.clone())).run(listener, stopped.clone()),
        )];
        let metrics = metrics.map(|(listener, address)| {
            let limits = ConnectionLimits::new(MOST_FOR_METRICS, 0);
            let asked = Listening::new(&hub, limits, http::metrics_router(app));
            listening.push(tokio::spawn(asked.run(listener, stopped)));
            address
        });
        Ok(Server { address, metrics, tables, problems, hub, stop, listening })
    }

    /// Goes down in order: no new tables, everybody is told to come back, and
    /// whatever is on its way to the disk arrives there.
    pub async fn shut_down(self) {
        self.hub.drain().await;
        let _ = self.stop.send(true);
        for listening in self.listening {
            let _ = listening.await;
        }
        let hub = self.hub;
        let _ = tokio::task::spawn_blocking(move || hub.store.close()).await;
    }
}

/// Listens at an address; returns which one that is.
async fn open(bind: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |error| ServeError::Address(bind, error);
    let listener = TcpListener::bind(bind).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

/// The limits of a configuration, as far as the operating system allows them.
fn limits(config: &Config) -> Arc<ConnectionLimits> {
    let (wanted, most) = (config.max_connections, raise_file_limit(config.max_connections));
    if most < wanted {
        tracing::info!(
            "max-connections is {wanted}, but this process may not open that many files: {most} connections are \
             taken. Raise the limit with ulimit -n or LimitNOFILE="
        );
    }
    ConnectionLimits::new(most, config.max_per_address)
}

/// What takes connections and answers them.
struct Listening {
    hub: Arc<Hub>,
    limits: Arc<ConnectionLimits>,
    router: Router,
    failures: Seldom,
}

impl Listening {
    fn new(hub: &Arc<Hub>, limits: Arc<ConnectionLimits>, router: Router) -> Listening {
        Listening { hub: hub.clone(), limits, router, failures: Seldom::default() }
    }

    /// Takes connections until told to stop.
    async fn run(self, listener: TcpListener, mut stopped: watch::Receiver<bool>) {
        let mut wait = AGAIN.0;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopped.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    wait = AGAIN.0;
                    self.take(stream, peer, &stopped);
                }
                // The client has gone already. That says nothing about the next one.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => (),
                Err(error) => {
                    // Too many open files, most likely. The connection stays in the queue of the kernel, so
                    // trying again at once would only fail again.
                    if let Some(times) = self.failures.count(self.hub.clock.now()) {
                        tracing::warn!(%error, times, "connections cannot be taken");
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(AGAIN.1);
                }
            }
        }
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr, stopped: &watch::Receiver<bool>) {
        let config = &self.hub.config;
        let key = limit_key(peer.ip());
        let Some(slot) = self.limits.connect((!config.behind_proxy).then_some(key)) else {
            if let Some(times) = self.hub.refusals.connections.count(self.hub.clock.now()) {
                tracing::warn!(address = %peer.ip(), times, "too many connections");
            }
            return;
        };
        let peer = Peer { address: peer.ip(), _slot: Arc::new(slot) };
        let timeout = Duration::from_secs(config.request_timeout);
        tokio::spawn(connection(stream, peer, self.router.clone(), timeout, stopped.clone()));
    }
}

/// Answers the requests of one connection; a socket leaves it and lives on.
async fn connection(
    stream: TcpStream,
    peer: Peer,
    router: Router,
    timeout: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(timeout).max_buf_size(BUFFER);
    let io = TokioIo::new(Timed::new(stream, timeout));
    let serving = builder.serve_connection(io, service).with_upgrades();
    tokio::pin!(serving);
    tokio::select! {
        _ = &mut serving => (),
        _ = stopped.changed() => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(Duration::from_secs(2), serving).await;
        }
    }
}
