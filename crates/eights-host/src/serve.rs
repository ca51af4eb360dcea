//! `eights serve`: runs a server with tables for people and bots.

use std::{
    ffi::OsString,
    io::Write,
    net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket},
    path::PathBuf,
};

use eights_server::{Config, Durability, Server, Setting, StoreAddress};
use eights_wire::DEFAULT_PORT;
use qrcode::{QrCode, render::unicode};
use tracing_subscriber::{
    Layer, filter::LevelFilter, fmt, layer::SubscriberExt, reload, util::SubscriberInitExt,
};

use crate::signals::{Signal, Signals};

/// Host tables: serves the page, seats people and bots, and stores every match
///
/// SIGHUP reads the settings again: limits, rates, pauses, the banner and the log level change at once, and the log
/// says what needs a restart. SIGTERM and Ctrl-C save everything and stop the server. (On Windows, Ctrl-Break reads the
/// settings again.)
#[derive(clap::Args)]
pub struct Args {
    #[arg(long, short, value_name = "ADDRESS", help = format!("Where to listen [default: 0.0.0.0:{DEFAULT_PORT}]"))]
    bind: Option<SocketAddr>,
    /// Where to store all data: "sqlite:FOLDER", "postgres://USER:PASSWORD@SERVER/DATABASE", or "memory" to lose it
    /// when the server stops
    /// [default: sqlite:eights-data]
    #[arg(long, short, value_name = "STORE")]
    store: Option<StoreAddress>,
    /// Share the store, at postgres://, with other servers, which reach this one at this address
    #[arg(long, value_name = "ADDRESS")]
    node_address: Option<SocketAddr>,
    /// Address by which people reach this server, if it is behind a proxy
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// Serve https with this certificate (PEM, with the intermediate certificates); read again when it changes
    #[arg(long, value_name = "FILE")]
    tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM)
    #[arg(long, value_name = "FILE")]
    tls_key: Option<PathBuf>,
    /// Serve https with a certificate for these names, ordered from Let's Encrypt; needs port 443
    #[arg(long, value_name = "NAMES")]
    tls_acme: Option<String>,
    /// E-mail address for the authority
    #[arg(long, value_name = "ADDRESS")]
    tls_contact: Option<String>,
    /// Redirect plain HTTP at this address to https, e.g. 0.0.0.0:80
    #[arg(long, value_name = "ADDRESS")]
    redirect: Option<SocketAddr>,
    /// Configuration file (TOML), read again on SIGHUP; environment variables (EIGHTS_…) and options override it
    #[arg(long, short, value_name = "FILE")]
    config: Option<PathBuf>,
    /// When a step counts as saved: "full" once it is on disk, "normal" once the operating system has it
    #[arg(long, value_name = "HOW", value_parser = durability)]
    durability: Option<Durability>,
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

/// Serves tables until the operating system asks to stop. `commit` is what the program was built from.
pub fn run(args: &Args, commit: Option<&'static str>, out: &mut impl Write) -> anyhow::Result<()> {
    let config = Config { commit, ..config(args)? };
    let log = start_log(args.log_json, level(&config)?);
    let mut runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = runtime.worker_threads(config.n_workers()).enable_all().build()?;
    runtime.block_on(async {
        // Install the handlers before the server listens: a signal may come as soon as it does.
        let mut signals = Signals::new()?;
        let server = Server::bind(config.clone()).await?;
        greet(&server, &config, !args.no_qr, out)?;
        while signals.next().await == Signal::Reload {
            read_again(args, commit, &server, &log);
        }
        // Nobody may be left to read it.
        let _ = writeln!(out, "Shutting down: all tables are saved, and clients are asked to reconnect.");
        let _ = out.flush();
        server.shut_down().await;
        Ok(())
    })
}

/// Reads the settings again. If they cannot be used, nothing changes.
fn read_again(args: &Args, commit: Option<&'static str>, server: &Server, log: &SetLevel) {
    match config(args).and_then(|config| Ok((level(&config)?, config))) {
        Ok((level, config)) => {
            log(level);
            server.reload(&Config { commit, ..config });
        }
        Err(error) => tracing::error!("the settings stay as they are: {error}"),
    }
}

fn level(config: &Config) -> anyhow::Result<LevelFilter> {
    Ok(config.log.parse()?)
}

/// Changes what is logged.
type SetLevel = Box<dyn Fn(LevelFilter)>;

fn start_log(json: bool, level: LevelFilter) -> SetLevel {
    let (filter, handle) = reload::Layer::new(level);
    // If the log cannot be written, for example because the disk is full, carry on: by default that
    // error is reported with `eprintln!`, which panics when standard error fails as well.
    let log = fmt::layer().with_writer(std::io::stderr).with_target(false).log_internal_errors(false);
    let log = if json { log.json().boxed() } else { log.boxed() };
    tracing_subscriber::registry().with(filter).with(log).init();
    Box::new(move |level| drop(handle.reload(level)))
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
    let files = [("tls-cert", &args.tls_cert), ("tls-key", &args.tls_key)];
    for (key, file) in files {
        settings.extend(file.as_ref().map(|file| Setting::option(key, file.to_string_lossy())));
    }
    let ordered = [("tls-acme", &args.tls_acme), ("tls-contact", &args.tls_contact)];
    for (key, text) in ordered {
        settings.extend(text.as_ref().map(|text| Setting::option(key, text)));
    }
    settings.extend(args.redirect.map(|address| Setting::option("redirect", address.to_string())));
    settings.extend(args.public_url.as_ref().map(|url| Setting::option("public-url", url)));
    settings.extend(args.node_address.map(|address| Setting::option("node-address", address.to_string())));
    let mut config = Config::read(args.config.as_deref(), settings)?;
    config.store = args.store.clone().unwrap_or(config.store);
    config.durability = args.durability.unwrap_or(config.durability);
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
    let scheme = config.scheme();
    writeln!(out, "Eights is served at {scheme}://{}", SocketAddr::new(here, port))?;
    let near = lan().filter(|_| everywhere).map(|ip| format!("{scheme}://{}", SocketAddr::new(ip, port)));
    if let Some(near) = &near {
        writeln!(out, "On this network:    {near}")?;
    }
    if let Some(public) = &config.public_url {
        writeln!(out, "From outside:       {public}")?;
    }
    if let Some(redirect) = server.redirect {
        writeln!(out, "Redirected there:   http://{redirect}")?;
    }
    if let Some(metrics) = server.metrics {
        writeln!(out, "Metrics:            http://{metrics}/metrics")?;
    }
    match (&config.store, server.tables) {
        (StoreAddress::Memory, _) => {
            writeln!(out, "All data is in memory and will be lost when the server stops.")?
        }
        (store @ StoreAddress::Postgres(_), 1) => writeln!(out, "Data is in {store}; restored 1 table.")?,
        (store @ StoreAddress::Postgres(_), n) => writeln!(out, "Data is in {store}; restored {n} tables.")?,
        (StoreAddress::Sqlite(folder), 1) => {
            writeln!(out, "Data is in {}; restored 1 table.", folder.display())?
        }
        (StoreAddress::Sqlite(folder), n) => {
            writeln!(out, "Data is in {}; restored {n} tables.", folder.display())?;
        }
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
