//! Runs small versions of `eights arena`, `eights lab` and `check --play` as real processes.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use serde_json::Value;

fn eights(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_eights"));
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..");
    command.args(args).current_dir(root).stdin(Stdio::null()).env("NO_COLOR", "1");
    command
}

fn run(args: &[&str]) -> (i32, String, String) {
    let output = eights(args).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code().unwrap_or(-1), text(&output.stdout), text(&output.stderr))
}

/// Creates an empty temporary folder.
fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("eights-lab-cli-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Parses a result and removes the command line, which contains the number of threads.
fn without_command(text: &str) -> Value {
    let mut value: Value = serde_json::from_str(text).unwrap();
    value.as_object_mut().unwrap().remove("command").expect("results carry the command line");
    value
}

#[test]
fn an_arena_prints_which_bot_is_stronger() {
    let (code, out, err) =
        run(&["arena", "normal", "random", "--rules", "openspiel", "--deals", "100", "--seed", "4"]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("2 seats, 100 deals, 2 games of each, seed 4"), "{out}");
    assert!(out.contains("normal is ") && out.contains(" Elo stronger than random ("), "{out}");
}

#[test]
fn the_number_of_threads_does_not_change_an_arena() {
    let arena = |threads: &str| {
        let args = ["arena", "normal", "newcomer", "random", "--seats", "3", "--games", "90", "--json"];
        let (code, out, err) = run(&[&args[..], &["--threads", threads]].concat());
        assert_eq!((code, err.as_str()), (0, ""));
        without_command(&out)
    };
    let one = arena("1");
    assert_eq!(one, arena("3"));
    assert_eq!(one["arena"]["deals"], 30);
    assert_eq!(one["arena"]["ladder"].as_array().unwrap().len(), 3);
    for key in ["seed", "version"] {
        assert!(!one[key].is_null(), "{key}");
    }
    assert_eq!(one["arena"]["engine"], "crazy-eights/2");
    assert_eq!(one["arena"]["hash"].as_str().unwrap().len(), 32);
}

#[test]
fn a_gate_sets_the_exit_status() {
    let gate = |bots: [&str; 2]| {
        run(&["arena", bots[0], bots[1], "--rules", "openspiel", "--gate", "0,50", "--deals", "3000"])
    };
    let (code, out, _) = gate(["normal", "random"]);
    assert!(code == 0 && out.contains("Gate 0,50 passed"), "{out}");
    let (code, out, _) = gate(["random", "normal"]);
    assert!(code == 1 && out.contains("Gate 0,50 failed"), "{out}");
}

#[test]
fn chances_shown_are_compared_with_results() {
    let (code, told, _) = run(&["lab", "calibrate", "openspiel", "--hands", "3", "--bots", "normal"]);
    assert_eq!(code, 0);
    assert!(told.contains("3 hands with ") && told.contains("points from the chances shown"), "{told}");
    let (code, told, _) =
        run(&["lab", "calibrate", "openspiel", "--hands", "3", "--bots", "normal", "--json"]);
    let told: serde_json::Value = serde_json::from_str(&told).unwrap();
    assert_eq!((code, told["hands"].as_u64()), (0, Some(3)));
    let (code, _, err) = run(&["lab", "calibrate", "openspiel", "--hands", "3", "--seats", "17"]);
    assert!(code != 0 && err.contains("17"), "{err}");
}

#[test]
fn a_policy_is_beaten_by_who_knows_it() {
    let args = ["lab", "exploit", "--target", "greedy", "--deals", "4", "--budget", "100"];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("local best response") && out.contains("4 deals from both seats"), "{out}");
    let (code, out, _) = run(&[&args[..], &["--json"]].concat());
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, told["deals"].as_u64()), (0, Some(4)));
    assert!(told["local"]["value"].is_f64() && told["search"]["low"].is_f64(), "{out}");
    for (args, why) in [
        (&["lab", "exploit", "--target", "expert"][..], "only the policies of greedy and normal"),
        (&["lab", "exploit", "pesten", "--deals", "1"], "cards at most name suits"),
    ] {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains(why), "{code} {err}");
    }
}

