//! Takes over changed settings while the server runs.

use crate::{
    config::{Changes, Config},
    server::Server,
};

impl Server {
    /// Takes over what can change while the server runs, reads the certificate again, and logs every
    /// difference. Connections and matches go on.
    pub fn reload(&self, config: &Config) -> Changes {
        let running = self.app.hub.config();
        let next = config.without_restart(&running);
        let changes = Changes::between(&running, &next, config);
        self.app.configure(next);
        for change in &changes.made {
            tracing::info!("{} is now {}; it was {}", change.key, change.to, change.from);
        }
        for change in &changes.at_restart {
            tracing::warn!(
                "{} is still {}: {} needs a restart of the server",
                change.key,
                change.from,
                change.to
            );
        }
        if changes.made.is_empty() && changes.at_restart.is_empty() {
            tracing::info!("the settings were read again: nothing has changed");
        }
        if let Some(certificate) = &self.certificate {
            certificate.reload();
        }
        changes
    }
}
