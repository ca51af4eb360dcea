//! Runs `cargo xtask tidy` on this project.

use std::process::Command;

#[test]
fn the_project_keeps_its_own_rules() {
    let run = Command::new(env!("CARGO_BIN_EXE_xtask")).arg("tidy").output().expect("xtask runs");
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}
