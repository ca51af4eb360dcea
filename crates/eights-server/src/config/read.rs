//! Reads a configuration in layers, and reports mistakes by the name that the person wrote.

use std::{collections::HashMap, path::Path};

use eights_config::nearest;
use serde::Deserialize;

use super::{Config, TlsSettings};

/// Why a configuration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ConfigError {
    /// The file, variable or option with the mistake.
    pub place: String,
    /// What is wrong with it.
    pub why: String,
}

/// One value from the environment or the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    place: String,
    key: String,
    text: String,
}

/// Variables that start with `EIGHTS_` but belong to the build, the tests or the scripts of the page.
const OTHER_VARIABLES: [&str; 9] = [
    "EIGHTS_BIN",
    "EIGHTS_CHROMIUM",
    "EIGHTS_COMMIT",
    "EIGHTS_DATE",
    "EIGHTS_DIST",
    "EIGHTS_SECRECY_GAMES",
    "EIGHTS_STARTUP_TABLES",
    "EIGHTS_TEST_PORT",
    "EIGHTS_URL",
];

impl Setting {
    /// The settings among environment variables, sorted by name.
    pub fn environment(variables: impl IntoIterator<Item = (String, String)>) -> Vec<Setting> {
        let own = |(name, text): (String, String)| {
            let key = name.strip_prefix("EIGHTS_")?.to_ascii_lowercase().replace('_', "-");
            (!OTHER_VARIABLES.contains(&&*name)).then_some(Setting { place: name, key, text })
        };
        let mut settings: Vec<Setting> = variables.into_iter().filter_map(own).collect();
        settings.sort_by(|a, b| a.place.cmp(&b.place));
        settings
    }

    /// A dedicated command-line option such as `--bind`.
    pub fn option(key: &str, text: impl Into<String>) -> Setting {
        Setting { place: format!("--{key}"), key: key.into(), text: text.into() }
    }

    /// The `KEY=VALUE` of `--set`.
    ///
    /// # Errors
    ///
    /// When there is no `=`.
    pub fn assignment(text: &str) -> Result<Setting, ConfigError> {
        let (key, value) = text.split_once('=').ok_or_else(|| ConfigError {
            place: format!("--set {text}"),
            why: "this is not KEY=VALUE".into(),
        })?;
        let key = key.trim();
        Ok(Setting { place: format!("--set {key}"), key: key.into(), text: value.trim().into() })
    }
}

impl Config {
    /// The defaults, overridden by a file and then by single settings in order.
    ///
    /// # Errors
    ///
    /// The first mistake.
    pub fn read(
        file: Option<&Path>,
        settings: impl IntoIterator<Item = Setting>,
    ) -> Result<Config, ConfigError> {
        let mut table = toml::Table::new();
        let mut places: HashMap<String, String> = HashMap::new();
        if let Some(path) = file {
            let place = path.display().to_string();
            let text = std::fs::read_to_string(path)
                .map_err(|error| ConfigError { place: place.clone(), why: error.to_string() })?;
            table = toml::from_str(&text).map_err(|error| in_file(&place, &text, &error))?;
            // Deserialised as a whole first, so that a mistake is shown with its line.
            toml::from_str::<Config>(&text).map_err(|error| in_file(&place, &text, &error))?;
            for (key, value) in &table {
                places.insert(key.clone(), format!("{place}: {key}"));
                let inner = value.as_table().into_iter().flat_map(toml::Table::keys);
                places.extend(inner.map(|name| (format!("{key}-{name}"), format!("{place}: {key}.{name}"))));
            }
        }
        for Setting { place, key, text } in settings {
            let bad = |why: String| ConfigError { place: place.clone(), why };
            let (path, value) = value(&key, &text).map_err(|error| bad(error.to_string()))?;
            insert(&mut table, path, value);
            Config::deserialize(table.clone()).map_err(|error| bad(error.message().to_owned()))?;
            places.insert(key, place);
        }
        let config = Config::deserialize(table)
            .map_err(|error| ConfigError { place: "configuration".into(), why: error.to_string() })?;
        config.check().map_err(|(key, why)| ConfigError {
            place: places.remove(key).unwrap_or_else(|| key.to_owned()),
            why,
        })?;
        Ok(config)
    }
}

