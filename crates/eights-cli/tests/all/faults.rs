//! Kills the server during play and checks that it kept everything it acknowledged. `make
//! test-faults` runs the long version.

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
