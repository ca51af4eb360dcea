//! The server itself: it listens, counts connections, and goes down in order.

use std::{
    collections::HashMap,
    net::{IpAddr, SocketAddr},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

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
    config::Config,
    http::{self, App, Peer},
    hub::Hub,
};

/// A server that runs. It goes down in order when told to, or when this is dropped.
pub struct Server {
    /// Where it listens.
    pub address: SocketAddr,
    /// How many tables were found in the store and go on.
    pub tables: usize,
    /// A sentence for each table that could not.
    pub problems: Vec<String>,
    hub: Arc<Hub>,
    stop: watch::Sender<bool>,
    listening: JoinHandle<()>,
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum CannotServe {
    /// The data folder cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The address cannot be used.
    #[error("cannot listen at {0}: {1}")]
    Address(SocketAddr, std::io::Error),
}

/// How long somebody may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(15);
/// How large the buffer of a connection may grow before it is a line.
const BUFFER: usize = 16 << 10;

impl Server {
    /// Opens the store, wakes every table and listens.
    ///
    /// # Errors
    ///
    /// One sentence that says what stands in the way.
    pub async fn bind(config: Config) -> Result<Server, CannotServe> {
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
    pub async fn with_store(config: Config, store: Arc<dyn Store>) -> Result<Server, CannotServe> {
        let bind = config.bind;
        let listener = TcpListener::bind(bind).await.map_err(|error| CannotServe::Address(bind, error))?;
        let address = listener.local_addr().map_err(|error| CannotServe::Address(bind, error))?;
        let hub = Hub::new(config, store);
        let (tables, problems) = hub.wake()?;
        let (stop, stopped) = watch::channel(false);
        let listening = tokio::spawn(listen(listener, hub.clone(), stopped));
        Ok(Server { address, tables, problems, hub, stop, listening })
    }

    /// Goes down in order: no new tables, everybody is told to come back, and
    /// whatever is on its way to the disk arrives there.
    pub async fn shut_down(self) {
        self.hub.drain().await;
        let _ = self.stop.send(true);
        let _ = self.listening.await;
        let hub = self.hub;
        let _ = tokio::task::spawn_blocking(move || hub.store.close()).await;
    }
}

/// Takes connections until told to stop.
async fn listen(listener: TcpListener, hub: Arc<Hub>, mut stopped: watch::Receiver<bool>) {
    let doors = Arc::new(Doors::new(&hub.config));
    let router = http::router(Arc::new(App::new(hub)));
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    // Out of file handles, most likely: it passes.
                    tracing::warn!(%error, "a connection cannot be taken");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
            _ = stopped.changed() => return,
        };
        let Some(held) = doors.enter(peer.ip()) else { continue };
        let peer = Peer { address: peer.ip(), _held: Arc::new(held) };
        tokio::spawn(connection(stream, peer, router.clone(), stopped.clone()));
    }
}

/// Answers the requests of one connection; a socket leaves it and lives on.
async fn connection(stream: TcpStream, peer: Peer, router: axum::Router, mut stopped: watch::Receiver<bool>) {
    let _ = stream.set_nodelay(true);
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        router.clone().call(request)
    });
    let mut builder = http1::Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(BUFFER);
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

/// How many connections there are, in all and by address.
struct Doors {
    most: usize,
    most_per_address: usize,
    inside: Mutex<(usize, HashMap<IpAddr, usize>)>,
}

/// A connection's place; given back when it is dropped.
pub(crate) struct Held {
    doors: Arc<Doors>,
    address: IpAddr,
}

impl Doors {
    fn new(config: &Config) -> Doors {
        // Behind a proxy all connections come from one address.
        let most_per_address = if config.behind_proxy { 0 } else { config.max_per_address };
        Doors { most: config.max_connections, most_per_address, inside: Mutex::default() }
    }

    fn enter(self: &Arc<Doors>, address: IpAddr) -> Option<Held> {
        let mut inside = self.inside.lock().unwrap_or_else(PoisonError::into_inner);
        let of_address = inside.1.get(&address).copied().unwrap_or_default();
        if inside.0 >= self.most || (self.most_per_address > 0 && of_address >= self.most_per_address) {
            return None;
        }
        inside.0 += 1;
        inside.1.insert(address, of_address + 1);
        Some(Held { doors: self.clone(), address })
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        let mut inside = self.doors.inside.lock().unwrap_or_else(PoisonError::into_inner);
        inside.0 -= 1;
        if let Some(count) = inside.1.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.1.remove(&self.address);
            }
        }
    }
}
