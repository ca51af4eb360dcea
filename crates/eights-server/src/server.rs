//! Startup, the accept loop, and graceful shutdown.

use std::{
    io,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

use axum::Router;
use eights_store::{Store, StoreAddress, StoreError};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpListener, TcpStream},
    sync::watch,
    task::JoinHandle,
};
use tower_service::Service;

#[cfg(feature = "acme")]
use crate::net::acme::{self, Orders};

use crate::{
    admin::listener::AdminListener,
    clock::Clock,
    cluster,
    config::Config,
    http::{
        self,
        app::{App, Peer},
        redirect::Target,
    },
    hub::{Hub, retention, upkeep},
    limits::{
        LogThrottle, Share,
        connections::{ConnectionLimits, most_connections},
    },
    net::{
        address::limit_key,
        certificate::{Certificate, CertificateError},
        timed::Timed,
    },
};

/// A running server. Dropping it stops the listeners; [`Server::shut_down`] ends in an orderly way.
pub struct Server {
    pub address: SocketAddr,
    /// The address where plain HTTP is redirected to `https`, if there is one.
    pub redirect: Option<SocketAddr>,
    /// The address of the metrics endpoint, if there is one.
    pub metrics: Option<SocketAddr>,
    /// How many tables were restored from the store.
    pub tables: usize,
    /// A sentence for each table that could not be restored.
    pub problems: Vec<String>,
    pub(crate) app: Arc<App>,
    pub(crate) certificate: Option<Arc<Certificate>>,
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
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

/// The HTTP parser's buffer of one connection.
const MAX_HTTP_BUFFER: usize = 16 << 10;
/// Concurrent connections to the metrics endpoint.
const MAX_METRICS_CONNECTIONS: usize = 64;
/// How long to wait after a failed accept: at first, and at most. Doubles each time.
const ACCEPT_RETRY_DELAY: (Duration, Duration) = (Duration::from_millis(50), Duration::from_secs(1));

impl Server {
    /// Opens the store, restores every table and listens.
    ///
    /// # Errors
    ///
    /// One sentence that says what prevents it.
    pub async fn bind(config: Config) -> Result<Server, ServeError> {
        // Other nodes may connect as soon as the store knows this one.
        let node = open_if_set(config.node_bind.or(config.node_address)).await?;
        let store = match &node {
            Some((_, own)) => {
                let reached = config.node_bind.and(config.node_address).unwrap_or(*own);
                config.store.open_shared(&reached.to_string())?
            }
            None => config.store.open(config.durability)?,
        };
        let folder = match &config.store {
            StoreAddress::Sqlite(folder) => Some(folder.clone()),
            StoreAddress::Postgres(_) | StoreAddress::Memory => None,
        };
        Server::start(config, store, Clock::system(), folder, node).await
    }

    /// Like [`Server::bind`], over a store that several servers share: it gets the address at which
    /// other nodes reach this one.
    ///
    /// # Errors
    ///
    /// One sentence that says what prevents it.
    pub async fn with_shared_store(
        config: Config,
        clock: Arc<Clock>,
        store: impl FnOnce(SocketAddr) -> Arc<dyn Store>,
    ) -> Result<Server, ServeError> {
        let (listener, address) = open(([127, 0, 0, 1], 0).into()).await?;
        Server::start(config, store(address), clock, None, Some((listener, address))).await
    }

    /// Like [`Server::bind`], over any store.
    ///
    /// # Errors
    ///
    /// One sentence that says what prevents it.
    pub async fn with_store(config: Config, store: Arc<dyn Store>) -> Result<Server, ServeError> {
        Server::with_clock(config, store, Clock::system()).await
    }

    /// Like [`Server::with_store`], with any clock.
    ///
    /// # Errors
    ///
    /// One sentence that says what prevents it.
    pub async fn with_clock(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
    ) -> Result<Server, ServeError> {
        Server::start(config, store, clock, None, None).await
    }

