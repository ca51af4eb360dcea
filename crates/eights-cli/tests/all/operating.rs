//! Operating a server with the program itself: TLS, backups, commands of the operator.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

fn eights() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eights"));
    command.env("NO_COLOR", "1");
    command
}

/// A running server with its data in a folder. It is killed on drop.
pub(crate) struct Served {
    pub(crate) child: Child,
    /// With the scheme.
    pub(crate) url: String,
    log: PathBuf,
}

impl Served {
    pub(crate) fn start(data: &Path, args: &[&str]) -> Served {
        let log = data.with_extension("log");
        let mut child = eights()
            .args(["serve", "--bind", "127.0.0.1:0", "--no-qr", "--store", &store(data)])
            .args(args)
            .stdout(Stdio::piped())
            .stderr(fs::File::create(&log).unwrap())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("Eights is served at ").expect("the address first").to_owned();
        Served { child, url, log }
    }

    /// Everything that was logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Sends a request; returns the whole response.
    pub(crate) fn ask(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(self.url.strip_prefix("http://").unwrap()).unwrap();
        stream.write_all(request.replace('\n', "\r\n").as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text
    }

    /// The cookie of a new person.
    pub(crate) fn cookie(&self) -> String {
        let text = self.ask("GET /api/me HTTP/1.1\nHost: x\nConnection: close\n\n");
        let line = text.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
        line.split(';').next().unwrap().to_owned()
    }

    /// Opens a table; returns the whole response.
    pub(crate) fn open_table(&self, cookie: &str) -> String {
        let body = r#"{"game":"crazy-eights","seats":2}"#;
        self.ask(&format!(
            "POST /api/tables HTTP/1.1\nHost: x\nX-Eights: 1\nContent-Type: application/json\nCookie: {cookie}\n\
             Connection: close\nContent-Length: {}\n\n{body}",
            body.len()
        ))
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

pub(crate) fn store(folder: &Path) -> String {
    format!("sqlite:{}", folder.display())
}

/// The code in the answer to a new table.
pub(crate) fn code(answer: &str) -> String {
    let code = answer.split("\"code\":\"").nth(1).and_then(|rest| rest.split('"').next());
    code.unwrap_or_else(|| panic!("no table: {answer}")).to_owned()
}

/// Runs a command to its end; returns its exit status and everything it prints.
pub(crate) fn run(args: &[&str]) -> (Option<i32>, String) {
    let done = eights().args(args).output().unwrap();
    let said = [done.stdout, done.stderr].concat();
    (done.status.code(), String::from_utf8_lossy(&said).into_owned())
}

#[test]
fn the_program_serves_tls_and_names_unusable_files() {
    let folder = tempfile::tempdir().unwrap();
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let (cert, key) = (folder.path().join("cert.pem"), folder.path().join("key.pem"));
    fs::write(&cert, made.cert.pem()).unwrap();
    fs::write(&key, made.signing_key.serialize_pem()).unwrap();
    let (cert, key) = (cert.to_str().unwrap(), key.to_str().unwrap());
    let served = Served::start(&folder.path().join("data"), &["--tls-cert", cert, "--tls-key", key]);
    let url = served.url.replace("127.0.0.1", "localhost");
    assert!(url.starts_with("https://"), "{url}");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let answer: serde_json::Value = runtime.block_on(async {
        let address: eights_client::Address = url.parse().unwrap();
        let server = eights_client::Server::new(address.server, Some(Path::new(cert))).unwrap();
        let mut session = eights_client::Session::open(&server, None).await.unwrap();
        session.get("/api/me").await.unwrap()
    });
    assert!(answer["id"].is_string());

    let serve = ["serve", "--store", "memory", "--bind", "127.0.0.1:0"];
    let (status, said) = run(&[&serve[..], &["--tls-cert", cert, "--tls-key", cert]].concat());
    assert_eq!((status, said), (Some(2), format!("eights: {cert} contains no private key in PEM form\n")));
    let (status, said) = run(&[&serve[..], &["--tls-cert", cert]].concat());
    assert_eq!((status, &*said), (Some(2), "eights: --tls-cert: it needs tls-key\n"));
}

#[test]
fn a_running_server_is_backed_up_and_its_tables_go_on_elsewhere() {
    let folder = tempfile::tempdir().unwrap();
    let (data, copy) = (folder.path().join("data"), folder.path().join("copy"));
    let file = folder.path().join("eights.backup");
    let file = file.to_str().unwrap();
    let served = Served::start(&data, &[]);
    let cookie = served.cookie();
    let code = code(&served.open_table(&cookie));

    let (status, said) = run(&["backup", file, "--store", &store(&data)]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.starts_with("Wrote 1 table, 0 matches and 1 person to "), "{said}");
    let (status, said) = run(&["backup", file, "--store", &store(&data)]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("exists already"), "{said}");

    let (status, said) = run(&["restore", file, "--store", &store(&data)]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("is not empty"), "{said}");
    let (status, said) = run(&["restore", file, "--store", &store(&copy)]);
    assert_eq!(status, Some(0), "{said}");
    assert!(said.contains("Restored 1 table and 0 matches with 0 steps"), "{said}");
    let other = Served::start(&copy, &[]);
    let found = other.ask(&format!("GET /api/tables/{code} HTTP/1.1\nHost: x\nConnection: close\n\n"));
    assert!(found.starts_with("HTTP/1.1 200") && found.contains(&code), "{found}");
    let (status, said) = run(&["backup", "x", "--store", "memory"]);
    assert_eq!(status, Some(2));
    assert!(said.contains("a store in memory has no backups"), "{said}");
}

/// Connects to a table as a guest would; returns the open socket once the table has answered.
pub(crate) fn join(served: &Served, cookie: &str, code: &str) -> tungstenite::WebSocket<TcpStream> {
    use tungstenite::client::IntoClientRequest;
    let address = served.url.strip_prefix("http://").unwrap();
    let mut request = format!("ws://{address}/ws/{code}").into_client_request().unwrap();
    request.headers_mut().insert("cookie", cookie.parse().unwrap());
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(std::time::Duration::from_secs(20))).unwrap();
    let (mut socket, _) = tungstenite::client(request, stream).unwrap();
    let hello = eights_wire::ToServer::Hello { version: eights_wire::VERSION, words: false, pauses: false };
    socket.send(tungstenite::Message::text(eights_wire::write(&hello))).unwrap();
    wait_for(&mut socket, "\"room\"");
    socket
}

/// Reads messages until one contains this text.
pub(crate) fn wait_for(socket: &mut tungstenite::WebSocket<TcpStream>, wanted: &str) -> String {
    loop {
        let message = socket.read().unwrap_or_else(|error| panic!("{wanted} is never said: {error}"));
        match message.into_text() {
            Ok(text) if text.contains(wanted) => return text.to_string(),
            _ => (),
        }
    }
}

#[test]
fn the_operator_looks_after_tables_and_people() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let address = store(&data);
    let admin = |args: &[&str]| run(&[&["admin", "--store", &address][..], args].concat());
    let (status, said) = admin(&["tables"]);
    assert_eq!(status, Some(2), "{said}");
    assert!(said.contains("no server runs with the store in"), "{said}");

    let served = Served::start(&data, &[]);
    let mode = fs::metadata(data.join("admin.sock")).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode, 0o600);
    let (ada, ben) = (served.cookie(), served.cookie());
    let id = |cookie: &str| cookie.split(['=', '.']).nth(1).unwrap().to_owned();
    let (first, second) = (code(&served.open_table(&ada)), code(&served.open_table(&ada)));
    let (mut at_first, mut at_second) = (join(&served, &ada, &first), join(&served, &ben, &second));

