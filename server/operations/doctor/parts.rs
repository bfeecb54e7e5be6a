//! What the program uses of others: a database, Redis, a mail server, and the way by which people reach it.

use std::time::Duration;

use tokio::time::timeout;
use waybill_identity::external::Outgoing;
use waybill_identity::external::outgoing::Reach;
use waybill_services::mail::smtp::Smtp;
use waybill_storage::OpenError;

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
        let next = "is it up, and does a firewall let this machine through?";
        return Finding::fail(ABOUT, format!("{which} does not answer"), next);
    };
    match pending {
        Ok(pending) if pending.is_empty() => {
            Finding::ok(ABOUT, format!("{which} answers, its schema is up to date"))
        }
        Ok(pending) if config.database.is_none() && !config.data_dir.exists() => {
            let count = pending.len();
            let found = format!("{which} will be made at the first start, by {count} changes");
            Finding::ok(ABOUT, found)
        }
        Ok(pending) => {
            let count = pending.len();
            let found = format!("{which} answers; {count} schema changes are not applied yet");
            let next = "back up, then start the program or `waybill migrate`";
            Finding::warn(ABOUT, found, next)
        }
        Err(SchemaError::Storage(error @ OpenError::NewerDatabase { .. })) => {
            let next = "use the program that wrote it, or a newer one";
            Finding::fail(ABOUT, sentence(&error), next)
        }
        Err(error) => {
            let next = "look at its address, its role and its log; README, Configuration";
            Finding::fail(ABOUT, sentence(&error), next)
        }
    }
}

pub(super) async fn redis(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "redis";
    let url = config.redis.as_ref()?;
    Some(match url.time().await {
        Ok(_) => Finding::ok(ABOUT, format!("{url} answers")),
        Err(error) => {
            let found = format!("{url}: {}", sentence(&error));
            let next = "is it up, and are user and password right? Instances do not hear each other without it";
            Finding::fail(ABOUT, found, next)
        }
    })
}

pub(super) async fn mail(config: &Config) -> Finding {
    const ABOUT: &str = "mail";
    let Some(url) = &config.mail.smtp_url else {
        let found = "no mail server is configured: mails are kept as files, and nobody gets any";
        return Finding::warn(ABOUT, found, "set `mail.smtp_url`");
    };
    let host = config.mail.server().unwrap_or_default();
    let next = "look at address, password and firewall; mails wait in the outbox meanwhile";
    let Ok(server) = Smtp::new(url, "localhost") else {
        return Finding::fail(ABOUT, format!("{host} cannot be used"), next);
    };
    match timeout(PATIENCE, server.greet()).await {
        Ok(Ok(())) => Finding::ok(ABOUT, format!("{host} greets and lets us in")),
        Ok(Err(error)) => Finding::fail(ABOUT, format!("{host}: {error}"), next),
        Err(_) => Finding::fail(ABOUT, format!("{host} does not answer"), next),
    }
}

pub(super) async fn public_address(config: &Config) -> Finding {
    const ABOUT: &str = "public address";
    let Some(origin) = &config.public_origin else {
        let found = "it is not known: cookies are not `Secure`, and links in mails lead to the listening address";
        return Finding::warn(ABOUT, found, "set `public_origin`");
    };
    let shown = origin.as_str();
    let is_here = matches!(origin.host(), "localhost" | "127.0.0.1" | "[::1]");
    if !origin.is_https() && !is_here {
        let found = format!("{shown}: passwords travel where others can read them");
        return Finding::warn(ABOUT, found, "let people come by https");
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
            let found = format!("{shown}/healthz answers {status}, and not as Waybill does");
            Finding::warn(
                ABOUT,
                found,
                "does the proxy pass everything on to `listen`?",
            )
        }
        Err(error) => {
            let found = format!("{shown}: {}", sentence(&error));
            let next = "not started yet? Otherwise look at name, certificate and proxy";
            Finding::warn(ABOUT, found, next)
        }
    }
}
