//! Tests of `eights serve` (start, shutdown, configuration errors) and `eights verify`.

use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use eights_match::{Catalog, Shipped, journal, shuffle};

fn eights() -> Command {
    Command::new(env!("CARGO_BIN_EXE_eights"))
}

/// Creates an empty temporary folder.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("eights-cli-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn serve(data: &Path) -> (Child, String) {
    let mut child = eights()
        .args(["serve", "--bind", "127.0.0.1:0", "--no-qr", "--store"])
        .arg(format!("sqlite:{}", data.display()))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let address =
        line.trim().strip_prefix("Eights is served at http://").expect("the address first").to_owned();
    (child, address)
}

#[test]
fn the_server_answers_and_shuts_down_on_sigterm() {
    let data = folder("serve");
    let (mut child, address) = serve(&data);
    let mut stream = TcpStream::connect(&address).unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    assert!(text.starts_with("HTTP/1.1 200") && text.ends_with("ok\n"), "{text}");

    let second = eights()
        .args(["serve", "--bind", "127.0.0.1:0", "--store"])
        .arg(format!("sqlite:{}", data.display()))
        .output()
        .unwrap();
    assert_eq!(second.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&second.stderr).contains("another program already serves"));

    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    fs::remove_dir_all(data).unwrap();
}

#[test]
fn configuration_errors_name_the_source() {
    let run = |args: &[&str]| {
        let done = eights().arg("serve").args(args).env("EIGHTS_GRACE", "soon").output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stderr).into_owned())
    };
    let (code, said) = run(&[]);
    assert_eq!(code, Some(2));
    assert!(said.contains("EIGHTS_GRACE") && said.contains("soon"), "{said}");
    let (_, said) = run(&["--config", "/nowhere/eights.toml"]);
    assert!(said.contains("/nowhere/eights.toml"), "{said}");
}

#[test]
fn invalid_settings_are_refused_and_named_as_they_were_written() {
    for (args, variable, named) in [
        (
            &["--set", "bot-pausse=0"][..],
            None,
            "--set bot-pausse: there is no such setting; did you mean bot-pause?",
        ),
        (&["--set", "stand-in=genius"], None, "--set stand-in: \"genius\" is not a level"),
        (&["--set", "message-rate=nan"], None, "--set message-rate: NaN"),
        (&["--set", "connection-idle=0"], None, "--set connection-idle: 0 is not between"),
        (
            &["--set", "store=eights-data"],
            None,
            "--set store: \"eights-data\" does not name a store: write sqlite:",
        ),
        (&["--set", "workers=100000"], None, "--set workers: 100000 is not between"),
        (&["--set", "grace"], None, "--set grace: this is not KEY=VALUE"),
        (&["--public-url", "not a url"], None, "--public-url: \"not a url\" is not a URL"),
        (&[], Some(("EIGHTS_STAND_IN", "genius")), "EIGHTS_STAND_IN: \"genius\" is not a level"),
        (&[], Some(("EIGHTS_BOT_PAUSSE", "0")), "EIGHTS_BOT_PAUSSE: there is no such setting"),
        (&[], Some(("EIGHTS_LOG", "loud")), "EIGHTS_LOG: \"loud\" is not a level"),
    ] {
        let done = eights()
            .args(["serve", "--store", "memory", "--bind", "127.0.0.1:0"])
            .args(args)
            .envs(variable)
            .output();
        let done = done.unwrap();
        let said = String::from_utf8_lossy(&done.stderr);
        assert_eq!(done.status.code(), Some(2), "{args:?} {variable:?}: {said}");
        assert!(said.contains(named), "{args:?} {variable:?}: {said}");
    }
}

#[test]
fn verify_detects_forged_and_incomplete_journals() {
    let folder = folder("verify");
    let rules = Catalog::new(&Shipped).rules("crazy-eights", "basic", "").unwrap();
    let (secret, entropy) = ([8; 32], vec!["mine".to_owned(), String::new()]);
    let seed = shuffle::seed(&secret, &entropy);
    let mut head = rules.head(2, &seed);
    head.shuffle = Some(shuffle::Shuffle::open(&secret, entropy));
    let mut table = rules.start(2, seed).unwrap();
    let mut entries = Vec::new();
    while let Some(seat) = table.asks() {
        let say = table.options(seat).pop().unwrap().say;
        entries.push(table.act(seat, &say).unwrap());
    }
    let honest = journal::write(&head, &entries);
    let path = folder.join("match.jsonl");
    let verify_with = |text: &str, more: &[&str]| {
        fs::write(&path, text).unwrap();
        let done = eights().arg("verify").arg(&path).args(more).output().unwrap();
        (done.status.code(), String::from_utf8_lossy(&done.stdout).into_owned())
    };
    let verify = |text: &str| verify_with(text, &[]);
    let (code, said) = verify(&honest);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("The secret fits the commitment") && said.contains("1 of 2 seats added"), "{said}");
    assert!(said.contains(&format!("All {} steps were played by the rules", entries.len())), "{said}");

    let (code, said) = verify(&honest.replace("\"mine\"", "\"yours\""));
    assert_eq!((code, said.contains("NOT fair")), (Some(1), true), "{said}");
    let (code, said) = verify(&honest.replace(&"08".repeat(32), &"09".repeat(32)));
    assert_eq!((code, said.contains("does not fit the commitment")), (Some(1), true), "{said}");
    let forged = honest.replacen(&entries[3].digest, "0000000000000000", 1);
    let (code, said) = verify(&forged);
    assert_eq!((code, said.contains("NOT as written: line 5")), (Some(1), true), "{said}");

    // Nothing in the journal shows that its proof or its end was cut off, so verify must report
    // them as missing.
    head.shuffle = None;
    let unproven = journal::write(&head, &entries);
    let (code, said) = verify(&unproven);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("MISSING: the journal does not say how its seed was made."), "{said}");
    let end = honest.trim_end().rfind('\n').unwrap() + 1;
    let (code, said) = verify(&honest[..end]);
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("MISSING: the match is not over"), "{said}");

    let announced = shuffle::commitment(&secret);
    let (code, said) = verify_with(&honest, &["--commitment", &announced.to_uppercase()]);
    assert_eq!((code, said.contains("the commitment that was announced")), (Some(0), true), "{said}");
    let other = shuffle::commitment(&[9; 32]);
    let (code, said) = verify_with(&honest, &["--commitment", &other]);
    assert_eq!((code, said.contains("not the one announced")), (Some(1), true), "{said}");
    let (code, said) = verify_with(&unproven, &["--commitment", &announced]);
    assert_eq!((code, said.contains("has no proof of the shuffle")), (Some(1), true), "{said}");
    fs::remove_dir_all(folder).unwrap();
}
