//! The connection to a table on a server: a thread with a WebSocket, and a channel to and from
//! the screen.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

use eights_client::{Address, ClientError, Method, Server, Session, Socket, is_table_code};
use eights_wire::{ByeCode, Phase, RefusalCode, Setup, ToClient, ToServer, VERSION};
use serde_json::{Value, json};
use tokio::{
    sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    time::{Instant, interval_at, sleep},
};

use crate::{
    connection::{Connection, ConnectionState},
    cookies,
};

/// How often to ask the server whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// How long the server may be silent before the connection counts as lost.
const MAX_SILENCE: Duration = Duration::from_secs(60);
/// How often in a row to try to reconnect.
const MAX_ATTEMPTS: u32 = 12;
/// How long to wait before reconnecting after a connection that worked.
const RECONNECT_WAIT: Duration = Duration::from_secs(1);

/// A request to join or open a table on a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinRequest {
    /// The address of the server, such as `https://cards.example`.
    pub server: String,
    /// The code or the whole address of the table to join; without one, a new table is opened.
    pub code: Option<String>,
    /// The game and rules of a new table.
    pub setup: Setup,
    /// The name to use at the table.
    pub name: String,
}

/// A connection to a table on a server. It reconnects by itself.
pub struct ServerConnection {
    to: UnboundedSender<ToServer>,
    from: Receiver<ToClient>,
    state: Arc<Mutex<ConnectionState>>,
}

impl ServerConnection {
    /// Starts to connect. The cookie that identifies the player is stored in the folder `config`;
    /// certificates in the file `ca` are trusted.
    ///
    /// # Errors
    ///
    /// If the address is invalid or certificates cannot be read. Later errors are reported by
    /// [`Connection::state`].
    pub fn open(
        request: JoinRequest,
        config: Option<PathBuf>,
        ca: Option<&Path>,
    ) -> Result<ServerConnection, ClientError> {
        let whole_address = request.code.as_deref().filter(|code| !is_table_code(code));
        let address: Address = whole_address.unwrap_or(&request.server).parse()?;
        let code = request.code.clone().filter(|code| is_table_code(code)).or(address.code);
        let server = Server::new(address.server, ca)?;
        let (to, commands) = unbounded_channel();
        let (messages, from) = mpsc::channel();
        let connecting = ConnectionState::Reconnecting(format!("connecting to {}…", server.url()));
        let state = Arc::new(Mutex::new(connecting));
        let worker = Worker {
            server,
            code,
            request,
            config,
            commands,
            messages,
            state: Arc::clone(&state),
            was_connected: false,
            contributed_to: None,
        };
        thread::spawn(move || worker.run());
        Ok(ServerConnection { to, from, state })
    }
}

impl Connection for ServerConnection {
    fn send(&mut self, message: ToServer) {
        // If the thread has ended, the state says why.
        let _ = self.to.send(message);
    }

    fn poll(&mut self) -> Vec<ToClient> {
        self.from.try_iter().collect()
    }

    fn state(&self) -> ConnectionState {
        let broken = |_| ConnectionState::Closed("the connection broke".into());
        self.state.lock().map_or_else(broken, |state| state.clone())
    }
}

/// The thread's side of a connection.
struct Worker {
    server: Server,
    code: Option<String>,
    request: JoinRequest,
    config: Option<PathBuf>,
    commands: UnboundedReceiver<ToServer>,
    messages: Sender<ToClient>,
    state: Arc<Mutex<ConnectionState>>,
    /// Whether the table was ever reached.
    was_connected: bool,
    /// The commitment and the seat for which entropy was last added to the shuffle.
    contributed_to: Option<(String, String)>,
}

/// Why a connection is no longer used.
enum End {
    /// The player has left the table.
    Left,
    /// The table or the server refuses further connections.
    Dismissed(String),
    /// The connection was lost: the reason, and how long to wait before reconnecting.
    Lost(String, Duration),
}

