//! Measures WebSocket servers: memory per idle socket, and CPU time per message.
//!
//! `cargo run --release --manifest-path bench/sockets/Cargo.toml -- [SOCKETS] [SECONDS]`
//!
//! Every server does the same: it answers each text message with 1,000 bytes of text, about the size
//! of an update. Each runs in a process of its own, whose memory and CPU time are read from `/proc`.

#[path = "../../../crates/eights-server/src/net/frame.rs"]
#[allow(dead_code)]
mod frame;
mod load;
mod servers;

use std::{
    process::{Child, Command},
    thread,
    time::Duration,
};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The answer to every message.
const ANSWER: [u8; 1000] = [b'x'; 1000];

const KINDS: [&str; 4] = ["ours", "ours-tokio", "axum", "fastwebsockets"];

fn main() {
    // Ten thousand sockets need as many files.
    let most = getrlimit(Resource::Nofile).maximum;
    let _ = setrlimit(Resource::Nofile, Rlimit { current: most, maximum: most });
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [serve, kind, port] = &args[..]
        && serve == "serve"
    {
        servers::run(kind, port.parse().expect("a port"));
        return;
    }
    let number = |index: usize, usual: usize| args.get(index).map_or(usual, |text| text.parse().expect("a number"));
    let (sockets, seconds) = (number(0, 10_000), number(1, 10));
    println!("{:<16} {:>14} {:>14} {:>12}", "server", "bytes/socket", "CPU µs/message", "messages");
    for (index, kind) in KINDS.iter().enumerate() {
        let port = 18_700 + index as u16;
        let mut server = start(kind, port);
        let empty = memory(&server);
        let messages = load::run(port, sockets, Duration::from_secs(seconds as u64), || {
            let per_socket = memory(&server).saturating_sub(empty) / sockets as u64;
            (per_socket, cpu_seconds(&server))
        });
        let load::Result { per_socket, cpu_before, messages } = messages;
        let cpu = (cpu_seconds(&server) - cpu_before) * 1e6 / messages as f64;
        println!("{kind:<16} {per_socket:>14} {cpu:>14.2} {messages:>12}");
        let _ = server.kill();
        let _ = server.wait();
    }
}

fn start(kind: &str, port: u16) -> Child {
    let program = std::env::current_exe().expect("the path of this program");
    let child = Command::new(program).args(["serve", kind, &port.to_string()]).spawn().expect("the server starts");
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        thread::sleep(Duration::from_millis(20));
    }
    child
}

/// The resident memory of a process in bytes.
fn memory(child: &Child) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line VmRSS");
    line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number of KiB") * 1024
}

/// The CPU time of a process, in user mode and in the kernel.
fn cpu_seconds(child: &Child) -> f64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", child.id())).expect("Linux");
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
    let ticks: u64 = fields[11..13].iter().map(|field| field.parse::<u64>().expect("ticks")).sum();
    // The kernel reports hundredths of a second on every Linux that we know.
    ticks as f64 / 100.0
}
