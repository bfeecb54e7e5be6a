//! Which services are on other machines, where, and how much is asked of them at once.
//!
//! Each of the services of specification 7 is embedded unless it is named here: by its address, or by the word `api`, which stands for the
//! `{api}` of the profile. Invariant: what is not https stays on this machine, and no service is this program itself.

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::time::Duration;

use http::HeaderValue;
use serde::Deserialize;
use waybill_upstream::{Address, AddressError, Limits};

use super::arguments::Options;
use super::file::{TokenTable, UpstreamTable};
use super::profile::{Profile, ProfileName};
use super::token_key::{TokenKey, TokenKeyError};
use super::{ConfigError, PublicOrigin, within};

/// The services of specification 7. A name is compared byte for byte (hostile inputs P01).
pub const SERVICES: [&str; 7] = ["iam", "master", "drive", "log", "mail", "report", "contact"];

/// Stands for the `{api}` of the profile.
const API: &str = "api";

/// Takes back what the file says.
const EMBEDDED: &str = "embedded";

/// Services on other machines.
#[derive(Clone, Debug)]
pub struct Upstreams {
    /// Name of each and its `{api}`; those that are not here are embedded.
    pub services: BTreeMap<&'static str, Address>,
    /// What each of them is asked at once, and how long a connection may take. Default 64 calls and one second.
    pub limits: Limits,
    /// How long an ordinary call may take until its answer begins; what takes long by its nature has longer. Default 10 s.
    pub deadline: Duration,
    /// How the token is written to them.
    pub authorization: Authorization,
    /// Reads the tokens of an IAM service that is elsewhere; without it the service is asked whose they are.
    pub token_key: Option<TokenKey>,
}

/// How the `Authorization` header to a service on another machine holds the token.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Authorization {
    /// By itself, as specification section 7 has it.
    #[default]
    Token,
    /// After `Bearer` (RFC 6750 section 2.1).
    Bearer,
}

