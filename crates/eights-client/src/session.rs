//! One person on a server.

use hyper::Method;
use serde::{Serialize, de::DeserializeOwned};

use crate::{error::ClientError, http::HttpConnection, server::Server, socket::Socket};

/// One person on a server, known by a cookie. Requests send the cookie and remember the one that
/// the server sets.
pub struct Session {
    http: HttpConnection,
    cookie: Option<String>,
}

impl Session {
    /// Connects with the cookie of an earlier session, if there is one.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached.
    pub async fn open(server: &Server, cookie: Option<String>) -> Result<Session, ClientError> {
        Ok(Session { http: HttpConnection::open(server).await?, cookie })
    }

    pub fn cookie(&self) -> Option<&str> {
        self.cookie.as_deref()
    }

    /// # Errors
    ///
    /// As for [`Session::send_json`].
    pub async fn get<T: DeserializeOwned>(&mut self, path: &str) -> Result<T, ClientError> {
        self.send(Method::GET, path, String::new()).await
    }

    /// Sends a request with a JSON body.
    ///
    /// # Errors
    ///
    /// If the connection breaks, the server refuses, or the response is not a `T`.
    pub async fn send_json<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: &impl Serialize,
    ) -> Result<T, ClientError> {
        let body = eights_wire::write(body);
        self.send(method, path, body).await
    }

    async fn send<T: DeserializeOwned>(
        &mut self,
        method: Method,
        path: &str,
        body: String,
    ) -> Result<T, ClientError> {
        let response = self.http.request(method, path, self.cookie.as_deref(), body).await?;
        let value = response.json(self.http.server())?;
        self.cookie = response.cookie.or(self.cookie.take());
        Ok(value)
    }

    /// Connects to a table.
    ///
    /// # Errors
    ///
    /// If the connection fails, or the server refuses.
    pub async fn open_socket(&self, code: &str) -> Result<Socket, ClientError> {
        Socket::open(self.http.server(), code, self.cookie()).await
    }
}