/// A mistake in a file, with its line, in one sentence.
fn in_file(file: &str, text: &str, error: &toml::de::Error) -> ConfigError {
    let before = error.span().and_then(|span| text.get(..span.start));
    let place = match before {
        Some(before) => format!("{file}:{}", before.matches('\n').count() + 1),
        None => file.to_owned(),
    };
    let unknown = error.message().strip_prefix("unknown field `").and_then(|rest| rest.split_once('`'));
    let why = match unknown {
        Some((key, _)) => format!("{key}: {}", unknown_key(key)),
        None => error.message().replace('\n', ", "),
    };
    ConfigError { place, why }
}

/// Why a text is not a value of a setting.
#[derive(Debug, thiserror::Error)]
enum ValueError {
    #[error("there is no such setting{}", .0.as_ref().map(|meant| format!("; did you mean {meant}?")).unwrap_or_default())]
    UnknownKey(Option<String>),
    #[error("{0:?} is not {1}")]
    WrongKind(String, &'static str),
}

/// Where a value belongs in the file: under a key, or under a name in the table of a key.
type Place<'a> = (&'a str, Option<&'a str>);

fn insert(table: &mut toml::Table, (key, name): Place, value: toml::Value) {
    let Some(name) = name else {
        table.insert(key.to_owned(), value);
        return;
    };
    let inner = table.entry(key).or_insert_with(|| toml::Table::new().into());
    if let Some(inner) = inner.as_table_mut() {
        inner.insert(name.to_owned(), value);
    }
}

/// Finds the place of a setting: `bot-pause`, or `tls-cert` for `cert` in the table `tls`.
fn place_of<'a>(known: &toml::Table, key: &'a str) -> Option<Place<'a>> {
    if known.get(key).is_some_and(|value| !value.is_table()) {
        return Some((key, None));
    }
    let (outer, name) = key.split_once('-')?;
    known.get(outer)?.as_table()?.contains_key(name).then_some((outer, Some(name)))
}

/// Every setting with a value of its type.
fn known() -> toml::Table {
    let known = Config {
        banner: Some(String::new()),
        public_url: Some(String::new()),
        metrics: Some(Config::default().bind),
        redirect: Some(Config::default().bind),
        node_address: Some(Config::default().bind),
        node_bind: Some(Config::default().bind),
        tls: TlsSettings {
            cert: Some("".into()),
            key: Some("".into()),
            acme: Some("".into()),
            contact: Some("".into()),
            cache: Some("".into()),
            directory: Some("".into()),
            directory_ca: Some("".into()),
        },
        ..Config::default()
    };
    toml::Table::try_from(known).expect("a configuration can always be written")
}

/// The error for a setting that does not exist.
fn unknown_key(key: &str) -> ValueError {
    let inner = |(key, value): (String, toml::Value)| match value.as_table() {
        Some(inner) => inner.keys().map(|name| format!("{key}-{name}")).collect(),
        None => vec![key],
    };
    let keys: Vec<String> = known().into_iter().flat_map(inner).collect();
    ValueError::UnknownKey(nearest(key, keys.iter().map(String::as_str)).map(str::to_owned))
}

/// Parses a text into the type that a setting has by default.
fn value<'a>(key: &'a str, text: &str) -> Result<(Place<'a>, toml::Value), ValueError> {
    let known = known();
    let place = place_of(&known, key).ok_or_else(|| unknown_key(key))?;
    let like = match place {
        (key, None) => &known[key],
        (key, Some(name)) => &known[key][name],
    };
    let wrong = |kind| ValueError::WrongKind(text.to_owned(), kind);
    let value = match like {
        toml::Value::Integer(_) => toml::Value::Integer(text.parse().map_err(|_| wrong("a whole number"))?),
        toml::Value::Float(_) => toml::Value::Float(text.parse().map_err(|_| wrong("a number"))?),
        toml::Value::Boolean(_) => toml::Value::Boolean(text.parse().map_err(|_| wrong("true or false"))?),
        toml::Value::Array(_) => {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            toml::Value::Array(words.map(toml::Value::from).collect())
        }
        _ => toml::Value::from(text),
    };
    Ok((place, value))
}