impl Authorization {
    /// The header with this token; none for what no header can hold. No log prints it.
    pub fn with(self, token: &str) -> Option<HeaderValue> {
        let value = match self {
            Self::Token => HeaderValue::from_str(token),
            Self::Bearer => HeaderValue::from_str(&format!("Bearer {token}")),
        };
        let mut value = value.ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

/// What is wrong with a service that is to be elsewhere.
#[derive(Debug, thiserror::Error)]
pub enum UpstreamError {
    /// A word that is no service and its address.
    #[error(
        "`{0}` in `upstream.services` is not valid; use for example `contact=https://api.lines.example`"
    )]
    NotAPair(String),
    /// A service that does not exist.
    #[error(
        "unknown service `{name}` in `{key}`; the services are iam, master, drive, log, mail, report and contact"
    )]
    NoSuchService {
        /// What was given.
        name: String,
        /// The key as it is written in the file.
        key: &'static str,
    },
    /// An address that is none.
    #[error("the address `{value}` of the service `{service}` cannot be used: {source}")]
    Address {
        /// Of which service.
        service: &'static str,
        /// What was given.
        value: String,
        /// What is wrong with it.
        source: AddressError,
    },
    /// An `{api}` that is none.
    #[error("`{value}` in `profiles.{profile}.api` cannot be used: {source}")]
    Api {
        /// Of which profile.
        profile: ProfileName,
        /// What was given.
        value: String,
        /// What is wrong with it.
        source: AddressError,
    },
    /// The profile does not say where the service is.
    #[error(
        "the service `{service}` is at the profile's api, and `{key}` does not say where that is"
    )]
    NoApi {
        /// Which service.
        service: &'static str,
        /// What is missing.
        key: String,
    },
    /// The program would call itself.
    #[error("the service `{0}` cannot be at the address of this program")]
    Itself(&'static str),
    /// Its people's accounts would be in this program, where it cannot know them.
    #[error(
        "the service `iam` is elsewhere, and people's accounts are this program's own; it takes ID tokens of a Firebase project that both know, in `[firebase.…]`"
    )]
    OwnAccounts,
    /// A key, and tokens of our own.
    #[error(
        "`upstream.token` is for the tokens of an `iam` that is elsewhere; here it is embedded"
    )]
    NoIam,
    /// The key cannot be read.
    #[error("the file {} in `upstream.token.key_file` cannot be read: {source}", path.display())]
    UnreadableKey {
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// The key cannot be used.
    #[error("`upstream.token` cannot be used: {0}")]
    TokenKey(#[source] TokenKeyError),
}

impl Upstreams {
    pub(super) fn merge(
        options: &Options,
        file: UpstreamTable,
        profile: &Profile,
        own: &Own<'_>,
    ) -> Result<Self, ConfigError> {
        let mut named: BTreeMap<&'static str, String> = BTreeMap::new();
        for (name, place) in file.services {
            named.insert(service(&name)?, place);
        }
        for pair in options.upstream.iter().flatten() {
            let (name, place) = pair
                .split_once('=')
                .ok_or_else(|| UpstreamError::NotAPair(pair.clone()))?;
            named.insert(service(name)?, place.to_owned());
        }
        if let Some(name) = profile.unknown_port(|name| SERVICES.contains(&name)) {
            return Err(no_such_service(name, "profiles.localhost.ports").into());
        }
        let mut services = BTreeMap::new();
        for (service, place) in named {
            if let Some(address) = address(service, place, profile, own)? {
                services.insert(service, address);
            }
        }
        let is_iam_elsewhere = services.contains_key("iam");
        if is_iam_elsewhere && !own.has_firebase {
            return Err(UpstreamError::OwnAccounts.into());
        }
        let token_key = match file.token {
            Some(_) if !is_iam_elsewhere => return Err(UpstreamError::NoIam.into()),
            table => table.as_ref().map(token_key).transpose()?,
        };
        let connect = within(
            "upstream.connect_ms",
            file.connect_ms.unwrap_or(1_000),
            10..=10_000,
            "10 to 10000 milliseconds",
        )?;
        let at_once = within(
            "upstream.calls_at_once",
            file.calls_at_once.unwrap_or(64),
            1..=10_000,
            "1 to 10000",
        )?;
        let deadline = within(
            "upstream.deadline_ms",
            file.deadline_ms.unwrap_or(10_000),
            100..=25_000,
            "100 to 25000 milliseconds",
        )?;
        Ok(Self {
            services,
            limits: Limits {
                connect: Duration::from_millis(connect),
                at_once: usize::try_from(at_once).unwrap_or(usize::MAX),
            },
            deadline: Duration::from_millis(deadline),
            authorization: file.authorization,
            token_key,
        })
    }

    /// The services that are elsewhere, in words; none when all are embedded.
    pub(super) fn told(&self) -> Option<String> {
        let services = self.services.iter();
        let told: Vec<String> = services
            .map(|(name, address)| format!("{name} at {address}"))
            .collect();
        match told.as_slice() {
            [] => None,
            [one] => Some(format!("the service {one}")),
            several => Some(format!("the services {}", several.join(", "))),
        }
    }
}

/// Where the program itself is reached.
#[derive(Debug)]
pub(super) struct Own<'a> {
    pub(super) listen: String,
    pub(super) public_origin: Option<&'a PublicOrigin>,
    /// Whether people's accounts are at a Firebase project.
    pub(super) has_firebase: bool,
}

impl Own<'_> {
    fn is_at(&self, address: &Address) -> bool {
        let public = self.public_origin.map(PublicOrigin::as_str);
        let public = public.and_then(|it| it.split_once("://"));
        address.authority() == self.listen
            || public.is_some_and(|(_, authority)| authority == address.authority())
    }
}

fn token_key(table: &TokenTable) -> Result<TokenKey, UpstreamError> {
    let pem = std::fs::read(&table.key_file).map_err(|source| UpstreamError::UnreadableKey {
        path: table.key_file.clone(),
        source,
    })?;
    let (issuer, audience) = (table.issuer.as_deref(), table.audience.as_deref());
    TokenKey::new(&pem, &table.algorithm, issuer, audience).map_err(UpstreamError::TokenKey)
}

fn service(name: &str) -> Result<&'static str, UpstreamError> {
    let known = SERVICES.into_iter().find(|it| *it == name);
    known.ok_or_else(|| no_such_service(name, "upstream.services"))
}

fn no_such_service(name: &str, key: &'static str) -> UpstreamError {
    let name = name.to_owned();
    UpstreamError::NoSuchService { name, key }
}

