//! Compares settings with those in use: what can change now, and what needs a restart.

use super::Config;

/// A setting that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub key: String,
    /// The value in use, as a file would have it.
    pub from: String,
    pub to: String,
}

/// What became of changed settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    pub made: Vec<Change>,
    pub at_restart: Vec<Change>,
}

impl Changes {
    /// Compares the settings that were in use, those in use now, and those that were asked for.
    pub(crate) fn between(before: &Config, now: &Config, wanted: &Config) -> Changes {
        Changes { made: differences(before, now), at_restart: differences(now, wanted) }
    }
}

impl Config {
    /// These settings, except that what needs a restart is as in the running ones.
    pub(crate) fn without_restart(&self, running: &Config) -> Config {
        let Config {
            // The listeners are open, the threads run, and the store is in use.
            bind: _,
            tls: _,
            redirect: _,
            metrics: _,
            store: _,
            node_address: _,
            node_bind: _,
            durability: _,
            workers: _,
            // Not a setting.
            commit: _,
            // Everything else is read when it is needed. No `..`: a new setting has to be considered.
            log,
            banner,
            public_url,
            origins,
            turn_seconds,
            run_outs,
            grace,
            shuffle_wait,
            hand_pause,
            bot_pause,
            stand_in,
            table_idle,
            match_idle,
            person_idle,
            sheet_idle,
            keep_matches,
            keep_people,
            connection_idle,
            request_timeout,
            max_connections,
            max_per_address,
            max_tables,
            max_tables_per_address,
            new_people_per_day,
            new_sheets_per_day,
            message_rate,
            hint_rate,
            request_rate,
            behind_proxy,
            trusted_proxies,
        } = self.clone();
        Config {
            bind: running.bind,
            tls: running.tls.clone(),
            redirect: running.redirect,
            metrics: running.metrics,
            store: running.store.clone(),
            node_address: running.node_address,
            node_bind: running.node_bind,
            durability: running.durability,
            workers: running.workers,
            commit: running.commit,
            log,
            banner,
            public_url,
            origins,
            turn_seconds,
            run_outs,
            grace,
            shuffle_wait,
            hand_pause,
            bot_pause,
            stand_in,
            table_idle,
            match_idle,
            person_idle,
            sheet_idle,
            keep_matches,
            keep_people,
            connection_idle,
            request_timeout,
            max_connections,
            max_per_address,
            max_tables,
            max_tables_per_address,
            new_people_per_day,
            new_sheets_per_day,
            message_rate,
            hint_rate,
            request_rate,
            behind_proxy,
            trusted_proxies,
        }
    }
}

fn differences(from: &Config, to: &Config) -> Vec<Change> {
    let (from, to) = (written(from), written(to));
    let mut keys: Vec<&String> = from.keys().chain(to.keys()).collect();
    keys.sort();
    keys.dedup();
    let shown = |table: &toml::Table, key: &str| match table.get(key) {
        Some(value) => value.to_string(),
        None => "not set".to_owned(),
    };
    let change = |key: &String| {
        let differs = from.get(key) != to.get(key);
        differs.then(|| Change { key: key.clone(), from: shown(&from, key), to: shown(&to, key) })
    };
    keys.into_iter().filter_map(change).collect()
}

/// Every setting by its name, those of a table with the name of the table: `tls-cert`.
fn written(config: &Config) -> toml::Table {
    let mut flat = toml::Table::new();
    for (key, value) in toml::Table::try_from(config).expect("a configuration can always be written") {
        match value {
            toml::Value::Table(inner) => {
                flat.extend(inner.into_iter().map(|(name, value)| (format!("{key}-{name}"), value)));
            }
            value => drop(flat.insert(key, value)),
        }
    }
    flat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TlsSettings;

    #[test]
    fn what_needs_a_restart_stays_and_everything_is_named() {
        let running = Config { bot_pause: 700, ..Config::default() };
        let wanted = Config {
            bot_pause: 0,
            banner: Some("Hello".into()),
            workers: 3,
            tls: TlsSettings {
                cert: Some("a.pem".into()),
                key: Some("a.key".into()),
                ..TlsSettings::default()
            },
            ..running.clone()
        };
        let next = wanted.without_restart(&running);
        assert_eq!((next.bot_pause, next.workers, next.tls.both()), (0, running.workers, None));
        let changes = Changes::between(&running, &next, &wanted);
        let change =
            |key: &str, from: &str, to: &str| Change { key: key.into(), from: from.into(), to: to.into() };
        assert_eq!(changes.made, [change("banner", "not set", "\"Hello\""), change("bot-pause", "700", "0")]);
        assert_eq!(
            changes.at_restart,
            [
                change("tls-cert", "not set", "\"a.pem\""),
                change("tls-key", "not set", "\"a.key\""),
                change("workers", "0", "3"),
            ]
        );
        assert_eq!(Changes::between(&running, &running, &running), Changes::default());
    }
}
