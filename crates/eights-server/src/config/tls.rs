//! Where the certificate of a server comes from: two files, or an authority that is asked for one.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::check::Wrong;

/// Where the certificate comes from. In the environment and as options the names are
/// `EIGHTS_TLS_CERT` and `--tls-cert`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct TlsSettings {
    /// The certificate and the intermediate ones, in PEM form.
    pub cert: Option<PathBuf>,
    /// Its private key, in PEM form.
    pub key: Option<PathBuf>,
    /// Names for which a certificate is ordered by ACME, separated by commas.
    pub acme: Option<String>,
    /// The e-mail address of the operator, for the authority.
    pub contact: Option<String>,
    /// The folder for the account and the certificate; `acme` in the folder of the store by default.
    pub cache: Option<PathBuf>,
    /// The address of the authority; Let's Encrypt by default.
    pub directory: Option<String>,
    /// Certificates by which the authority itself is known, in PEM form, if it is a private one.
    pub directory_ca: Option<PathBuf>,
}

impl TlsSettings {
    /// The certificate and its key, if they are files.
    #[must_use]
    pub fn both(&self) -> Option<(&Path, &Path)> {
        self.cert.as_deref().zip(self.key.as_deref())
    }

    /// The names for which a certificate is ordered.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        let text = self.acme.as_deref().unwrap_or_default();
        text.split(',').map(str::trim).filter(|name| !name.is_empty()).collect()
    }

    /// Whether the server speaks TLS.
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.both().is_some() || self.acme.is_some()
    }

    /// Returns the first value that makes no sense.
    pub(super) fn check(&self, stores_nothing: bool) -> Result<(), Wrong> {
        match (&self.cert, &self.key) {
            (Some(_), None) => return Err(("tls-cert", "it needs tls-key".into())),
            (None, Some(_)) => return Err(("tls-key", "it needs tls-cert".into())),
            _ => (),
        }
        if self.acme.is_none() {
            let needs_acme = [
                ("tls-contact", self.contact.is_some()),
                ("tls-cache", self.cache.is_some()),
                ("tls-directory", self.directory.is_some()),
                ("tls-directory-ca", self.directory_ca.is_some()),
            ];
            return match needs_acme.into_iter().find(|(_, is_set)| *is_set) {
                Some((key, _)) => Err((key, "it needs tls-acme".into())),
                None => Ok(()),
            };
        }
        if !cfg!(feature = "acme") {
            let why = "this program was built without ACME: build it with --features acme, take the released one, \
                       or use tls-cert and tls-key";
            return Err(("tls-acme", why.into()));
        }
        if self.cert.is_some() {
            let why = "a certificate is either ordered or read from files: leave out tls-cert and tls-key";
            return Err(("tls-acme", why.into()));
        }
        let names = self.names();
        if names.is_empty() {
            return Err(("tls-acme", "it names no host".into()));
        }
        if let Some(name) = names.into_iter().find(|name| !is_host(name)) {
            return Err(("tls-acme", format!("{name:?} is not the name of a host like cards.example")));
        }
        if self.contact.as_ref().is_some_and(|contact| !contact.contains('@')) {
            return Err(("tls-contact", "this is not an e-mail address".into()));
        }
        if self.directory.as_ref().is_some_and(|directory| !directory.starts_with("https://")) {
            return Err(("tls-directory", "it does not begin with https://".into()));
        }
        if stores_nothing && self.cache.is_none() {
            return Err(("tls-acme", "it needs tls-cache, since this server stores nothing on disk".into()));
        }
        Ok(())
    }
}

/// Whether a name can be that of a host on the internet. Authorities give no certificates to addresses
/// and wildcards this way.
fn is_host(name: &str) -> bool {
    let is_label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253
        && name.contains('.')
        && name.split('.').all(is_label)
        && name.parse::<std::net::IpAddr>().is_err()
}
