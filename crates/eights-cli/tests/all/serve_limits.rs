//! Tests of `eights serve` at the limits of its process (signals, open files, file sizes), and of
//! its log.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    path::PathBuf,
    process::{Child, ChildStdout, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const EIGHTS: &str = env!("CARGO_BIN_EXE_eights");

/// A running server. It is killed on drop.
struct Served {
    child: Child,
    address: SocketAddr,
    folder: tempfile::TempDir,
    _out: BufReader<ChildStdout>,
}

impl Served {
    /// Starts a server after shell commands that set limits.
    fn start(before: &str, args: &[&str]) -> Served {
        let folder = tempfile::tempdir().unwrap();
        let log = fs::File::create(folder.path().join("log")).unwrap();
        let mut command = Command::new("bash");
        command.args([
            "-c",
            &format!("{before} exec \"$0\" \"$@\""),
            EIGHTS,
            "serve",
            "--bind",
            "127.0.0.1:0",
        ]);
        command.args(["--no-qr", "--set", "request-rate=0", "--set", "max-per-address=0"]).args(args);
        command
            .arg("--store")
            .arg(format!("sqlite:{}", folder.path().join("data").display()))
            .env("NO_COLOR", "1");
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        out.read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("Eights is served at http://");
        let address =
            address.unwrap_or_else(|| panic!("{line} {}", read(folder.path().join("log")))).parse().unwrap();
        Served { child, address, folder, _out: out }
    }

    fn log(&self) -> String {
        read(self.folder.path().join("log"))
    }

    /// Sends a request; returns the status and the whole response, or status 0 without one.
    fn ask(&self, request: &str) -> (u16, String) {
        let mut text = String::new();
        let asked = TcpStream::connect(self.address).and_then(|mut stream| {
            stream.set_read_timeout(Some(Duration::from_secs(20)))?;
            stream.write_all(request.replace("\n", "\r\n").as_bytes())?;
            stream.read_to_string(&mut text)
        });
        let status = text.get(9..12).and_then(|status| status.parse().ok()).unwrap_or(0);
        (status, format!("{text}{}", asked.err().map(|error| error.to_string()).unwrap_or_default()))
    }

    fn get(&self, path: &str) -> u16 {
        self.ask(&format!("GET {path} HTTP/1.1\nHost: x\nConnection: close\n\n")).0
    }

    fn post(&self, path: &str, headers: &str, body: &str) -> (u16, String) {
        self.ask(&format!(
            "POST {path} HTTP/1.1\nHost: x\nX-Eights: 1\nContent-Type: application/json\nConnection: close\n\
             Content-Length: {}\n{headers}\n{body}",
            body.len()
        ))
    }

    /// Signs in as a new person; returns the header with the cookie.
    fn cookie(&self) -> String {
        let (_, text) = self.ask("GET /api/me HTTP/1.1\nHost: x\nConnection: close\n\n");
        let line = text.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        format!("Cookie: {}\n", line.split(';').next().unwrap())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(path: PathBuf) -> String {
    fs::read_to_string(path).unwrap()
}

#[test]
fn sigterm_works_as_soon_as_the_server_listens() {
    for _ in 0..10 {
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut child = Command::new(EIGHTS)
            .args(["serve", "--store", "memory", "--no-qr", "--bind", &address.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let begin = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(30), "the server does not listen");
        }
        assert!(Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(0));
    }
}

/// The limit (`ulimit -f`) also applies to the log file.
#[test]
fn the_server_survives_the_file_size_limit() {
    let served = Served::start("", &[]);
    let cookie = served.cookie();
    let wanted = r#"{"game":"crazy-eights","seats":2}"#;
    let limit = |size: &str| {
        let id = served.child.id().to_string();
        let done =
            Command::new("prlimit").args(["--pid", &id, &format!("--fsize={size}:unlimited")]).status();
        assert!(done.unwrap().success());
    };
    limit("1");
    let (status, text) = served.post("/api/tables", &cookie, wanted);
    assert!(status == 422 || status == 503, "{text}");
    assert_eq!(served.get("/healthz"), 200, "the server still runs: {}", served.log());
    assert_eq!(served.get("/readyz"), 503, "but it is not ready");
    // Lift the limit, as when somebody frees space on a disk.
    limit("unlimited");
    sleep(Duration::from_millis(1100));
    assert_eq!(served.get("/readyz"), 200);
    assert_eq!(served.post("/api/tables", &cookie, wanted).0, 200);
}

#[test]
fn the_limit_of_open_files_is_raised_or_logged() {
    let files = |served: &Served| {
        let limits = read(format!("/proc/{}/limits", served.child.id()).into());
        let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap().to_owned();
        line.split_whitespace().nth(3).unwrap().parse::<usize>().unwrap()
    };
    let served = Served::start("ulimit -S -n 256;", &["--set", "max-connections=1000"]);
    assert!(files(&served) >= 1000, "raised as far as is needed: {}", files(&served));
    assert!(!served.log().contains("max-connections"), "{}", served.log());
    let served = Served::start("ulimit -n 256;", &["--set", "max-connections=1000"]);
    assert!(
        served.log().contains("max-connections is 1000, but") && served.log().contains("128 connections"),
        "{}",
        served.log()
    );
    // Connections beyond the limit are closed, and the others are served.
    let held: Vec<TcpStream> = (0..300).map(|_| TcpStream::connect(served.address).unwrap()).collect();
    sleep(Duration::from_millis(500));
    assert!(served.log().contains("too many connections"), "{}", served.log());
    assert!(!served.log().contains("cannot be taken"), "the file table is not full: {}", served.log());
    drop(held);
    assert!(is_served_again(&served));
}

#[test]
fn a_full_file_table_is_logged_once_and_the_server_recovers() {
    let served = Served::start("", &[]);
    let id = served.child.id().to_string();
    let open = fs::read_dir(format!("/proc/{id}/fd")).unwrap().count();
    let limit = format!("--nofile={}", open + 10);
    assert!(Command::new("prlimit").args(["--pid", &id, &limit]).status().unwrap().success());
    let held: Vec<TcpStream> = (0..100).map(|_| TcpStream::connect(served.address).unwrap()).collect();
    sleep(Duration::from_secs(3));
    let log = served.log();
    assert_eq!(log.matches("connections cannot be taken").count(), 1, "{log}");
    drop(held);
    assert!(is_served_again(&served));
}

fn is_served_again(served: &Served) -> bool {
    let begin = Instant::now();
    while begin.elapsed() < Duration::from_secs(20) {
        if served.get("/healthz") == 200 {
            return true;
        }
        sleep(Duration::from_millis(50));
    }
    false
}

#[test]
fn the_log_shows_new_tables_and_refused_requests_but_no_cookies() {
    let served = Served::start("", &["--set", "request-rate=30", "--public-url", "https://cards.example"]);
    let cookie = served.cookie();
    let (status, text) = served.post("/api/tables", &cookie, r#"{"game":"crazy-eights","seats":2}"#);
    assert_eq!(status, 200, "{text}");
    let code = text.split("\"code\":\"").nth(1).unwrap().split('"').next().unwrap().to_owned();
    let foreign = format!("{cookie}Origin: https://evil.example\n");
    for _ in 0..5 {
        assert_eq!(served.post("/api/tables", &foreign, "{}").0, 403);
    }
    for _ in 0..40 {
        served.get("/api/tables/WRONGEST");
    }
    while served.get("/api/levels") != 429 {}
    let log = served.log();
    for told in
        ["a table was founded", &code, "a page of another address was refused", "https://evil.example"]
    {
        assert!(log.contains(told), "{told} is missing: {log}");
    }
    for once in ["was refused", "too many wrong codes", "too many requests"] {
        assert_eq!(log.matches(once).count(), 1, "{once}: {log}");
    }
    let secret = cookie.split('.').nth(1).unwrap().trim();
    assert!(!log.contains(secret), "a cookie in the log");
}
