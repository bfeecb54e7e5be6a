//! The Firebase project that people sign in with, and whose realtime database their pages listen to, instead of the program's own.
//!
//! Specification 9: the production host has one project, every other host another. Which of them it is, the host of the configured
//! public origin decides, once at the start.
//!
//! Invariant: no request has a say in it. Whoever sends another `Host` would else choose the project whose people count.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;

use url::{Host, Url};
use waybill_identity::external::{KeyError, ServiceAccountKey};

use super::arguments::Options;
use super::database::read;
use super::file::{FirebaseSetTable, FirebaseTable};
use super::{ConfigError, PublicOrigin};

/// What the databases of Firebase are called, by which its servers hand a page on to each other.
const DATABASE_DOMAINS: [&str; 2] = ["firebaseio.com", "firebasedatabase.app"];

/// A project of Firebase.
#[derive(Clone, Debug)]
pub struct Firebase {
    /// Its id.
    pub project_id: String,
    /// What browsers name it by; no secret.
    pub api_key: String,
    /// What browsers name this application by; no secret.
    pub app_id: Option<String>,
    /// Where its pages for mailed links are. Default `<project_id>.firebaseapp.com`.
    pub auth_domain: String,
    /// The one of its tenants whose people these are.
    pub tenant_id: Option<String>,
    /// Its realtime database; none means that pages listen to the program's own.
    pub database: Option<RealtimeAddress>,
    /// Who may know and change accounts, and write into the realtime database.
    pub service_account: Option<ServiceAccountKey>,
    /// The origin of an Auth emulator in Google's place.
    pub auth_emulator: Option<String>,
}

/// The address of a realtime database: scheme, host and port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RealtimeAddress {
    origin: String,
    host: String,
    is_secure: bool,
}

/// What is wrong with the configuration of Firebase.
#[derive(Debug, thiserror::Error)]
pub enum FirebaseError {
    /// The set that this host needs is not there.
    #[error("the host `{host}` needs `[firebase.{set}]`, which is missing")]
    NoSet {
        /// The host of the public origin.
        host: String,
        /// Which set.
        set: &'static str,
    },
    /// A set for the production host, and no word of which that is.
    #[error(
        "`[firebase.production]` needs `hosts.production` or `firebase.production_host`, as in `waybill.example.com`"
    )]
    NoProductionHost,
    /// The production host is no host.
    #[error(
        "`{0}` in `firebase.production_host` is not a host; use for example `waybill.example.com`"
    )]
    ProductionHost(String),
    /// Something that every project has is missing.
    #[error("`firebase.{set}.{key}` is missing")]
    Missing {
        /// Of which set.
        set: &'static str,
        /// What.
        key: &'static str,
    },
    /// Something that cannot be what it is to be.
    #[error("`{value}` in `firebase.{set}.{key}` is not valid; use for example `{example}`")]
    Unusable {
        /// Of which set.
        set: &'static str,
        /// What.
        key: &'static str,
        /// What was given.
        value: String,
        /// What would do.
        example: &'static str,
    },
    /// The key of the service account.
    #[error("the file {} in `firebase.{set}.service_account_file` cannot be used: {source}", path.display())]
    ServiceAccount {
        /// Of which set.
        set: &'static str,
        /// The file as it was named.
        path: PathBuf,
        /// What is wrong with it.
        source: KeyError,
    },
    /// A service account that belongs to another project has no say in this one.
    #[error(
        "the service account in `firebase.{set}.service_account_file` belongs to the project `{found}`, not to `{project}`"
    )]
    ForeignServiceAccount {
        /// Of which set.
        set: &'static str,
        /// The project of the service account.
        found: String,
        /// The project of the set.
        project: String,
    },
    /// Nobody could write into the realtime database.
    #[error(
        "`firebase.{0}.database_url` needs `firebase.{0}.service_account_file`; without both, pages listen to the embedded realtime database"
    )]
    NoWriter(&'static str),
    /// The emulator is trusted where nothing is asked of it.
    #[error("`--trust-auth-emulator` needs `[firebase.other]`")]
    EmulatorWithoutProject,
    /// The emulator is somewhere else.
    #[error(
        "`--trust-auth-emulator {0}` is refused: only an address of this machine is trusted, as in `http://127.0.0.1:9099`"
    )]
    EmulatorElsewhere(String),
    /// The emulator and people who are real.
    #[error("`--trust-auth-emulator` is refused on the production host")]
    EmulatorInProduction,
}

