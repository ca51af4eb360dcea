//! Runs the commands as real processes with real pipes.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{Child, Command, Output, Stdio},
};

fn eights(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eights"));
    command.args(args).current_dir(root()).stdin(Stdio::null());
    command.env("NO_COLOR", "1");
    command
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn run(args: &[&str]) -> Output {
    eights(args).output().expect("the program starts")
}

pub(crate) fn said(output: &Output) -> (i32, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Runs a command with this standard input; returns exit status, standard output and error.
fn fed(args: &[&str], input: impl AsRef<[u8]>) -> (i32, String, String) {
    let mut child =
        eights(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.as_ref().to_owned();
    let feeder = std::thread::spawn(move || {
        // Ignore errors: the program may end before it has read everything.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    said(&output)
}

/// Creates a file in a temporary folder.
fn scratch(name: &str, text: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("eights-cli-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn help_names_every_command() {
    let (code, out, _) = said(&run(&["--help"]));
    assert_eq!(code, 0);
    assert!(out.starts_with("Play Crazy Eights, Crazier Eights and Crazy 8-Ball, host tables"), "{out}");
    for word in ["play", "rules", "rulebook", "engine", "replay", "perft", "bench", "completions", "man"] {
        assert!(out.contains(word), "{word} is missing");
    }
    let (code, out, _) = said(&run(&["completions", "bash"]));
    assert!(code == 0 && out.contains("_eights()"));
    let (code, out, _) = said(&run(&["man"]));
    assert!(code == 0 && out.contains(".TH eights"));
    assert_eq!(said(&run(&["no-such-command"])).0, 2);
}

#[test]
fn client_and_server_have_the_same_default_port() {
    let (_, client, _) = said(&run(&["play", "--help"]));
    let (_, server, _) = said(&run(&["serve", "--help"]));
    let port = eights_server::Config::default().bind.port();
    assert!(client.contains(&format!("[default: http://localhost:{port}]")), "{client}");
    assert!(server.contains(&format!("[default: 0.0.0.0:{port}]")), "{server}");
}

#[test]
fn a_game_is_played_through_a_pipe() {
    let line = "\n".repeat(3);
    // With this seed the person begins, so the test does not depend on what bots play.
    let (code, out, err) = fed(&["play", "--seed", "2", "--letters"], format!("?\nwhy 5H\n{line}KH\nquit\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("You can say: JH  KH"), "{out}");
    assert!(out.contains("You do not hold the five of hearts."), "{out}");
    assert!(out.contains("You play KH."), "{out}");
    assert!(out.ends_with("You leave the table.\n"), "{out}");
    let (code, out, _) = fed(&["play", "--seed", "7"], "");
    assert!(code == 0 && out.contains("You leave the table."), "the end of the input ends the game");
}

#[test]
fn a_wrong_card_is_refused_with_a_reason() {
    let (_, out, _) = fed(&["play", "--seed", "2", "--letters"], "5C\nnonsense\nquit\n");
    assert!(out.contains("The five of clubs fits neither the suit (hearts) nor the rank (ace)"), "{out}");
    assert!(out.contains("\"nonsense\" is neither a card nor an answer."), "{out}");
}

#[test]
fn a_card_can_be_typed_with_suit_symbols() {
    let (code, out, _) = fed(&["play", "--seed", "2"], "why 5♥\nK♥\nquit\n");
    assert_eq!(code, 0);
    assert!(out.contains("You do not hold the five of hearts."), "{out}");
    assert!(out.contains("You play K♥."), "{out}");
    let (_, out, _) = fed(&["play", "--seed", "2"], "k♡\u{fe0f}\nquit\n");
    assert!(out.contains("You play K♥."), "{out}");
}

#[test]
fn invalid_utf_8_and_long_lines_do_not_end_a_match() {
    let mut input = b"\xff\n5\xc3\n".to_vec();
    // A line has at most 4,096 bytes, its end included.
    for len in [4_095, 4_096, 10_000] {
        input.extend(std::iter::repeat_n(b'x', len));
        input.push(b'\n');
    }
    input.extend(b"KH\r\nquit");
    let (code, out, err) = fed(&["play", "--seed", "2", "--letters"], input);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert_eq!(out.matches("That line is too long.").count(), 2, "{out}");
    assert!(out.contains("You play KH."), "{out}");
}

#[test]
fn a_whole_match_is_played_and_its_journal_replays() {
    let journal = scratch("match.jsonl", "");
    fs::remove_file(&journal).unwrap();
    let path = journal.to_str().unwrap();
    // Answer every question by trying all cards and all other answers.
    let mut lines = String::new();
    for _ in 0..60 {
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"] {
            for suit in ["C", "D", "H", "S"] {
                lines += &format!("{rank}{suit}\n");
            }
        }
        lines += "8C=H\n8D=H\n8H=S\n8S=H\ndraw\npass\n";
    }
    let (code, out, err) =
        fed(&["play", "--rules", "action", "--seed", "3", "--journal", path, "--letters"], &lines);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains(" the match."), "{}", &out[out.len().saturating_sub(300)..]);
    let (code, out, err) = said(&run(&["replay", path, "--quiet"]));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("every line holds; won by"), "{out}");
    let (code, _, err) = said(&run(&["play", "--journal", path]));
    assert!(code == 2 && err.contains("cannot write"), "a journal is never overwritten: {err}");

    let text = fs::read_to_string(&journal).unwrap();
    let cut = scratch("cut.jsonl", &text[..text.len() - 20]);
    let (code, _, err) = said(&run(&["replay", cut.to_str().unwrap()]));
    assert!(code == 2 && err.contains("the line is cut off"), "{code} {err}");
    let foreign = scratch("foreign.jsonl", "hello\n");
    let (code, _, err) = said(&run(&["replay", foreign.to_str().unwrap()]));
    assert!(code == 2 && err.contains("line 1: not a journal file"), "{code} {err}");
    let altered = scratch("altered.jsonl", &text.replacen("\"digest\":\"", "\"digest\":\"x", 3));
    let (code, _, err) = said(&run(&["replay", altered.to_str().unwrap(), "--quiet"]));
    assert!(code == 1 && err.contains("line 2: after"), "{code} {err}");
}

#[test]
fn every_mistake_of_a_sheet_is_reported() {
    let sheet = "titel = 'x'\n[turn]\ndraw = 'untill-playable'\n[cards]\n8 = ['wildd']\nZ = ['skip']\n[players]\nmin = 1\n";
    let path = scratch("bad.toml", sheet);
    let (code, out, _) = said(&run(&["rules", "check", path.to_str().unwrap()]));
    assert_eq!(code, 1);
    for (line, hint) in
        [(1, "title"), (3, "until-playable"), (5, "wild"), (6, "unknown card"), (8, "players.min")]
    {
        assert!(
            out.lines().any(|text| text.contains(&format!("bad.toml:{line}:")) && text.contains(hint)),
            "{line}: {out}"
        );
    }
    let meaning = scratch("deal.toml", "[deal]\ncards = 12\n[cards]\nZ = ['skip']\n");
    let (code, out, _) = said(&run(&["rules", "check", meaning.to_str().unwrap()]));
    assert_eq!(code, 1);
    assert!(
        out.contains("5 players with 12 cards each and a starter need 61 cards, but there are 52"),
        "{out}"
    );
    assert!(out.contains("deal.toml:4:") && out.contains("unknown card \"Z\""), "{out}");
    let (code, out, _) = said(&run(&["rules", "check", "rules/crazy-eights/ten-card.toml"]));
    assert_eq!(code, 0);
    assert!(out.contains("warning: 5 players with 10 cards each leave a stock of 1"), "{out}");
    let (code, _, err) = said(&run(&["rules", "check", "no-such-file.toml"]));
    assert!(code == 2 && err.contains("cannot read no-such-file.toml"), "{err}");
}

#[test]
fn rules_are_shown_and_compared() {
    let (code, out, _) = said(&run(&["rules", "show", "score-race"]));
    assert!(code == 0 && out.contains("Eights are wild"), "{out}");
    let (code, out, _) =
        said(&run(&["rules", "show", "score-race", "--with", "match.end = { target = 20 }"]));
    assert!(code == 0 && out.contains("reaches 20 points") && !out.contains("50 points"), "{out}");
    let (code, _, err) = said(&run(&["rules", "show", "score-rase"]));
    assert!(code == 2 && err.contains("did you mean score-race?"), "{err}");
    let (code, out, _) = said(&run(&["rules", "diff", "action", "action-stacking"]));
    assert!(code == 0 && out.contains("nothing about it."), "{out}");
    let copy = scratch("same.toml", "extends = 'action'\ntitle = 'Renamed'\n");
    let (_, out, _) = said(&run(&["rules", "diff", "action", copy.to_str().unwrap()]));
    assert!(out.contains("mean the same rules"), "{out}");
    let (code, out, _) = said(&run(&["rules", "list"]));
    assert!(code == 0 && out.contains("openspiel") && out.contains("crazy-8-ball"), "{out}");
    assert!(out.contains("\n Switch\n  switch "), "relatives are grouped: {out}");
    let (code, out, _) = said(&run(&["rules", "list", "two four jacks"]));
    assert!(code == 0 && out.contains("switch") && !out.contains("mau-mau"), "{out}");
    let (code, _, err) = said(&run(&["rules", "list", "quango"]));
    assert!(code == 2 && err.contains("no rule set is called \"quango\""), "{err}");
}

#[test]
fn the_rulebook_holds_and_failing_pages_are_reported() {
    let (code, out, err) =
        said(&run(&["rulebook", "--clauses", "rulebook/crazy-eights", "rulebook/crazy-8-ball"]));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(!out.contains("not proven"), "{out}");
    let block =
        "```play\ngame: crazy-eights\nhand A: 5H 6C\nhand B: 7S\ndiscard: 5C\n\nA: 5H\nasks B: 7S\n```\n";
    let wrong = scratch("wrong.md", block);
    let (code, out, _) = said(&run(&["rulebook", wrong.to_str().unwrap()]));
    assert_eq!(code, 1);
    assert!(
        out.contains("wrong.md:8: expected: B is asked 7S") && out.contains("happened: B is asked draw"),
        "{out}"
    );
    for (name, text) in [
        ("empty.md", "# No block\n"),
        ("words.md", "```play\nhand A: 5H\nhand B: 7S\ndiscard: 5C\n\nA plays 5H\nasks B: draw\n```\n"),
        ("hanging.md", "```play\ngame: crazy-eights\nhand A: 5H\nhand B: 7S\ndiscard: 5C\n\nA: 5H\n```\n"),
        ("cards.md", "```play\ngame: crazy-eights\nhand A: 5X\nhand B: 7S\ndiscard: 5C\n\nasks A: 5X\n```\n"),
    ] {
        let path = scratch(name, text);
        assert_eq!(said(&run(&["rulebook", path.to_str().unwrap()])).0, 2, "{name}");
    }
    assert_eq!(said(&run(&["rulebook", "no-such-page.md"])).0, 2);
}

fn engine(lines: &[&str]) -> Vec<serde_json::Value> {
    let (code, out, err) = fed(&["engine"], &(lines.join("\n") + "\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    out.lines().map(|line| serde_json::from_str(line).expect("every answer is JSON")).collect()
}

#[test]
fn the_engine_answers_every_line() {
    let answers = engine(&[
        r#"{"act": "draw"}"#,
        r#"{"new": {"game": "crazy-eights", "rules": "score-race", "seats": 3, "seed": 7}}"#,
        "nonsense",
        r#"[1, 2]"#,
        r#"{"act": "5X"}"#,
        r#"{"act": "draw", "view": "A"}"#,
        r#"{"new": {"seats": 99}}"#,
        r#"{"new": {"rules": {"turn": {"draw": "three"}}}}"#,
        r#"{"view": "all"}"#,
        r#"{"bot": {"level": "greedy"}}"#,
        r#"{"bot": {"level": "champion"}}"#,
        r#"{"undo": 1}"#,
        r#"{"rules": "score-race"}"#,
    ]);
    let error = |i: usize| answers[i]["error"].as_str().unwrap_or_else(|| panic!("{}", answers[i]));
    assert!(error(0).contains("there is no game yet"));
    assert_eq!(answers[1]["step"], 0);
    assert!(answers[1]["asks"]["options"].as_array().is_some_and(|options| !options.is_empty()));
    assert!(error(2).contains("not JSON") && error(3).contains("JSON object"));
    assert!(!error(4).is_empty() && error(5).contains("exactly one of"));
    assert!(error(6).contains("99 players") && error(7).contains("turn.draw"));
    assert_eq!(answers[8]["table"]["hand A"], 5, "spectators see backs, which are counted");
    assert!(answers[9]["answer"].is_string());
    assert!(error(10).contains("newcomer, learner, casual, normal") && error(11).contains("no step to undo"));
    assert_eq!(answers[12]["title"], "Score race");
}

#[test]
fn the_engine_sets_up_positions_plays_and_undoes() {
    let answers = engine(&[
        r#"{"place": {"game": "crazy-eights", "rules": "score-race", "hands": ["2C 9H", "2D KS", "4C 5C"], "discard": "4H 2H", "stock": "JC QD 3S 6S 7S 10S", "turn": "A"}}"#,
        r#"{"act": "2C"}"#,
        r#"{"view": "C"}"#,
        r#"{"undo": 1}"#,
        r#"{"act": "9H"}"#,
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "score": [60, 0], "with": {"match.end": {"target": 70}}}}"#,
        r#"{"act": "8S"}"#,
        r#"{"why": "KS"}"#,
    ]);
    assert_eq!(answers[0]["asks"], serde_json::json!({ "seat": "A", "options": ["2C", "9H"] }));
    assert_eq!(answers[1]["asks"], serde_json::json!({ "seat": "B", "options": ["2D", "draw"] }));
    assert!(answers[1]["events"].to_string().contains("2C"));
    assert_eq!(answers[2]["table"]["hand B"], 2);
    assert_eq!(answers[3], answers[0]);
    assert_eq!(answers[4]["asks"]["seat"], "B");
    assert_eq!(answers[6]["over"], serde_json::json!({ "winners": ["A"], "points": { "A": 72, "B": 0 } }));
    assert_eq!(answers[6]["hand_over"]["points"], serde_json::json!({ "A": 12, "B": 0 }));
    assert!(answers[7]["error"].is_string());
}

#[test]
fn impossible_positions_are_refused_with_the_key() {
    let answers = engine(&[
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "score": [60]}}"#,
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "score": [60, 0, 0]}}"#,
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "score": [-5, 0]}}"#,
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "naming": "H"}}"#,
        r#"{"place": {"hands": ["8S", "2D KS"], "discard": "4H", "owes": 2}}"#,
        r#"{"new": {"seats": 2, "shuffle": "5H 5H"}}"#,
    ]);
    let begins = [
        "score: a list of 1 for 2 hands",
        "score: a list of 3 for 2 hands",
        "score: A has -5 points",
        "naming: ",
        "owes: ",
        "shuffle: 5H is named twice",
    ];
    for (answer, begins) in answers.iter().zip(begins) {
        assert!(answer["error"].as_str().is_some_and(|why| why.starts_with(begins)), "{begins}: {answer}");
    }
}

