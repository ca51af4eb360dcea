//! Starts PostgreSQL servers in a folder, a primary and a standby: for tests, and to try things out.

use std::{
    fs,
    io::{self, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use rustix::process::{Pid, Signal, geteuid, kill_process};

const USER: &str = "eights";
/// How long a server may take to start or to follow, on a machine that has other things to do.
const MAX_START: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(30);
/// Makes every commit wait for the standby.
const WAITS: &str = "ANY 1 (standby)";

/// A primary and perhaps a synchronous standby. They end when this is dropped.
pub struct LocalServers {
    bin: PathBuf,
    folder: PathBuf,
    primary: Server,
    standby: Option<Server>,
    /// A primary that still runs although the standby has taken its place.
    deposed: Option<Server>,
    /// The port of a server that was lost, for the next standby.
    free_port: Option<u16>,
    /// How many standbys there have been.
    standbys: u32,
}

struct Server {
    data: PathBuf,
    port: u16,
    process: Child,
}

impl LocalServers {
    /// The folder with PostgreSQL's programs, if it is installed: in the path, or the newest one
    /// where Debian puts them.
    #[must_use]
    pub fn installed() -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
        // The program may be a link to the folder with all of them.
        let own = |folder: PathBuf| Some(fs::canonicalize(folder.join("initdb")).ok()?.parent()?.to_owned());
        let is_whole = |folder: &PathBuf| folder.join("postgres").exists() && folder.join("psql").exists();
        folders.into_iter().filter_map(own).find(is_whole)
    }

    /// Starts a primary in an empty folder.
    ///
    /// # Errors
    ///
    /// When PostgreSQL is not installed or does not start.
    pub fn start(folder: &Path) -> io::Result<LocalServers> {
        let bin = LocalServers::installed()
            .ok_or_else(|| io::Error::new(io::ErrorKind::NotFound, "PostgreSQL is not installed"))?;
        give_to_postgres(folder)?;
        let data = folder.join("primary");
        let mut initdb = as_postgres(&bin.join("initdb"));
        initdb.args(["-N", "-A", "trust", "-E", "UTF8", "--locale=C", "-U", USER, "-D"]).arg(&data);
        run(&mut initdb)?;
        let settings = "listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nmax_connections = 200\n\
            logging_collector = off\nmax_wal_size = 4GB\n";
        let mut file = fs::File::options().append(true).open(data.join("postgresql.conf"))?;
        file.write_all(settings.as_bytes())?;
        let primary = serve(&bin, data)?;
        let servers = LocalServers {
            bin,
            folder: folder.to_owned(),
            primary,
            standby: None,
            deposed: None,
            free_port: None,
            standbys: 0,
        };
        servers.wait_for(servers.primary.port)?;
        Ok(servers)
    }

    /// Adds a standby, and makes every commit wait for it.
    ///
    /// # Errors
    ///
    /// When it does not start, or does not follow in time.
    pub fn add_standby(&mut self) -> io::Result<()> {
        self.add_standby_through(self.primary.port)
    }

    /// The same, with a standby that reaches the primary at this port.
    ///
    /// # Errors
    ///
    /// When it does not start, or does not follow in time.
    pub fn add_standby_through(&mut self, port: u16) -> io::Result<()> {
        self.standbys += 1;
        let data = self.folder.join(format!("standby-{}", self.standbys));
        let from = format!("host=127.0.0.1 port={port} user={USER} application_name=standby");
        let mut backup = as_postgres(&self.bin.join("pg_basebackup"));
        run(backup.args(["-R", "-X", "stream", "-c", "fast", "-d", &from, "-D"]).arg(&data))?;
        let standby = match self.free_port.take() {
            Some(port) => serve_at(&self.bin, data, port)?,
            None => serve(&self.bin, data)?,
        };
        self.wait_for(standby.port)?;
        self.standby = Some(standby);
        self.wait_for_standbys(self.primary.port, WAITS)?;
        let begin = Instant::now();
        let is_there = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'quorum'";
        while self.sql("postgres", is_there)?.trim() != "1" {
            if begin.elapsed() > MAX_START {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "the standby does not follow"));
            }
            thread::sleep(POLL);
        }
        Ok(())
    }

    /// Decides for which standbys the commits of a server wait.
    fn wait_for_standbys(&self, port: u16, names: &str) -> io::Result<()> {
        let set = format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'");
        self.sql_at(port, "postgres", &set)?;
        self.sql_at(port, "postgres", "SELECT pg_reload_conf()").map(drop)
    }

    /// Creates a database.
    ///
    /// # Errors
    ///
    /// When it exists already.
    pub fn create_database(&self, name: &str) -> io::Result<()> {
        self.sql("postgres", &format!("CREATE DATABASE {name}")).map(drop)
    }

    /// The ports of both servers.
    #[must_use]
    pub fn ports(&self) -> Vec<u16> {
        [Some(&self.primary), self.standby.as_ref()].into_iter().flatten().map(|server| server.port).collect()
    }

    /// The address of a database on both servers.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        LocalServers::url_at(&self.ports(), database)
    }

    /// The address of a database on servers at these ports.
    #[must_use]
    pub fn url_at(ports: &[u16], database: &str) -> String {
        let servers: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
        format!("postgres://{USER}@{}/{database}", servers.join(","))
    }

    /// The address of a database on the standby alone.
    #[must_use]
    pub fn standby_url(&self, database: &str) -> Option<String> {
        let standby = self.standby.as_ref()?;
        Some(format!("postgres://{USER}@127.0.0.1:{}/{database}", standby.port))
    }

    /// Runs SQL at the primary, and returns what it prints.
    ///
    /// # Errors
    ///
    /// What the database says.
    pub fn sql(&self, database: &str, sql: &str) -> io::Result<String> {
        self.sql_at(self.primary.port, database, sql)
    }

    fn sql_at(&self, port: u16, database: &str, sql: &str) -> io::Result<String> {
        let mut psql = as_postgres(&self.bin.join("psql"));
        psql.args(["-X", "-q", "-A", "-t", "-h", "127.0.0.1", "-U", USER, "-p", &port.to_string()]);
        run(psql.args(["-d", database, "-c", sql]))
    }

    /// Ends the primary at once, as a crash would.
    pub fn crash_primary(&mut self) {
        self.primary.end(Signal::QUIT);
    }

    /// Starts the primary again after a crash, in its old place.
    ///
    /// # Errors
    ///
    /// When it does not start.
    pub fn restart_primary(&mut self) -> io::Result<()> {
        self.primary = serve_at(&self.bin, self.primary.data.clone(), self.primary.port)?;
        self.wait_for(self.primary.port)
    }

    /// Makes the standby the primary, and ends the old one if it still runs. It has no standby of its
    /// own, and waits for none.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be promoted.
    pub fn promote_standby(&mut self) -> io::Result<()> {
        self.depose_primary("")?;
        self.end_deposed()
    }

    /// Makes the standby the primary while the old one still runs, as after a partition. Commits of
    /// both wait until there is a standby again.
    ///
    /// # Errors
    ///
    /// When there is none, or it cannot be promoted.
    pub fn promote_beside_primary(&mut self) -> io::Result<()> {
        self.depose_primary(WAITS)
    }

    fn depose_primary(&mut self, names: &str) -> io::Result<()> {
        let Some(standby) = self.standby.take() else { return Err(io::ErrorKind::NotFound.into()) };
        // Before it takes the first commit.
        self.wait_for_standbys(standby.port, names)?;
        self.sql_at(standby.port, "postgres", "SELECT pg_promote(true, 30)")?;
        self.deposed = Some(std::mem::replace(&mut self.primary, standby));
        Ok(())
    }

    /// Ends a primary whose place the standby has taken.
    ///
    /// # Errors
    ///
    /// When its files cannot be removed.
    pub fn end_deposed(&mut self) -> io::Result<()> {
        let lost = self.deposed.take();
        lost.map_or(Ok(()), |lost| self.discard(lost))
    }

    /// Loses the standby.
    ///
    /// # Errors
    ///
    /// When there is none, or its files cannot be removed.
    pub fn lose_standby(&mut self) -> io::Result<()> {
        let Some(standby) = self.standby.take() else { return Err(io::ErrorKind::NotFound.into()) };
        self.discard(standby)
    }

    /// Ends a server for good. The next one gets its port.
    fn discard(&mut self, mut lost: Server) -> io::Result<()> {
        if matches!(lost.process.try_wait(), Ok(None)) {
            lost.end(Signal::QUIT);
        }
        self.free_port = Some(lost.port);
        fs::remove_dir_all(&lost.data)
    }

    /// Stops or continues the process of the standby that receives commits.
    ///
    /// # Errors
    ///
    /// When there is no standby.
    pub fn hold_standby(&self, is_held: bool) -> io::Result<()> {
        let Some(standby) = &self.standby else { return Err(io::ErrorKind::NotFound.into()) };
        let find = "SELECT pid FROM pg_stat_wal_receiver";
        let pid = self.sql_at(standby.port, "postgres", find)?.trim().parse().ok().and_then(Pid::from_raw);
        let pid = pid.ok_or(io::ErrorKind::NotFound)?;
        Ok(kill_process(pid, if is_held { Signal::STOP } else { Signal::CONT })?)
    }

    fn wait_for(&self, port: u16) -> io::Result<()> {
        let begin = Instant::now();
        while self.sql_at(port, "postgres", "SELECT 1").is_err() {
            if begin.elapsed() > MAX_START {
                return Err(io::Error::new(io::ErrorKind::TimedOut, "PostgreSQL does not start"));
            }
            thread::sleep(POLL);
        }
        Ok(())
    }
}

