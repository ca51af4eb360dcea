//! The program that `make play` runs serves the page.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    process::{Command, Stdio},
};

#[test]
fn it_prints_its_address_and_serves_the_page_there() {
    let program = env!("CARGO_BIN_EXE_eights-host");
    let mut server = Command::new(program)
        .args(["--bind", "127.0.0.1:0", "--store", "memory", "--no-qr"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    // It stays open: the program ends when it cannot print the rest.
    let mut out = BufReader::new(server.stdout.take().expect("it is piped"));
    out.read_line(&mut line).expect("a line of text");
    let address = line.trim().strip_prefix("Eights is served at http://").expect("an address").to_owned();

    let mut page = String::new();
    let mut connection = TcpStream::connect(&address).expect("it listens");
    write!(connection, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").expect("it reads");
    connection.read_to_string(&mut page).expect("it answers");
    server.kill().expect("it runs");
    server.wait().expect("it ends");

    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("<title>Eights"), "{page}");
}

#[test]
fn a_wrong_option_is_explained() {
    let run = Command::new(env!("CARGO_BIN_EXE_eights-host"))
        .args(["--store", "memory", "--set", "bot-paws=0"])
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&run.stderr);
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert!(said.starts_with("eights-host: ") && said.contains("bot-paws"), "{said}");
}