    let (status, said) = admin(&["tables"]);
    assert_eq!(status, Some(0), "{said}");
    assert!(
        said.contains(&first) && said.contains(&second) && said.ends_with("2 tables in all.\n"),
        "{said}"
    );
    let (_, said) = admin(&["people"]);
    assert!(said.contains(&id(&ada)) && said.contains(&id(&ben)) && said.contains("127.0.0.1"), "{said}");
    let (_, said) = admin(&["people", "--json"]);
    let people: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert_eq!(people["people"].as_array().unwrap().len(), 2, "{said}");

    // A banner is shown at every table, also to those who come later.
    assert_eq!(admin(&["banner", "Restart at ten"]).0, Some(0));
    wait_for(&mut at_first, "\"banner\":\"Restart at ten\"");
    wait_for(&mut at_second, "\"banner\":\"Restart at ten\"");
    assert_eq!(admin(&["banner"]).0, Some(0));
    let text = wait_for(&mut at_first, "\"room\"");
    assert!(!text.contains("banner"), "{text}");

    // A banned person is disconnected and stays out, also after a restart.
    let (status, said) = admin(&["ban", &id(&ben)]);
    assert_eq!((status, said), (Some(0), format!("Banned {}.\n", id(&ben))));
    let text = wait_for(&mut at_second, "\"bye\"");
    assert!(text.contains("the operator of this server has banned you"), "{text}");
    let (status, said) = admin(&["ban", "Ben"]);
    assert_eq!(status, Some(1));
    assert!(said.contains("\"Ben\" is neither the id of a person nor an address"), "{said}");
    let me = |served: &Served, cookie: &str| {
        let request = format!("GET /api/me HTTP/1.1\nHost: x\nCookie: {cookie}\nConnection: close\n\n");
        served.ask(&request)[9..12].to_owned()
    };
    assert_eq!((me(&served, &ada), me(&served, &ben)), ("200".to_owned(), "403".to_owned()));