impl Server {
    /// Sends a signal and waits for the end.
    fn end(&mut self, signal: Signal) {
        if let Some(pid) = i32::try_from(self.process.id()).ok().and_then(Pid::from_raw) {
            let _ = kill_process(pid, signal);
        }
        let _ = self.process.wait();
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.process.try_wait(), Ok(None)) {
            self.end(Signal::QUIT);
        }
    }
}

fn serve(bin: &Path, data: PathBuf) -> io::Result<Server> {
    let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
    serve_at(bin, data, port)
}

fn serve_at(bin: &Path, data: PathBuf, port: u16) -> io::Result<Server> {
    let log = fs::File::create(data.with_extension("log"))?;
    let mut postgres = as_postgres(&bin.join("postgres"));
    postgres.arg("-D").arg(&data).args(["-p", &port.to_string()]);
    let process = postgres.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).spawn()?;
    Ok(Server { data, port, process })
}

/// PostgreSQL does not run as root, so its programs run as its own user. They end with the thread
/// that starts them.
fn as_postgres(program: &Path) -> Command {
    if !geteuid().is_root() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups", "--pdeathsig=QUIT"]).arg(program);
    command
}

fn give_to_postgres(folder: &Path) -> io::Result<()> {
    if geteuid().is_root() {
        run(Command::new("chown").arg("postgres").arg(folder)).map(drop)
    } else {
        Ok(())
    }
}

fn run(command: &mut Command) -> io::Result<String> {
    let output = command.stdin(Stdio::null()).current_dir("/").output()?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()))
}
