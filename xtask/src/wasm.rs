//! `cargo xtask wasm`: checks that the pure crates build for the browser, and so use no files or sockets.

use crate::levels::Levels;
use std::path::Path;
use std::process::Command;

const TARGET: &str = "wasm32-unknown-unknown";

/// Checks every pure crate, after installing the target if it is missing.
pub(crate) fn run(root: &Path) -> Result<(), String> {
    let levels = Levels::read(root);
    let crates: Vec<&str> = levels.pure().collect();
    if crates.is_empty() {
        return Err("wasm: no crate to check in crates/".into());
    }
    if !has_target(root)? {
        add_target(root)?;
    }
    let mut check = Command::new("cargo");
    check.current_dir(root).args(["check", "--target", TARGET]);
    for name in &crates {
        check.args(["-p", name]);
    }
    match check.status() {
        Ok(status) if status.success() => {
            println!("wasm: {} build for {TARGET}", crates.join(", "));
            Ok(())
        }
        Ok(_) => Err(format!("wasm: a crate below level 4 does not build for {TARGET}")),
        Err(error) => Err(format!("wasm: cannot start cargo: {error}")),
    }
}

/// Asks the compiler rather than rustup: other toolchains may include the target.
fn has_target(root: &Path) -> Result<bool, String> {
    let output = Command::new("rustc").current_dir(root).args(["--print", "sysroot"]).output();
    let output = output.map_err(|error| format!("wasm: cannot start rustc: {error}"))?;
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    Ok(Path::new(&sysroot).join("lib/rustlib").join(TARGET).is_dir())
}

fn add_target(root: &Path) -> Result<(), String> {
    println!("wasm: installing the target {TARGET}");
    match Command::new("rustup").current_dir(root).args(["target", "add", TARGET]).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("wasm: `rustup target add {TARGET}` failed; is there a network connection?")),
        Err(error) => Err(format!(
            "wasm: the target {TARGET} is missing and rustup cannot be started ({error}); \
             install rustup from https://rustup.rs or add the target to your toolchain"
        )),
    }
}
