//! The address of a PostgreSQL database, which holds a password.
//!
//! Invariant: neither `Debug` nor `Display` prints who connects or with what password.

use std::fmt;
use std::str::FromStr;

use sea_orm::sqlx::postgres::PgConnectOptions;

/// Where a PostgreSQL database is and who connects to it: `postgres://role:password@host:port/database?sslmode=…`.
///
/// What it leaves out, libpq's variables (`PGHOST`, `PGSSLMODE`, …) say; a path as `host` names a Unix socket.
#[derive(Clone)]
pub struct DatabaseUrl(PgConnectOptions);

/// The text is no address of a PostgreSQL database. It does not repeat the text, which may hold a password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a database URL looks like postgres://role:password@host:5432/database")]
pub struct DatabaseUrlError;

impl DatabaseUrl {
    pub(super) fn options(&self) -> PgConnectOptions {
        self.0.clone()
    }
}

impl FromStr for DatabaseUrl {
    type Err = DatabaseUrlError;

    fn from_str(text: &str) -> Result<Self, DatabaseUrlError> {
        let text = text.trim();
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(DatabaseUrlError);
        }
        let options: PgConnectOptions = text.parse().map_err(|_| DatabaseUrlError)?;
        match options.get_database() {
            Some(name) if !name.is_empty() => Ok(Self(options)),
            _ => Err(DatabaseUrlError),
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.0.get_database().unwrap_or_default();
        match self.0.get_socket() {
            Some(socket) => write!(f, "PostgreSQL {name} at {}", socket.display()),
            None => write!(
                f,
                "PostgreSQL {name} at {}:{}",
                self.0.get_host(),
                self.0.get_port()
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
