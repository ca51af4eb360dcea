//! SIGHUP: the running program reads its settings again.

use std::{
    ffi::OsStr,
    fs::{self, OpenOptions},
    io::{BufRead, BufReader},
    os::unix::ffi::OsStrExt,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::operating::{Served, code, join, wait_for};
use eights_wire::ToServer;
use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
};

/// Sends SIGHUP, and waits until the log says this once more than before. Returns what was logged since.
fn hang_up(served: &Served, wanted: &str) -> String {
    let before = served.log();
    kill_process(Pid::from_child(&served.child), Signal::HUP).unwrap();
    let begin = Instant::now();
    loop {
        let log = served.log()[before.len()..].to_owned();
        // The line may be half written.
        if log.contains(wanted) && log.ends_with('\n') {
            return log;
        }
        assert!(begin.elapsed() < Duration::from_secs(20), "{wanted} is not logged: {log}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn settings_change_at_open_tables_and_bad_ones_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("eights.toml");
    let set = |text: &str| fs::write(&file, text).unwrap();
    set("max-tables = 1\nrun-outs = 3\n");
    let path = file.to_str().unwrap();
    let served = Served::start(&folder.path().join("data"), &["--config", path, "--set", "grace=5000"]);
    let ada = served.cookie();
    let mut at_table = join(&served, &ada, &code(&served.open_table(&ada)));
    assert!(served.open_table(&ada).contains("\"quota-used-up\""));

    set("max-tables = 2\nrun-outs = 3\nworkers = 3\ngrace = 1\nbanner = \"Restart at ten\"\n");
    let log = hang_up(&served, "workers is still");
    for line in [
        "max-tables is now 2; it was 1",
        "banner is now \"Restart at ten\"; it was not set",
        "workers is still 0: 3 needs a restart of the server",
    ] {
        assert!(log.contains(line), "{line}: {log}");
    }
    assert!(!log.contains("run-outs") && !log.contains("grace"), "options override the file: {log}");
    wait_for(&mut at_table, "\"banner\":\"Restart at ten\"");
    code(&served.open_table(&ada));
    assert!(served.open_table(&ada).contains("\"quota-used-up\""));

    // A mistake anywhere in the file, and nothing of it counts.
    for (text, why) in [
        (
            "max-tables = 3\nbot-pausse = 1\n",
            ":2: bot-pausse: there is no such setting; did you mean bot-pause?",
        ),
        (
            "max-tables = 3\nlog = \"loud\"\n",
            ": log: \"loud\" is not a level: off, error, warn, info, debug, trace",
        ),
        ("max-tables = 3\nbind = \n", ":2: "),
    ] {
        set(text);
        let log = hang_up(&served, &format!("the settings stay as they are: {path}{why}"));
        assert_eq!(log.lines().count(), 1, "{log}");
        assert!(served.open_table(&ada).contains("\"quota-used-up\""));
    }
    fs::remove_file(&file).unwrap();
    hang_up(&served, &format!("the settings stay as they are: {path}: No such file"));

    // Rates of connections that are open; and less is logged.
    set("max-tables = 2\nrun-outs = 3\nworkers = 3\nmessage-rate = 0.01\nlog = \"warn\"\n");
    let log = hang_up(&served, "workers is still");
    assert!(!log.contains("message-rate"), "{log}");
    for n in 1..=2 {
        let ping = eights_wire::write(&ToServer::Ping { n });
        at_table.send(tungstenite::Message::text(ping)).unwrap();
    }
    wait_for(&mut at_table, "\"too-fast\"");
    set("max-tables = 2\nrun-outs = 3\nmessage-rate = 0.01\n");
    let log = hang_up(&served, "log is now");
    assert!(log.contains("log is now \"info\"; it was \"warn\""), "{log}");
    hang_up(&served, "the settings were read again: nothing has changed");
}

/// A terminal that is closed sends the same signal: nobody wants a server that nobody sees.
#[test]
fn a_server_whose_terminal_is_closed_shuts_down() {
    let folder = tempfile::tempdir().unwrap();
    let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).unwrap();
    grantpt(&terminal).unwrap();
    unlockpt(&terminal).unwrap();
    let name = ptsname(&terminal, Vec::new()).unwrap();
    let end = OpenOptions::new().read(true).write(true).open(Path::new(OsStr::from_bytes(name.as_bytes())));
    let mut child = Command::new("setsid")
        .args([
            "--ctty",
            env!("CARGO_BIN_EXE_eights"),
            "serve",
            "--bind",
            "127.0.0.1:0",
            "--no-qr",
            "--store",
        ])
        .arg(format!("sqlite:{}", folder.path().display()))
        .stdin(end.unwrap())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    out.read_line(&mut line).unwrap();
    assert!(line.starts_with("Eights is served at"), "{line}");
    drop(terminal);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let steps = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    let steps: Vec<_> = steps.filter(|name| name.to_string_lossy().starts_with("steps-")).collect();
    assert!(steps.is_empty(), "everything is in the database: {steps:?}");
}
