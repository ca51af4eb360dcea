//! Opens TCP and TLS connections to a server.

use std::{
    io,
    net::{IpAddr, SocketAddr},
    path::Path,
    sync::Arc,
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::{TcpSocket, TcpStream, lookup_host},
    time::timeout,
};
use tokio_rustls::{TlsConnector, rustls::pki_types::ServerName};

use crate::{address::ServerUrl, error::ClientError, tls};

/// Timeout for connecting, for a request, and for sending a message.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(6);

/// A connection, encrypted or not.
///
/// Boxed, so that an unencrypted one stays small: the state of a TLS connection has more than a
/// kilobyte, and the load tool opens ten thousand connections.
pub type Stream = Box<dyn ReadWrite>;

/// What HTTP and WebSocket need of a connection.
pub trait ReadWrite: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> ReadWrite for T {}

/// A server that connections can be opened to. Cheap to clone.
#[derive(Clone)]
pub struct Server {
    url: Arc<ServerUrl>,
    tls: Option<(TlsConnector, ServerName<'static>)>,
    source: Option<IpAddr>,
    timeout: Duration,
}

impl Server {
    /// Prepares connections. An `https` server must have a certificate of an authority that this
    /// computer knows, or one that the PEM file `ca` vouches for.
    ///
    /// # Errors
    ///
    /// If certificates are needed and cannot be read.
    pub fn new(url: ServerUrl, ca: Option<&Path>) -> Result<Server, ClientError> {
        let tls = if url.is_secure {
            let name = ServerName::try_from(url.host.clone());
            let name = name.map_err(|_| ClientError::Address(url.to_string()))?;
            Some((TlsConnector::from(Arc::new(tls::client_config(ca)?)), name))
        } else {
            None
        };
        Ok(Server { url: Arc::new(url), tls, source: None, timeout: DEFAULT_TIMEOUT })
    }

    /// Connects from this local IP address.
    #[must_use]
    pub fn with_source(self, source: IpAddr) -> Server {
        Server { source: Some(source), ..self }
    }

    /// Waits this long for a connection, for a response, and for sending a message.
    #[must_use]
    pub fn with_timeout(self, timeout: Duration) -> Server {
        Server { timeout, ..self }
    }

    pub fn url(&self) -> &ServerUrl {
        &self.url
    }

    /// Opens a connection.
    ///
    /// # Errors
    ///
    /// If the host cannot be found or reached, or its certificate is not trusted.
    pub async fn connect(&self) -> Result<Stream, ClientError> {
        self.within(self.connect_now()).await
    }

    async fn connect_now(&self) -> Result<Stream, ClientError> {
        let tcp = self.connect_tcp().await?;
        tcp.set_nodelay(true).map_err(|source| self.unreachable(source))?;
        match &self.tls {
            None => Ok(Box::new(tcp)),
            Some((connector, name)) => {
                let secured = connector.connect(name.clone(), tcp).await;
                Ok(Box::new(secured.map_err(|error| tls::explain(&self.url, &error))?))
            }
        }
    }

    async fn connect_tcp(&self) -> Result<TcpStream, ClientError> {
        let found = lookup_host((self.url.host.as_str(), self.url.port)).await;
        let unknown = |_| ClientError::UnknownHost { host: self.url.host.clone() };
        let mut last = None;
        for address in found.map_err(unknown)? {
            match self.connect_to(address).await {
                Ok(stream) => return Ok(stream),
                Err(error) => last = Some(error),
            }
        }
        Err(self.unreachable(last.unwrap_or_else(|| io::ErrorKind::AddrNotAvailable.into())))
    }

    async fn connect_to(&self, address: SocketAddr) -> io::Result<TcpStream> {
        let Some(source) = self.source else { return TcpStream::connect(address).await };
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        socket.bind((source, 0).into())?;
        socket.connect(address).await
    }

    fn unreachable(&self, source: io::Error) -> ClientError {
        let server = self.url.to_string();
        if source.kind() == io::ErrorKind::ConnectionRefused {
            ClientError::ConnectionRefused { server }
        } else {
            ClientError::Unreachable { server, source }
        }
    }

    /// Runs an attempt with the timeout.
    pub(crate) async fn within<T>(
        &self,
        attempt: impl Future<Output = Result<T, ClientError>>,
    ) -> Result<T, ClientError> {
        timeout(self.timeout, attempt).await.unwrap_or_else(|_| {
            Err(ClientError::Timeout { server: self.url.to_string(), seconds: self.timeout.as_secs() })
        })
    }

    pub(crate) fn lost(&self, error: impl std::fmt::Display) -> ClientError {
        ClientError::Lost { server: self.url.to_string(), reason: error.to_string() }
    }

    pub(crate) fn not_eights(&self, reason: impl Into<String>) -> ClientError {
        ClientError::NotEights { server: self.url.to_string(), reason: reason.into() }
    }
}

impl From<SocketAddr> for Server {
    fn from(address: SocketAddr) -> Server {
        Server { url: Arc::new(address.into()), tls: None, source: None, timeout: DEFAULT_TIMEOUT }
    }
}
