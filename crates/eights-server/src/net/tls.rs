//! TLS on a WebSocket: turns frames into records, and received records into bytes, without I/O.
//!
//! HTTP requests go through `tokio_rustls`. A WebSocket writes straight to its socket from several
//! threads, so it takes the session over and encrypts what it is about to write itself.

use std::{
    io::{self, Read, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tokio_rustls::rustls::ServerConnection;

/// The TLS session of one connection.
pub(crate) struct Tls(Mutex<ServerConnection>);

impl Tls {
    pub(crate) fn new(mut session: ServerConnection) -> Tls {
        // Records never stay in the session: the queue for slow readers has a limit of its own.
        session.set_buffer_limit(None);
        Tls(Mutex::new(session))
    }

    fn session(&self) -> MutexGuard<'_, ServerConnection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Encrypts bytes; first come records that the protocol itself has to send, such as a new key.
    ///
    /// Records are numbered, so they must be written in the order in which they were made.
    pub(crate) fn seal(&self, bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut session = self.session();
        session.writer().write_all(bytes)?;
        records(&mut session, bytes.len())
    }

    /// The records that end the session. Without them the peer cannot tell the end from an attack.
    pub(crate) fn seal_end(&self) -> io::Result<Vec<u8>> {
        let mut session = self.session();
        session.send_close_notify();
        records(&mut session, 0)
    }

    /// Whether the protocol itself has something to send.
    pub(crate) fn wants_write(&self) -> bool {
        self.session().wants_write()
    }

    /// Decrypts received bytes. The result is empty if a record is not complete yet.
    ///
    /// # Errors
    ///
    /// When the bytes violate the protocol, or the peer has ended the session.
    pub(crate) fn open(&self, mut received: &[u8]) -> io::Result<Vec<u8>> {
        let mut session = self.session();
        let mut plain = Vec::new();
        loop {
            let state = session
                .process_new_packets()
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?;
            let at = plain.len();
            plain.resize(at + state.plaintext_bytes_to_read(), 0);
            session.reader().read_exact(&mut plain[at..])?;
            if state.peer_has_closed() && plain.is_empty() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            // What comes after the end of the session is not read.
            if received.is_empty() || session.read_tls(&mut received)? == 0 {
                return Ok(plain);
            }
        }
    }
}

/// Takes all finished records out of a session.
fn records(session: &mut ServerConnection, plain: usize) -> io::Result<Vec<u8>> {
    // A record adds 22 bytes in TLS 1.3, and there is one for every 16 KiB.
    let mut records = Vec::with_capacity(plain + 64);
    while session.wants_write() {
        session.write_tls(&mut records)?;
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use tokio::{
        io::{AsyncReadExt, AsyncWriteExt},
        net::{TcpListener, TcpStream},
    };
    use tokio_rustls::{
        TlsConnector, client,
        rustls::{ClientConfig, RootCertStore, crypto::ring, pki_types::ServerName},
    };

    use super::*;
    use crate::net::{
        certificate::Certificate,
        connection::Connection,
        frame::Decoder,
        recipient::{Kind, Recipient},
    };

    /// An encrypted connection and its client, after the handshake.
    async fn connected() -> (Connection, client::TlsStream<TcpStream>) {
        let folder = tempfile::tempdir().unwrap();
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
        std::fs::write(&cert, made.cert.pem()).unwrap();
        std::fs::write(&key, made.signing_key.serialize_pem()).unwrap();
        let acceptor = Certificate::load(&cert, &key).unwrap().acceptor();
        let mut roots = RootCertStore::empty();
        roots.add(made.cert.der().clone()).unwrap();
        let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots)
            .with_no_client_auth();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let far = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let near = listener.accept().await.unwrap().0;
        let connector = TlsConnector::from(Arc::new(config));
        let name = ServerName::try_from("localhost").unwrap();
        let (near, far) = tokio::join!(acceptor.accept(near), connector.connect(name, far));
        let (stream, session) = near.unwrap().into_inner();
        (Connection::with_tls(stream, Some(Tls::new(session))), far.unwrap())
    }

    /// Reads what has arrived, and passes it to the decoder.
    async fn receive(connection: &Connection, decoder: &mut Decoder) -> io::Result<()> {
        let mut bytes = [0; 1024];
        loop {
            connection.stream().readable().await?;
            match connection.stream().try_read(&mut bytes) {
                Ok(n) => return connection.receive(&bytes[..n], decoder),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
                Err(error) => return Err(error),
            }
        }
    }

    /// Records wait in the queue, are written in order, and the session ends properly.
    #[tokio::test]
    async fn a_slow_reader_gets_every_message_and_the_newest_update() {
        let (connection, mut far) = connected().await;
        connection.stream().writable().await.unwrap();
        let pad = "x".repeat(60_000);
        let mut sent = 0;
        while !connection.is_waiting() {
            connection.send(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        connection.send(Kind::Other, b"<chat>");
        for _ in 0..100 {
            connection.send(Kind::Update, format!("<{sent}>{pad}").as_bytes());
            sent += 1;
        }
        let reading = tokio::spawn(async move {
            let mut bytes = Vec::new();
            // Fails if a record is missing, out of order, or is not followed by the end of the session.
            far.read_to_end(&mut bytes).await.unwrap();
            String::from_utf8_lossy(&bytes).into_owned()
        });
        while connection.is_waiting() {
            connection.stream().writable().await.unwrap();
            connection.flush();
        }
        connection.shut_down().unwrap();
        let heard = reading.await.unwrap();
        assert!(heard.contains("<chat>") && heard.contains(&format!("<{}>", sent - 1)));
        assert_eq!(heard.matches('<').count() - 1, sent - 99, "of a hundred waiting updates, the newest");
    }

    /// A client may change its key at any time and ask for the same; both sides go on.
    #[tokio::test]
    async fn a_client_can_renew_its_keys() {
        let (connection, mut far) = connected().await;
        let mut decoder = Decoder::default();
        for round in 0..3 {
            far.get_mut().1.refresh_traffic_keys().unwrap();
            // A masked ping without payload.
            far.write_all(&[0x89, 0x80, 1, 2, 3, 4]).await.unwrap();
            far.flush().await.unwrap();
            let ping = loop {
                receive(&connection, &mut decoder).await.unwrap();
                if let Some(received) = decoder.take().unwrap() {
                    break received;
                }
            };
            assert_eq!(ping, crate::net::frame::Received::Ping(Vec::new()));
            let text = format!("round {round}");
            connection.send(Kind::Other, text.as_bytes());
            let mut frame = vec![0; 2 + text.len()];
            far.read_exact(&mut frame).await.unwrap();
            assert_eq!(&frame[2..], text.as_bytes());
        }
    }

    #[tokio::test]
    async fn broken_records_and_the_end_of_the_session_are_errors() {
        let (connection, mut far) = connected().await;
        far.get_mut().0.write_all(&[23, 3, 3, 0, 5, 1, 2, 3, 4, 5]).await.unwrap();
        let error = receive(&connection, &mut Decoder::default()).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        let error = far.read(&mut [0; 10]).await.unwrap_err().to_string();
        assert!(error.contains("alert"), "the client hears why: {error}");

        let (connection, mut far) = connected().await;
        far.shutdown().await.unwrap();
        let error = receive(&connection, &mut Decoder::default()).await.unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
    }
}
