//! Where the database is: its servers in the order in which they are tried, and how to speak to them.

use std::{path::PathBuf, time::Duration};

use tokio::time::timeout;
use tokio_postgres::{
    Client, Config, Socket,
    config::{Host, SslMode, TargetSessionAttrs},
};

use super::{
    error::{is_read_only, no_answer, no_connection},
    tls::{Encrypted, Proof, Tls},
};
use crate::StoreError;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// A connection is given up when nothing that was sent is confirmed for this long.
const MAX_UNCONFIRMED: Duration = Duration::from_secs(10);
/// A connection that only waits for an answer is tested this often.
const KEEPALIVE: Duration = Duration::from_secs(3);

/// A database on one or several servers, of which one is the primary.
#[derive(Clone)]
pub(crate) struct Database {
    /// One for each server.
    servers: Vec<Config>,
    tls: Tls,
}

/// The options of an address that have to do with TLS.
struct TlsOptions {
    mode: SslMode,
    proof: Proof,
    authorities: Option<PathBuf>,
}

impl Database {
    /// Reads an address such as `postgres://eights:secret@db1,db2/eights?sslmode=verify-full`.
    pub(crate) fn read(url: &str) -> Result<Database, StoreError> {
        let (url, options) = split_options(url)?;
        let mut config: Config = url.parse().map_err(|error: tokio_postgres::Error| {
            let cause =
                std::error::Error::source(&error).map_or_else(|| error.to_string(), ToString::to_string);
            StoreError::Failed(format!(
                "the address of the database cannot be read ({cause}): write postgres://USER:PASSWORD@SERVER/DATABASE"
            ))
        })?;
        config.ssl_mode(options.mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(MAX_UNCONFIRMED);
        }
        if config.get_application_name().is_none() {
            config.application_name("eights");
        }
        let tls = Tls::new(options.proof, options.authorities.as_deref())?;
        Ok(Database { servers: each_server(&config), tls })
    }

    /// Connects to the primary, and makes some settings. A server that accepts connections and then says
    /// nothing does not keep the others from being tried.
    pub(crate) async fn connect(
        &self,
        settings: &str,
    ) -> Result<(Client, tokio_postgres::Connection<Socket, Encrypted>), StoreError> {
        let mut why = StoreError::Failed("the address of the database names no server".into());
        let mut is_telling = false;
        for server in &self.servers {
            let connecting = async {
                let (client, mut connection) = server.connect(self.tls.clone()).await?;
                {
                    let set = client.batch_execute(settings);
                    tokio::pin!(set);
                    // The statement needs the connection to be driven.
                    tokio::select! {
                        done = &mut set => done?,
                        ended = &mut connection => {
                            ended?;
                            set.await?;
                        }
                    }
                }
                Ok((client, connection))
            };
            let limit = server.get_connect_timeout().copied().unwrap_or(CONNECT_TIMEOUT);
            let (failed, is_standby) = match timeout(limit, connecting).await {
                Ok(Ok(connected)) => return Ok(connected),
                Ok(Err(error)) => (no_connection(server, &error), is_read_only(&error)),
                Err(_) => (no_answer(server), false),
            };
            // That the other server is a standby does not say what is wrong with the primary.
            if !is_telling {
                (why, is_telling) = (failed, !is_standby);
            }
        }
        Err(why)
    }
}

/// Takes the options of TLS out of an address: the library knows only some of their values.
fn split_options(url: &str) -> Result<(String, TlsOptions), StoreError> {
    let (place, query) = url.split_once('?').unwrap_or((url, ""));
    let (mut mode, mut authorities, mut rest) = (None, None, Vec::new());
    for option in query.split('&').filter(|option| !option.is_empty()) {
        match option.split_once('=') {
            Some(("sslmode", value)) => mode = Some(value),
            Some(("sslrootcert", "system")) => (),
            Some(("sslrootcert", file)) => authorities = Some(PathBuf::from(file)),
            _ => rest.push(option),
        }
    }
    let (mode, proof) = match mode {
        Some("disable") => (SslMode::Disable, Proof::Nothing),
        None | Some("allow" | "prefer") => (SslMode::Prefer, Proof::Nothing),
        // As in libpq, naming an authority asks for a certificate that it has signed.
        Some("require") if authorities.is_some() => (SslMode::Require, Proof::Authority),
        Some("require") => (SslMode::Require, Proof::Nothing),
        Some("verify-ca") => (SslMode::Require, Proof::Authority),
        Some("verify-full") => (SslMode::Require, Proof::Name),
        Some(other) => {
            return Err(StoreError::Failed(format!(
                "the address of the database cannot be read: sslmode={other} is not disable, prefer, require, verify-ca or verify-full"
            )));
        }
    };
    let url = if rest.is_empty() { place.to_owned() } else { format!("{place}?{}", rest.join("&")) };
    Ok((url, TlsOptions { mode, proof, authorities }))
}

