//! The server is ended while people play, and keeps what it has promised. `make test-faults` is the long way.

use std::process::{Command, Stdio};

#[test]
fn nothing_acknowledged_is_lost() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eights"));
    let output =
        command.args(["load", "--faults", "3", "--tables", "8"]).stdin(Stdio::null()).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}\n{errors}");
    for part in ["kill 3:", "read-only folder:", "damaged page", "full disk: there is room again"] {
        assert!(said.contains(part), "{part} is missing:\n{said}\n{errors}");
    }
}