/// Where the service is; none where it is embedded.
fn address(
    service: &'static str,
    place: String,
    profile: &Profile,
    own: &Own<'_>,
) -> Result<Option<Address>, UpstreamError> {
    let value = match place.as_str() {
        EMBEDDED => return Ok(None),
        API => profile.api_of(service).ok_or_else(|| {
            let key = match profile.name {
                ProfileName::Localhost => format!("profiles.localhost.ports.{service}"),
                name => format!("profiles.{name}.api"),
            };
            UpstreamError::NoApi { service, key }
        })?,
        _ => place,
    };
    let address = match Address::parse(&value) {
        Ok(address) => address,
        Err(source) => {
            return Err(UpstreamError::Address {
                service,
                value,
                source,
            });
        }
    };
    match own.is_at(&address) {
        true => Err(UpstreamError::Itself(service)),
        false => Ok(Some(address)),
    }
}

#[cfg(test)]
mod tests {
    use crate::config::file::File;
    use crate::config::{Config, ConfigError, Options};

    fn merged(pairs: &[&str], toml: &str) -> Result<Config, ConfigError> {
        let options = Options {
            upstream: Some(pairs.iter().map(|it| (*it).to_owned()).collect()),
            ..Options::default()
        };
        let file: File = toml::from_str(toml).unwrap();
        Config::merge(&options, file)
    }

    fn told(pairs: &[&str], toml: &str) -> Vec<String> {
        let services = merged(pairs, toml).unwrap().upstreams.services;
        let services = services.iter();
        services
            .map(|(name, address)| format!("{name} {address}"))
            .collect()
    }

    #[test]
    fn everything_is_embedded_unless_it_is_named() {
        assert!(told(&[], "").is_empty());
        let config = merged(&["contact=http://127.0.0.1:8081"], "").unwrap();
        let parts = config.parts();
        assert!(
            parts.contains("the service contact at http://127.0.0.1:8081"),
            "{parts}"
        );
    }

    #[test]
    fn each_service_is_somewhere_of_its_own_and_a_flag_wins_over_the_file() {
        let toml = r#"
            [upstream.services]
            contact = "https://contacts.lines.example/v2"
            report = "api"
            log = "api"
            [profiles.localhost.ports]
            report = 4006
            log = 4004
        "#;
        assert_eq!(
            told(&["log=embedded", "mail=https://mail.lines.example"], toml),
            [
                "contact https://contacts.lines.example/v2",
                "mail https://mail.lines.example",
                "report http://127.0.0.1:4006"
            ]
        );
    }

    #[test]
    fn an_iam_elsewhere_may_give_an_analytics_key() {
        let toml = "[scripts.analytics]\nsrc = \"https://cdn.example/{key}.js\"\n\
                    [firebase.other]\nproject_id = \"demo\"\napi_key = \"k\"";
        let scripts = |pairs| merged(pairs, toml).unwrap().scripts;
        assert!(scripts(&["contact=https://api.example"]).is_empty());
        assert_eq!(scripts(&["iam=https://api.example"])[0].name, "analytics");
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let origin = "public_origin = \"https://lines.example\"";
        let wrong = [
            (&["contact"][..], "", "`contact` in `upstream.services`"),
            (
                &["contacts=https://x.example"],
                "",
                "unknown service `contacts`",
            ),
            (&["contact=http://api.example"], "", "must be https"),
            (&["contact=http://127.0.0.1:8080"], "", "of this program"),
            (
                &["contact=https://lines.example"],
                origin,
                "of this program",
            ),
            (&["contact=api"], origin, "`profiles.dev.api`"),
            (&["contact=api"], "", "`profiles.localhost.ports.contact`"),
            (&["iam=https://api.example"], "", "`[firebase.…]`"),
            (
                &["contact=https://api.example"],
                "[upstream.token]\nkey_file = \"k\"\nalgorithm = \"ES256\"",
                "`upstream.token` is for",
            ),
            (
                &["iam=https://api.example"],
                "[upstream.token]\nkey_file = \"nowhere.pem\"\nalgorithm = \"ES256\"\n\
                 [firebase.other]\nproject_id = \"demo\"\napi_key = \"k\"",
                "nowhere.pem",
            ),
            (
                &[],
                "[profiles.localhost.ports]\nx = 1",
                "unknown service `x` in `profiles.localhost.ports`",
            ),
            (&[], "[upstream]\ndeadline_ms = 1", "upstream.deadline_ms"),
        ];
        for (pairs, toml, word) in wrong {
            let said = merged(pairs, toml).unwrap_err().to_string();
            assert!(said.contains(word), "{said}");
        }
    }
}
