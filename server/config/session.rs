//! How long people stay signed in.

use std::time::Duration;

use super::file::SessionTable;
use super::{ConfigError, within};

const HOUR: u64 = 3_600;
const DAY: u64 = 24 * HOUR;

/// Limits of a session. The session token itself lives 15 minutes and is renewed within these limits.
#[derive(Clone, Debug)]
pub struct Session {
    /// Life of the `token` cookie in days. Default 7 (specification 9 counts it in days × 86,400,000 ms).
    pub cookie_days: u64,
    /// A session that was not used for this long is over. Default 12 hours.
    pub idle: Duration,
    /// A session that began this long ago is over, however much it is used. Default 30 days.
    pub absolute: Duration,
}

impl Session {
    pub(super) fn merge(file: &SessionTable) -> Result<Self, ConfigError> {
        let idle_hours = within(
            "session.idle_hours",
            file.idle_hours.unwrap_or(12),
            1..=8_760,
            "1 to 8760 hours",
        )?;
        let absolute_days = within(
            "session.absolute_days",
            file.absolute_days.unwrap_or(30),
            1..=400,
            "1 to 400 days",
        )?;
        if absolute_days * 24 < idle_hours {
            return Err(ConfigError::IdleBeyondAbsolute);
        }
        Ok(Self {
            // 400 days is what browsers allow a cookie at most.
            cookie_days: within(
                "session.cookie_days",
                file.cookie_days.unwrap_or(7),
                1..=400,
                "1 to 400 days",
            )?,
            idle: Duration::from_secs(idle_hours * HOUR),
            absolute: Duration::from_secs(absolute_days * DAY),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_that_would_never_count_is_refused() {
        let merged = |toml: &str| Session::merge(&toml::from_str(toml).unwrap());
        assert!(merged("idle_hours = 48\nabsolute_days = 2").is_ok());
        let refused = merged("idle_hours = 49\nabsolute_days = 2").unwrap_err();
        assert!(refused.to_string().contains("session.idle_hours"));
    }
}
