//! A server as a process of its own: started, found, ended, in order or not.

use std::{
    ffi::OsString,
    fs::File,
    io::{BufRead, BufReader, Read},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use crate::{LoadError, address_of};

/// How a server is to be started.
#[derive(Clone, Debug)]
pub struct Serving {
    /// The program `eights`.
    pub program: PathBuf,
    /// The folder of its data.
    pub data: PathBuf,
    /// The file that gets what it complains about.
    pub log: PathBuf,
    /// What is set of its configuration, `key=value`.
    pub set: Vec<String>,
    /// What the program is started by: a shell that sets limits, for one.
    pub by: Vec<OsString>,
    /// The user it runs as, where that is another one.
    pub user: Option<u32>,
}

/// A server that runs. It is killed when this is dropped.
pub struct Served {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
    /// The rest of what it says is not needed, but the pipe must stay open.
    _out: Box<dyn Read + Send>,
    log: PathBuf,
}

/// The longest that a start may take.
const PATIENCE: Duration = Duration::from_secs(60);

impl Serving {
    /// A server for load: without the limits that keep strangers in check.
    pub fn for_load(program: PathBuf, data: PathBuf, bot_pause: Duration) -> Serving {
        let mut set: Vec<String> = [
            "message-rate=0.0",
            "request-rate=0.0",
            "max-per-address=0",
            "max-tables=0",
            "turn-seconds=0",
            "grace=86400000",
        ]
        .map(str::to_owned)
        .into();
        set.push(format!("bot-pause={}", bot_pause.as_millis()));
        Serving { set, ..Serving::with_limits(program, data) }
    }

    /// A server with its usual limits.
    pub fn with_limits(program: PathBuf, data: PathBuf) -> Serving {
        let log = data.with_extension("log");
        Serving { program, data, log, set: Vec::new(), by: Vec::new(), user: None }
    }

    fn command(&self) -> Result<Command, LoadError> {
        let failed = |error: std::io::Error| LoadError::NoServer(error.to_string());
        let mut words = self.by.clone();
        words.push(self.program.clone().into());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).args(["serve", "--bind", "127.0.0.1:0", "--no-qr", "--data"]);
        command.arg(&self.data);
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

    /// Starts it and waits until it listens.
    ///
    /// # Errors
    ///
    /// What it said when it did not.
    pub fn start(&self) -> Result<Served, LoadError> {
        let mut command = self.command()?;
        let mut child = command.spawn().map_err(|error| LoadError::NoServer(error.to_string()))?;
        let out = child.stdout.take().ok_or_else(|| LoadError::NoServer("it says nothing".into()))?;
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
                let address = address_of(url)?;
                return Ok(Served { child, address, _out: Box::new(lines), log: self.log.clone() });
            }
        }
    }

    /// Starts it, expecting that it cannot; returns how it ended and what it said.
    ///
    /// # Errors
    ///
    /// When it started all the same.
    pub fn fail_to_start(&self) -> Result<(ExitStatus, String), LoadError> {
        let mut command = self.command()?;
        let mut child = command.spawn().map_err(|error| LoadError::NoServer(error.to_string()))?;
        let began = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => return Ok((status, said(&self.log))),
                _ if began.elapsed() > PATIENCE / 6 => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Err(LoadError::Refused("the server runs although it should not".into()));
                }
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
    }
}

fn said(log: &Path) -> String {
    std::fs::read_to_string(log).unwrap_or_default().trim().to_owned()
}

impl Served {
    /// The number of the process.
    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// What it complained about.
    pub fn complaints(&self) -> String {
        said(&self.log)
    }

    /// Pulls the plug: `kill -9`.
    pub fn kill(mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    /// Asks it to end in order, and waits until it has.
    ///
    /// # Errors
    ///
    /// When it does not end, or not well.
    pub fn stop(mut self) -> Result<(), LoadError> {
        let asked = Command::new("kill").args(["-TERM", &self.pid().to_string()]).status();
        let began = Instant::now();
        while asked.as_ref().is_ok_and(ExitStatus::success) && began.elapsed() < PATIENCE {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(()),
                Ok(Some(status)) => {
                    return Err(LoadError::Refused(format!("the server ended with {status}")));
                }
                _ => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        Err(LoadError::TooLong(PATIENCE.as_secs(), "the server did not end when it was told to".into()))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
