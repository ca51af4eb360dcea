//! Connects to servers with good, bad and missing certificates, and to programs that are not
//! Eights servers. Tests with the real server are in `eights-cli`.

use std::{net::SocketAddr, path::Path, sync::Arc, time::Duration};

use eights_client::{Address, ClientError, Server, Session, Socket};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair, date_time_ymd};
use serde_json::Value;
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpListener,
};
use tokio_rustls::{
    TlsAcceptor,
    rustls::{
        ServerConfig,
        crypto::ring,
        pki_types::{CertificateDer, PrivateKeyDer, PrivatePkcs8KeyDer},
    },
};

const PROFILE: &str =
    "HTTP/1.1 200 OK\r\nset-cookie: eights=abc; HttpOnly\r\ncontent-length: 14\r\n\r\n{\"name\":\"Ada\"}";

/// Sends the same response to every request.
async fn respond(mut stream: impl AsyncRead + AsyncWrite + Unpin, response: &str) {
    let mut request = [0; 4096];
    while stream.read(&mut request).await.is_ok_and(|n| n > 0) {
        if stream.write_all(response.as_bytes()).await.is_err() {
            return;
        }
    }
}

/// A program that sends this response to every request.
async fn plain(response: &'static str) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(respond(stream, response));
        }
    });
    address
}

/// A server with this certificate and key.
async fn secure(certificate: CertificateDer<'static>, key: &KeyPair) -> SocketAddr {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            if let Ok(stream) = acceptor.accept(stream).await {
                tokio::spawn(respond(stream, PROFILE));
            }
        }
    });
    address
}

fn authority() -> CertifiedIssuer<'static, KeyPair> {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap()
}

/// A server at `localhost` whose certificate is signed by this authority.
async fn signed(issuer: &CertifiedIssuer<'static, KeyPair>, params: CertificateParams) -> SocketAddr {
    let key = KeyPair::generate().unwrap();
    let certificate = params.signed_by(&key, issuer).unwrap();
    secure(certificate.der().clone(), &key).await
}

fn for_localhost() -> CertificateParams {
    CertificateParams::new(["localhost".to_owned()]).unwrap()
}

/// Signs in at `https://localhost`, trusting this PEM text; returns name and cookie.
async fn sign_in(address: SocketAddr, pem: Option<&str>) -> Result<(String, String), ClientError> {
    let folder = tempfile::tempdir().unwrap();
    let ca = folder.path().join("ca.pem");
    if let Some(pem) = pem {
        std::fs::write(&ca, pem).unwrap();
    }
    sign_in_at(&format!("https://localhost:{}", address.port()), pem.map(|_| ca.as_path())).await
}

async fn sign_in_at(url: &str, ca: Option<&Path>) -> Result<(String, String), ClientError> {
    let server = Server::new(url.parse::<Address>()?.server, ca)?;
    let mut session = Session::open(&server, None).await?;
    let me: Value = session.get("/api/me").await?;
    Ok((me["name"].as_str().unwrap().to_owned(), session.cookie().unwrap().to_owned()))
}

/// The text of an error that must be about the certificate.
#[track_caller]
fn certificate_error(result: Result<(String, String), ClientError>) -> String {
    match result {
        Err(error @ ClientError::Certificate { .. }) => error.to_string(),
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_certificate_of_a_named_authority_is_trusted() {
    let authority = authority();
    let address = signed(&authority, for_localhost()).await;
    let found = sign_in(address, Some(&authority.pem())).await.unwrap();
    assert_eq!(found, ("Ada".into(), "eights=abc".into()));
}

#[tokio::test]
async fn an_unknown_authority_is_explained() {
    let address = signed(&authority(), for_localhost()).await;
    // Has the same name as the real one, as after an operator has made a new certificate.
    let outdated = authority();
    for (pem, why) in [(None, "does not know the authority"), (Some(outdated.pem()), "with another key")] {
        let text = certificate_error(sign_in(address, pem.as_deref()).await);
        assert!(text.contains(&format!("https://localhost:{} is not trusted", address.port())), "{text}");
        assert!(text.contains(why) && text.contains("--ca FILE"), "{text}");
    }
}

#[tokio::test]
async fn a_certificate_for_another_host_is_rejected() {
    let authority = authority();
    let params = CertificateParams::new(["cards.example".to_owned()]).unwrap();
    let address = signed(&authority, params).await;
    let text = certificate_error(sign_in(address, Some(&authority.pem())).await);
    assert!(text.contains("it was made for cards.example, not for localhost"), "{text}");
}

#[tokio::test]
async fn an_expired_certificate_is_rejected() {
    let authority = authority();
    let mut params = for_localhost();
    params.not_after = date_time_ymd(2020, 1, 1);
    let address = signed(&authority, params).await;
    let text = certificate_error(sign_in(address, Some(&authority.pem())).await);
    assert!(text.contains("it has expired"), "{text}");
}

/// A self-signed certificate as `openssl req -x509` makes it (an authority), or a plain one.
fn self_signed(names: &[&str], is_ca: IsCa) -> (rcgen::Certificate, KeyPair) {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let mut params = CertificateParams::new(names).unwrap();
    params.is_ca = is_ca;
    let key = KeyPair::generate().unwrap();
    (params.self_signed(&key).unwrap(), key)
}

#[tokio::test]
async fn a_self_signed_certificate_is_trusted_only_if_it_is_named() {
    for is_ca in [IsCa::NoCa, IsCa::Ca(BasicConstraints::Unconstrained)] {
        let (certificate, key) = self_signed(&["localhost"], is_ca);
        let address = secure(certificate.der().clone(), &key).await;
        assert!(sign_in(address, Some(&certificate.pem())).await.is_ok());
        let (another, _) = self_signed(&["localhost"], is_ca);
        certificate_error(sign_in(address, Some(&another.pem())).await);
        certificate_error(sign_in(address, None).await);
    }
}

#[tokio::test]
async fn a_named_self_signed_certificate_must_fit_the_host_and_the_date() {
    let authority = IsCa::Ca(BasicConstraints::Unconstrained);
    let (certificate, key) = self_signed(&["cards.example"], authority);
    let address = secure(certificate.der().clone(), &key).await;
    let text = certificate_error(sign_in(address, Some(&certificate.pem())).await);
    assert!(text.contains("not for localhost"), "{text}");

    let mut params = for_localhost();
    (params.is_ca, params.not_after) = (authority, date_time_ymd(2020, 1, 1));
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let address = secure(certificate.der().clone(), &key).await;
    let text = certificate_error(sign_in(address, Some(&certificate.pem())).await);
    assert!(text.contains("it has expired"), "{text}");
}

#[tokio::test]
async fn files_without_certificates_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing.pem");
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "nothing here").unwrap();
    for (file, why) in [(missing, "No such file"), (empty, "no certificate")] {
        let error = sign_in_at("https://localhost", Some(&file)).await.unwrap_err().to_string();
        assert!(error.contains(&file.display().to_string()) && error.contains(why), "{error}");
    }
}

