//! Replays the seed inputs of every fuzz target, which include every input that once found a defect.

use std::{
    fs,
    path::{Path, PathBuf},
};

fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Every file in a folder and its folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("a readable folder").path())
        .flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] })
        .collect()
}

/// Runs a target on the inputs in its seed folder and in other folders of the project.
fn replay(target: &str, others: &[&str], run: fn(&[u8])) {
    let seeds = project().join("fuzz/seeds").join(target);
    let mut inputs = files(&seeds);
    assert!(!inputs.is_empty(), "{target} has no seeds");
    inputs.extend(others.iter().flat_map(|folder| files(&project().join(folder))));
    for path in inputs {
        // The name of the file is printed only if the target panics.
        println!("{}", path.display());
        run(&fs::read(&path).expect("a readable seed"));
    }
}

macro_rules! targets {
    ($($target:ident $(with $other:literal)?,)*) => {
        $(#[test]
        fn $target() {
            replay(stringify!($target), &[$($other)?], eights_fuzz::$target::survive);
        })*

        #[test]
        fn every_target_is_replayed() {
            let mut targets = vec![$(stringify!($target)),*];
            let mut programs: Vec<String> = files(&project().join("fuzz/libfuzzer/targets"))
                .iter()
                .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
                .collect();
            targets.sort_unstable();
            programs.sort_unstable();
            assert_eq!(targets, programs);
        }
    };
}

targets! {
    cards,
    engine,
    games,
    journal,
    notation,
    overrides,
    document,
    rulebook with "rulebook",
    sheet with "rules",
    wire,
}
