//! A proxy between two processes, which cuts, holds or halves their connections.

use std::{
    fs,
    net::SocketAddr,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    runtime::Handle,
    sync::watch,
    task::{AbortHandle, spawn_blocking},
    time::sleep,
};

use crate::error::LoadError;

/// What a proxy does with the connections.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wire {
    Whole,
    /// Connections end, and new ones are not accepted.
    Cut,
    /// Drops everything in both directions without closing the connection.
    Held,
    /// Drops what the dialling side sends; what is sent to it still arrives.
    NoRequests,
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
        match self {
            Wire::Whole => true,
            Wire::Cut | Wire::Held => false,
            Wire::NoRequests => way == Way::Back,
            Wire::NoAnswers => way == Way::There,
        }
    }
}

/// The ids of the processes that may dial, by their numbers.
pub(super) type Diallers = Arc<Mutex<Vec<u32>>>;

/// Leads connections to a port of this machine. All of them end when this is dropped.
pub(super) struct Proxy {
    pub(super) port: u16,
    /// One for each process that may dial, or one for all.
    wires: Vec<watch::Sender<Wire>>,
    accepting: AbortHandle,
}

/// Finds the wire of a connection.
struct Wires {
    each: Vec<watch::Receiver<Wire>>,
    diallers: Option<Diallers>,
    own_port: u16,
}

/// How often, and after which pause, the process is looked for that has dialled. One that has just been
/// started becomes known when it listens.
const LOOKS: u32 = 200;
const LOOK_PAUSE: Duration = Duration::from_millis(50);

impl Proxy {
    /// A proxy with a single wire for all clients.
    pub(super) async fn start(runtime: &Handle, to: u16) -> Result<Proxy, LoadError> {
        Proxy::open(runtime, to, 1, None).await
    }

    /// A proxy with a wire for each of these processes.
    pub(super) async fn between(
        runtime: &Handle,
        to: u16,
        count: usize,
        diallers: Diallers,
    ) -> Result<Proxy, LoadError> {
        Proxy::open(runtime, to, count, Some(diallers)).await
    }

    async fn open(
        runtime: &Handle,
        to: u16,
        count: usize,
        diallers: Option<Diallers>,
    ) -> Result<Proxy, LoadError> {
        let failed = |error| LoadError::System("no port for a proxy", error);
        let listener = std::net::TcpListener::bind(("127.0.0.1", 0)).map_err(failed)?;
        listener.set_nonblocking(true).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let (wires, each) = (0..count).map(|_| watch::channel(Wire::Whole)).unzip();
        let known = Arc::new(Wires { each, diallers, own_port: port });
        let to = ([127, 0, 0, 1], to).into();
        let accepting = runtime.spawn(async move {
            if let Ok(listener) = TcpListener::from_std(listener) {
                accept(listener, to, known).await;
            }
        });
        Ok(Proxy { port, wires, accepting: accepting.abort_handle() })
    }

    /// Changes the wire of everybody.
    pub(super) fn set(&self, wire: Wire) {
        for each in &self.wires {
            each.send_replace(wire);
        }
    }

    /// Changes the wire of one process.
    pub(super) fn set_from(&self, dialler: usize, wire: Wire) {
        self.wires[dialler].send_replace(wire);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

impl Wires {
    async fn of(&self, from: SocketAddr) -> Option<watch::Receiver<Wire>> {
        let Some(diallers) = &self.diallers else { return self.each.first().cloned() };
        for _ in 0..LOOKS {
            let known = diallers.lock().unwrap_or_else(PoisonError::into_inner).clone();
            let own_port = self.own_port;
            // On another thread: reading these lists takes long on a busy machine, and nodes dial a dead one often.
            // Everything else would wait, the connections to the database too.
            let look = move || {
                let inode = socket_of(from.port(), own_port)?;
                Some(known.iter().position(|pid| has_open(*pid, &inode)))
            };
            if let Some(number) = spawn_blocking(look).await.ok()?? {
                return self.each.get(number).cloned();
            }
            sleep(LOOK_PAUSE).await;
        }
        None
    }
}

/// The kernel's name of the socket on this machine with these ports.
fn socket_of(own: u16, other: u16) -> Option<String> {
    let sockets = fs::read_to_string("/proc/net/tcp").ok()?;
    let ends_in = |address: Option<&&str>, port: u16| {
        address.is_some_and(|address| address.ends_with(&format!(":{port:04X}")))
    };
    sockets.lines().find_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let is_it = ends_in(fields.get(1), own) && ends_in(fields.get(2), other);
        is_it.then(|| fields.get(9).map(|inode| format!("socket:[{inode}]"))).flatten()
    })
}