#[test]
fn bots_play_random_sheets() {
    let args = ["lab", "held-out", "--sheets", "2", "--bot", "normal", "--against", "greedy", "--deals", "6"];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("of 2 sheets reach 58.0 %"), "{out}");
    let (code, out, _) = run(&[&args[..], &["--json"]].concat());
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, told["sheets"].as_array().map(Vec::len)), (0, Some(2)));
    let (code, listed, _) = run(&[&args[..], &["--list"]].concat());
    assert_eq!((code, listed.lines().count()), (0, 2));
    let base = told["sheets"][1]["base"].as_str().unwrap();
    assert!(listed.contains(&format!("1: eights rules show {base} --with '")), "{listed}");
}

#[test]
fn a_small_game_is_solved() {
    let args = ["lab", "solve", "2x4-2-must", "--bots", "random,normal", "--passes", "32"];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(
        out.starts_with("2x4-2-must: 4668 positions, 9176 information sets, 1442 with a choice\n"),
        "{out}"
    );
    let (code, out, _) = run(&[&args[..], &["--json"]].concat());
    let told: Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, told["solved"][0]["bots"].as_array().unwrap().len()), (0, 2));
    let random = told["solved"][0]["bots"][0]["exploitability"].as_f64().unwrap();
    assert!((random - 0.112).abs() < 0.001, "{random}");
    let (code, _, err) = run(&["lab", "solve", "9x9-2-must"]);
    assert!(code == 2 && err.contains("\"9x9-2-must\" is not a small game"), "{code} {err}");
}

#[test]
fn csv_has_one_line_per_number() {
    let (code, out, _) = run(&["arena", "normal", "random", "--deals", "20", "--csv"]);
    assert_eq!(code, 0);
    assert!(out.starts_with("rules,hash,seats,table,name,what,value,low,high,n\n"), "{out}");
    assert!(out.lines().any(|line| line.contains(",arena,normal,wins against random,")), "{out}");
}