impl fmt::Display for Firebase {
    /// As the start tells it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { project_id, .. } = self;
        write!(f, "the Firebase project {project_id} for identity")?;
        if self.database.is_some() {
            f.write_str(" and realtime")?;
        }
        match &self.auth_emulator {
            Some(origin) => write!(f, " (the Auth emulator at {origin})"),
            None => Ok(()),
        }
    }
}

impl Firebase {
    pub(super) fn merge(
        options: &Options,
        table: Option<FirebaseTable>,
        production_host: Option<&str>,
        public_origin: Option<&PublicOrigin>,
    ) -> Result<Option<Self>, ConfigError> {
        let emulator = options.trust_auth_emulator.as_deref();
        let Some(table) = table else {
            return match emulator {
                Some(_) => Err(FirebaseError::EmulatorWithoutProject.into()),
                None => Ok(None),
            };
        };
        let own = table.production_host.map(host).transpose()?;
        let production_host = match (own, production_host) {
            (Some(own), Some(other)) if own != other => return Err(ConfigError::ProductionHosts),
            (own, other) => own.or_else(|| other.map(str::to_owned)),
        };
        if table.production.is_some() && production_host.is_none() {
            return Err(FirebaseError::NoProductionHost.into());
        }
        let own_host = public_origin.map(PublicOrigin::host);
        let is_production = own_host.is_some() && own_host == production_host.as_deref();
        if is_production && emulator.is_some() {
            return Err(FirebaseError::EmulatorInProduction.into());
        }
        let (name, set) = match is_production {
            true => ("production", table.production),
            false => ("other", table.other),
        };
        let set = set.ok_or_else(|| FirebaseError::NoSet {
            host: own_host.unwrap_or("localhost").to_owned(),
            set: name,
        })?;
        let emulator = emulator.map(loopback_origin).transpose()?;
        Set { name, emulator }.read(set).map(Some)
    }
}

/// One of the two sets.
struct Set {
    name: &'static str,
    emulator: Option<String>,
}

impl Set {
    fn read(self, table: FirebaseSetTable) -> Result<Firebase, ConfigError> {
        let project_id = self.required("project_id", table.project_id)?;
        let project_id = self.plain("project_id", project_id, "-", "freight-production")?;
        let api_key = self.required("api_key", table.api_key)?;
        let api_key = self.plain("api_key", api_key, "-_", "AIzaSyD-…")?;
        let plain_if_given = |key, value: Option<String>, marks, example| {
            let value = value.map(|value| self.plain(key, value, marks, example));
            value.transpose()
        };
        let app_id = plain_if_given("app_id", table.app_id, ":-", "1:1234567890:web:0123abcd")?;
        let tenant_id = plain_if_given("tenant_id", table.tenant_id, "-", "customers-x1y2z")?;
        let auth_domain = match table.auth_domain {
            Some(domain) => {
                let is_host = matches!(Host::parse(&domain), Ok(Host::Domain(it)) if it == domain);
                let example = "freight-production.firebaseapp.com";
                is_host
                    .then(|| domain.clone())
                    .ok_or_else(|| self.unusable("auth_domain", domain, example))?
            }
            None => format!("{project_id}.firebaseapp.com"),
        };
        let service_account = match table.service_account_file {
            Some(path) => Some(self.service_account(path, &project_id)?),
            None => None,
        };
        let database = table.database_url.map(|url| self.database(url));
        let database = database.transpose()?;
        if database.is_some() && service_account.is_none() {
            return Err(FirebaseError::NoWriter(self.name).into());
        }
        Ok(Firebase {
            project_id,
            api_key,
            app_id,
            auth_domain,
            tenant_id,
            database,
            service_account,
            auth_emulator: self.emulator,
        })
    }

    fn required(&self, key: &'static str, value: Option<String>) -> Result<String, FirebaseError> {
        let set = self.name;
        value.ok_or(FirebaseError::Missing { set, key })
    }

