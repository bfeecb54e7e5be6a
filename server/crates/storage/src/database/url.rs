//! The address of a PostgreSQL database, which holds a password.
//!
//! Invariant: neither `Debug` nor `Display` prints who connects or with what password.

use std::fmt;
use std::str::FromStr;

use sea_orm::sqlx::ConnectOptions as _;
use sea_orm::sqlx::postgres::PgConnectOptions;
use url::Url;

/// Where a PostgreSQL database is and who connects to it: `postgres://role:password@host:port/database?sslmode=…`.
///
/// What it leaves out, libpq's variables (`PGHOST`, `PGSSLMODE`, …) say; a path as `host` names a Unix socket.
#[derive(Clone)]
pub struct DatabaseUrl {
    options: PgConnectOptions,
    /// As it was written; the options keep the password to themselves.
    text: Url,
}

/// The text is no address of a PostgreSQL database. It does not repeat the text, which may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a database URL looks like postgres://role:password@host:5432/database")]
pub struct DatabaseUrlError;

impl DatabaseUrl {
    pub(super) fn options(&self) -> PgConnectOptions {
        self.options.clone()
    }

    /// The variables from which PostgreSQL's own programs learn the same: where the database is, who connects, and how the
    /// connection is protected. The password is among them.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let options = &self.options;
        let host = match options.get_socket() {
            Some(socket) => socket.display().to_string(),
            None => options.get_host().to_owned(),
        };
        let mut variables = vec![
            ("PGHOST", host),
            ("PGPORT", options.get_port().to_string()),
            ("PGUSER", options.get_username().to_owned()),
        ];
        if let Some(name) = options.get_database() {
            variables.push(("PGDATABASE", name.to_owned()));
        }
        if let Some(password) = self.text.password() {
            let password = percent_encoding::percent_decode_str(password).decode_utf8_lossy();
            variables.push(("PGPASSWORD", password.into_owned()));
        }
        for (key, value) in self.text.query_pairs() {
            let name = match &*key {
                "password" => "PGPASSWORD",
                "sslmode" | "ssl-mode" => "PGSSLMODE",
                "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "PGSSLROOTCERT",
                "sslcert" | "ssl-cert" => "PGSSLCERT",
                "sslkey" | "ssl-key" => "PGSSLKEY",
                _ => continue,
            };
            variables.push((name, value.into_owned()));
        }
        variables
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        let text = text.trim();
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(DatabaseUrlError);
        }
        let text: Url = text.parse().map_err(|_| DatabaseUrlError)?;
        let options = PgConnectOptions::from_url(&text).map_err(|_| DatabaseUrlError)?;
        match options.get_database() {
            Some(name) if !name.is_empty() => Ok(Self { options, text }),
            _ => Err(DatabaseUrlError),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.options.get_database().unwrap_or_default();
        match self.options.get_socket() {
            Some(socket) => write!(f, "PostgreSQL {name} at {}", socket.display()),
            None => write!(
                f,
                "PostgreSQL {name} at {}:{}",
                self.options.get_host(),
                self.options.get_port()
            ),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DatabaseUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_connects_is_never_printed() {
        let url: DatabaseUrl = "postgres://ann:s3cret@db.test:6432/freight?sslmode=require"
            .parse()
            .unwrap();
        assert_eq!(url.to_string(), "PostgreSQL freight at db.test:6432");
        assert_eq!(
            format!("{url:?}"),
            "DatabaseUrl(PostgreSQL freight at db.test:6432)"
        );
    }

    #[test]
    fn a_socket_is_named_by_its_folder() {
        let url: DatabaseUrl = "postgresql://ann@localhost/freight?host=/run/postgresql"
            .parse()
            .unwrap();
        assert_eq!(url.to_string(), "PostgreSQL freight at /run/postgresql");
    }

    #[test]
    fn other_programs_learn_the_same_from_variables() {
        let url =
            "postgres://ann:s%23cret@db.test:6432/freight?sslmode=verify-full&sslrootcert=/ca.pem";
        let url: DatabaseUrl = url.parse().unwrap();
        let expected = [
            ("PGHOST", "db.test"),
            ("PGPORT", "6432"),
            ("PGUSER", "ann"),
            ("PGDATABASE", "freight"),
            ("PGPASSWORD", "s#cret"),
            ("PGSSLMODE", "verify-full"),
            ("PGSSLROOTCERT", "/ca.pem"),
        ];
        let expected = expected.map(|(name, value)| (name, value.to_owned()));
        assert_eq!(url.environment(), expected);
        let url: DatabaseUrl = "postgres://ann@localhost/freight?host=/run/postgresql&password=x"
            .parse()
            .unwrap();
        let variables = url.environment();
        assert!(variables.contains(&("PGHOST", "/run/postgresql".to_owned())));
        assert!(variables.contains(&("PGPASSWORD", "x".to_owned())));
    }

    #[test]
    fn what_is_no_address_is_refused_without_being_repeated() {
        for text in [
            "",
            "sqlite://x",
            "mysql://ann:s3cret@db/freight",
            "ann:s3cret@db",
            "postgres://ann:s3cret@db",
            "postgres://ann:s3cret@db:port/freight",
            "postgres://ann:s3cret@db/freight?sslmode=maybe",
        ] {
            let refused = text.parse::<DatabaseUrl>().unwrap_err();
            assert!(!refused.to_string().contains("s3cret"), "{text}");
        }
    }
}
