//! What is kept or done on other machines where the configuration says so: the bytes of files, and services.

use std::time::Duration;

use http::{HeaderMap, Method};
use http_body_util::Empty;
use jiff::Timestamp;
use tokio::time::timeout;
use waybill_services::drive::store::ObjectKind;
use waybill_upstream::{Address, Call, CallError, Upstream};

use super::{Finding, sentence};
use crate::app;
use crate::config::Config;

/// How long a bucket may take to answer.
const PATIENCE: Duration = Duration::from_secs(15);

/// Largest answer that is looked at; it is thrown away.
const MOST_BYTES: u64 = 1 << 20;

/// Looks through what was left unfinished in the bucket, which is little, and leaves it there.
pub(super) async fn bucket(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "bucket";
    let name = &config.drive.bucket.as_ref()?.name;
    let next = "check `drive.url`, `drive.endpoint` and its keys; without it files cannot be read or stored";
    let store = match app::files(&config.drive) {
        Ok(store) => store?,
        Err(_) => return Some(Finding::fail(ABOUT, format!("{name} cannot be used"), next)),
    };
    let listing = store.older(ObjectKind::Part, Timestamp::UNIX_EPOCH);
    Some(match timeout(PATIENCE, listing).await {
        Ok(Ok(_)) => Finding::ok(ABOUT, format!("{name} is reachable, access granted")),
        // Its words are left out: some stores repeat what they were told.
        Ok(Err(_)) => Finding::fail(
            ABOUT,
            format!("{name} is unreachable or denies access"),
            next,
        ),
        Err(_) => Finding::fail(ABOUT, format!("{name} does not respond"), next),
    })
}

/// A finding for each service on another machine.
pub(super) async fn services(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (service, address) in &config.upstreams.services {
        findings.push(examine(config, service, address.clone()).await);
    }
    findings
}

async fn examine(config: &Config, service: &'static str, address: Address) -> Finding {
    const ABOUT: &str = "service";
    let which = format!("{service} at {address}");
    let upstream = match Upstream::new(address, config.upstreams.limits) {
        Ok(upstream) => upstream,
        Err(error) => {
            return Finding::fail(ABOUT, format!("{which}: {}", sentence(&error)), "");
        }
    };
    let call = Call {
        method: Method::GET,
        path_and_query: format!("/{service}/api/v1/"),
        headers: HeaderMap::new(),
        deadline: config.upstreams.deadline,
        most_bytes: MOST_BYTES,
    };
    let next = match service {
        "iam" => "without it no one can sign in",
        _ => "its parts of pages stay empty until it responds",
    };
    let answer = upstream.call(call, None::<Empty<bytes::Bytes>>).await;
    match answer {
        // Nobody is named, so it may well refuse.
        Ok(_) | Err(CallError::Unusable(_)) => Finding::ok(ABOUT, format!("{which} is reachable")),
        Err(error) => Finding::warn(ABOUT, format!("{which}: {}", sentence(&error)), next),
    }
}
