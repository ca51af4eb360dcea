//! `cargo xtask new-game NAME`: writes the crate of a new game and registers it.
//!
//! The crate is a copy of `examples/last-match` under another name: a complete game to change step by
//! step, whose tests pass from the start.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// The game that is copied, and the names in it that are replaced.
const EXAMPLE: &str = "examples/last-match";

/// Writes `crates/eights-NAME` and adds it to the three files that must know it.
pub(crate) fn run(root: &Path, name: &str) -> Result<(), String> {
    let names = Names::of(name)?;
    let folder = root.join("crates").join(&names.package);
    if folder.exists() {
        return Err(format!("new-game: crates/{} exists already", names.package));
    }
    for file in files_below(&root.join(EXAMPLE))? {
        let relative = file.strip_prefix(root.join(EXAMPLE)).expect("listed below the folder");
        let text = read(&file)?;
        write(&folder.join(relative), &names.rename(&text))?;
    }
    let package = &names.package;
    insert_after(
        &root.join("Cargo.toml"),
        "eights-ball = { path = \"crates/eights-ball\" }\n",
        &format!("{package} = {{ path = \"crates/{package}\" }}\n"),
    )?;
    insert_after(
        &root.join("crates/eights-match/Cargo.toml"),
        "eights-ball.workspace = true\n",
        &format!("{package}.workspace = true\n"),
    )?;
    insert_after(
        &root.join("crates/eights-match/src/games.rs"),
        "    Ball(eights_ball::Ball),\n",
        &format!("    {0}({1}::{0}),\n", names.type_name, names.module),
    )?;
    println!(
        "new-game: wrote crates/{package} and registered it in Cargo.toml, crates/eights-match/Cargo.toml and \
         crates/eights-match/src/games.rs.\n\
         Try it:  cargo run -p eights-cli -- play {name}\n\
         Test it: cargo test -p {package}\n\
         Then change crates/{package}/src/rules.rs, and raise the engine number in register.rs whenever a \
         change alters play."
    );
    Ok(())
}

/// The name of a game in all its forms.
struct Names {
    /// `beat-it`
    id: String,
    /// `Beat It`
    title: String,
    /// `BeatIt`
    type_name: String,
    /// `eights-beat-it`
    package: String,
    /// `eights_beat_it`
    module: String,
}

impl Names {
    fn of(id: &str) -> Result<Names, String> {
        let words: Vec<&str> = id.split('-').collect();
        let is_word = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(is_word) {
            return Err(format!(
                "new-game: {id:?} is not a name; write lower-case words with hyphens, such as beat-it"
            ));
        }
        let capital = |word: &&str| word[..1].to_ascii_uppercase() + &word[1..];
        let capitals: Vec<String> = words.iter().map(capital).collect();
        Ok(Names {
            id: id.to_owned(),
            title: capitals.join(" "),
            type_name: capitals.concat(),
            package: format!("eights-{id}"),
            module: format!("eights_{}", id.replace('-', "_")),
        })
    }

    /// A file of the example with the names of the new game.
    fn rename(&self, text: &str) -> String {
        text.replace("name = \"last-match\"", &format!("name = \"{}\"", self.package))
            .replace(
                "Last Match: a complete small shedding game, as an example of a game for Eights",
                &self.title,
            )
            .replace(
                ": a complete small shedding game, as an example of how to write one for Eights.",
                ", a card game.",
            )
            .replace("last_match", &self.module)
            .replace("last-match", &self.id)
            .replace("LastMatch", &self.type_name)
            .replace("Last Match", &self.title)
            .replace("listed: false", "listed: true")
    }
}

fn insert_after(path: &Path, line: &str, new: &str) -> Result<(), String> {
    let text = read(path)?;
    if !text.contains(line) {
        return Err(format!("new-game: {} has no line {:?} to add after", path.display(), line.trim()));
    }
    write(path, &text.replacen(line, &format!("{line}{new}"), 1))
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let entries = fs::read_dir(folder)
        .map_err(|error| format!("new-game: cannot list {}: {error}", folder.display()))?;
    for entry in entries.filter_map(Result::ok) {
        if entry.path().is_dir() {
            files.extend(files_below(&entry.path())?);
        } else {
            files.push(entry.path());
        }
    }
    Ok(files)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("new-game: cannot read {}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().expect("a file has a folder");
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| format!("new-game: cannot write {}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn names_are_lower_case_words() {
        for wrong in ["", "Beat-It", "beat_it", "beat--it", "8-ball", "../x"] {
            assert!(Names::of(wrong).is_err(), "{wrong:?}");
        }
        let names = Names::of("beat-it2").unwrap();
        assert_eq!((names.title.as_str(), names.type_name.as_str()), ("Beat It2", "BeatIt2"));
    }

    /// Copies what cargo needs of the project, so that the scaffold does not touch it. Files that are the
    /// same stay as they are, so that cargo compiles only what has changed since the last time; those that are gone
    /// are removed.
    fn copy_project(to: &Path) {
        let root = crate::root();
        let mut files = vec![root.join("Cargo.toml"), root.join("Cargo.lock")];
        for part in ["crates", "examples", "fuzz", "xtask", "rules", "cards", "schema", "rulebook"] {
            files.extend(files_below(&root.join(part)).unwrap());
            let copied = to.join(part);
            for old in copied.is_dir().then(|| files_below(&copied).unwrap()).into_iter().flatten() {
                if !root.join(old.strip_prefix(to).unwrap()).exists() {
                    fs::remove_file(old).unwrap();
                }
            }
        }
        for file in files {
            let relative = file.strip_prefix(&root).unwrap();
            if relative.components().any(|part| part.as_os_str() == "target") {
                continue;
            }
            let (new, copy) = (fs::read(&file).unwrap(), to.join(relative));
            if fs::read(&copy).ok() != Some(new.clone()) {
                fs::create_dir_all(copy.parent().unwrap()).unwrap();
                fs::write(copy, new).unwrap();
            }
        }
    }

    #[test]
    fn a_new_game_passes_its_tests_and_is_played_by_bots() {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(crate::root().join("target"), PathBuf::from);
        let folder = target.join("new-game");
        let _ = fs::remove_dir_all(folder.join("crates/eights-beat-it"));
        copy_project(&folder);
        run(&folder, "beat-it").unwrap();
        assert!(run(&folder, "beat-it").unwrap_err().contains("exists already"));
        // Nothing is optimised, since compiling takes longer than playing.
        let manifest = folder.join("Cargo.toml");
        let text = fs::read_to_string(&manifest).unwrap();
        let profile = "[profile.dev]\ndebug = false\n";
        fs::write(&manifest, format!("{}{profile}", text.split("[profile.").next().unwrap())).unwrap();
        // One command for both packages: two would choose different features of their dependencies, and
        // compile them twice.
        let output = Command::new("cargo")
            .current_dir(&folder)
            .args(["test", "--offline", "--quiet", "-p", "eights-beat-it", "-p", "bot-match"])
            .args(["--", "--nocapture"])
            .env("CARGO_TARGET_DIR", folder.join("target"))
            // `make test` compiles with clippy, which takes longer.
            .env_remove("RUSTC_WORKSPACE_WRAPPER")
            .output()
            .expect("cargo starts");
        let (tests, error) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{tests}\n{error}");
        assert!(tests.contains("Beat It: "), "bots play it: {tests}");
    }
}
