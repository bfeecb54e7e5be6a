//! What a password's hash costs: the embedded identity provider's argon2id.
//!
//! Invariant: it is never so cheap that stolen hashes are soon guessed.

use waybill_identity::config::Hashing;

use super::file::HashTable;
use super::{ConfigError, within};

pub(super) fn merge(file: &HashTable) -> Result<Hashing, ConfigError> {
    let default = Hashing::default();
    let number = |key, value: Option<u64>, default: u32, most, limits| {
        let value = within(key, value.unwrap_or(default.into()), 1..=most, limits)?;
        Ok::<u32, ConfigError>(u32::try_from(value).unwrap_or(u32::MAX))
    };
    let limits = "1 to 1048576 KiB";
    let memory_kib = number(
        "hash.memory_kib",
        file.memory_kib,
        default.memory_kib,
        1 << 20,
        limits,
    )?;
    let passes = number("hash.passes", file.passes, default.passes, 100, "1 to 100")?;
    let hashing = Hashing {
        memory_kib,
        passes,
        ..default
    };
    match hashing.is_strong() {
        true => Ok(hashing),
        false => Err(ConfigError::CheapHashes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(toml: &str) -> Result<Hashing, ConfigError> {
        merge(&toml::from_str(toml).unwrap())
    }

    #[test]
    fn the_cost_is_what_the_rules_ask_for_unless_more_is_wanted() {
        assert_eq!(merged("").unwrap(), Hashing::default());
        let more = merged("memory_kib = 65536\npasses = 3").unwrap();
        assert_eq!((more.memory_kib, more.passes), (65_536, 3));
        for cheap in [
            "passes = 1",
            "memory_kib = 4096\npasses = 50",
            "memory_kib = 7168\npasses = 4",
            "passes = 0",
        ] {
            assert!(merged(cheap).is_err(), "{cheap}");
        }
        assert!(merged("memory_kib = 7168\npasses = 5").is_ok());
        assert!(merged("memory_kib = 47104\npasses = 1").is_ok());
    }
}
