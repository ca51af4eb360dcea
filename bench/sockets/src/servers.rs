//! The servers: our framing with direct system calls and through tokio, axum's, and fastwebsockets'.

use std::{convert::Infallible, io};

use axum::{
    Router,
    extract::ws::{Message, WebSocketUpgrade},
    routing::get,
};
use fastwebsockets::{Frame, OpCode, Payload, upgrade::upgrade};
use http_body_util::Empty;
use hyper::{Request, Response, body::Bytes, service::service_fn};
use hyper_util::rt::TokioIo;
use rustix::net::{RecvFlags, SendFlags, recv, send};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, Interest},
    net::{TcpListener, TcpStream},
};

use crate::{
    ANSWER,
    frame::{self, Decoder, Received},
};

pub(crate) fn run(kind: &str, port: u16) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.expect("a free port");
        match kind {
            "ours" => ours(listener, true).await,
            "ours-tokio" => ours(listener, false).await,
            "axum" => axum(listener).await,
            "fastwebsockets" => fastwebsockets(listener).await,
            _ => panic!("unknown server {kind}"),
        }
    });
}

/// As in `eights-server`: no buffer while a socket is idle, a decoder that is fed what arrives.
async fn ours(listener: TcpListener, direct: bool) {
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(async move {
            let Some(stream) = shake_hands(stream).await else { return };
            let mut decoder = Decoder::default();
            while stream.ready(Interest::READABLE).await.is_ok() {
                let mut buffer = [0; 2048];
                let read = if direct {
                    stream.try_io(Interest::READABLE, || {
                        Ok(recv(&stream, &mut buffer, RecvFlags::empty()).map_err(io::Error::from)?.0)
                    })
                } else {
                    stream.try_read(&mut buffer)
                };
                match read {
                    Ok(0) => return,
                    Ok(n) => decoder.push(&buffer[..n]),
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => continue,
                    Err(_) => return,
                }
                while let Ok(Some(Received::Text(_))) = decoder.take() {
                    let mut bytes = Vec::with_capacity(1100);
                    frame::text(&mut bytes, &ANSWER);
                    let written = if direct {
                        stream.try_io(Interest::WRITABLE, || {
                            send(&stream, &bytes, SendFlags::NOSIGNAL).map_err(io::Error::from)
                        })
                    } else {
                        stream.try_write(&bytes)
                    };
                    assert_eq!(written.ok(), Some(bytes.len()), "the client reads every answer");
                }
            }
        });
    }
}

async fn shake_hands(mut stream: TcpStream) -> Option<TcpStream> {
    let _ = stream.set_nodelay(true);
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    let accept = tungstenite::handshake::derive_accept_key(b"dGhlIHNhbXBsZSBub25jZQ==");
    let answer = format!(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
         Sec-WebSocket-Accept: {accept}\r\n\r\n"
    );
    stream.write_all(answer.as_bytes()).await.ok()?;
    Some(stream)
}

/// With the smallest buffers that axum offers.
async fn axum(listener: TcpListener) {
    let upgrade = |upgrade: WebSocketUpgrade| async {
        upgrade.read_buffer_size(1024).write_buffer_size(0).on_upgrade(|mut socket| async move {
            while let Some(Ok(message)) = socket.recv().await {
                if let Message::Text(_) = message {
                    let text = String::from_utf8(ANSWER.to_vec()).expect("ASCII");
                    if socket.send(Message::Text(text.into())).await.is_err() {
                        return;
                    }
                }
            }
        })
    };
    let _ = axum::serve(listener, Router::new().route("/", get(upgrade))).await;
}

async fn fastwebsockets(listener: TcpListener) {
    async fn handle(mut request: Request<hyper::body::Incoming>) -> Result<Response<Empty<Bytes>>, Infallible> {
        let (response, socket) = upgrade(&mut request).expect("a WebSocket handshake");
        tokio::spawn(async move {
            let mut socket = socket.await.expect("the upgrade succeeds");
            while let Ok(frame) = socket.read_frame().await {
                if frame.opcode == OpCode::Text {
                    let answer = Frame::text(Payload::Borrowed(&ANSWER));
                    if socket.write_frame(answer).await.is_err() {
                        return;
                    }
                }
            }
        });
        Ok(response)
    }
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        tokio::spawn(async move {
            let connection = hyper::server::conn::http1::Builder::new()
                .serve_connection(TokioIo::new(stream), service_fn(handle))
                .with_upgrades();
            let _ = connection.await;
        });
    }
}
