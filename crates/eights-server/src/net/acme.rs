//! Orders a certificate from an authority (RFC 8555), and renews it before it expires.
//!
//! The authority checks that the server has the name by a TLS connection to port 443 (the challenge
//! TLS-ALPN-01, RFC 8737), so nothing else has to listen.

use std::{path::Path, sync::Arc};

use futures_util::StreamExt;
use rustls_acme::{AcmeConfig, AcmeState, EventOk, acme::ACME_TLS_ALPN_NAME, caches::DirCache};
use tokio::sync::watch;
use tokio_rustls::rustls::{
    ClientConfig, RootCertStore,
    crypto::ring,
    pki_types::{
        CertificateDer,
        pem::{self, PemObject},
    },
};

use super::certificate::{Certificate, CertificateError};
use crate::config::TlsSettings;

/// Only the owner may enter: the folder holds private keys.
#[cfg(unix)]
const FOLDER_MODE: u32 = 0o700;

/// Keeps a certificate up to date.
pub(crate) struct Orders {
    state: AcmeState<std::io::Error>,
    names: String,
}

/// Prepares a certificate, which is there once [`Orders::run`] has got it.
///
/// # Errors
///
/// One sentence that names the file or folder.
pub(crate) fn order(tls: &TlsSettings, cache: &Path) -> Result<(Certificate, Orders), CertificateError> {
    prepare(cache).map_err(|error| CertificateError::Cache(cache.to_owned(), error))?;
    let mut config = AcmeConfig::new(tls.names())
        .contact(
            tls.contact.iter().map(|address| format!("mailto:{}", address.trim_start_matches("mailto:"))),
        )
        .cache(DirCache::new(cache.to_owned()))
        .directory_lets_encrypt(true);
    if let Some(directory) = &tls.directory {
        config = config.directory(directory);
    }
    if let Some(file) = &tls.directory_ca {
        config = config.client_tls_config(Arc::new(trusting(file)?));
    }
    let state = config.state();
    let certificate = Certificate::resolved_by(state.resolver(), ACME_TLS_ALPN_NAME);
    Ok((certificate, Orders { state, names: tls.names().join(", ") }))
}

/// Creates the folder if necessary, and keeps others out.
#[cfg(unix)]
fn prepare(cache: &Path) -> std::io::Result<()> {
    use std::{
        fs::{DirBuilder, Permissions, set_permissions},
        os::unix::fs::{DirBuilderExt, PermissionsExt},
    };

    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(cache)?;
    set_permissions(cache, Permissions::from_mode(FOLDER_MODE))
}

/// Creates the folder if necessary. Its access rights are those of the folder it is in.
#[cfg(not(unix))]
fn prepare(cache: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(cache)
}

/// A client that knows the authority by the certificates in a file.
fn trusting(file: &Path) -> Result<ClientConfig, CertificateError> {
    let found = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let found = found.map_err(|error| match error {
        pem::Error::Io(error) => CertificateError::Unreadable(file.to_owned(), error),
        _ => CertificateError::NoCertificate(file.to_owned()),
    })?;
    let mut roots = RootCertStore::empty();
    if roots.add_parsable_certificates(found).0 == 0 {
        return Err(CertificateError::NoCertificate(file.to_owned()));
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("ring supports the default versions");
    Ok(config.with_root_certificates(roots).with_no_client_auth())
}

impl Orders {
    /// Gets the certificate from the folder or the authority, and a new one whenever it is time, until
    /// the server stops. After a failure it waits, for longer each time.
    pub(crate) async fn run(mut self, mut stopped: watch::Receiver<bool>) {
        let names = self.names;
        loop {
            let event = tokio::select! {
                event = self.state.next() => event,
                _ = stopped.changed() => return,
            };
            match event {
                Some(Ok(EventOk::DeployedCachedCert)) => {
                    tracing::info!("the certificate for {names} was read from its folder")
                }
                Some(Ok(EventOk::DeployedNewCert)) => {
                    tracing::info!("there is a new certificate for {names}")
                }
                Some(Ok(EventOk::CertCacheStore | EventOk::AccountCacheStore)) => (),
                Some(Err(error)) => {
                    tracing::warn!("no certificate for {names} yet, it is tried again: {error}")
                }
                None => return,
            }
        }
    }
}
