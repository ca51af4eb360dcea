//! Stores the session cookie of each server in the user's config folder.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write,
    path::{Path, PathBuf},
};

/// The config folder of this program; `None` if the environment does not name a home.
pub fn config_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let own = |path: PathBuf| path.join("eights");
    folder("XDG_CONFIG_HOME").or_else(|| folder("APPDATA")).map(own).or_else(|| {
        let home = folder("HOME")?;
        Some(own(home.join(".config")))
    })
}

/// The cookies of all servers, by host.
type Jar = BTreeMap<String, String>;

fn file(folder: &Path) -> PathBuf {
    folder.join("cookies.json")
}

pub(super) fn find(folder: Option<&Path>, host: &str) -> Option<String> {
    let text = fs::read_to_string(file(folder?)).ok()?;
    serde_json::from_str::<Jar>(&text).ok()?.remove(host)
}

/// Stores the cookie of a server. Errors are ignored: the server will only see a new player
/// next time.
pub(super) fn keep(folder: Option<&Path>, host: &str, cookie: &str) {
    let Some(folder) = folder else { return };
    let known = fs::read_to_string(file(folder)).ok();
    let mut jar: Jar = known.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default();
    jar.insert(host.to_owned(), cookie.to_owned());
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