#[cfg(test)]
mod tests {
    use eights_store::Durability;

    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let variables = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Config::read(None, Setting::environment(variables))
    }

    /// A file with this content, and its folder.
    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("eights.toml");
        std::fs::write(&path, text).unwrap();
        (folder, path)
    }

    #[test]
    fn later_layers_replace_earlier_ones() {
        let (_folder, path) =
            file("bind = \"127.0.0.1:1\"\ngrace = 5\ndurability = \"normal\"\nbot-pause = 1\n");
        let variables =
            [("EIGHTS_GRACE", "7"), ("EIGHTS_BOT_PAUSE", "2"), ("PATH", "x"), ("EIGHTS_BIN", "x")];
        let variables = variables.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let mut settings = Setting::environment(variables);
        settings.push(Setting::assignment("bot-pause = 3").unwrap());
        settings.push(Setting::option("metrics", "127.0.0.1:2"));
        let config = Config::read(Some(&path), settings).unwrap();
        assert_eq!((config.grace, config.bot_pause, config.durability), (7, 3, Durability::Normal));
        assert_eq!(config.bind.to_string(), "127.0.0.1:1");
        assert_eq!(config.metrics.unwrap().to_string(), "127.0.0.1:2");
        assert_eq!(config.run_outs, Config::default().run_outs);
        let origins = with(&[("EIGHTS_ORIGINS", "https://a.example, https://b.example")]).unwrap().origins;
        assert_eq!(origins, ["https://a.example", "https://b.example"]);
        assert_eq!(with(&[("EIGHTS_PUBLIC_URL", "https://x")]).unwrap().public_url, Some("https://x".into()));
    }

    #[test]
    fn a_certificate_is_set_in_the_file_or_by_single_settings() {
        let both = |cert: &str, key: &str| TlsSettings {
            cert: Some(cert.into()),
            key: Some(key.into()),
            ..TlsSettings::default()
        };
        let (_folder, path) =
            file("tls = { cert = \"a.pem\", key = \"a.key\" }\nredirect = \"0.0.0.0:80\"\n");
        let config = Config::read(Some(&path), []).unwrap();
        assert_eq!((&config.tls, config.scheme()), (&both("a.pem", "a.key"), "https"));
        let config = Config::read(Some(&path), [Setting::option("tls-key", "b.key")]).unwrap();
        assert_eq!(config.tls, both("a.pem", "b.key"));
        let variables = [("EIGHTS_TLS_CERT", "c.pem"), ("EIGHTS_TLS_KEY", "c.key")];
        assert_eq!(with(&variables).unwrap().tls, both("c.pem", "c.key"));
        assert_eq!(with(&variables[..1]).unwrap_err().to_string(), "EIGHTS_TLS_CERT: it needs tls-key");
        let (_folder, path) = file("tls = { key = \"a.key\" }\n");
        let error = Config::read(Some(&path), []).unwrap_err().to_string();
        assert!(error.ends_with("eights.toml: tls.key: it needs tls-cert"), "{error}");
        let error = with(&[("EIGHTS_TLS_CERTS", "c.pem")]).unwrap_err().to_string();
        assert_eq!(error, "EIGHTS_TLS_CERTS: there is no such setting; did you mean tls-cert?");
    }

    #[test]
    #[cfg(feature = "acme")]
    fn a_certificate_is_ordered_for_names_of_hosts() {
        let (_folder, path) =
            file("tls = { acme = \"cards.example, www.cards.example\", contact = \"me@cards.example\" }\n");
        let config = Config::read(Some(&path), [Setting::option("redirect", "0.0.0.0:80")]).unwrap();
        assert_eq!(config.tls.names(), ["cards.example", "www.cards.example"]);
        assert_eq!((config.scheme(), config.tls.contact.as_deref()), ("https", Some("me@cards.example")));
        for (settings, why) in [
            (&[("tls-contact", "me@cards.example")][..], "--tls-contact: it needs tls-acme"),
            (
                &[("tls-acme", "192.0.2.7")],
                "--tls-acme: \"192.0.2.7\" is not the name of a host like cards.example",
            ),
            (&[("tls-acme", "https://cards.example")], "is not the name of a host"),
            (&[("tls-acme", "*.cards.example")], "is not the name of a host"),
            (&[("tls-acme", "localhost")], "is not the name of a host"),
            (&[("tls-acme", " , ")], "--tls-acme: it names no host"),
            (
                &[("tls-acme", "a.example"), ("tls-contact", "me")],
                "--tls-contact: this is not an e-mail address",
            ),
            (
                &[("tls-acme", "a.example"), ("tls-directory", "http://x")],
                "--tls-directory: it does not begin",
            ),
            (&[("tls-acme", "a.example"), ("store", "memory")], "--tls-acme: it needs tls-cache"),
            (
                &[("tls-acme", "a.example"), ("tls-cert", "c"), ("tls-key", "k")],
                "either ordered or read from files",
            ),
        ] {
            let settings = settings.iter().map(|(key, text)| Setting::option(key, *text));
            let error = Config::read(None, settings).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }

    #[test]
    #[cfg(not(feature = "acme"))]
    fn a_program_without_acme_says_so() {
        let error = Config::read(None, [Setting::option("tls-acme", "cards.example")]).unwrap_err();
        assert!(error.to_string().contains("built without ACME"), "{error}");
    }

    #[test]
    fn a_mistake_is_reported_under_the_name_it_was_written_as() {
        assert_eq!(with(&[("EIGHTS_GRACE", "soon")]).unwrap_err().place, "EIGHTS_GRACE");
        assert_eq!(with(&[("EIGHTS_BIND", "here")]).unwrap_err().place, "EIGHTS_BIND");
        let error = with(&[("EIGHTS_GRASE", "5")]).unwrap_err().to_string();
        assert_eq!(error, "EIGHTS_GRASE: there is no such setting; did you mean grace?");
        for (text, wanted) in [
            (
                "# a comment\ngracee = 5\n",
                "eights.toml:2: gracee: there is no such setting; did you mean grace?",
            ),
            ("grace = \"soon\"\n", "eights.toml:1: invalid type: string \"soon\", expected u64"),
            ("grace = 5\n\nbind = \n", "eights.toml:3: "),
        ] {
            let (_folder, path) = file(text);
            let error = Config::read(Some(&path), []).unwrap_err().to_string();
            assert!(error.contains(wanted) && !error.contains('\n'), "{error}");
        }
        let (_folder, path) = file("stand-in = \"genius\"\n");
        let error = Config::read(Some(&path), []).unwrap_err().to_string();
        assert!(error.contains("eights.toml: stand-in: \"genius\" is not a level: newcomer"), "{error}");
        assert!(Setting::assignment("grace").is_err());
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        for (key, text) in [
            ("stand-in", "genius"),
            ("log", "loud"),
            ("keep-matches", "90"),
            ("keep-people", "soon"),
            ("banner", "\u{200B}"),
            ("message-rate", "nan"),
            ("message-rate", "inf"),
            ("message-rate", "-1"),
            ("request-rate", "1e-300"),
            ("connection-idle", "0"),
            ("run-outs", "0"),
            ("run-outs", "256"),
            ("workers", "100000"),
            ("workers", "-1"),
            ("turn-seconds", "1"),
            ("table-idle", "9223372036854775807"),
            ("max-connections", "0"),
            ("store", "eights-data"),
            ("store", "sqlite:"),
            ("durability", "half"),
            ("public-url", "not a url"),
            ("public-url", "cards.example"),
            ("public-url", "ftp://cards.example"),
            ("public-url", "https://"),
            ("public-url", "https://me@cards.example"),
            ("public-url", "https://cards.example/eights"),
            ("origins", "https://a.example, b.example"),
            ("trusted-proxies", "10.0.0.0/40"),
            ("trusted-proxies", "10.0.0.0/8"),
            ("metrics", "0.0.0.0:8088"),
            ("redirect", "0.0.0.0:80"),
            ("redirect", "here"),
            ("tls-cert", "cert.pem"),
            ("request-timeout", "0"),
        ] {
            let setting = Setting::assignment(&format!("{key}={text}")).unwrap();
            let error = Config::read(None, [setting]).expect_err(&format!("{key}={text}"));
            assert_eq!(error.place, format!("--set {key}"), "{error}");
        }
        for (key, text) in [
            ("public-url", "https://cards.example/"),
            ("public-url", "http://192.0.2.7:8088"),
            ("message-rate", "0"),
            ("request-rate", "0.5"),
            ("keep-matches", "90 days"),
            ("keep-people", "for ever"),
            ("turn-seconds", "0"),
            ("origins", ""),
        ] {
            let setting = Setting::assignment(&format!("{key}={text}")).unwrap();
            assert_eq!(Config::read(None, [setting]).err(), None, "{key}={text}");
        }
    }
}