/// The configuration for each of the servers that an address names.
fn each_server(config: &Config) -> Vec<Config> {
    let (hosts, ports) = (config.get_hosts(), config.get_ports());
    let one = |(place, host): (usize, &Host)| {
        let mut one = Config::new();
        match host {
            Host::Tcp(name) => one.host(name),
            #[cfg(unix)]
            Host::Unix(folder) => one.host_path(folder),
        };
        if let Some(address) = config.get_hostaddrs().get(place) {
            one.hostaddr(*address);
        }
        if let Some(port) = ports.get(place).or(ports.first()) {
            one.port(*port);
        }
        if let Some(user) = config.get_user() {
            one.user(user);
        }
        if let Some(password) = config.get_password() {
            one.password(password);
        }
        if let Some(name) = config.get_dbname() {
            one.dbname(name);
        }
        if let Some(options) = config.get_options() {
            one.options(options);
        }
        if let Some(name) = config.get_application_name() {
            one.application_name(name);
        }
        if let Some(limit) = config.get_connect_timeout() {
            one.connect_timeout(*limit);
        }
        if let Some(limit) = config.get_tcp_user_timeout() {
            one.tcp_user_timeout(*limit);
        }
        one.ssl_mode(config.get_ssl_mode()).ssl_negotiation(config.get_ssl_negotiation());
        one.channel_binding(config.get_channel_binding());
        one.keepalives_idle(KEEPALIVE).keepalives_interval(KEEPALIVE).keepalives_retries(3);
        // Of several servers, the primary.
        one.target_session_attrs(TargetSessionAttrs::ReadWrite);
        one
    };
    hosts.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_server_is_tried_at_its_own_port() {
        let database = Database::read("postgres://eights:secret@one:1,two:2/tables?sslmode=disable").unwrap();
        let names: Vec<_> = database.servers.iter().map(|one| (one.get_hosts(), one.get_ports())).collect();
        let [one, two] = ["one", "two"].map(|name| [Host::Tcp(name.into())]);
        assert_eq!(names, [(&one[..], &[1][..]), (&two[..], &[2][..])]);
        assert!(database.servers.iter().all(|one| one.get_password() == Some(&b"secret"[..])));
        assert!(database.servers.iter().all(|one| one.get_dbname() == Some("tables")));
    }

    #[test]
    fn sslmode_decides_what_a_server_must_prove() {
        let read = |options: &str| {
            let (url, options) = split_options(&format!("postgres://db/eights{options}")).unwrap();
            (url, options.mode, options.proof)
        };
        let plain = "postgres://db/eights".to_owned();
        assert_eq!(read(""), (plain.clone(), SslMode::Prefer, Proof::Nothing));
        assert_eq!(read("?sslmode=disable"), (plain.clone(), SslMode::Disable, Proof::Nothing));
        assert_eq!(read("?sslmode=require"), (plain.clone(), SslMode::Require, Proof::Nothing));
        let named = read("?sslmode=require&sslrootcert=/a/b.pem");
        assert_eq!(named, (plain.clone(), SslMode::Require, Proof::Authority));
        assert_eq!(read("?sslmode=verify-ca"), (plain, SslMode::Require, Proof::Authority));
        let mixed = read("?connect_timeout=3&sslmode=verify-full&sslrootcert=system&options=x");
        let rest = "postgres://db/eights?connect_timeout=3&options=x".to_owned();
        assert_eq!(mixed, (rest, SslMode::Require, Proof::Name));
        let why = Database::read("postgres://db/eights?sslmode=on").err().unwrap().to_string();
        assert!(why.contains("sslmode=on is not disable, prefer, require"), "{why}");
    }
}