    // A closed table is gone, for its guests too.
    assert_eq!(admin(&["close", &first.to_lowercase()]).0, Some(0));
    let text = wait_for(&mut at_first, "\"bye\"");
    assert!(text.contains("has closed the table"), "{text}");
    let (status, said) = admin(&["close", &first]);
    assert_eq!((status, said), (Some(1), format!("REFUSED: there is no table {first}.\n")));
    assert!(admin(&["tables"]).1.ends_with("1 table in all.\n"));

    // A banned address gets nothing but the answer to health checks.
    assert_eq!(admin(&["ban", "127.0.0.0/8"]).0, Some(0));
    assert_eq!(me(&served, &ada), "403");
    assert!(served.ask("GET /healthz HTTP/1.1\nHost: x\nConnection: close\n\n").starts_with("HTTP/1.1 200"));
    drop(served);
    let served = Served::start(&data, &[]);
    assert_eq!(me(&served, &ada), "403");
    let (_, said) = admin(&["bans"]);
    assert!(said.contains("127.0.0.0/8\n") && said.contains(&id(&ben)), "{said}");
    assert_eq!(admin(&["unban", "127.0.0.0/8"]).0, Some(0));
    assert_eq!(admin(&["unban", "127.0.0.0/8"]).0, Some(1));
    assert_eq!((me(&served, &ada), me(&served, &ben)), ("200".to_owned(), "403".to_owned()));

    // A draining server opens no tables and keeps the ones it has.
    let (status, said) = admin(&["drain"]);
    assert_eq!((status, &*said), (Some(0), "No new tables are opened; 1 table goes on.\n"));
    let refused = served.open_table(&ada);
    assert!(refused.contains("restarted"), "{refused}");
    assert!(served.ask("GET /readyz HTTP/1.1\nHost: x\nConnection: close\n\n").starts_with("HTTP/1.1 503"));
    let _still_there = join(&served, &ada, &second);
}
