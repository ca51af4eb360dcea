//! The TLS certificate: loaded from two files, and loaded again when they change; or ordered (see `acme`).

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, SystemTime},
};

use tokio::sync::watch;
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        self, InconsistentKeys, ServerConfig,
        crypto::ring,
        pki_types::{
            CertificateDer, PrivateKeyDer,
            pem::{self, PemObject},
        },
    },
};

/// How often the files are checked for changes.
const POLL: Duration = Duration::from_secs(1);

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    #[error("{0} cannot be read: {1}")]
    Unreadable(PathBuf, io::Error),
    #[error("{0} contains no certificate in PEM form")]
    NoCertificate(PathBuf),
    #[error("{0} contains no private key in PEM form")]
    NoKey(PathBuf),
    #[error("{key} is not the key of the certificate in {cert}")]
    OtherKey { cert: PathBuf, key: PathBuf },
    #[error("the certificate in {0} cannot be used: {1}")]
    Unusable(PathBuf, rustls::Error),
    #[error("the folder {0} for ordered certificates cannot be used: {1}")]
    Cache(PathBuf, io::Error),
}

/// The certificate in use, and the files it came from.
pub(crate) struct Certificate {
    /// Certificate and key. None if they are ordered, and so renew themselves.
    files: Option<[PathBuf; 2]>,
    current: Mutex<Arc<ServerConfig>>,
}

/// What changes when a file is replaced: length and time of the last change, none if it is missing.
type FileState = Option<(u64, SystemTime)>;

impl Certificate {
    /// # Errors
    ///
    /// One sentence that names the file.
    pub(crate) fn load(cert: &Path, key: &Path) -> Result<Certificate, CertificateError> {
        let current = Mutex::new(Arc::new(read(cert, key)?));
        Ok(Certificate { files: Some([cert.to_owned(), key.to_owned()]), current })
    }

    /// A certificate that comes from elsewhere.
    #[cfg(feature = "acme")]
    pub(crate) fn resolved_by(
        resolver: Arc<dyn rustls::server::ResolvesServerCert>,
        protocol: &[u8],
    ) -> Certificate {
        let mut config = builder().with_cert_resolver(resolver);
        config.alpn_protocols = vec![HTTP.to_vec(), protocol.to_vec()];
        Certificate { files: None, current: Mutex::new(Arc::new(config)) }
    }

    /// Accepts connections with the newest certificate.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.current.lock().unwrap_or_else(PoisonError::into_inner).clone().into()
    }

    /// Reads the files again, for new connections. If they cannot be used, the certificate in use
    /// stays.
    pub(crate) fn reload(&self) {
        let Some([cert, key]) = &self.files else { return };
        match read(cert, key) {
            Ok(config) => {
                *self.current.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
                tracing::info!("the certificate was read again from {}", cert.display());
            }
            Err(error) => tracing::warn!("the certificate in use stays: {error}"),
        }
    }

    /// Reloads whenever the files change, until the server stops.
    pub(crate) async fn watch(self: Arc<Certificate>, mut stopped: watch::Receiver<bool>) {
        let mut loaded = self.files();
        let mut before = loaded;
        loop {
            tokio::select! {
                () = tokio::time::sleep(POLL) => (),
                _ = stopped.changed() => return,
            }
            let now = self.files();
            // Two files are not replaced at the same moment, and not in one write: wait until
            // neither has changed between two looks.
            if now == before && now != loaded {
                loaded = now;
                self.reload();
            }
            before = now;
        }
    }

    fn files(&self) -> [FileState; 2] {
        let state = |path: &PathBuf| {
            let metadata = fs::metadata(path).ok()?;
            Some((metadata.len(), metadata.modified().ok()?))
        };
        self.files.as_ref().map_or([None; 2], |files| files.each_ref().map(state))
    }
}

/// The protocol that is spoken inside of TLS.
const HTTP: &[u8] = b"http/1.1";

fn builder() -> rustls::ConfigBuilder<ServerConfig, rustls::server::WantsServerCert> {
    ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring supports the default versions")
        .with_no_client_auth()
}

fn read(cert: &Path, key: &Path) -> Result<ServerConfig, CertificateError> {
    let chain = CertificateDer::pem_file_iter(cert).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let chain = match chain {
        Ok(chain) if !chain.is_empty() => chain,
        Err(pem::Error::Io(error)) => return Err(CertificateError::Unreadable(cert.to_owned(), error)),
        _ => return Err(CertificateError::NoCertificate(cert.to_owned())),
    };
    let private = PrivateKeyDer::from_pem_file(key).map_err(|error| match error {
        pem::Error::Io(error) => CertificateError::Unreadable(key.to_owned(), error),
        _ => CertificateError::NoKey(key.to_owned()),
    })?;
    let mut config = builder().with_single_cert(chain, private).map_err(|error| match error {
        rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
            CertificateError::OtherKey { cert: cert.to_owned(), key: key.to_owned() }
        }
        error => CertificateError::Unusable(cert.to_owned(), error),
    })?;
    config.alpn_protocols = vec![HTTP.to_vec()];
    Ok(config)
}