#[test]
fn a_run_writes_a_report() {
    let folder = scratch("run");
    let path = folder.to_str().unwrap();
    let (code, out, err) = run(&[
        "lab",
        "run",
        "action",
        "basic",
        "--games",
        "400",
        "--luck-games",
        "60",
        "--levels",
        "random,normal",
        "--out",
        path,
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("Turns in a hand") && out.contains("Luck share"), "{out}");
    let json: Value = serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(json["partial"], false);
    let tried = json["tried"].as_array().unwrap();
    assert_eq!(tried.len(), 2);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    for tried in tried {
        assert_eq!(tried["games"], 400);
        assert!(page.contains(tried["hash"].as_str().unwrap()));
        assert!(tried["numbers"].as_array().unwrap().len() > 15);
    }
    assert!(tried[0]["cards"].as_array().unwrap().iter().any(|card| card["card"] == "8s"), "{tried:?}");
    assert!(folder.join("report.csv").exists() && folder.join("report.parquet").exists());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_card_of_crazier_eights_is_measured() {
    let (code, out, err) = run(&[
        "lab",
        "run",
        "standard",
        "--game",
        "crazier-eights",
        "--games",
        "300",
        "--luck-games",
        "0",
        "--json",
    ]);
    assert_eq!((code, err.as_str()), (0, ""));
    let json: Value = serde_json::from_str(&out).unwrap();
    let cards = json["tried"][0]["cards"].as_array().unwrap();
    assert_eq!(cards.len(), 52);
    for card in cards {
        for what in ["held", "drawn", "played"] {
            assert!(card[what].is_object(), "{card}");
        }
    }
}

#[test]
fn two_sheets_are_compared_in_sentences() {
    let args = ["lab", "compare", "basic", "pickup", "--games", "400", "--seats", "3"];
    let (code, out, err) = run(&args);
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("3 seats, 400 games of each on the same deals"), "{out}");
    assert!(out.contains(" with pickup: ") && out.contains(" instead of "), "{out}");
    assert!(out.contains("no significant difference") || out.contains("never came up"), "{out}");
    let (code, out, _) = run(&["lab", "compare", "basic", "basic"]);
    assert!(code == 0 && out.contains("mean the same rules"), "{out}");
}

#[test]
fn invalid_input_is_refused_with_a_sentence() {
    let folder = scratch("bad");
    let sheet = folder.join("broken.toml");
    fs::write(&sheet, "title = \"x\"\nturnn = 3\n").unwrap();
    let in_the_way = sheet.join("inside");
    let cases: &[(&[&str], &str)] = &[
        (&["arena", "normal", "clever"], "there is no bot \"clever\""),
        (&["arena", "normal"], "an arena needs at least two bots"),
        (&["arena", "normal", "random", "--deals", "0"], "no games to play"),
        (&["arena", "normal", "random", "--gate", "5,0"], "the bounds of a gate must increase"),
        (&["arena", "normal", "random", "greedy", "--gate", "0,5"], "compares exactly two bots, not 3"),
        (&["arena", "normal", "random", "--seats", "17"], "players, not 17"),
        (&["lab", "run", "basic", "--games", "0"], "no games to play"),
        (&["lab", "run", "no-such-rules"], "there is no rule set \"no-such-rules\""),
        (&["lab", "run", sheet.to_str().unwrap()], "turnn"),
        (&["lab", "run", "basic", "--bots", "clever"], "there is no bot \"clever\""),
        (&["lab", "run", "basic", "--out", in_the_way.to_str().unwrap()], "cannot write"),
        (
            &["rules", "check", "--play", "--try-games", "0", "rules/crazy-eights/basic.toml"],
            "no games to play",
        ),
    ];
    for (args, why) in cases {
        let (code, _, err) = run(args);
        assert!(code == 2 && err.contains(why), "{args:?}: {code} {err}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_shipped_sheet_plays_without_defects() {
    let (code, out, err) =
        run(&["rules", "check", "--play", "--try-games", "40", "rules/crazy-eights/action.toml"]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(!out.contains("problem"), "{out}");
}

#[test]
fn unused_lines_and_blocked_hands_are_reported() {
    let folder = scratch("idle");
    let sheet = folder.join("stuck.toml");
    // The rules do not allow drawing, so most hands are blocked, and a pack of 32 has no 3.
    fs::write(
        &sheet,
        "title = 'Stuck'\nextends = 'openspiel'\n[deck]\nkind = 'short-32'\npacks = 1\n[players]\nmin = 2\nmax = 3\n[deal]\ncards = 7\n[cards]\n3 = ['skip']\n",
    )
    .unwrap();
    let (code, out, err) = run(&[
        "rules",
        "check",
        "--play",
        "--try-games",
        "60",
        "--examples",
        folder.to_str().unwrap(),
        sheet.to_str().unwrap(),
    ]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("warning: cards.3 never made a difference"), "{out}");
    assert!(out.contains("warning: a hand is blocked"), "{out}");
    let journal = folder.join("stuck-blocked-2.jsonl");
    let (code, out, err) = run(&["replay", journal.to_str().unwrap()]);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("every line holds"), "{out}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn custom_cards_are_played_and_their_journals_replay() {
    let folder = scratch("cards");
    let (code, out, err) = run(&[
        "cards",
        "check",
        "--play",
        "--try-games",
        "12",
        "--examples",
        folder.to_str().unwrap(),
        "cards/crazier-eights/original.toml",
    ]);
    assert_eq!(err, "", "{out}");
    assert!(code == 0 && out.contains("fine, 52 cards"), "{out}");
    for line in out.lines().filter_map(|line| line.split_once("step through it with: eights ")) {
        let args: Vec<&str> = line.1.split(' ').collect();
        let (code, told, err) = run(&args);
        assert!(code == 0 && told.contains("every line holds"), "{args:?}: {err}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_run_and_the_report_is_marked_partial() {
    let folder = scratch("stop");
    let mut child =
        eights(&["lab", "run", "openspiel", "--games", "1000000000", "--out", folder.to_str().unwrap()])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let killed = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(killed.success());
    let began = Instant::now();
    let status = child.wait().unwrap();
    assert!(status.success() && began.elapsed() < Duration::from_secs(30), "{status}");
    let json: Value = serde_json::from_str(&fs::read_to_string(folder.join("report.json")).unwrap()).unwrap();
    assert_eq!(json["partial"], true);
    assert!(json["tried"][0]["games"].as_u64().unwrap() < 1_000_000_000);
    let page = fs::read_to_string(folder.join("report.html")).unwrap();
    assert!(page.contains("<strong>Partial.</strong>"));
    fs::remove_dir_all(folder).unwrap();
}
