//! TLS: a match over an encrypted connection, replaced and unusable certificates, and redirects.

use std::{
    fs,
    net::SocketAddr,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use crate::common::{ask_anywhere, serve};
use eights_client::{Address, Method, Session, Socket};
use eights_server::{Config, Server, StoreAddress, TlsSettings};
use eights_wire::{ToClient, ToServer, VERSION};
use http_body_util::Full;
use hyper::Request;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::{
    TlsConnector,
    rustls::{
        ClientConfig, RootCertStore,
        crypto::ring,
        pki_types::{CertificateDer, ServerName},
    },
};

/// A certificate for `localhost` in a folder.
struct Certificate {
    cert: PathBuf,
    key: PathBuf,
    der: CertificateDer<'static>,
}

impl Certificate {
    /// Makes a new certificate, and writes it over an earlier one in the same folder.
    fn make(folder: &Path) -> Certificate {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (cert, key) = (folder.join("cert.pem"), folder.join("key.pem"));
        fs::write(&cert, made.cert.pem()).unwrap();
        fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        Certificate { cert, key, der: made.cert.der().clone() }
    }

    fn files(&self) -> TlsSettings {
        TlsSettings { cert: Some(self.cert.clone()), key: Some(self.key.clone()), ..TlsSettings::default() }
    }
}

fn url(address: SocketAddr) -> String {
    format!("https://localhost:{}", address.port())
}

/// The certificate that a new connection gets, if it is one of these.
async fn presented(address: SocketAddr, trusted: &[&Certificate]) -> CertificateDer<'static> {
    let mut roots = RootCertStore::empty();
    trusted.iter().for_each(|trusted| roots.add(trusted.der.clone()).unwrap());
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    let stream = TlsConnector::from(Arc::new(config)).connect(name, stream).await.unwrap();
    stream.get_ref().1.peer_certificates().unwrap()[0].clone()
}

