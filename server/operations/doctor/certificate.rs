//! The certificate that people are met with, where the program has one itself.

use std::fs;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use x509_parser::pem::Pem;

use super::Finding;
use crate::certificate::{SOON, Validity};
use crate::config::Config;

const ABOUT: &str = "certificate";

const RENEW: &str = "renew it; the new certificate is loaded automatically";

pub(super) fn examine(config: &Config, now: Timestamp) -> Option<Finding> {
    let tls = config.tls.as_ref()?;
    let shown = tls.certificate.display();
    let found = key(&tls.key).and_then(|()| validity(&tls.certificate));
    let Validity { begins, ends } = match found {
        Ok(validity) => validity,
        Err(found) => {
            return Some(Finding::fail(
                ABOUT,
                found,
                "check `tls.certificate` and `tls.key`",
            ));
        }
    };
    let left = ends.duration_since(now);
    let day = ends.strftime("%F");
    Some(if now < begins {
        let found = format!("{shown} is not valid before {begins}");
        Finding::fail(ABOUT, found, "check the clock of this machine")
    } else if left <= SignedDuration::ZERO {
        Finding::fail(ABOUT, format!("{shown} expired on {day}"), RENEW)
    } else if left < SOON {
        let found = format!("{shown} expires on {day}, in {} days", left.as_hours() / 24);
        Finding::warn(ABOUT, found, RENEW)
    } else {
        Finding::ok(ABOUT, format!("{shown} is valid until {day}"))
    })
}

fn key(path: &Path) -> Result<(), String> {
    match fs::read_to_string(path) {
        Ok(text) if text.contains("PRIVATE KEY-----") => Ok(()),
        Ok(_) => Err(holds_none(path)),
        Err(error) => Err(format!("{} cannot be read: {error}", path.display())),
    }
}

/// That of the first certificate of the file: the program's own, before those that lead to a root.
fn validity(path: &Path) -> Result<Validity, String> {
    let bytes = fs::read(path);
    let bytes = bytes.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let first = Pem::iter_from_buffer(&bytes).next();
    let first = first.and_then(Result::ok);
    let validity = first.and_then(|it| Validity::of(&it.contents));
    validity.ok_or_else(|| holds_none(path))
}

fn holds_none(path: &Path) -> String {
    format!("{} contains none (PEM)", path.display())
}
