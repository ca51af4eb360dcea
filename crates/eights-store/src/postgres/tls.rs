//! TLS to the database, as the options `sslmode` and `sslrootcert` of its address say.

use std::{
    io,
    path::Path,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{
    Socket,
    tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream},
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        self, CertificateError, ClientConfig, DigitallySignedStruct, RootCertStore, SignatureScheme,
        client::{
            WebPkiServerVerifier,
            danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
        },
        crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
        pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
    },
};

use crate::StoreError;

/// What a server must prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// Nothing: what is sent is hidden from listeners, and not from somebody in between.
    Nothing,
    /// That an authority knows it.
    Authority,
    /// That an authority knows it by the name in the address.
    Name,
}

/// Makes encrypted connections.
#[derive(Clone)]
pub(crate) struct Tls(TlsConnector);

impl Tls {
    /// Trusts the authorities in a PEM file, or those of this machine.
    pub(crate) fn new(proof: Proof, authorities: Option<&Path>) -> Result<Tls, StoreError> {
        let provider = Arc::new(ring::default_provider());
        let webpki = match proof {
            Proof::Nothing => None,
            Proof::Authority | Proof::Name => {
                let roots = Arc::new(trusted(authorities)?);
                let built = WebPkiServerVerifier::builder_with_provider(roots, provider.clone()).build();
                Some(built.map_err(|_| {
                    StoreError::Failed(
                        "this machine knows no authority for certificates: name a file with sslrootcert=FILE"
                            .into(),
                    )
                })?)
            }
        };
        let verifier = Arc::new(Verifier { proof, webpki, provider: provider.clone() });
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .expect("ring supports the default versions")
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        Ok(Tls(TlsConnector::from(Arc::new(config))))
    }
}

fn trusted(file: Option<&Path>) -> Result<RootCertStore, StoreError> {
    let mut roots = RootCertStore::empty();
    let Some(file) = file else {
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        return Ok(roots);
    };
    let failed = |why: String| StoreError::Failed(format!("{}: {why}", file.display()));
    let found = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match found {
        Ok(found) => {
            if roots.add_parsable_certificates(found).0 == 0 {
                return Err(failed("this file of sslrootcert contains no certificate in PEM form".into()));
            }
            Ok(roots)
        }
        Err(rustls::pki_types::pem::Error::Io(error)) => {
            Err(failed(format!("this file of sslrootcert cannot be read: {error}")))
        }
        Err(_) => Err(failed("this file of sslrootcert is not a valid PEM file".into())),
    }
}

#[derive(Debug)]
struct Verifier {
    proof: Proof,
    /// None if nothing has to be proven.
    webpki: Option<Arc<WebPkiServerVerifier>>,
    provider: Arc<CryptoProvider>,
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
        let Some(webpki) = &self.webpki else { return Ok(ServerCertVerified::assertion()) };
        let verified = webpki.verify_server_cert(end_entity, intermediates, server_name, ocsp_response, now);
        match verified {
            // Names are checked last.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if self.proof == Proof::Authority => Ok(ServerCertVerified::assertion()),
            other => other,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls12_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        cert: &CertificateDer<'_>,
        dss: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        verify_tls13_signature(message, cert, dss, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// What is wrong with a certificate, if that is why a connection failed.
pub(crate) fn problem_with_certificate(error: &tokio_postgres::Error) -> Option<String> {
    let cause = std::error::Error::source(error)?.downcast_ref::<io::Error>()?;
    let problem = match cause.get_ref()?.downcast_ref::<rustls::Error>()? {
        rustls::Error::InvalidCertificate(problem) => problem,
        _ => return None,
    };
    Some(match problem {
        CertificateError::UnknownIssuer => {
            "nobody whom this machine trusts has signed it: name the file of its authority with sslrootcert=FILE".into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            "it was made for another name: write that name in the address, or sslmode=verify-ca".into()
        }
        CertificateError::Expired | CertificateError::ExpiredContext { .. } => "it has expired".into(),
        other => other.to_string(),
    })
}

/// One connection that is about to be encrypted.
pub(crate) struct Dial {
    connector: TlsConnector,
    /// None for a socket in a folder, which is never encrypted.
    name: Option<ServerName<'static>>,
}

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Dial;
    type Error = io::Error;

    fn make_tls_connect(&mut self, host: &str) -> io::Result<Dial> {
        Ok(Dial { connector: self.0.clone(), name: ServerName::try_from(host.to_owned()).ok() })
    }
}

impl TlsConnect<Socket> for Dial {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, stream: Socket) -> Self::Future {
        Box::pin(async move {
            let name = self.name.ok_or_else(|| io::Error::other("it has no name that TLS could check"))?;
            Ok(Encrypted(Box::new(self.connector.connect(name, stream).await?)))
        })
    }
}

pub(crate) struct Encrypted(Box<tokio_rustls::client::TlsStream<Socket>>);

impl TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