    /// Listens at all addresses, and for the operator's commands in the folder of the store.
    async fn start(
        config: Config,
        store: Arc<dyn Store>,
        clock: Arc<Clock>,
        folder: Option<PathBuf>,
        node: Option<(TcpListener, SocketAddr)>,
    ) -> Result<Server, ServeError> {
        let (certificate, orders) = certificate(&config, folder.as_deref())?;
        let (listener, address) = open(config.bind).await?;
        let redirect = open_if_set(config.redirect).await?;
        let metrics = open_if_set(config.metrics).await?;
        let (most, most_per_address) = (most_connections(&config), config.max_per_address);
        let hub = Hub::new(config, store, clock);
        let limits = ConnectionLimits::new(most, most_per_address, hub.share.clone());
        hub.bans.load(hub.store.as_ref())?;
        if let Some(shared) = &hub.cluster {
            shared.load(hub.store.as_ref())?;
            tokio::spawn(cluster::watch::run(Arc::downgrade(&hub)));
        }
        let (tables, problems) = hub.restore_all()?;
        tokio::spawn(upkeep::run(Arc::downgrade(&hub)));
        tokio::spawn(retention::run(Arc::downgrade(&hub)));
        let (stop, stopped) = watch::channel(false);
        let app = Arc::new(App::new(hub.clone(), limits.clone()));
        let mut main = Listening::new(&hub, limits.clone(), http::router(app.clone()));
        main.certificate = certificate.clone();
        let mut listening = vec![tokio::spawn(main.run(listener, stopped.clone()))];
        match (orders, certificate.clone()) {
            #[cfg(feature = "acme")]
            (Some(orders), _) => listening.push(tokio::spawn(orders.run(stopped.clone()))),
            (_, Some(certificate)) => listening.push(tokio::spawn(certificate.watch(stopped.clone()))),
            (_, None) => (),
        }
        match folder.map(|folder| AdminListener::open(&folder)) {
            Some(Ok(admin)) => listening.push(tokio::spawn(admin.run(hub.clone(), stopped.clone()))),
            Some(Err(error)) => tracing::warn!(%error, "eights admin cannot reach this server"),
            None => (),
        }
        let redirect = redirect.map(|(listener, own)| {
            let target = Target { hub: hub.clone(), port: address.port() };
            let asked = Listening::new(&hub, limits, http::redirect::router(target));
            listening.push(tokio::spawn(asked.run(listener, stopped.clone())));
            own
        });
        let node_stopped = stopped.clone();
        let metrics = metrics.map(|(listener, address)| {
            let limits = ConnectionLimits::new(MAX_METRICS_CONNECTIONS, 0, Share::default());
            let asked = Listening::new(&hub, limits, http::metrics_router(app.clone()));
            listening.push(tokio::spawn(asked.run(listener, stopped)));
            address
        });
        if let Some((listener, _)) = node {
            // Every client of another node is a connection here.
            let limits = ConnectionLimits::new(usize::MAX, 0, Share::default());
            let asked = Listening::new(&hub, limits, http::nodes::router(app.clone()));
            listening.push(tokio::spawn(asked.run(listener, node_stopped)));
        }
        Ok(Server { address, redirect, metrics, tables, problems, app, certificate, stop, listening })
    }

    /// Shuts down: refuses new tables, tells clients when to reconnect, and finishes pending
    /// writes.
    pub async fn shut_down(self) {
        self.app.hub.drain().await;
        let _ = self.stop.send(true);
        for listening in self.listening {
            let _ = listening.await;
        }
        let app = self.app;
        let _ = tokio::task::spawn_blocking(move || app.hub.store.close()).await;
    }
}

/// The certificate, if the server speaks TLS, and what keeps it up to date if it is ordered.
#[cfg(feature = "acme")]
fn certificate(
    config: &Config,
    folder: Option<&Path>,
) -> Result<(Option<Arc<Certificate>>, Option<Orders>), ServeError> {
    if config.tls.acme.is_none() {
        return Ok((from_files(config)?, None));
    }
    let usual = || folder.unwrap_or(Path::new(".")).join("acme");
    let cache = config.tls.cache.clone().unwrap_or_else(usual);
    let (certificate, orders) = acme::order(&config.tls, &cache)?;
    Ok((Some(Arc::new(certificate)), Some(orders)))
}

/// The certificate, if the server speaks TLS.
#[cfg(not(feature = "acme"))]
fn certificate(
    config: &Config,
    _: Option<&Path>,
) -> Result<(Option<Arc<Certificate>>, Option<()>), ServeError> {
    Ok((from_files(config)?, None))
}

fn from_files(config: &Config) -> Result<Option<Arc<Certificate>>, CertificateError> {
    let files = config.tls.both();
    files.map(|(cert, key)| Certificate::load(cert, key).map(Arc::new)).transpose()
}

/// Listens at an address; returns the actual one, which differs if the port is 0.
async fn open(bind: SocketAddr) -> Result<(TcpListener, SocketAddr), ServeError> {
    let failed = |error| ServeError::Address(bind, error);
    let listener = TcpListener::bind(bind).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok((listener, address))
}

async fn open_if_set(bind: Option<SocketAddr>) -> Result<Option<(TcpListener, SocketAddr)>, ServeError> {
    match bind {
        Some(bind) => open(bind).await.map(Some),
        None => Ok(None),
    }
}

/// Accepts connections and serves HTTP on them.
struct Listening {
    hub: Arc<Hub>,
    limits: Arc<ConnectionLimits>,
    router: Router,
    /// None for plain HTTP.
    certificate: Option<Arc<Certificate>>,
    failures: LogThrottle,
}

impl Listening {
    fn new(hub: &Arc<Hub>, limits: Arc<ConnectionLimits>, router: Router) -> Listening {
        let failures = LogThrottle::default();
        Listening { hub: hub.clone(), limits, router, certificate: None, failures }
    }

