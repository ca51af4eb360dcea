//! Starts, stops and kills a server in a process of its own.

use std::{
    ffi::OsString,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use eights_client::{Address, Server};

use crate::error::LoadError;

/// The settings with which a server is started.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The path of the program `eights`.
    pub program: PathBuf,
    /// The folder for its data.
    pub data: PathBuf,
    /// A store elsewhere, instead of in the folder. It is passed in a variable: it may hold a password.
    pub store: Option<String>,
    /// The file that receives its standard error.
    pub log: PathBuf,
    /// Configuration settings as `key=value`.
    pub set: Vec<String>,
    /// A command that starts the program, such as a shell that sets limits first.
    pub by: Vec<OsString>,
    /// The id of the user to run as, if not the current one.
    pub user: Option<u32>,
}

/// A running server. It is killed on drop.
pub struct Served {
    child: Child,
    pub server: Server,
    /// The rest of its output is not needed, but the pipe must stay open.
    _out: Box<dyn Read + Send>,
    log: PathBuf,
}

/// Timeout for shutting down; a sixth of it is the timeout for a start that should fail.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(60);
/// How long to wait before looking again whether it has ended.
const LOOK_PAUSE: Duration = Duration::from_millis(20);

impl Serving {
    /// A server for load tests, without rate limits and time limits.
    pub fn for_load(program: PathBuf, data: PathBuf, bot_pause: Duration) -> Serving {
        let mut set: Vec<String> = [
            "message-rate=0.0",
            "request-rate=0.0",
            "max-per-address=0",
            "max-tables=0",
            "max-tables-per-address=0",
            "new-people-per-day=0",
            "turn-seconds=0",
            "grace=86400000",
        ]
        .map(str::to_owned)
        .into();
        set.push(format!("bot-pause={}", bot_pause.as_millis()));
        Serving { set, ..Serving::with_limits(program, data) }
    }

    /// A server with its default limits.
    pub fn with_limits(program: PathBuf, data: PathBuf) -> Serving {
        let log = data.with_extension("log");
        Serving { program, data, store: None, log, set: Vec::new(), by: Vec::new(), user: None }
    }

    fn command(&self) -> Result<Command, LoadError> {
        let failed = |error: std::io::Error| LoadError::NoServer(error.to_string());
        let mut words = self.by.clone();
        words.push(self.program.clone().into());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["serve", "--bind", "127.0.0.1:0", "--no-qr"]);
        let folder = || format!("sqlite:{}", self.data.display());
        command.env("EIGHTS_STORE", self.store.clone().unwrap_or_else(folder));
        for set in &self.set {
            command.args(["--set", set]);
        }
        if let Some(user) = self.user {
            use std::os::unix::process::CommandExt;
            command.uid(user);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        command.stderr(File::create(&self.log).map_err(failed)?);
        command.env("EIGHTS_LOG", "warn").env("NO_COLOR", "1");
        Ok(command)
    }

    /// Starts the server and waits until it listens.
    ///
    /// # Errors
    ///
    /// If it does not start, with the text of its log.
    pub fn start(&self) -> Result<Served, LoadError> {
        let mut command = self.command()?;
        let mut child = command.spawn().map_err(|error| LoadError::NoServer(error.to_string()))?;
        let out =
            child.stdout.take().ok_or_else(|| LoadError::NoServer("it has no standard output".into()))?;
        let mut lines = BufReader::new(out);
        let mut line = String::new();
        loop {
            line.clear();
            if lines.read_line(&mut line).unwrap_or(0) == 0 {
                let _ = child.kill();
                let _ = child.wait();
                return Err(LoadError::NoServer(said(&self.log)));
            }
            if let Some((_, url)) = line.split_once("http://") {
                let address: Address = url.parse()?;
                let server = Server::new(address.server, None)?;
                return Ok(Served { child, server, _out: Box::new(lines), log: self.log.clone() });
            }
        }
    }

    /// Starts a server that should fail to start; returns its exit status and its log.
    ///
    /// # Errors
    ///
    /// If it starts successfully.
    pub fn fail_to_start(&self) -> Result<(ExitStatus, String), LoadError> {
        let mut command = self.command()?;
        let mut child = command.spawn().map_err(|error| LoadError::NoServer(error.to_string()))?;
        let began = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok((status, said(&self.log))),
                _ if began.elapsed() > SHUTDOWN_TIMEOUT / 6 => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(LoadError::Refused("the server runs although it should not".into()));
                }
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

/// The text of the log so far.
fn said(log: &Path) -> String {
    std::fs::read_to_string(log).unwrap_or_default().trim().to_owned()
}

impl Served {
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The warnings and errors that it logged so far.
    pub fn complaints(&self) -> String {
        said(&self.log)
    }

    /// Kills the server with SIGKILL.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Shuts the server down with SIGTERM, and waits until it has ended.
    ///
    /// # Errors
    ///
    /// If it does not end in time, or with an error status.
    pub fn stop(mut self) -> Result<(), LoadError> {
        let asked = Command::new("kill").args(["-TERM", &self.pid().to_string()]).status();
        // Counts looks and not time, since somebody may have stopped this process and the server together.
        let mut looks = SHUTDOWN_TIMEOUT.as_millis() / LOOK_PAUSE.as_millis();
        while asked.as_ref().is_ok_and(ExitStatus::success) && looks > 0 {
            looks -= 1;
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    return Err(LoadError::Refused(format!("the server ended with {status}")));
                }
                _ => std::thread::sleep(LOOK_PAUSE),
            }
        }
        Err(LoadError::TooLong(SHUTDOWN_TIMEOUT.as_secs(), "the server did not shut down on SIGTERM".into()))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
