//! Whether the clock of this machine agrees with the others': tokens and sessions live by it.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::timeout;
use waybill_storage::database::{FILE_NAME, copies};

use super::Finding;
use crate::config::Config;

const ABOUT: &str = "clock";

/// A difference that is worth a look; beyond the other, tokens of one server are strange to another.
const NOTABLE: SignedDuration = SignedDuration::from_secs(5);
const FORGIVEN: SignedDuration = SignedDuration::from_secs(60);

/// How long somebody may take to say the time.
const PATIENCE: Duration = Duration::from_secs(15);

pub(super) async fn agree(config: &Config, now: Timestamp) -> Finding {
    let mut asked: Vec<(String, Timestamp)> = Vec::new();
    if let Some(url) = &config.database
        && let Ok(Ok(told)) = timeout(PATIENCE, copies::now_on_postgres(url)).await
    {
        asked.push((url.to_string(), told));
    }
    if let Some(url) = &config.redis
        && let Ok(told) = url.time().await
        && let Ok(told) = Timestamp::from_millisecond(told)
    {
        asked.push((url.to_string(), told));
    }
    let differs = asked
        .into_iter()
        .map(|(who, told)| (who, told.duration_since(now).abs()))
        .max_by_key(|(_, apart)| *apart);
    if let Some((who, apart)) = differs {
        return judge(&who, apart);
    }
    match last_write(config) {
        Some(written) if now + NOTABLE < written => {
            let found = "the clock is behind the newest entry in the database";
            Finding::fail(ABOUT, found, "set the clock: timedatectl set-ntp true")
        }
        _ => Finding::ok(ABOUT, format!("{now:.0}; not compared with another clock")),
    }
}

fn judge(who: &str, apart: SignedDuration) -> Finding {
    let found = format!("{} s apart from {who}", apart.as_secs());
    let next = "synchronise both clocks: timedatectl set-ntp true";
    if FORGIVEN < apart {
        Finding::fail(ABOUT, found, next)
    } else if NOTABLE < apart {
        Finding::warn(ABOUT, found, next)
    } else {
        Finding::ok(ABOUT, format!("it agrees with {who}"))
    }
}

/// When the SQLite file was last written.
fn last_write(config: &Config) -> Option<Timestamp> {
    let file = config.data_dir.join(FILE_NAME);
    let written = std::fs::metadata(file).ok()?.modified().ok()?;
    Timestamp::try_from(written).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::operations::doctor::Level;

    #[test]
    fn a_minute_apart_is_too_much() {
        let level = |seconds| judge("x", SignedDuration::from_secs(seconds)).level;
        assert_eq!(level(4), Level::Ok);
        assert_eq!(level(20), Level::Warn);
        assert_eq!(level(61), Level::Fail);
    }
}