#[test]
fn the_engine_survives_long_lines_and_deep_nesting() {
    let long = format!("{{\"act\": \"{}\"}}", "x".repeat(2 << 20));
    let answers = engine(&[&long, r#"{"rules": "basic"}"#]);
    assert!(answers[0]["error"].as_str().unwrap().contains("longer"));
    assert_eq!(answers[1]["title"], "Basic game");
    let deep = "[".repeat(100_000);
    assert!(engine(&[&deep])[0]["error"].is_string());
}

fn ended(mut child: Child) -> (i32, String) {
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    (child.wait().unwrap().code().unwrap_or(-1), err)
}

#[test]
fn a_closed_pipe_ends_a_command_quietly() {
    // The pipe is closed before the program starts: a fast one might fill it and end first.
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    for args in [&["rules", "schema"][..], &["rules", "keys"], &["cards", "list"], &["man"], &["--help"]] {
        let writer = writer.try_clone().unwrap();
        let child = eights(args).stdout(writer).stderr(Stdio::piped()).spawn().unwrap();
        assert_eq!(ended(child), (0, String::new()), "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_game_with_a_sentence_and_whole_journal_lines() {
    let journal = scratch("interrupted.jsonl", "");
    fs::remove_file(&journal).unwrap();
    let args = ["play", "--seed", "7", "--journal", journal.to_str().unwrap()];
    let mut child =
        eights(&args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // The game has begun once it shows the hand.
    let mut out = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    while !line.starts_with("Your hand") {
        line.clear();
        assert!(out.read_line(&mut line).unwrap() > 0, "the game ended by itself");
    }
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let (code, err) = ended(child);
    assert_eq!(code, 130);
    assert!(err.contains("the game ends here. The journal is in"), "{err}");
    let (code, out, err) = said(&run(&["replay", journal.to_str().unwrap(), "--quiet"]));
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
}

#[test]
fn perft_prints_a_line_per_depth() {
    let (code, out, _) = said(&run(&["perft", "3", "--rules", "score-race", "--seed", "1"]));
    assert_eq!(code, 0);
    assert_eq!(out.lines().count(), 3);
    assert!(out.starts_with("perft 1 "), "{out}");
}

#[test]
fn the_digest_of_a_bench_is_reproducible() {
    let digest = || {
        let (code, out, err) =
            said(&run(&["bench", "score-race", "--seats", "2", "--seconds", "0.01", "--json"]));
        assert_eq!((code, err.as_str()), (0, ""));
        let line: serde_json::Value = serde_json::from_str(out.trim()).unwrap();
        assert!(line["games"].as_u64().unwrap() >= 1000);
        line["digest"].clone()
    };
    assert_eq!(digest(), digest());
    assert_eq!(said(&run(&["bench", "score-race", "--seats", "9"])).0, 2);
}

#[test]
fn cards_are_listed_explained_and_checked() {
    let (code, out, _) = said(&run(&["cards", "list"]));
    assert!(
        code == 0 && out.contains("52 cards") && out.contains("devious-dragon (green 8, asset)"),
        "{out}"
    );
    let (_, out, _) = said(&run(&["cards", "list", "--json"]));
    let cards: serde_json::Value = serde_json::from_str(&out).expect("one JSON object");
    assert_eq!(cards["devious-dragon"]["colours"], serde_json::json!(["green"]));
    assert_eq!(cards.as_object().map(|all| all.len()), Some(67));
    let (code, out, _) = said(&run(&["cards", "explain", "Castle"]));
    assert!(code == 0 && out.contains("If an opponent would make you draw cards, draw one fewer."), "{out}");
    let (code, _, err) = said(&run(&["cards", "show", "castel"]));
    assert!(code == 2 && err.contains("did you mean castle?"), "{err}");
    let (code, out, _) =
        said(&run(&["cards", "check", "cards/crazier-eights/original.toml", "--seats", "4"]));
    assert!(code == 0 && out.contains("a deck of 52 cards for 4 players"), "{out}");
    let head = "title = \"Two\"\nabout = \"Two cards.\"\ncredit = \"Ours.\"\n";
    let card = |name: &str, text: &str| {
        format!(
            "[[card]]\nname = \"{name}\"\nrank = \"5\"\ncolours = [\"red\"]\nkind = \"asset\"\ntext = \"{text}\"\n"
        )
    };
    let text = format!("{head}{}{}", card("Ox", "Draw a crad."), card("Ox", "Draw a card."));
    let bad = scratch("bad-cards.toml", &text);
    let (code, out, _) = said(&run(&["cards", "check", bad.to_str().unwrap()]));
    assert_eq!(code, 1);
    for word in ["red", "crad", "Ox"] {
        assert!(out.contains(word), "{word}: {out}");
    }
}

#[test]
fn crazier_eights_shows_card_texts_in_full() {
    let (code, out, err) =
        fed(&["play", "crazier-eights", "--seed", "5", "--seats", "2"], "?\nwhy play death\nquit\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("At the beginning of your turn, destroy a card in play of your choice."), "{out}");
    assert!(out.contains("Death is not in your hand."), "{out}");
}
