//! Makes the folder of the built page, so that the server builds without it too.

fn main() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/dist");
    let _ = std::fs::create_dir_all(folder);
    println!("cargo::rerun-if-changed={folder}");
}