/// Answers every turn with the first offer until the match is over; returns the number of steps.
async fn play(socket: &mut Socket) -> u64 {
    loop {
        let ToClient::Update(update) = socket.next().await.unwrap() else { continue };
        if update.over.is_some() {
            return update.step;
        }
        if update.asks.as_deref() == Some("A") {
            let say = update.offers[0].say.clone();
            let answer = ToServer::Say { match_id: update.match_id.clone(), step: update.step, say };
            socket.send(&answer).await.unwrap();
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_played_over_tls() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    let (server, _data) = serve(|config| config.tls = certificate.files()).await;
    let address: Address = url(server.address).parse().unwrap();
    let client = eights_client::Server::new(address.server, Some(&certificate.cert)).unwrap();
    let mut session = Session::open(&client, None).await.unwrap();
    let _: serde_json::Value = session.get("/api/me").await.unwrap();
    let wanted = serde_json::json!({
        "game": "crazy-eights", "rules": "basic", "seats": 2, "bots": { "B": "newcomer" }
    });
    let table: serde_json::Value = session.send_json(Method::POST, "/api/tables", &wanted).await.unwrap();
    let link = table["url"].as_str().unwrap();
    assert!(link.starts_with(&url(server.address)), "{link}");
    let mut socket = session.open_socket(table["code"].as_str().unwrap()).await.unwrap();
    socket.send(&ToServer::Hello { version: VERSION, words: false, pauses: false }).await.unwrap();
    socket.send(&ToServer::Start {}).await.unwrap();
    assert!(play(&mut socket).await > 5);
    let over: Vec<serde_json::Value> = session.get("/api/matches").await.unwrap();
    assert_eq!(over.len(), 1);
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_secure_with_tls() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    let (server, _data) = serve(|config| config.tls = certificate.files()).await;
    let address: Address = url(server.address).parse().unwrap();
    let client = eights_client::Server::new(address.server, Some(&certificate.cert)).unwrap();
    let mut stream = client.connect().await.unwrap();
    let request = b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    stream.write_all(request).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    let cookie = text.lines().find(|line| line.starts_with("set-cookie")).unwrap();
    assert!(cookie.ends_with("; Secure"), "{cookie}");
    server.shut_down().await;
}

/// Waits until new connections get this certificate.
async fn wait_for(address: SocketAddr, wanted: &Certificate, other: &Certificate) {
    let start = Instant::now();
    while presented(address, &[wanted, other]).await != wanted.der {
        assert!(start.elapsed() < Duration::from_secs(30), "the new certificate is never used");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replaced_certificate_is_used_and_an_unusable_one_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let first = Certificate::make(folder.path());
    let (server, _data) = serve(|config| config.tls = first.files()).await;
    assert_eq!(presented(server.address, &[&first]).await, first.der);

    let second = Certificate::make(folder.path());
    wait_for(server.address, &second, &first).await;

    // A broken file changes nothing, and neither does a missing one.
    fs::write(&second.cert, "not a certificate").unwrap();
    fs::remove_file(&second.key).unwrap();
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(presented(server.address, &[&second]).await, second.der);

    let third = Certificate::make(folder.path());
    wait_for(server.address, &third, &second).await;
    server.shut_down().await;
}

#[tokio::test]
async fn files_that_cannot_be_used_are_named_in_one_sentence() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (ours, other) = (Certificate::make(one.path()), Certificate::make(two.path()));
    let text = one.path().join("text.pem");
    fs::write(&text, "nothing of the kind\n").unwrap();
    let missing = one.path().join("missing.pem");
    let (cert, key) = (ours.cert.display(), other.key.display());
    for (files, why) in [
        ((&missing, &ours.key), format!("{} cannot be read: No such file", missing.display())),
        ((&ours.cert, &missing), format!("{} cannot be read: No such file", missing.display())),
        ((&text, &ours.key), format!("{} contains no certificate in PEM form", text.display())),
        ((&ours.key, &ours.key), format!("{} contains no certificate", ours.key.display())),
        ((&ours.cert, &text), format!("{} contains no private key in PEM form", text.display())),
        ((&ours.cert, &other.key), format!("{key} is not the key of the certificate in {cert}")),
    ] {
        let config = Config {
            bind: ([127, 0, 0, 1], 0).into(),
            store: StoreAddress::Memory,
            tls: TlsSettings {
                cert: Some(files.0.clone()),
                key: Some(files.1.clone()),
                ..TlsSettings::default()
            },
            ..Config::default()
        };
        let error = Server::bind(config).await.err().expect("it cannot be served").to_string();
        assert!(error.starts_with(&why), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plain_http_is_redirected() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    let (server, _data) = serve(|config| {
        config.tls = certificate.files();
        config.redirect = Some(([127, 0, 0, 1], 0).into());
    })
    .await;
    let redirect = server.redirect.unwrap();
    let request = |path: &str| Request::get(path).header("host", "localhost:80");
    let answer = ask_anywhere(redirect, request("/t/KHTB?x=1").body(Full::default()).unwrap()).await;
    assert_eq!(answer.status, 308);
    assert_eq!(answer.headers["location"], format!("{}/t/KHTB?x=1", url(server.address)));
    let nameless = Request::get("/").body(Full::default()).unwrap();
    assert_eq!(ask_anywhere(redirect, nameless).await.status, 400);
    server.shut_down().await;
}

/// A client that speaks no TLS, or nothing at all, is disconnected.
#[tokio::test(flavor = "multi_thread")]
async fn a_handshake_that_does_not_come_ends_the_connection() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    let (server, _data) = serve(|config| {
        config.tls = certificate.files();
        config.request_timeout = 1;
    })
    .await;
    for sent in [&b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"[..], b"\x16\x03\x01", b""] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(sent).await.unwrap();
        let mut bytes = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
        let _ = ended.expect("the server closes the connection");
        assert!(!bytes.starts_with(b"HTTP"), "nothing is said without TLS");
    }
    assert_eq!(presented(server.address, &[&certificate]).await, certificate.der);
    server.shut_down().await;
}
