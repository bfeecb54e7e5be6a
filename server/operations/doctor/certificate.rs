//! The certificate that people are met with, where the program has one itself.

use std::fs;
use std::path::Path;

use jiff::{SignedDuration, Timestamp};
use x509_parser::pem::Pem;

use super::Finding;
use crate::config::Config;

const ABOUT: &str = "certificate";

/// Time left that is worth a look: whatever renews certificates does so earlier.
const SOON: SignedDuration = SignedDuration::from_hours(14 * 24);

const RENEW: &str = "renew it; the program takes the new one by itself";

pub(super) fn examine(config: &Config, now: Timestamp) -> Option<Finding> {
    let tls = config.tls.as_ref()?;
    let shown = tls.certificate.display();
    let found = key(&tls.key).and_then(|()| life(&tls.certificate));
    let (begins, ends) = match found {
        Ok(life) => life,
        Err(found) => {
            return Some(Finding::fail(
                ABOUT,
                found,
                "look at `tls.certificate` and `tls.key`",
            ));
        }
    };
    let left = ends.duration_since(now);
    let day = ends.strftime("%F");
    Some(if now < begins {
        let found = format!("{shown} is not valid before {begins}");
        Finding::fail(ABOUT, found, "is the clock of this machine right?")
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

/// From when to when the first certificate of the file is valid: the program's own, before those that lead to a root.
fn life(path: &Path) -> Result<(Timestamp, Timestamp), String> {
    let bytes = fs::read(path);
    let bytes = bytes.map_err(|error| format!("{} cannot be read: {error}", path.display()))?;
    let none = || holds_none(path);
    let first = Pem::iter_from_buffer(&bytes).next().ok_or_else(none)?;
    let first = first.map_err(|_error| none())?;
    let certificate = first.parse_x509().map_err(|_error| none())?;
    let validity = certificate.validity();
    let moment = |seconds| Timestamp::from_second(seconds).map_err(|_error| none());
    Ok((
        moment(validity.not_before.timestamp())?,
        moment(validity.not_after.timestamp())?,
    ))
}

fn holds_none(path: &Path) -> String {
    format!("{} holds none (PEM)", path.display())
}
