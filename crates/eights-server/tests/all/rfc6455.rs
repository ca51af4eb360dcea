//! The WebSocket protocol as RFC 6455 and the Autobahn testsuite demand it. Cases are named by Autobahn's numbers.
//!
//! Autobahn expects an echo; a table answers a ping message with a pong message instead.

use crate::common::{
    Person,
    raw::{
        Raw,
        Sent::{self, Answer, Close, Pong},
        frame, handshake, text,
    },
    serve,
};
use eights_server::Server;
use eights_wire::ToServer;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// A server, its folder, a person, and the code of their table.
async fn table() -> (Server, tempfile::TempDir, Person, String) {
    let (server, folder) = serve(|_| ()).await;
    let ada = Person::new(server.address).await;
    let founded = ada.post("/api/tables", r#"{"game":"crazy-eights","seats":2}"#).await.json();
    let code = founded["code"].as_str().unwrap().to_owned();
    (server, folder, ada, code)
}

/// A message that the table answers.
fn message(n: u32) -> Vec<u8> {
    text(&ToServer::Ping { n })
}

/// The same message in several fragments.
fn fragments(n: u32, pieces: usize) -> Vec<Vec<u8>> {
    let whole = eights_wire::write(&ToServer::Ping { n });
    let size = whole.len().div_ceil(pieces);
    let chunks: Vec<&[u8]> = whole.as_bytes().chunks(size).collect();
    let first = |i: usize| u8::from(i == 0) | if i + 1 == chunks.len() { 0x80 } else { 0 };
    chunks.iter().enumerate().map(|(i, chunk)| frame(first(i), chunk)).collect()
}

fn close(code: u16, reason: &[u8]) -> Vec<u8> {
    frame(0x88, &[&code.to_be_bytes(), reason].concat())
}

/// A name, the frames to send, and the expected frames until the connection closes.
type Case = (String, Vec<Vec<u8>>, Vec<Sent>);

fn case(name: &str, frames: &[Vec<u8>], answers: &[Sent]) -> Case {
    (name.to_owned(), frames.to_vec(), answers.to_vec())
}

/// A case without an error: the client closes at the end.
fn fine(name: &str, frames: &[Vec<u8>], answers: &[Sent]) -> Case {
    case(name, &[frames, &[close(1000, b"")]].concat(), &[answers, &[Close(1000)]].concat())
}

/// Runs every case three times: sent at once, frame by frame, and byte by byte.
async fn run(cases: Vec<Case>) {
    let (server, _folder, ada, code) = table().await;
    for (name, frames, answers) in cases {
        let whole = frames.concat();
        let cuts: [Vec<&[u8]>; 3] =
            [vec![&whole], frames.iter().map(Vec::as_slice).collect(), whole.chunks(1).collect()];
        for pieces in cuts {
            let mut raw = Raw::open(&ada, &code).await;
            for piece in &pieces {
                if !raw.try_send(piece).await {
                    break;
                }
            }
            assert_eq!(raw.rest().await, answers, "case {name} in {} pieces", pieces.len());
        }
    }
    server.shut_down().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autobahn_2_pings_and_pongs() {
    let binary = [0x00, 0xff, 0xfe, 0xfd, 0xfc, 0xfb, 0x00, 0xff];
    let ten: Vec<Vec<u8>> = (0..10).map(|i| frame(0x89, &[i])).collect();
    run(vec![
        fine("2.1", &[frame(0x89, b"")], &[Pong(vec![])]),
        fine("2.2", &[frame(0x89, b"Hello, world!")], &[Pong(b"Hello, world!".to_vec())]),
        fine("2.3", &[frame(0x89, &binary)], &[Pong(binary.to_vec())]),
        fine("2.4, 2.6", &[frame(0x89, &[0xfe; 125])], &[Pong(vec![0xfe; 125])]),
        case("2.5", &[frame(0x89, &[0xfe; 126])], &[Close(1002)]),
        fine("2.7", &[frame(0x8a, b"")], &[]),
        fine("2.8", &[frame(0x8a, b"unsolicited")], &[]),
        fine("2.9", &[frame(0x8a, b"unsolicited"), frame(0x89, b"ping")], &[Pong(b"ping".to_vec())]),
        fine("2.10, 2.11", &ten, &(0..10).map(|i| Pong(vec![i])).collect::<Vec<_>>()),
    ])
    .await;
}

/// The answer to a good message is not lost when a bad frame follows in the same packet (3.2, 4.1.3, 5.15).
#[tokio::test(flavor = "multi_thread")]
async fn autobahn_3_and_4_reserved_bits_and_opcodes() {
    let hello = eights_wire::write(&ToServer::Ping { n: 1 });
    let mut cases = vec![
        case("3.1", &[frame(0x91, hello.as_bytes())], &[Close(1002)]),
        case(
            "3.2-3.4",
            &[message(1), frame(0xa1, hello.as_bytes()), frame(0x89, b"")],
            &[Answer(1), Close(1002)],
        ),
        case("3.5", &[frame(0xc2, &[0; 8])], &[Close(1002)]),
        case("3.6", &[frame(0xd9, b"ping")], &[Close(1002)]),
        case("3.7", &[frame(0xf8, &[3, 232])], &[Close(1002)]),
        // Binary messages are legal, but this protocol has none.
        case("1.2.1", &[frame(0x82, b"")], &[Close(1003)]),
    ];
    for (i, opcode) in [3, 4, 5, 6, 7].into_iter().enumerate() {
        let bad = frame(0x80 | opcode, b"payload");
        cases.push(case(
            &format!("4.1.{}", i + 1),
            &[message(1), bad, frame(0x89, b"")],
            &[Answer(1), Close(1002)],
        ));
    }
    for (i, opcode) in [11, 12, 13, 14, 15].into_iter().enumerate() {
        let bad = frame(0x80 | opcode, b"payload");
        cases.push(case(
            &format!("4.2.{}", i + 1),
            &[message(1), bad, frame(0x89, b"")],
            &[Answer(1), Close(1002)],
        ));
    }
    run(cases).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autobahn_5_fragmentation() {
    let ping = || frame(0x89, b"p");
    let pong = || Pong(b"p".to_vec());
    let two = fragments(1, 2);
    let between = [two[0].clone(), ping(), two[1].clone()];
    // The second ping comes before the last fragment, so that both pongs come before the answer.
    let four = fragments(1, 4);
    assert_eq!(four.len(), 4);
    let pinged = [&four[..1], &[ping()], &four[1..3], &[ping()], &four[3..]].concat();
    run(vec![
        case("5.1", &[frame(0x09, b"frag"), frame(0x80, b"ment")], &[Close(1002)]),
        case("5.2", &[frame(0x0a, b"frag"), frame(0x80, b"ment")], &[Close(1002)]),
        fine("5.3-5.5", &two, &[Answer(1)]),
        fine("5.6-5.8", &between, &[pong(), Answer(1)]),
        case("5.9-5.11", &[frame(0x80, b"nothing"), message(1)], &[Close(1002)]),
        case("5.12-5.14", &[frame(0x00, b"nothing"), message(1)], &[Close(1002)]),
        case("5.15", &[&two[..], &[frame(0x00, b"nothing"), message(2)]].concat(), &[Answer(1), Close(1002)]),
        case("5.18", &[frame(0x01, b"one"), frame(0x01, b"two")], &[Close(1002)]),
        fine("5.19, 5.20", &pinged, &[pong(), pong(), Answer(1)]),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autobahn_6_text_is_utf8() {
    let invalid = b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80\x65\x64\x69\x74\x65\x64";
    let (front, back) = invalid.split_at(12);
    run(vec![
        case("6.3.1", &[frame(0x81, invalid)], &[Close(1007)]),
        case("6.3.2", &[frame(0x01, front), frame(0x80, back)], &[Close(1007)]),
        case("6.6.2, cut in the middle", &[frame(0x81, b"\xce")], &[Close(1007)]),
        case("6.14.7, beyond Unicode", &[frame(0x81, b"\xf4\x90\x80\x80")], &[Close(1007)]),
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn autobahn_7_closing() {
    let mut cases = vec![
        fine("7.1.1", &[message(1)], &[Answer(1)]),
        case("7.1.2", &[close(1000, b""), close(1000, b"")], &[Close(1000)]),
        case("7.1.3", &[close(1000, b""), frame(0x89, b"late")], &[Close(1000)]),
        case("7.1.4", &[close(1000, b""), message(1)], &[Close(1000)]),
        case("7.3.1", &[frame(0x88, b"")], &[Close(1000)]),
        case("7.3.2", &[frame(0x88, &[3])], &[Close(1002)]),
        case("7.3.3", &[close(1000, b"")], &[Close(1000)]),
        case("7.3.4", &[close(1000, b"Hello World!")], &[Close(1000)]),
        case("7.3.5", &[close(1000, &[b'*'; 123])], &[Close(1000)]),
        case("7.3.6", &[close(1000, &[b'*'; 124])], &[Close(1002)]),
        case("7.5.1", &[close(1000, b"\xce\xba\xe1\xbd\xb9\xed\xa0\x80")], &[Close(1007)]),
    ];
    // A valid code comes back; 1012 to 1014 were registered after the RFC.
    for code in
        [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999]
    {
        cases.push(case(&format!("7.7, code {code}"), &[close(code, b"")], &[Close(code)]));
    }
    for code in [0, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535] {
        cases.push(case(&format!("7.9 and 7.13, code {code}"), &[close(code, b"")], &[Close(1002)]));
    }
    run(cases).await;
}

/// RFC 6455, section 5.2: "the minimal number of bytes MUST be used to encode the length".
#[tokio::test(flavor = "multi_thread")]
async fn lengths_are_minimal() {
    let payload = eights_wire::write(&ToServer::Ping { n: 1 });
    let short = payload.len() as u8;
    let with = |head: &[u8]| {
        let mut bytes = vec![0x81];
        bytes.extend_from_slice(head);
        bytes.extend([0; 4]);
        bytes.extend_from_slice(payload.as_bytes());
        bytes
    };
    run(vec![
        fine("7 bits", &[with(&[0x80 | short])], &[Answer(1)]),
        case("16 bits", &[with(&[0xfe, 0, short])], &[Close(1002)]),
        case("64 bits", &[with(&[0xff, 0, 0, 0, 0, 0, 0, 0, short])], &[Close(1002)]),
        case("64 bits for what fits into 16", &[with(&[0xff, 0, 0, 0, 0, 0, 0, 1, 0])], &[Close(1002)]),
        case("the highest bit", &[with(&[0xff, 0x80, 0, 0, 0, 0, 1, 0, 0])], &[Close(1002)]),
        case("9.1.1, too long for a table", &[with(&[0xff, 0, 0, 0, 0, 0, 1, 0, 0])], &[Close(1009)]),
        case("unmasked", &[vec![0x81, 1, b'x']], &[Close(1002)]),
    ])
    .await;
}

/// Section 4.2.1: requirements of the request.
#[tokio::test(flavor = "multi_thread")]
async fn handshakes_follow_the_protocol() {
    let (server, _folder, ada, code) = table().await;
    let right = handshake(&ada, &code);
    let key = "dGhlIHNhbXBsZSBub25jZQ==";
    for (wrong, with, status) in [
        ("", "", "101"),
        ("HTTP/1.1", "HTTP/1.0", "400"),
        ("GET ", "HEAD ", "400"),
        (key, "", "400"),
        (key, "c2hvcnQ=", "400"),
        (key, "dGhlIHNhbXBsZSBub25jZQ", "400"),
        (key, "dGhlIHNhbXBsZSBub25jZSE=", "400"),
        ("Upgrade: websocket\r\n", "", "426"),
        ("Connection: Upgrade", "Connection: keep-alive", "426"),
        ("Version: 13", "Version: 8", "426"),
    ] {
        let head = answer_to(server.address, &right.replacen(wrong, with, 1)).await;
        assert_eq!(head.get(9..12), Some(status), "{wrong:?} as {with:?}: {head}");
        if status == "426" {
            for line in ["upgrade: websocket", "connection: upgrade", "sec-websocket-version: 13"] {
                assert!(head.lines().any(|header| header == line), "{line} is missing: {head}");
            }
        }
        if status == "101" {
            assert!(head.contains("sec-websocket-accept: s3pplmbitxaq9kygzzhzrbk+xoo="), "{head}");
        }
    }
    server.shut_down().await;
}

/// The head of the response to a request, in lower case.
async fn answer_to(address: std::net::SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let n = stream.read_buf(&mut bytes).await.unwrap();
        assert_ne!(n, 0, "the head is whole: {}", String::from_utf8_lossy(&bytes));
    }
    String::from_utf8_lossy(&bytes).to_ascii_lowercase()
}
