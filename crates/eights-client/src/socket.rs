//! The WebSocket connection to one table.

use eights_wire::{ToClient, ToServer};
use futures_util::{SinkExt, StreamExt};
use hyper::header::{COOKIE, HeaderValue};
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Error, Message, Utf8Bytes, client::IntoClientRequest, protocol::WebSocketConfig},
};

use crate::{
    error::ClientError,
    http::refusal,
    server::{Server, Stream},
};

/// The longest message that is accepted.
const MAX_MESSAGE_BYTES: usize = 1 << 20;
/// A whole update usually fits. The default of the library, 128 KiB, would cost a gigabyte for
/// ten thousand sockets.
const READ_BUFFER_BYTES: usize = 4 << 10;

/// A connection to one table.
pub struct Socket {
    server: Server,
    stream: WebSocketStream<Stream>,
}

impl Socket {
    /// Connects to the table with this code, as the person with this cookie.
    ///
    /// # Errors
    ///
    /// If the connection fails, or the server refuses.
    pub async fn open(server: &Server, code: &str, cookie: Option<&str>) -> Result<Socket, ClientError> {
        let url = server.url();
        let scheme = if url.is_secure { "wss" } else { "ws" };
        let invalid = |_| ClientError::Address(format!("{url}/t/{code}"));
        let mut request =
            format!("{scheme}://{}/ws/{code}", url.authority()).into_client_request().map_err(invalid)?;
        if let Some(Ok(cookie)) = cookie.map(HeaderValue::from_str) {
            request.headers_mut().insert(COOKIE, cookie);
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(READ_BUFFER_BYTES)
            .max_message_size(Some(MAX_MESSAGE_BYTES))
            .max_frame_size(Some(MAX_MESSAGE_BYTES));
        let stream = server.connect().await?;
        let upgraded = async {
            match client_async_with_config(request, stream, Some(config)).await {
                Ok((stream, _)) => Ok(stream),
                Err(Error::Http(response)) if response.status().is_success() => {
                    Err(server.not_eights("it does not open a WebSocket"))
                }
                Err(Error::Http(response)) => {
                    // Only the part of the body that came together with the head.
                    let body = response.body().as_deref().unwrap_or_default();
                    Err(refusal(server, response.status(), body))
                }
                Err(Error::Io(error)) => Err(server.lost(error)),
                Err(error) => Err(server.not_eights(error.to_string())),
            }
        };
        let stream = server.within(upgraded).await?;
        Ok(Socket { server: server.clone(), stream })
    }

    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn send(&mut self, message: &ToServer) -> Result<(), ClientError> {
        self.send_text(eights_wire::write(message)).await
    }

    /// Sends a message that is already written.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn send_text(&mut self, text: String) -> Result<(), ClientError> {
        let Self { server, stream } = self;
        server
            .within(async { stream.send(Message::text(text)).await.map_err(|error| server.lost(error)) })
            .await
    }

    /// Waits for the next message; skips those of a newer protocol that cannot be read. Pings are
    /// answered while waiting. Can be cancelled without losing anything.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn next(&mut self) -> Result<ToClient, ClientError> {
        loop {
            if let Ok(message) = eights_wire::read(&self.next_text().await?) {
                return Ok(message);
            }
        }
    }

    /// Like [`Socket::next`], without reading the message.
    ///
    /// # Errors
    ///
    /// If the connection is lost.
    pub async fn next_text(&mut self) -> Result<Utf8Bytes, ClientError> {
        loop {
            match self.stream.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(_)) => (),
                Some(Err(error)) => return Err(self.server.lost(error)),
                None => return Err(self.server.lost("the server closed it")),
            }
        }
    }

    /// Says goodbye to the server. Errors do not matter any more.
    pub async fn close(mut self) {
        let _ = self.server.within(async { Ok(self.stream.close(None).await) }).await;
    }

    /// The connection below, to send arbitrary bytes.
    pub fn into_stream(self) -> Stream {
        self.stream.into_inner()
    }
}
