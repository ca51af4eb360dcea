//! The game of `examples/last-match` works in every command, although no command knows it.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use serde_json::Value;

const GAME: &str = "last-match";

/// Runs a command with this standard input; returns standard output. The command must succeed.
fn eights(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_eights"))
        .args(args)
        .current_dir(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Ignore errors: the program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {error}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).to_str().unwrap().to_owned()
}

#[test]
fn it_is_played_with_bots_and_its_journal_replays() {
    let folder = tempfile::tempdir().unwrap();
    let journal = path(folder.path(), "match.jsonl");
    let args = ["play", GAME, "--seats", "3", "--people", "0", "--bots", "search:50", "--seed", "3"];
    let out = eights(&[&args[..], &["--plain", "--journal", &journal]].concat(), "");
    assert!(out.starts_with("Last Match"), "{out}");
    assert!(out.contains("another turn.") && out.contains("the match."), "{out}");
    let replayed = eights(&["replay", &journal, "--quiet"], "");
    assert!(!replayed.is_empty());
}

#[test]
fn a_person_sees_the_piles_and_gets_hints() {
    let out = eights(&["play", GAME, "--seats", "2", "--seed", "4", "--plain"], "?\nwhy 2C\nrules\nquit\n");
    for part in ["A bot would say: ", "The turn: "] {
        assert!(out.contains(part), "{part} is missing:\n{out}");
    }
    // Hidden piles as numbers, of the discard the top card: 52 cards in all.
    let piles = "discard: K♠ (3 cards)\nhand B: 3 cards\nstock: 40 cards\nYour hand: 3♣ 5♣ 9♦ J♦ 10♥ 5♠\n";
    assert!(out.contains(piles), "{out}");
}

#[test]
fn the_engine_plays_it_with_searching_bots() {
    let requests = [
        r#"{"new": {"game": "last-match", "seats": 2, "seed": 7}}"#,
        r#"{"bot": {"level": "master"}}"#,
        r#"{"view": "A"}"#,
        r#"{"why": "nonsense"}"#,
    ];
    let out = eights(&["engine"], &(requests.join("\n") + "\n"));
    let answers: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let options = answers[0]["asks"]["options"].as_array().unwrap();
    assert!(options.contains(&answers[1]["answer"]), "{out}");
    assert!(answers[2]["table"]["hand A"].as_array().is_some_and(|hand| hand.len() == 5), "{out}");
    assert!(answers[3]["why"].is_string(), "{out}");
}

#[test]
fn searching_beats_playing_at_random() {
    let args = ["arena", "search:100", "random", "--game", GAME, "--deals", "60", "--seed", "1"];
    let out = eights(&args, "");
    assert!(out.contains("search:100 is ") && out.contains(" Elo stronger than random ("), "{out}");
}

#[test]
fn the_lab_writes_a_report() {
    let folder = tempfile::tempdir().unwrap();
    let report = path(folder.path(), "report");
    eights(
        &["lab", "run", "standard", "--game", GAME, "--games", "200", "--luck-games", "0", "--out", &report],
        "",
    );
    let files: Vec<String> = fs::read_dir(&report)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    let html = files.iter().find(|name| name.ends_with(".html")).expect("a report in HTML");
    let text = fs::read_to_string(Path::new(&report).join(html)).unwrap();
    assert!(text.contains("Last Match"), "the report names the game");
}

#[test]
fn menus_do_not_list_it() {
    assert!(!eights(&["rules", "list"], "").contains(GAME));
    let shown = eights(&["rules", "show", "standard", "--game", GAME], "");
    assert!(shown.contains("Two to six players"), "{shown}");
}
