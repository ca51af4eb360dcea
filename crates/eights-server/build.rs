//! Makes the folder of the built page, so that the server builds without it too.

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    let _ = std::fs::create_dir_all(folder);
    // With debug assertions the page is read from the folder at run time, see `http/page.rs`.
    let is_embedded = std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none();
    println!("cargo::rerun-if-changed={}", if is_embedded { folder } else { "build.rs" });
}