fn has_open(pid: u32, socket: &str) -> bool {
    let files = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    files.filter_map(|file| fs::read_link(file.path()).ok()).any(|path| path.as_os_str() == socket)
}

async fn accept(listener: TcpListener, to: SocketAddr, wires: Arc<Wires>) {
    while let Ok((client, from)) = listener.accept().await {
        let wires = wires.clone();
        tokio::spawn(async move {
            let Some(wire) = wires.of(from).await else { return };
            // While it is cut, a connection ends as soon as it is made.
            if *wire.borrow() == Wire::Cut {
                return;
            }
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
        // Also ends when the proxy is dropped.
        let passes = wire.wait_for(|wire| wire.passes(way) || *wire == Wire::Cut).await;
        if !passes.is_ok_and(|wire| *wire != Wire::Cut) || to.write_all(&bytes[..count]).await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that sends everything back, a proxy in front of it, and a connection through both.
    async fn echo(diallers: Option<Diallers>) -> (Proxy, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(async move {
                    let (mut from, mut to) = stream.into_split();
                    let _ = tokio::io::copy(&mut from, &mut to).await;
                });
            }
        });
        let proxy = match diallers {
            Some(diallers) => Proxy::between(&Handle::current(), port, 2, diallers).await.unwrap(),
            None => Proxy::start(&Handle::current(), port).await.unwrap(),
        };
        let stream = TcpStream::connect(("127.0.0.1", proxy.port)).await.unwrap();
        (proxy, stream)
    }

    /// What comes back within a moment; empty if the connection has ended.
    async fn back(stream: &mut TcpStream) -> Option<Vec<u8>> {
        let mut bytes = [0; 64];
        let read = tokio::time::timeout(Duration::from_millis(300), stream.read(&mut bytes)).await;
        read.ok().map(|count| bytes[..count.unwrap_or(0)].to_vec())
    }

    #[tokio::test]
    async fn what_is_held_arrives_later_and_what_is_cut_never() {
        for held in [Wire::Held, Wire::NoRequests, Wire::NoAnswers] {
            let (proxy, mut stream) = echo(None).await;
            stream.write_all(b"one").await.unwrap();
            assert_eq!(back(&mut stream).await.as_deref(), Some(&b"one"[..]));
            proxy.set(held);
            stream.write_all(b"two").await.unwrap();
            assert_eq!(back(&mut stream).await, None, "{held:?}");
            proxy.set(Wire::Whole);
            assert_eq!(back(&mut stream).await.as_deref(), Some(&b"two"[..]));
            proxy.set(Wire::Cut);
            assert_eq!(back(&mut stream).await.as_deref(), Some(&b""[..]));
            let mut other = TcpStream::connect(("127.0.0.1", proxy.port)).await.unwrap();
            assert_eq!(back(&mut other).await.as_deref(), Some(&b""[..]));
        }
    }

    #[tokio::test]
    async fn processes_are_told_apart() {
        let own = Diallers::new(Mutex::new(vec![1, std::process::id()]));
        let (proxy, mut stream) = echo(Some(own)).await;
        proxy.set_from(0, Wire::Held);
        stream.write_all(b"one").await.unwrap();
        assert_eq!(back(&mut stream).await.as_deref(), Some(&b"one"[..]));
        proxy.set_from(1, Wire::Held);
        stream.write_all(b"two").await.unwrap();
        assert_eq!(back(&mut stream).await, None);
    }
}
