//! A minimal HTTP/1.1 client, enough to get a cookie and open a table.

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use memchr::memmem;
use tokio::net::{TcpSocket, TcpStream};

use crate::LoadError;

/// A keep-alive connection that sends one request after the other.
pub(crate) struct Http {
    stream: TcpStream,
    address: SocketAddr,
}

pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The cookie that was set, without its attributes.
    pub(crate) cookie: Option<String>,
    pub(crate) body: String,
}

/// The number of connections that share a loopback address as their source. One address has
/// only about 28,000 ephemeral ports, so the next connections use the next address.
const PER_ADDRESS: usize = 15_000;

/// Opens a connection. Its `number` decides the source address on the loopback.
pub(crate) async fn connect(address: SocketAddr, number: usize) -> io::Result<TcpStream> {
    let stream = match address.ip() {
        IpAddr::V4(ip) if ip.is_loopback() => {
            let socket = TcpSocket::new_v4()?;
            let own = Ipv4Addr::new(127, 0, 0, 2 + (number / PER_ADDRESS % 250) as u8);
            socket.bind((own, 0).into())?;
            socket.connect(address).await?
        }
        _ => TcpStream::connect(address).await?,
    };
    stream.set_nodelay(true)?;
    Ok(stream)
}

pub(crate) async fn write(stream: &TcpStream, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match stream.try_write(bytes) {
            Ok(n) => bytes = &bytes[n..],
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => stream.writable().await?,
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Reads until the bytes contain `end`; returns all bytes read, and the position after `end`.
pub(crate) async fn read_until(stream: &TcpStream, end: &[u8]) -> io::Result<(Vec<u8>, usize)> {
    let mut came = Vec::new();
    loop {
        if let Some(at) = memmem::find(&came, end) {
            return Ok((came, at + end.len()));
        }
        more(stream, &mut came).await?;
    }
}

/// Waits for more bytes and appends them.
async fn more(stream: &TcpStream, came: &mut Vec<u8>) -> io::Result<()> {
    let mut buffer = [0; 4096];
    loop {
        stream.readable().await?;
        match stream.try_read(&mut buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                came.extend_from_slice(&buffer[..n]);
                return Ok(());
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => (),
            Err(error) => return Err(error),
        }
    }
}

impl Http {
    pub(crate) async fn open(address: SocketAddr) -> Result<Http, LoadError> {
        Http::open_as(address, 0).await
    }

    /// Like [`Http::open`], with the source address for this connection number.
    pub(crate) async fn open_as(address: SocketAddr, number: usize) -> Result<Http, LoadError> {
        let stream = connect(address, number).await.map_err(|e| LoadError::Network("no connection", e))?;
        Ok(Http { stream, address })
    }

    /// Sends a GET request, or a POST if there is a body.
    pub(crate) async fn ask(
        &mut self,
        path: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> Result<Answer, LoadError> {
        self.ask_with(path, "", cookie, body).await
    }

    /// Like [`Http::ask`], with more headers, each ending in `\r\n`.
    pub(crate) async fn ask_with(
        &mut self,
        path: &str,
        headers: &str,
        cookie: Option<&str>,
        body: Option<&str>,
    ) -> Result<Answer, LoadError> {
        let method = if body.is_some() { "POST" } else { "GET" };
        let mut request =
            format!("{method} {path} HTTP/1.1\r\nhost: {}\r\nx-eights: 1\r\n{headers}", self.address);
        if let Some(cookie) = cookie {
            request += &format!("cookie: {cookie}\r\n");
        }
        let body = body.unwrap_or_default();
        request += &format!("content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len());
        self.talk(&request).await.map_err(|e| LoadError::Network("a request was not answered", e))
    }

    async fn talk(&mut self, request: &str) -> io::Result<Answer> {
        write(&self.stream, request.as_bytes()).await?;
        let (mut came, head) = read_until(&self.stream, b"\r\n\r\n").await?;
        let text = String::from_utf8_lossy(&came[..head]).into_owned();
        let status = text.get(9..12).and_then(|code| code.parse().ok()).unwrap_or(0);
        let header = |name: &str| {
            text.lines().find_map(|line| {
                let (key, value) = line.split_once(':')?;
                key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
            })
        };
        let length: usize = header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
        while came.len() < head + length {
            more(&self.stream, &mut came).await?;
        }
        let cookie = header("set-cookie").and_then(|value| value.split(';').next().map(str::to_owned));
        Ok(Answer { status, cookie, body: String::from_utf8_lossy(&came[head..head + length]).into_owned() })
    }
}