    /// Letters, digits and these marks: it goes into addresses, headers and pages.
    fn plain(
        &self,
        key: &'static str,
        value: String,
        marks: &str,
        example: &'static str,
    ) -> Result<String, FirebaseError> {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || marks.contains(letter);
        if !value.is_empty() && value.len() <= 200 && value.chars().all(is_plain) {
            Ok(value)
        } else {
            Err(self.unusable(key, value, example))
        }
    }

    fn unusable(&self, key: &'static str, value: String, example: &'static str) -> FirebaseError {
        FirebaseError::Unusable {
            set: self.name,
            key,
            value,
            example,
        }
    }

    fn database(&self, value: String) -> Result<RealtimeAddress, FirebaseError> {
        let example = "https://freight-default-rtdb.europe-west1.firebasedatabase.app";
        let address = RealtimeAddress::parse(&value);
        // In the clear nothing leaves this machine, and nothing but tests stays on it.
        let address = address.filter(|it| it.is_secure || self.emulator.is_some());
        address.ok_or_else(|| self.unusable("database_url", value, example))
    }

    fn service_account(
        &self,
        path: PathBuf,
        project_id: &str,
    ) -> Result<ServiceAccountKey, ConfigError> {
        let set = self.name;
        let text = read(&format!("firebase.{set}.service_account_file"), &path)?;
        let key = match ServiceAccountKey::parse(text.reveal()) {
            Ok(key) => key,
            Err(source) => return Err(FirebaseError::ServiceAccount { set, path, source }.into()),
        };
        if !key.token_uri().starts_with("https://") && self.emulator.is_none() {
            let source = KeyError::Format;
            return Err(FirebaseError::ServiceAccount { set, path, source }.into());
        }
        if key.project_id() != project_id {
            let (found, project) = (key.project_id().to_owned(), project_id.to_owned());
            return Err(FirebaseError::ForeignServiceAccount {
                set,
                found,
                project,
            }
            .into());
        }
        Ok(key)
    }
}

impl RealtimeAddress {
    /// `https://host`, or `http://` with an address of this machine.
    fn parse(text: &str) -> Option<Self> {
        let url = Url::parse(text).ok()?;
        let is_bare = url.path() == "/"
            && url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        let is_secure = match (url.scheme(), url.host()?) {
            ("https", Host::Domain(_)) => true,
            ("http", host) if is_loopback(&host) => false,
            _ => return None,
        };
        is_bare.then(|| Self {
            origin: url.origin().ascii_serialization(),
            host: url.host_str().unwrap_or_default().to_owned(),
            is_secure,
        })
    }

    /// Scheme, host and port, without a final slash.
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// What pages open sockets to, as it stands in a policy: the first server that answers may name another of its kind.
    pub fn sockets(&self) -> String {
        if !self.is_secure {
            return self.origin.replacen("http", "ws", 1);
        }
        for domain in DATABASE_DOMAINS {
            let rest = self.host.strip_suffix(domain);
            if let Some(rest) = rest.and_then(|it| it.strip_suffix('.')) {
                // `<database>.firebaseio.com`, `<database>.<region>.firebasedatabase.app`
                let region = rest.split_once('.').map(|(_, region)| format!("{region}."));
                return format!("wss://*.{}{domain}", region.unwrap_or_default());
            }
        }
        self.origin.replacen("https", "wss", 1)
    }
}

/// The host as the public origin has it.
fn host(text: String) -> Result<String, FirebaseError> {
    match Host::parse(&text) {
        Ok(host @ Host::Domain(_)) => Ok(host.to_string()),
        _ => Err(FirebaseError::ProductionHost(text)),
    }
}

/// The origin of an emulator on this machine.
fn loopback_origin(text: &str) -> Result<String, FirebaseError> {
    let url = Url::parse(text).ok();
    let url = url.filter(|url| {
        url.scheme() == "http"
            && url.host().is_some_and(|host| is_loopback(&host))
            && url.path() == "/"
            && url.query().is_none()
            && url.username().is_empty()
    });
    url.map(|url| url.origin().ascii_serialization())
        .ok_or_else(|| FirebaseError::EmulatorElsewhere(text.to_owned()))
}

/// In digits: a name would be whatever a name server says.
fn is_loopback(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => IpAddr::from(*address).is_loopback(),
        Host::Ipv6(address) => IpAddr::from(*address).is_loopback(),
        Host::Domain(_) => false,
    }
}

#[cfg(test)]
mod tests;
