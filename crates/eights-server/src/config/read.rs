//! Reads a configuration: each layer replaces the one before, and a mistake is named as the person wrote it.

use std::{collections::HashMap, path::Path};

use eights_config::nearest;
use serde::Deserialize;

use super::Config;

/// Why a configuration cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {why}")]
pub struct ConfigError {
    /// The file, variable or option.
    pub place: String,
    /// What is wrong there.
    pub why: String,
}

/// One value from outside of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    place: String,
    key: String,
    text: String,
}

/// Variables that belong to the log, to the tests and to the scripts of the page.
const OTHER_VARIABLES: [&str; 8] = [
    "EIGHTS_BIN",
    "EIGHTS_CHROMIUM",
    "EIGHTS_DIST",
    "EIGHTS_LOG",
    "EIGHTS_SECRECY_GAMES",
    "EIGHTS_STARTUP_TABLES",
    "EIGHTS_TEST_PORT",
    "EIGHTS_URL",
];

impl Setting {
    /// The variables of an environment that are meant for the server, in the order of their names.
    pub fn environment(variables: impl IntoIterator<Item = (String, String)>) -> Vec<Setting> {
        let own = |(name, text): (String, String)| {
            let key = name.strip_prefix("EIGHTS_")?.to_ascii_lowercase().replace('_', "-");
            (!OTHER_VARIABLES.contains(&&*name)).then_some(Setting { place: name, key, text })
        };
        let mut settings: Vec<Setting> = variables.into_iter().filter_map(own).collect();
        settings.sort_by(|a, b| a.place.cmp(&b.place));
        settings
    }

    /// An option of its own on the command line.
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
    /// The defaults, a file over them, and single settings over both, the later over the earlier.
    ///
    /// # Errors
    ///
    /// The first thing that cannot be used.
    pub fn read(
        file: Option<&Path>,
        settings: impl IntoIterator<Item = Setting>,
    ) -> Result<Config, ConfigError> {
        let mut table = toml::Table::new();
        let mut places: HashMap<String, String> = HashMap::new();
        if let Some(path) = file {
            let place = path.display().to_string();
            let bad = |why: String| ConfigError { place: place.clone(), why };
            let text = std::fs::read_to_string(path).map_err(|error| bad(error.to_string()))?;
            table = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
            // Read as a whole, so that a mistake is shown with its line.
            toml::from_str::<Config>(&text).map_err(|error| bad(error.to_string()))?;
            places.extend(table.keys().map(|key| (key.clone(), format!("{place}: {key}"))));
        }
        for Setting { place, key, text } in settings {
            let bad = |why: String| ConfigError { place: place.clone(), why };
            let value = value(&key, &text).map_err(bad)?;
            table.insert(key.clone(), value);
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

/// A text as the kind of value that belongs to a key.
fn value(key: &str, text: &str) -> Result<toml::Value, String> {
    let known = Config {
        public_url: Some(String::new()),
        metrics: Some(Config::default().bind),
        ..Config::default()
    };
    let known = toml::Table::try_from(known).expect("a configuration can always be written");
    let Some(like) = known.get(key) else {
        let meant = nearest(key, known.keys().map(String::as_str));
        let meant = meant.map(|meant| format!("; did you mean {meant}?")).unwrap_or_default();
        return Err(format!("there is no such setting{meant}"));
    };
    let wrong = |what: &str| format!("{text:?} is not {what}");
    Ok(match like {
        toml::Value::Integer(_) => toml::Value::Integer(text.parse().map_err(|_| wrong("a whole number"))?),
        toml::Value::Float(_) => toml::Value::Float(text.parse().map_err(|_| wrong("a number"))?),
        toml::Value::Boolean(_) => toml::Value::Boolean(text.parse().map_err(|_| wrong("true or false"))?),
        toml::Value::Array(_) => {
            let words = text.split(',').map(str::trim).filter(|word| !word.is_empty());
            toml::Value::Array(words.map(toml::Value::from).collect())
        }
        _ => toml::Value::from(text),
    })
}

#[cfg(test)]
mod tests {
    use eights_store::Durability;

    use super::*;

    fn with(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        let variables = pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Config::read(None, Setting::environment(variables))
    }

    /// A file of these lines, and the folder it is in.
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
            [("EIGHTS_GRACE", "7"), ("EIGHTS_BOT_PAUSE", "2"), ("PATH", "x"), ("EIGHTS_LOG", "x")];
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
    fn a_mistake_is_named_as_it_was_written() {
        assert_eq!(with(&[("EIGHTS_GRACE", "soon")]).unwrap_err().place, "EIGHTS_GRACE");
        assert_eq!(with(&[("EIGHTS_BIND", "here")]).unwrap_err().place, "EIGHTS_BIND");
        let error = with(&[("EIGHTS_GRASE", "5")]).unwrap_err().to_string();
        assert_eq!(error, "EIGHTS_GRASE: there is no such setting; did you mean grace?");
        let (_folder, path) = file("gracee = 5\n");
        let error = Config::read(Some(&path), []).unwrap_err().to_string();
        assert!(error.contains("eights.toml") && error.contains("gracee"), "{error}");
        let (_folder, path) = file("stand-in = \"genius\"\n");
        let error = Config::read(Some(&path), []).unwrap_err().to_string();
        assert!(error.contains("eights.toml: stand-in: \"genius\" is not a level: newcomer"), "{error}");
        assert!(Setting::assignment("grace").is_err());
    }

    #[test]
    fn values_that_make_no_sense_are_refused() {
        for (key, text) in [
            ("stand-in", "genius"),
            ("message-rate", "nan"),
            ("message-rate", "inf"),
            ("message-rate", "-1"),
            ("request-rate", "1e-300"),
            ("line-idle", "0"),
            ("run-outs", "0"),
            ("run-outs", "256"),
            ("workers", "100000"),
            ("workers", "-1"),
            ("turn-seconds", "1"),
            ("table-idle", "9223372036854775807"),
            ("max-connections", "0"),
            ("forget", "yes"),
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
            ("turn-seconds", "0"),
            ("origins", ""),
        ] {
            let setting = Setting::assignment(&format!("{key}={text}")).unwrap();
            assert_eq!(Config::read(None, [setting]).err(), None, "{key}={text}");
        }
    }
}