    /// Accepts connections until `stopped` changes.
    async fn run(self, listener: TcpListener, mut stopped: watch::Receiver<bool>) {
        let mut wait = ACCEPT_RETRY_DELAY.0;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                _ = stopped.changed() => return,
            };
            match accepted {
                Ok((stream, peer)) => {
                    wait = ACCEPT_RETRY_DELAY.0;
                    self.take(stream, peer, &stopped);
                }
                // The client is already gone, which says nothing about the next one.
                Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => (),
                Err(error) => {
                    // Most likely too many open files. The connection stays in the kernel's queue,
                    // so retrying at once would fail again.
                    if let Some(times) = self.failures.count(self.hub.clock.now()) {
                        tracing::warn!(%error, times, "connections cannot be taken");
                    }
                    tokio::time::sleep(wait).await;
                    wait = (wait * 2).min(ACCEPT_RETRY_DELAY.1);
                }
            }
        }
    }

    fn take(&self, stream: TcpStream, peer: SocketAddr, stopped: &watch::Receiver<bool>) {
        let config = self.hub.config();
        let key = limit_key(peer.ip());
        let Some(slot) = self.limits.connect((!config.behind_proxy).then_some(key)) else {
            if let Some(times) = self.hub.refusals.connections.count(self.hub.clock.now()) {
                tracing::warn!(address = %peer.ip(), times, "too many connections");
            }
            return;
        };
        let peer = Peer { address: peer.ip(), _slot: Arc::new(slot) };
        let timeout = Duration::from_secs(config.request_timeout);
        let (router, stopped) = (self.router.clone(), stopped.clone());
        let _ = stream.set_nodelay(true);
        let stream = Timed::new(stream, timeout);
        match &self.certificate {
            None => tokio::spawn(connection(stream, peer, router, timeout, stopped)),
            Some(certificate) => {
                let acceptor = certificate.acceptor();
                tokio::spawn(async move {
                    // A failed handshake is the client's affair: it says so there.
                    if let Ok(Ok(stream)) = tokio::time::timeout(timeout, acceptor.accept(stream)).await
                        // An ACME server that checks the name only needs the handshake.
                        && stream.get_ref().1.alpn_protocol() != Some(b"acme-tls/1")
                    {
                        connection(stream, peer, router, timeout, stopped).await;
                    }
                })
            }
        };
    }
}

/// Serves the HTTP requests of one connection. A WebSocket takes the stream and outlives this task.
async fn connection(
    stream: impl AsyncRead + AsyncWrite + Send + Unpin + 'static,
    peer: Peer,
    router: Router,
    timeout: Duration,
    mut stopped: watch::Receiver<bool>,
) {
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(timeout).max_buf_size(MAX_HTTP_BUFFER);
    let serving = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
    tokio::pin!(serving);
    tokio::select! {
        _ = &mut serving => (),
        _ = stopped.changed() => {
            serving.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(Duration::from_secs(2), serving).await;
        }
    }
}
