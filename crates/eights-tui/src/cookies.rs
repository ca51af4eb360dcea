//! Stores the session cookie of each server in the user's config folder.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

use eights_client::ServerUrl;

/// The config folder of this program; `None` if the environment does not name a home.
pub fn config_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = |path: PathBuf| path.join("eights");
    folder("XDG_CONFIG_HOME").or_else(|| folder("APPDATA")).map(own).or_else(|| {
        let home = folder("HOME")?;
        Some(own(home.join(".config")))
    })
}

/// The cookies of all servers.
type Jar = BTreeMap<String, String>;

fn file(folder: &Path) -> PathBuf {
    folder.join("cookies.json")
}

/// The key of a server in the jar. A cookie of an encrypted connection has a key of its own, so
/// that it is never sent in the clear.
fn key(server: &ServerUrl) -> String {
    if server.is_secure { server.to_string() } else { format!("{}:{}", server.host, server.port) }
}

fn read(folder: &Path) -> Jar {
    let text = fs::read_to_string(file(folder)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

pub(crate) fn find(folder: Option<&Path>, server: &ServerUrl) -> Option<String> {
    read(folder?).remove(&key(server))
}

/// Stores the cookie of a server. Errors are ignored: the server will only see a new player
/// next time.
pub(crate) fn store(folder: Option<&Path>, server: &ServerUrl, cookie: &str) {
    let Some(folder) = folder else { return };
    let mut jar = read(folder);
    jar.insert(key(server), cookie.to_owned());
    let text = serde_json::to_string_pretty(&jar).unwrap_or_default();
    let _ = fs::create_dir_all(folder).and_then(|()| write_secret(&file(folder), &text));
}

/// Writes a file that only its owner may read, since a cookie gives access to the account.
fn write_secret(path: &Path, text: &str) -> std::io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)?.write_all(text.as_bytes())
}
