//! The profile: what the host of the page stands for, and what follows from it (specification 7 and 9).
//!
//! Three hosts may be named, production, dev and io; any other is taken for dev, and one of this machine for localhost. The host is that of
//! the configured public origin. Invariant: no request has a say in it.

use std::collections::BTreeMap;
use std::fmt;

use url::Host;
use waybill_upstream::Address;

use super::file::{HostsTable, ProfileTable, ProfilesTable};
use super::{ConfigError, PublicOrigin, UpstreamError};

/// What a host stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ProfileName {
    /// The host of the people.
    Production,
    /// The host of the developers, and every host that is not named.
    Dev,
    /// The host `io`.
    Io,
    /// This machine.
    Localhost,
}

impl ProfileName {
    /// The name as it is written in the file.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Dev => "dev",
            Self::Io => "io",
            Self::Localhost => "localhost",
        }
    }
}

impl fmt::Display for ProfileName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// The profile in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Which one.
    pub name: ProfileName,
    /// `Domain` of the cookie `token`; none means the host alone. Only the production host has one (specification 7).
    pub cookie_domain: Option<String>,
    /// `{api}`, for all services.
    api: Option<String>,
    /// The port of each service on this machine.
    ports: BTreeMap<String, u16>,
}

impl Profile {
    pub(super) fn merge(
        hosts: &Hosts,
        profiles: ProfilesTable,
        public_origin: Option<&PublicOrigin>,
    ) -> Result<Self, ConfigError> {
        let own = public_origin.map(PublicOrigin::host);
        let name = hosts.profile_of(own);
        if let Some(domain) = &profiles.production.cookie_domain {
            let host = hosts.production.as_deref().unwrap_or_default();
            if !is_domain_of(domain, host) {
                return Err(ConfigError::CookieDomain(domain.clone()));
            }
        }
        for (profile, table) in [
            (ProfileName::Production, &profiles.production),
            (ProfileName::Dev, &profiles.dev),
            (ProfileName::Io, &profiles.io),
        ] {
            if profile != ProfileName::Production && table.cookie_domain.is_some() {
                return Err(ConfigError::CookieDomainElsewhere(profile));
            }
            if let Some(Err(source)) = table.api.as_deref().map(Address::parse) {
                let value = table.api.clone().unwrap_or_default();
                return Err(UpstreamError::Api {
                    profile,
                    value,
                    source,
                }
                .into());
            }
        }
        let none = ProfileTable::default();
        let table = match name {
            ProfileName::Production => profiles.production,
            ProfileName::Dev => profiles.dev,
            ProfileName::Io => profiles.io,
            ProfileName::Localhost => none,
        };
        Ok(Self {
            name,
            cookie_domain: table.cookie_domain,
            api: table.api,
            ports: profiles.localhost.ports,
        })
    }

    /// `{api}` of a service, if the profile has one.
    pub(super) fn api_of(&self, service: &str) -> Option<String> {
        match self.name {
            ProfileName::Localhost => {
                let port = self.ports.get(service)?;
                Some(format!("http://127.0.0.1:{port}"))
            }
            _ => self.api.clone(),
        }
    }

    /// The first of the services that have a port and no service of this name, if there is one.
    pub(super) fn unknown_port(&self, is_known: impl Fn(&str) -> bool) -> Option<&str> {
        let mut names = self.ports.keys().map(String::as_str);
        names.find(|name| !is_known(name))
    }
}

/// The hosts that are named.
#[derive(Clone, Debug, Default)]
pub(super) struct Hosts {
    pub(super) production: Option<String>,
    dev: Option<String>,
    io: Option<String>,
}

impl Hosts {
    pub(super) fn of(table: HostsTable) -> Result<Self, ConfigError> {
        let host = |key: &'static str, value: Option<String>| {
            value.map(|text| host(key, text)).transpose()
        };
        let hosts = Self {
            production: host("hosts.production", table.production)?,
            dev: host("hosts.dev", table.dev)?,
            io: host("hosts.io", table.io)?,
        };
        let named = [&hosts.production, &hosts.dev, &hosts.io];
        let mut named: Vec<&String> = named.into_iter().flatten().collect();
        let count = named.len();
        named.sort();
        named.dedup();
        match named.len() == count {
            true => Ok(hosts),
            false => Err(ConfigError::HostTwice),
        }
    }

    fn profile_of(&self, host: Option<&str>) -> ProfileName {
        let Some(host) = host else {
            return ProfileName::Localhost;
        };
        let is = |named: &Option<String>| named.as_deref() == Some(host);
        if is(&self.production) {
            ProfileName::Production
        } else if is(&self.io) {
            ProfileName::Io
        } else if !is(&self.dev) && is_this_machine(host) {
            ProfileName::Localhost
        } else {
            ProfileName::Dev
        }
    }
}

