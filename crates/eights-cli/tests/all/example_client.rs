//! The Python client of docs/examples, written from docs/protocol.md alone, plays every game against
//! the real `eights serve`.

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
};

/// A server that ends with the test.
struct Served {
    child: Child,
    address: String,
}

impl Served {
    fn start(data: &Path) -> Served {
        let mut child = Command::new(env!("CARGO_BIN_EXE_eights"))
            .args(["serve", "--bind", "127.0.0.1:0", "--no-qr", "--set", "bot-pause=0"])
            .args(["--set", "message-rate=0.0", "--store"])
            .arg(format!("sqlite:{}", data.display()))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program was built");
        let mut line = String::new();
        let stdout = child.stdout.as_mut().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("the address first");
        let address =
            line.trim().rsplit("http://").next().expect("an address").trim_end_matches('/').to_owned();
        Served { child, address }
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_example_client_plays_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let served = Served::start(folder.path());
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples/client.py");
    for game in ["crazy-eights", "crazier-eights", "crazy-8-ball"] {
        let done = Command::new("python3").arg(&client).args([&served.address, game]).output();
        let done = done.expect("python3 is installed");
        let said = String::from_utf8_lossy(&done.stderr);
        assert!(done.status.success(), "{game}: {said}");
        let result: serde_json::Value = serde_json::from_slice(&done.stdout).expect("one JSON object");
        assert_eq!(result["steps"], result["journal"], "the journal has every step: {result}");
        assert!(result["answers"].as_u64() > Some(3), "the client has answered: {result}");
        assert!(result["events"].as_u64() > Some(0), "the client has received events: {result}");
    }
}
