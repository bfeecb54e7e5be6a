//! What the program uses of others: a database, Redis, a mail server, and the way by which people reach it.

use std::time::Duration;

use tokio::time::timeout;
use waybill_identity::external::Outgoing;
use waybill_identity::external::outgoing::Reach;
use waybill_services::mail::smtp::Smtp;
use waybill_storage::OpenError;
use waybill_storage::database::replica;

use super::{Finding, sentence};
use crate::config::Config;
use crate::operations::schema::{self, SchemaError};

/// How long somebody may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) async fn database(config: &Config) -> Finding {
    const ABOUT: &str = "database";
    let which = match &config.database {
        Some(url) => url.to_string(),
        None => format!("SQLite in {}", config.data_dir.display()),
    };
    let Ok(pending) = timeout(PATIENCE, schema::pending(config)).await else {
        let next = "check that it is running and that no firewall blocks this machine";
        return Finding::fail(ABOUT, format!("{which} does not respond"), next);
    };
    match pending {
        Ok(pending) if pending.is_empty() => Finding::ok(
            ABOUT,
            format!("{which} is reachable, the schema is up to date"),
        ),
        Ok(pending) if config.database.is_none() && !config.data_dir.exists() => {
            let count = pending.len();
            let found = format!("{which} will be created at the first start by {count} migrations");
            Finding::ok(ABOUT, found)
        }
        Ok(pending) => {
            let count = pending.len();
            let found = format!("{which} is reachable; {count} migrations are pending");
            let next = "back up, then start the program or `waybill migrate`";
            Finding::warn(ABOUT, found, next)
        }
        Err(SchemaError::Storage(error @ OpenError::NewerDatabase { .. })) => {
            let next = "use the version that wrote it, or a newer one";
            Finding::fail(ABOUT, sentence(&error), next)
        }
        Err(error) => {
            let next =
                "check its address, its role and its log; docs/configuration.md, \"PostgreSQL\"";
            Finding::fail(ABOUT, sentence(&error), next)
        }
    }
}

pub(super) async fn replica(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "replica";
    let url = config.database_read.as_ref()?;
    let examined = timeout(PATIENCE, replica::examine(url, config.database.as_ref()?)).await;
    Some(match examined {
        Ok(Ok(())) => Finding::ok(ABOUT, format!("{url} is reachable and up to date")),
        Ok(Err(error)) => {
            let next = "everything is read from the primary until it works again; docs/runbook.md, \"Read replicas\"";
            Finding::warn(ABOUT, sentence(&error), next)
        }
        Err(_) => {
            let next = "check that it is running and that no firewall blocks this machine";
            Finding::warn(ABOUT, format!("{url} does not respond"), next)
        }
    })
}

pub(super) async fn redis(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "redis";
    let url = config.redis.as_ref()?;
    Some(match url.time().await {
        Ok(_) => Finding::ok(ABOUT, format!("{url} is reachable")),
        Err(error) => {
            let found = format!("{url}: {}", sentence(&error));
            let next = "check that it is running and that user and password are correct; instances cannot exchange changes without it";
            Finding::fail(ABOUT, found, next)
        }
    })
}

pub(super) async fn mail(config: &Config) -> Finding {
    const ABOUT: &str = "mail";
    let Some(url) = &config.mail.smtp_url else {
        let found = "no mail server is configured: messages are written to files and not delivered";
        return Finding::warn(ABOUT, found, "set `mail.smtp_url`");
    };
    let host = config.mail.server().unwrap_or_default();
    let next = "check address, password and firewall; messages wait in the outbox until then";
    let Ok(server) = Smtp::new(url, "localhost") else {
        return Finding::fail(ABOUT, format!("{host} cannot be used"), next);
    };
    match timeout(PATIENCE, server.greet()).await {
        Ok(Ok(())) => Finding::ok(ABOUT, format!("{host} is reachable, sign-in accepted")),
        Ok(Err(error)) => Finding::fail(ABOUT, format!("{host}: {error}"), next),
        Err(_) => Finding::fail(ABOUT, format!("{host} does not respond"), next),
    }
}

pub(super) async fn public_address(config: &Config) -> Finding {
    const ABOUT: &str = "public address";
    let Some(origin) = &config.public_origin else {
        let found = "not set: cookies are not `Secure`, and links in messages lead to the listening address";
        return Finding::warn(ABOUT, found, "set `public_origin`");
    };
    let shown = origin.as_str();
    let is_here = matches!(origin.host(), "localhost" | "127.0.0.1" | "[::1]");
    if !origin.is_https() && !is_here {
        let found = format!("{shown}: passwords are sent unencrypted");
        return Finding::warn(ABOUT, found, "use https");
    }
    let reach = match origin.is_https() {
        true => Reach::Internet,
        false => Reach::Loopback,
    };
    let asked = match Outgoing::new(reach) {
        Ok(outgoing) => outgoing.get(&format!("{shown}/healthz")).await,
        Err(error) => Err(error),
    };
    match asked {
        Ok(answer) if answer.status == 200 && answer.body == b"ok\n" => {
            Finding::ok(ABOUT, format!("{shown} leads to a running Waybill"))
        }
        Ok(answer) => {
            let status = answer.status;
            let found =
                format!("{shown}/healthz returns {status}, which is not a Waybill response");
            Finding::warn(
                ABOUT,
                found,
                "check that the proxy forwards everything to `listen`",
            )
        }
        Err(error) => {
            let found = format!("{shown}: {}", sentence(&error));
            let next = "if the server is running, check name, certificate and proxy";
            Finding::warn(ABOUT, found, next)
        }
    }
}
