//! HTTP requests on a connection that is kept open.

use http_body_util::{BodyExt, Full, Limited};
use hyper::{
    Method, Request, StatusCode,
    body::Bytes,
    client::conn::http1::{SendRequest, handshake},
    header::{CONTENT_TYPE, COOKIE, HOST, HeaderValue, SET_COOKIE},
};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::{error::ClientError, server::Server};

/// The longest response that is read.
const MAX_RESPONSE_BYTES: usize = 1 << 20;

/// An HTTP connection that sends one request after the other.
pub struct HttpConnection {
    server: Server,
    sender: SendRequest<Full<Bytes>>,
}

/// A response, whatever its status.
pub struct Response {
    pub status: StatusCode,
    /// The cookie that the server set, in the form in which it is sent back.
    pub cookie: Option<String>,
    pub body: Bytes,
}

impl HttpConnection {
    /// # Errors
    ///
    /// If the server cannot be reached.
    pub async fn open(server: &Server) -> Result<HttpConnection, ClientError> {
        let stream = server.connect().await?;
        let (sender, connection) =
            handshake(TokioIo::new(stream)).await.map_err(|error| server.lost(error))?;
        // Ends when the sender is dropped. Its errors come back from the sender as well.
        tokio::spawn(connection);
        Ok(HttpConnection { server: server.clone(), sender })
    }

    pub(crate) fn server(&self) -> &Server {
        &self.server
    }

    /// Sends a request as the person with this cookie. A body is JSON; without one it is empty.
    ///
    /// # Errors
    ///
    /// As for [`HttpConnection::send`].
    pub async fn request(
        &mut self,
        method: Method,
        path: &str,
        cookie: Option<&str>,
        body: String,
    ) -> Result<Response, ClientError> {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        let invalid = |_| ClientError::Request { server: self.server.url().to_string() };
        let request = request.body(body).map_err(invalid)?;
        self.send(request).await
    }

    /// Sends a request whose URI is a path; adds the headers that every request needs.
    ///
    /// # Errors
    ///
    /// If the connection breaks, or the other side does not speak HTTP. A refusal is a response.
    pub async fn send(&mut self, request: Request<String>) -> Result<Response, ClientError> {
        let (mut head, body) = request.into_parts();
        let host = HeaderValue::try_from(self.server.url().authority());
        let host = host.map_err(|_| ClientError::Address(self.server.url().to_string()))?;
        head.headers.insert(HOST, host);
        head.headers.insert("x-eights", HeaderValue::from_static("1"));
        if !body.is_empty() {
            head.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        }
        let request = Request::from_parts(head, Full::new(Bytes::from(body)));
        let Self { server, sender } = self;
        server.within(exchange(server, sender, request)).await
    }
}

async fn exchange(
    server: &Server,
    sender: &mut SendRequest<Full<Bytes>>,
    request: Request<Full<Bytes>>,
) -> Result<Response, ClientError> {
    let failed = |error: hyper::Error| {
        if error.is_parse() { server.not_eights("it does not speak HTTP") } else { server.lost(error) }
    };
    sender.ready().await.map_err(failed)?;
    let response = sender.send_request(request).await.map_err(failed)?;
    let (head, body) = response.into_parts();
    let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await;
    let cookies = head.headers.get_all(SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.filter_map(|value| value.split(';').next()).filter(|pair| pair.contains('='));
    Ok(Response {
        status: head.status,
        cookie: pairs.next().map(|pair| pair.trim().to_owned()),
        body: body.map_err(|error| server.lost(error))?.to_bytes(),
    })
}

impl Response {
    /// Reads the body of a successful response.
    pub(crate) fn json<T: DeserializeOwned>(&self, server: &Server) -> Result<T, ClientError> {
        if !self.status.is_success() {
            // Every 4xx of an Eights server has a sentence; a 5xx may come from a proxy in between.
            let is_foreign = self.status.is_client_error() && sentence(&self.body).is_none();
            return Err(if is_foreign {
                server.not_eights(format!("it answered {}", self.status))
            } else {
                refusal(server, self.status, &self.body)
            });
        }
        let strange = |_| server.not_eights("its response is not the JSON that was expected");
        serde_json::from_slice(&self.body).map_err(strange)
    }
}

/// The error for a response that is not a success, with the server's sentence if it sent one.
pub(crate) fn refusal(server: &Server, status: StatusCode, body: &[u8]) -> ClientError {
    let message = sentence(body).unwrap_or_else(|| format!("{} answered {status}", server.url()));
    ClientError::Refused { status: status.as_u16(), message }
}

fn sentence(body: &[u8]) -> Option<String> {
    let body: Value = serde_json::from_slice(body).ok()?;
    body["error"].as_str().map(str::to_owned)
}
