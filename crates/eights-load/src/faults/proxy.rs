//! A proxy between a server and its database, which cuts, holds or halves the connections.

use std::net::SocketAddr;

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::watch,
};

use crate::error::LoadError;

/// What a proxy does with the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    Whole,
    /// Connections end, and new ones are not accepted.
    Cut,
    /// Nothing passes, and nobody is told.
    Held,
    /// Requests pass, answers do not: a commit happens, and its answer is lost.
    NoAnswers,
}

/// Which way bytes go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    There,
    Back,
}

impl Wire {
    fn passes(self, way: Way) -> bool {
        self == Wire::Whole || (self == Wire::NoAnswers && way == Way::There)
    }
}

pub(super) struct Proxy {
    pub(super) port: u16,
    wire: watch::Sender<Wire>,
}

impl Proxy {
    /// Leads connections to a port of this machine.
    pub(super) async fn start(to: u16) -> Result<Proxy, LoadError> {
        let failed = |error| LoadError::System("no port for a proxy", error);
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (wire, state) = watch::channel(Wire::Whole);
        tokio::task::spawn_local(accept(listener, ([127, 0, 0, 1], to).into(), state));
        Ok(Proxy { port, wire })
    }

    pub(super) fn set(&self, wire: Wire) {
        self.wire.send_replace(wire);
    }
}

async fn accept(listener: TcpListener, to: SocketAddr, wire: watch::Receiver<Wire>) {
    while let Ok((client, _)) = listener.accept().await {
        let wire = wire.clone();
        // While it is cut, a connection ends as soon as it is made.
        if *wire.borrow() == Wire::Cut {
            continue;
        }
        tokio::task::spawn_local(async move {
            let Ok(server) = TcpStream::connect(to).await else { return };
            let _ = (client.set_nodelay(true), server.set_nodelay(true));
            let (from_client, to_client) = client.into_split();
            let (from_server, to_server) = server.into_split();
            // Both ways end together.
            tokio::select! {
                () = carry(from_client, to_server, Way::There, wire.clone()) => (),
                () = carry(from_server, to_client, Way::Back, wire) => (),
            }
        });
    }
}

/// Copies bytes for as long as the wire lets them pass.
async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    way: Way,
    mut wire: watch::Receiver<Wire>,
) {
    let mut bytes = vec![0; 16 << 10];
    loop {
        let count = tokio::select! {
            count = from.read(&mut bytes) => count.unwrap_or(0),
            _ = wire.wait_for(|wire| *wire == Wire::Cut) => 0,
        };
        if count == 0 {
            return;
        }
        let passes = wire.wait_for(|wire| wire.passes(way) || *wire == Wire::Cut).await;
        if !passes.is_ok_and(|wire| *wire != Wire::Cut) || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}
