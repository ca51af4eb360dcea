//! Decides which certificates are trusted, and explains why one is not.

use std::{io, path::Path, sync::Arc};

use tokio_rustls::rustls::{
    self, CertificateError, ClientConfig, DigitallySignedStruct, InvalidMessage, RootCertStore,
    SignatureScheme,
    client::{
        WebPkiServerVerifier,
        danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        verify_server_name,
    },
    crypto::ring,
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
    server::ParsedCertificate,
};

use crate::{address::ServerUrl, error::ClientError};

/// Trusts the certificate authorities of this computer, and the certificates in the PEM file
/// `ca`.
pub(crate) fn client_config(ca: Option<&Path>) -> Result<ClientConfig, ClientError> {
    let mut roots = RootCertStore::empty();
    // A broken entry in the system's list only matters if a server needs it; then the handshake
    // says so.
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    let named = ca.map(read_certificates).transpose()?.unwrap_or_default();
    roots.add_parsable_certificates(named.iter().cloned());
    if roots.is_empty() {
        return Err(ClientError::NoAuthorities);
    }
    let provider = Arc::new(ring::default_provider());
    let webpki = WebPkiServerVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .build()
        .expect("there are roots, and no revocation lists that could be invalid");
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("ring supports the default versions")
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(Verifier { webpki, named }))
        .with_no_client_auth();
    Ok(config)
}

fn read_certificates(path: &Path) -> Result<Vec<CertificateDer<'static>>, ClientError> {
    let failed = |reason: String| ClientError::CaFile { path: path.to_owned(), reason };
    let found = CertificateDer::pem_file_iter(path).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match found {
        Ok(found) if found.is_empty() => Err(failed("it contains no certificate in PEM form".into())),
        Ok(found) => Ok(found),
        Err(rustls::pki_types::pem::Error::Io(error)) => Err(failed(error.to_string())),
        Err(_) => Err(failed("it is not a valid PEM file".into())),
    }
}

/// Verifies as WebPKI does, and also accepts a self-signed certificate that the player named.
///
/// `openssl req -x509` marks the certificates it makes as authorities. WebPKI rejects those when
/// a server presents them as its own, even if they are among the roots. OpenSSL and curl accept
/// them.
#[derive(Debug)]
struct Verifier {
    webpki: Arc<WebPkiServerVerifier>,
    named: Vec<CertificateDer<'static>>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let verified =
            self.webpki.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // `Other` includes "an authority used as a server"; dates, names and signatures have
            // errors of their own, and dates are checked first.
            Err(rustls::Error::InvalidCertificate(CertificateError::Other(_)))
                if self.named.contains(end_entity) =>
            {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
                Ok(ServerCertVerified::assertion())
            }
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.webpki.verify_tls12_signature(message, cert, dss)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        self.webpki.verify_tls13_signature(message, cert, dss)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.webpki.supported_verify_schemes()
    }
}

/// Explains why a handshake failed.
pub(crate) fn explain(url: &ServerUrl, error: &io::Error) -> ClientError {
    let server = url.to_string();
    let failed = |reason: String| ClientError::Tls { server: server.clone(), reason };
    let Some(error) = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>()) else {
        return failed(error.to_string());
    };
    match error {
        rustls::Error::InvalidCertificate(problem) => {
            ClientError::Certificate { reason: problem_with_certificate(problem), server }
        }
        rustls::Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            failed("it does not use TLS; try http:// instead of https://".into())
        }
        other => failed(other.to_string()),
    }
}

fn problem_with_certificate(problem: &CertificateError) -> String {
    match problem {
        CertificateError::UnknownIssuer => {
            "this computer does not know the authority that signed it. If you \
             trust this server, name a file with its certificate: --ca FILE"
                .into()
        }
        CertificateError::BadSignature => {
            "an authority of the same name signed it with another key. If you trust \
             this server, name a file with its present certificate: --ca FILE"
                .into()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => {
            "it has expired; if that is wrong, check the clock of this computer".into()
        }
        CertificateError::NotValidYet | CertificateError::NotValidYetContext { .. } => {
            "it is not valid yet; check the clock of this computer".into()
        }
        CertificateError::NotValidForNameContext { expected, presented } if !presented.is_empty() => {
            let names: Vec<String> = presented.iter().map(|name| plain_name(name)).collect();
            format!("it was made for {}, not for {}", names.join(" and "), expected.to_str())
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it was made for another host name".into()
        }
        CertificateError::Revoked => "it has been revoked".into(),
        other => other.to_string(),
    }
}

/// `DnsName("a.example")` as `a.example`.
fn plain_name(presented: &str) -> String {
    presented.split('"').nth(1).unwrap_or(presented).to_owned()
}