/// The host as a public origin has it.
fn host(key: &'static str, text: String) -> Result<String, ConfigError> {
    match Host::parse(&text) {
        Ok(host @ Host::Domain(_)) => Ok(host.to_string()),
        _ => Err(ConfigError::Host { key, value: text }),
    }
}

fn is_this_machine(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}

/// Whether browsers let `host` set a cookie for `domain`, which is no name that everybody may have one below, such as `com`.
fn is_domain_of(domain: &str, host: &str) -> bool {
    let is_name = matches!(Host::parse(domain), Ok(Host::Domain(it)) if it == domain);
    let is_above = host
        .strip_suffix(domain)
        .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'));
    is_name && is_above && domain.contains('.')
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOML: &str = r#"
        [hosts]
        production = "App.Lines.example"
        dev = "dev.lines.example"
        io = "lines.io"
        [profiles.production]
        api = "https://api.lines.example"
        cookie_domain = "lines.example"
        [profiles.dev]
        api = "https://api-dev.lines.example"
        [profiles.localhost.ports]
        iam = 4001
    "#;

    fn merged(origin: Option<&str>, toml: &str) -> Result<Profile, ConfigError> {
        let file: crate::config::file::File = toml::from_str(toml).unwrap();
        let origin = origin.map(|it| PublicOrigin::parse(it.to_owned()));
        let origin = origin.transpose()?;
        Profile::merge(&Hosts::of(file.hosts)?, file.profiles, origin.as_ref())
    }

    #[test]
    fn the_host_of_the_public_origin_picks_the_profile_and_the_profile_the_api() {
        let picked = |origin| {
            let profile = merged(origin, TOML).unwrap();
            (profile.name, profile.api_of("iam"))
        };
        let of = |name, api: &str| (name, Some(api.to_owned()));
        assert_eq!(
            picked(Some("https://app.lines.example")),
            of(ProfileName::Production, "https://api.lines.example")
        );
        for host in [
            "https://dev.lines.example",
            "https://elsewhere.example",
            "http://10.0.0.7",
        ] {
            let expected = of(ProfileName::Dev, "https://api-dev.lines.example");
            assert_eq!(picked(Some(host)), expected, "{host}");
        }
        assert_eq!(
            picked(Some("https://lines.io")),
            (ProfileName::Io, None),
            "io has no api of its own here, and is given no other's"
        );
        for host in [
            None,
            Some("http://localhost:8080"),
            Some("http://127.0.0.1:1"),
        ] {
            let expected = of(ProfileName::Localhost, "http://127.0.0.1:4001");
            assert_eq!(picked(host), expected, "{host:?}");
        }
    }

    #[test]
    fn the_production_host_alone_has_a_cookie_domain() {
        let domain = |origin| merged(Some(origin), TOML).unwrap().cookie_domain;
        assert_eq!(
            domain("https://app.lines.example").as_deref(),
            Some("lines.example")
        );
        assert_eq!(domain("https://dev.lines.example"), None);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let wrong = [
            ("[hosts]\nproduction = \"https://x\"", "`hosts.production`"),
            ("[hosts]\ndev = \"10.0.0.1\"", "`hosts.dev`"),
            ("[hosts]\ndev = \"a.test\"\nio = \"a.test\"", "one profile"),
            (
                "[hosts]\nproduction = \"a.test\"\n[profiles.production]\ncookie_domain = \"b.test\"",
                "`b.test`",
            ),
            (
                "[hosts]\nproduction = \"a.test\"\n[profiles.production]\ncookie_domain = \"test\"",
                "`test`",
            ),
            (
                "[profiles.io]\napi = \"http://api.lines.example\"",
                "`profiles.io.api`",
            ),
            (
                "[profiles.dev]\ncookie_domain = \"a.test\"",
                "`profiles.dev.cookie_domain`",
            ),
        ];
        for (toml, word) in wrong {
            let said = merged(None, toml).unwrap_err().to_string();
            assert!(said.contains(word), "{said}");
        }
    }
}
