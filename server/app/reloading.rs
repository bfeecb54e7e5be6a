//! Reloading: what of a newer configuration the parts of a running application take over.
//!
//! Invariant: each part has all of it or nothing; a request that has begun goes on with what it took.

use std::sync::Arc;

use waybill_services::Reloadable;
use waybill_services::drive::DriveLimits;
use waybill_services::mail::MailQuotas;

use super::App;
use crate::config::{self, Config};
use crate::memory::Limit;

impl App {
    /// The settings as they are now. A request takes them once, where it uses several.
    pub fn config(&self) -> Arc<Config> {
        self.config.load_full()
    }

    /// Takes over what a running server can of a newer configuration.
    pub fn reload(&self, newer: &Config) {
        let config = self.config().reloaded(newer);
        self.memory.limit_to(Limit::find(config.edge.max_memory));
        self.services.reload(reloadable(&config));
        let key = config.upstreams.token_key.clone();
        self.sessions.replace_token_key(key);
        self.config.store(Arc::new(config));
    }
}

/// What the services take over at a reload.
pub(super) fn reloadable(config: &Config) -> Reloadable {
    Reloadable {
        google_map_key: config.google_map_key.clone(),
        pendo_key: config.pendo_key.clone(),
        drive: limits(&config.drive),
        mail_quotas: quotas(&config.mail.quotas),
    }
}

fn limits(config: &config::Drive) -> DriveLimits {
    let bytes = |count: u64, unit: u32| {
        let bytes = count.saturating_mul(1 << unit);
        i64::try_from(bytes).unwrap_or(i64::MAX)
    };
    DriveLimits {
        file_bytes: bytes(config.file_megabytes, 20),
        files: config.files,
        company_bytes: bytes(config.company_gigabytes, 30),
    }
}

fn quotas(config: &config::MailQuotas) -> MailQuotas {
    let config::MailQuotas {
        per_company,
        per_new_company,
        per_user,
        per_recipient,
    } = *config;
    MailQuotas {
        per_company,
        per_new_company,
        per_user,
        per_recipient,
    }
}
