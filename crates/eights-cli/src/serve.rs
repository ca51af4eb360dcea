//! `eights serve`: runs a server with tables for people and bots.

use std::{
    ffi::OsString,
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::PathBuf,
};

use anyhow::anyhow;
use eights_server::{Config, Durability, Server, Setting};
use eights_wire::DEFAULT_PORT;
use qrcode::{QrCode, render::unicode};
use rustix::process::Signal;
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::filter::LevelFilter;

use crate::{Ending, FINE};

/// Host tables: serves the page, people and bots, and keeps matches in one folder
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, short, value_name = "ADDRESS", help = format!("Where to listen [default: 0.0.0.0:{DEFAULT_PORT}]"))]
    bind: Option<SocketAddr>,
    /// Folder for all data [default: eights-data]
    #[arg(long, short, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Address by which people reach this server, if it is behind a proxy
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Configuration file (TOML); environment variables (EIGHTS_…) and options override it
    #[arg(long, short, value_name = "FILE")]
    config: Option<PathBuf>,
    /// When a step counts as saved: "full" once it is on disk, "normal" once the operating system has it
    #[arg(long, value_name = "HOW", value_parser = durability)]
    durability: Option<Durability>,
    /// Keep all data in memory; it is lost when the server ends
    #[arg(long)]
    forget: bool,
    /// Set another option, e.g. --set bot-pause=0; can be repeated
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Do not print a QR code
    #[arg(long)]
    no_qr: bool,
    /// Write the log as JSON, one object per line
    #[arg(long)]
    log_json: bool,
}

fn durability(text: &str) -> Result<Durability, String> {
    match text {
        "full" => Ok(Durability::Full),
        "normal" => Ok(Durability::Normal),
        _ => Err("must be full or normal".into()),
    }
}

pub(crate) fn run(args: &Args, out: &mut impl Write) -> Ending {
    start_log(args.log_json)?;
    let config = config(args)?;
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(config.n_workers()).enable_all().build()?;
    runtime.block_on(async {
        // Install the handlers before the server listens: a signal may come as soon as it does.
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        // With a handler for SIGXFSZ, a write beyond the file size limit (ulimit -f) returns an error.
        // Without one, the signal ends the program.
        let _file_too_large = signal(SignalKind::from_raw(Signal::XFSZ.as_raw()))?;
        let server = Server::bind(config.clone()).await?;
        greet(&server, &config, !args.no_qr, out)?;
        tokio::select! {
            _ = terminate.recv() => (),
            _ = interrupt.recv() => (),
        }
        writeln!(out, "Shutting down: all tables are saved, and clients are asked to reconnect.")?;
        out.flush()?;
        server.shut_down().await;
        Ok(FINE)
    })
}

fn start_log(json: bool) -> anyhow::Result<()> {
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_target(false);
    let level = match std::env::var_os("EIGHTS_LOG").map(|text| text.to_string_lossy().into_owned()) {
        Some(text) => text.parse().map_err(|_| {
            anyhow!("EIGHTS_LOG: {text:?} is not a level: off, error, warn, info, debug, trace")
        })?,
        None => LevelFilter::INFO,
    };
    // If the log cannot be written, for example because the disk is full, carry on: by default that
    // error is reported with `eprintln!`, which panics when standard error fails as well.
    let log = log.with_max_level(level).log_internal_errors(false);
    if json {
        log.json().init();
    } else {
        log.init();
    }
    Ok(())
}

/// Merges the settings. From lowest to highest precedence: defaults, the file, the environment,
/// the options.
fn config(args: &Args) -> anyhow::Result<Config> {
    let readable = |(name, text): (OsString, OsString)| {
        Some((name.into_string().ok()?, text.to_string_lossy().into_owned()))
    };
    let mut settings = Setting::environment(std::env::vars_os().filter_map(readable));
    for text in &args.set {
        settings.push(Setting::assignment(text)?);
    }
    settings.extend(args.bind.map(|address| Setting::option("bind", address.to_string())));
    settings.extend(args.public_url.as_ref().map(|url| Setting::option("public-url", url)));
    let mut config = Config::read(args.config.as_deref(), settings)?;
    // These are set directly, since they are already checked and a path need not be UTF-8.
    config.data = args.data.clone().unwrap_or(config.data);
    config.durability = args.durability.unwrap_or(config.durability);
    config.forget |= args.forget;
    Ok(config)
}

/// Prints the addresses of the server, where its data is, and a QR code.
fn greet(server: &Server, config: &Config, qr: bool, out: &mut impl Write) -> anyhow::Result<()> {
    for problem in &server.problems {
        eprintln!("eights: {problem}");
    }
    let port = server.address.port();
    let everywhere = server.address.ip().is_unspecified();
    let here = if everywhere { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { server.address.ip() };
    writeln!(out, "Eights is served at http://{}", SocketAddr::new(here, port))?;
    let near = lan().filter(|_| everywhere).map(|ip| format!("http://{}", SocketAddr::new(ip, port)));
    if let Some(near) = &near {
        writeln!(out, "On this network:    {near}")?;
    }
    if let Some(public) = &config.public_url {
        writeln!(out, "From outside:       {public}")?;
    }
    if let Some(metrics) = server.metrics {
        writeln!(out, "Metrics:            http://{metrics}/metrics")?;
    }
    match (config.forget, server.tables) {
        (true, _) => writeln!(out, "All data is in memory and lost at the end.")?,
        (false, 1) => writeln!(out, "Data is in {}; 1 table goes on.", config.data.display())?,
        (false, n) => writeln!(out, "Data is in {}; {n} tables go on.", config.data.display())?,
    }
    if let Some(shown) = config.public_url.clone().or(near).filter(|_| qr)
        && let Ok(code) = QrCode::new(shown)
    {
        writeln!(out, "\n{}", code.render::<unicode::Dense1x2>().build())?;
    }
    writeln!(out, "Press Ctrl-C to stop the server.")?;
    out.flush()?;
    Ok(())
}

/// The address of this machine on its network. Nothing is sent: connecting a datagram socket
/// only selects the outgoing interface.
fn lan() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}