#[tokio::test]
async fn https_at_a_server_without_tls_suggests_http() {
    let address = plain(PROFILE).await;
    let error = sign_in(address, None).await.unwrap_err();
    assert!(matches!(error, ClientError::Tls { .. }), "{error:?}");
    assert!(error.to_string().contains("try http://"), "{error}");
}

#[tokio::test]
async fn unreachable_hosts_are_temporary_errors() {
    // Bound and dropped, so that nothing listens there.
    let free = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = sign_in_at(&format!("http://{free}"), None).await.unwrap_err();
    assert!(matches!(error, ClientError::ConnectionRefused { .. }) && error.is_temporary(), "{error:?}");
    let error = sign_in_at("http://no-such-host.invalid", None).await.unwrap_err();
    assert!(matches!(error, ClientError::UnknownHost { .. }) && error.is_temporary(), "{error:?}");
}

#[tokio::test]
async fn other_programs_are_not_eights_servers() {
    for response in [
        "HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\n<html>",
        "HTTP/1.1 404 Not Found\r\ncontent-length: 6\r\n\r\n<html>",
        "220 mail.example ESMTP\r\n",
    ] {
        let error = sign_in_at(&format!("http://{}", plain(response).await), None).await.unwrap_err();
        assert!(
            matches!(error, ClientError::NotEights { .. }) && !error.is_temporary(),
            "{response}: {error:?}"
        );
    }
    let server = Server::from(plain(PROFILE).await);
    let error = Socket::open(&server, "ABCDE", None).await.err().unwrap();
    assert!(matches!(error, ClientError::NotEights { .. }), "{error:?}");
}

#[tokio::test]
async fn refusals_have_the_sentence_of_the_server() {
    let no_table =
        "HTTP/1.1 404 Not Found\r\ncontent-length: 34\r\n\r\n{\"error\":\"there is no such table\"}";
    let address = plain(no_table).await;
    let error = sign_in_at(&format!("http://{address}"), None).await.unwrap_err();
    assert_eq!(error.to_string(), "there is no such table");
    let error = Socket::open(&Server::from(address), "ABCDE", None).await.err().unwrap();
    assert_eq!((error.to_string().as_str(), error.is_temporary()), ("there is no such table", false));

    // The server behind a proxy restarts.
    let gateway = "HTTP/1.1 502 Bad Gateway\r\ncontent-length: 6\r\n\r\n<html>";
    let error = sign_in_at(&format!("http://{}", plain(gateway).await), None).await.unwrap_err();
    assert!(error.is_temporary() && error.to_string().contains("502 Bad Gateway"), "{error}");
}

#[tokio::test]
async fn a_silent_server_is_given_up() {
    let server = Server::from(plain("").await).with_timeout(Duration::from_millis(50));
    let mut session = Session::open(&server, None).await.unwrap();
    let error = session.get::<Value>("/api/me").await.unwrap_err();
    assert!(matches!(error, ClientError::Timeout { .. }) && error.is_temporary(), "{error:?}");
    let error = Socket::open(&server, "ABCDE", None).await.err().unwrap();
    assert!(matches!(error, ClientError::Timeout { .. }), "{error:?}");
}