impl Worker {
    fn run(self) {
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(self.stay_connected()),
            Err(error) => self.close(format!("cannot use the network: {error}")),
        }
    }

    async fn stay_connected(mut self) {
        let mut attempts = 0;
        loop {
            let end = match self.connect().await {
                Ok(socket) => {
                    (self.was_connected, attempts) = (true, 0);
                    self.set_state(ConnectionState::Open);
                    let ended = self.exchange(socket).await;
                    ended.unwrap_or_else(|error| End::Lost(error.to_string(), RECONNECT_WAIT))
                }
                Err(error) if self.was_connected && error.is_temporary() => {
                    End::Lost(error.to_string(), Duration::from_secs(1 << attempts.min(4)))
                }
                Err(error) => End::Dismissed(error.to_string()),
            };
            match end {
                End::Left => return,
                End::Dismissed(why) => return self.close(why),
                End::Lost(why, _) if attempts >= MAX_ATTEMPTS => return self.close(why),
                End::Lost(why, wait) => {
                    attempts += 1;
                    self.set_state(ConnectionState::Reconnecting("connection lost, reconnecting…".into()));
                    let code = RefusalCode::Unavailable;
                    if self.messages.send(ToClient::Refused { id: None, step: 0, code, why }).is_err() {
                        return;
                    }
                    sleep(wait).await;
                    if self.commands.is_closed() {
                        return;
                    }
                }
            }
        }
    }

    fn set_state(&self, now: ConnectionState) {
        if let Ok(mut state) = self.state.lock() {
            *state = now;
        }
    }

    fn close(&self, why: String) {
        self.set_state(ConnectionState::Closed(why.clone()));
        let _ = self.messages.send(ToClient::Bye { code: ByeCode::Other, why, back_in: None });
    }

    /// Signs in, opens a table if none is named, and connects to it.
    async fn connect(&mut self) -> Result<Socket, ClientError> {
        let (url, folder) = (self.server.url(), self.config.as_deref());
        let mut session = Session::open(&self.server, cookies::find(folder, url)).await?;
        let me: Value = session.get("/api/me").await?;
        if let Some(cookie) = session.cookie() {
            cookies::store(folder, url, cookie);
        }
        let name = self.request.name.trim();
        if !name.is_empty() && name != "You" && me["name"] != name {
            let _: Value = session.send_json(Method::PUT, "/api/me", &json!({"name": name})).await?;
        }
        let code = match &self.code {
            Some(code) => code.clone(),
            None => self.open_table(&mut session).await?,
        };
        let socket = session.open_socket(&code).await?;
        self.code = Some(code);
        Ok(socket)
    }

    async fn open_table(&self, session: &mut Session) -> Result<String, ClientError> {
        let setup = &self.request.setup;
        let body = json!({
            "game": setup.game, "rules": setup.rules, "seats": setup.seats,
            "settings": {"public": false, "turn-seconds": null, "chat": true}, "bots": {},
        });
        let opened: Value = session.send_json(Method::POST, "/api/tables", &body).await?;
        let code = opened["code"].as_str().filter(|code| is_table_code(code));
        code.map(str::to_owned).ok_or_else(|| ClientError::NotEights {
            server: self.server.url().to_string(),
            reason: "it opened no table".into(),
        })
    }

    /// Entropy for the shuffle, once for every commitment that the table makes to this seat.
    fn contribution(&mut self, message: &ToClient) -> Option<ToServer> {
        let ToClient::Room(room) = message else { return None };
        let to = (room.shuffle.as_ref()?.commitment.clone(), room.you.clone()?);
        if room.phase != Phase::Gathering || self.contributed_to.as_ref() == Some(&to) {
            return None;
        }
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).ok()?;
        self.contributed_to = Some(to);
        Some(ToServer::Entropy { entropy: bytes.iter().map(|byte| format!("{byte:02x}")).collect() })
    }

    /// Carries messages both ways until the connection ends.
    async fn exchange(&mut self, mut socket: Socket) -> Result<End, ClientError> {
        socket.send(&ToServer::Hello { version: VERSION, words: true, pauses: false }).await?;
        let mut heartbeat = interval_at(Instant::now() + HEARTBEAT, HEARTBEAT);
        let (mut last_received, mut pings) = (Instant::now(), 0);
        loop {
            tokio::select! {
                command = self.commands.recv() => match command {
                    // The hello is sent above, again after every reconnect.
                    Some(ToServer::Hello { .. }) => (),
                    Some(command) => socket.send(&command).await?,
                    None => {
                        socket.close().await;
                        return Ok(End::Left);
                    }
                },
                message = socket.next() => {
                    let message = message?;
                    last_received = Instant::now();
                    if let ToClient::Bye { why, back_in, .. } = message {
                        return Ok(match back_in {
                            None => End::Dismissed(why),
                            Some(wait) => End::Lost(why, Duration::from_millis(wait.min(60_000))),
                        });
                    }
                    if let Some(entropy) = self.contribution(&message) {
                        socket.send(&entropy).await?;
                    }
                    if self.messages.send(message).is_err() {
                        return Ok(End::Left);
                    }
                },
                _ = heartbeat.tick() => {
                    if last_received.elapsed() > MAX_SILENCE {
                        return Ok(End::Lost("the server does not answer any more".into(), RECONNECT_WAIT));
                    }
                    pings += 1;
                    socket.send(&ToServer::Ping { n: pings }).await?;
                }
            }
        }
    }
}
