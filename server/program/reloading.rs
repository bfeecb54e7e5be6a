//! Reloading: SIGHUP has the configuration read once more, and what a running server takes over takes effect.
//!
//! Invariant: all that is to take effect is read before anything does, so a configuration that cannot be used changes nothing.

use std::error::Error;
use std::sync::Arc;

use tokio::signal::unix::Signal;

use crate::app::App;
use crate::config::Reload;
use crate::http::{Certificate, Tls};
use crate::operations::doctor::sentence;
use crate::service_manager;
use crate::telemetry::Filter;

/// What a reload works on.
pub(super) struct Reloading {
    pub(super) settings: Reload,
    pub(super) filter: Filter,
    pub(super) app: Arc<App>,
    pub(super) tls: Option<Tls>,
    /// The line that the service manager shows, as of the start.
    pub(super) line: String,
}

impl Reloading {
    /// Reloads whenever it is asked for, for as long as the process lives.
    pub(super) async fn at_each(mut self, mut asked: Signal) {
        while asked.recv().await.is_some() {
            service_manager::reloading();
            let outcome = tokio::task::block_in_place(|| self.reload());
            if let Err(error) = outcome {
                let error = sentence(error.as_ref());
                tracing::error!(
                    %error,
                    "The configuration was not reloaded; the one before it remains in force."
                );
            }
            service_manager::ready(&self.line);
        }
    }

    fn reload(&mut self) -> Result<(), Box<dyn Error + Send + Sync>> {
        let reread = self.settings.read()?;
        let config = &reread.config;
        let files = config.tls.as_ref().filter(|_| self.tls.is_some());
        let certificate = files.map(Certificate::read).transpose()?;

        self.app.reload(config);
        if let (Some(tls), Some(certificate)) = (&self.tls, certificate) {
            tls.replace(certificate);
        }
        // Before the lines about it: whoever asks for fewer may not want them.
        self.filter.replace(&config.log.filter);
        if reread.changed.is_empty() {
            tracing::info!("Configuration reloaded: no setting changed that takes effect.");
        } else {
            let settings = reread.changed.join(", ");
            tracing::info!(settings, "Configuration reloaded: these settings changed.");
        }
        if !reread.pending.is_empty() {
            let settings = reread.pending.join(", ");
            tracing::warn!(settings, "These settings take effect at the next start.");
        }
        self.settings.take(reread);
        Ok(())
    }
}
