//! How mails leave: through the operator's mail server, or into files of the data folder.
//!
//! Invariant: the address of the mail server holds a password, so it is never printed.

use std::fmt;
use std::net::IpAddr;

use super::arguments::Options;
use super::database::given;
use super::file::MailTable;
use super::{ConfigError, within};
use url::Url;

/// How mails leave.
#[derive(Clone)]
pub struct Mail {
    /// The mail server; none keeps every mail as a file in `mail/` of the data folder.
    pub smtp_url: Option<String>,
    /// The name beside the address that mails come from. Default `Waybill`.
    pub from_name: String,
    /// The address that mails come from. Default `no-reply` at the host of the public origin.
    pub from_address: String,
    /// How many of them leave within a day.
    pub quotas: MailQuotas,
}

/// Recipients to whom mails may go within a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MailQuotas {
    /// Of one company. Default 2,000.
    pub per_company: u32,
    /// Of a company on its first day. Default 200.
    pub per_new_company: u32,
    /// Of one user. Default 500.
    pub per_user: u32,
    /// Mails of a company to one address. Default 50.
    pub per_recipient: u32,
}

impl fmt::Debug for Mail {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mail")
            .field("has_server", &self.smtp_url.is_some())
            .field("from_name", &self.from_name)
            .field("from_address", &self.from_address)
            .field("quotas", &self.quotas)
            .finish()
    }
}

impl Mail {
    /// `host` is the name under which people reach the server.
    pub(super) fn merge(
        options: &Options,
        file: MailTable,
        host: &str,
    ) -> Result<Self, ConfigError> {
        let quotas = MailQuotas::merge(&file)?;
        let smtp_url = given(
            "smtp_url_file",
            options.smtp_url.as_ref(),
            options.smtp_url_file.as_ref(),
            file.smtp_url,
        )?;
        let smtp_url = smtp_url.map(|url| url.reveal().to_owned());
        if !smtp_url.as_deref().is_none_or(is_smtp) {
            return Err(ConfigError::SmtpUrl);
        }
        if smtp_url.as_deref().is_some_and(tells_its_password) {
            return Err(ConfigError::SmtpInClear);
        }
        let from = options.mail_from.clone().or(file.from);
        let (from_name, from_address) = match &from {
            Some(from) => sender(from).ok_or_else(|| ConfigError::MailFrom(from.clone()))?,
            None => ("Waybill".to_owned(), format!("no-reply@{host}")),
        };
        Ok(Self {
            smtp_url,
            from_name,
            from_address,
            quotas,
        })
    }

    /// The host of the mail server, without what is needed to be let in.
    pub fn server(&self) -> Option<String> {
        let url = Url::parse(self.smtp_url.as_deref()?).ok()?;
        url.host_str().map(str::to_owned)
    }
}

impl MailQuotas {
    fn merge(file: &MailTable) -> Result<Self, ConfigError> {
        let number = |key, value: Option<u64>, default: u32| -> Result<u32, ConfigError> {
            let value = value.unwrap_or(default.into());
            let value = within(key, value, 1..=1_000_000_000, "1 to 1000000000")?;
            Ok(u32::try_from(value).unwrap_or(u32::MAX))
        };
        let new = file.daily_per_new_company;
        Ok(Self {
            per_company: number("mail.daily_per_company", file.daily_per_company, 2000)?,
            per_new_company: number("mail.daily_per_new_company", new, 200)?,
            per_user: number("mail.daily_per_user", file.daily_per_user, 500)?,
            per_recipient: number("mail.daily_per_recipient", file.daily_per_recipient, 50)?,
        })
    }
}

/// `smtps://…`, or `smtp://…` with or without a word on TLS.
fn is_smtp(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let is_known_tls = url
        .query_pairs()
        .all(|(name, value)| name == "tls" && matches!(&*value, "required" | "opportunistic"));
    matches!(url.scheme(), "smtp" | "smtps") && url.has_host() && is_known_tls
}

/// Whether a password would go over the network where others can read it: without TLS, or with TLS only where nobody in between
/// objects. What stays on this machine is nobody's to read.
fn tells_its_password(text: &str) -> bool {
    let Ok(url) = Url::parse(text) else {
        return false;
    };
    let has_password = url.password().is_some_and(|it| !it.is_empty());
    let is_required = url.query_pairs().any(|(_, value)| value == "required");
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let stays_here = host == "localhost" || host.parse().is_ok_and(|it: IpAddr| it.is_loopback());
    has_password && url.scheme() == "smtp" && !is_required && !stays_here
}

/// Name and address of `Waybill <no-reply@lines.example>`, or of an address alone.
fn sender(text: &str) -> Option<(String, String)> {
    let (name, address) = match text.trim().strip_suffix('>') {
        Some(rest) => rest.rsplit_once('<')?,
        None => ("Waybill", text.trim()),
    };
    let is_name = !name.chars().any(char::is_control);
    (is_address(address) && is_name).then(|| (name.trim().to_owned(), address.to_owned()))
}

/// Whether this is a mail address of letters, digits and the few marks that addresses of programs and offices have.
pub(super) fn is_address(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else {
        return false;
    };
    let is_plain = |text: &str, marks: &[u8]| {
        !text.is_empty()
            && text
                .bytes()
                .all(|it| it.is_ascii_alphanumeric() || marks.contains(&it))
    };
    is_plain(local, b"._+-") && is_plain(domain, b".-") && text.len() <= 254
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(smtp_url: &str, from: Option<&str>) -> Result<Mail, ConfigError> {
        let options = Options {
            smtp_url: smtp_url.parse().ok().filter(|_| !smtp_url.is_empty()),
            mail_from: from.map(str::to_owned),
            ..Options::default()
        };
        Mail::merge(&options, MailTable::default(), "lines.example")
    }

    #[test]
    fn without_a_server_mails_are_kept_and_come_from_the_host() {
        let mail = merged("", None).unwrap();
        assert_eq!(mail.smtp_url, None);
        assert_eq!(mail.from_address, "no-reply@lines.example");
    }

    #[test]
    fn a_server_is_named_by_its_url_which_is_never_printed() {
        for url in [
            "smtps://ann:s3cret@mx.example",
            "smtp://mx.example:2525",
            "smtp://ann:s3cret@mx.example?tls=required",
        ] {
            let mail = merged(url, None).unwrap();
            assert_eq!(mail.smtp_url.as_deref(), Some(url));
            assert_eq!(mail.server().as_deref(), Some("mx.example"));
            assert!(!format!("{mail:?}").contains("s3cret"));
        }
        for url in [
            "mx.example",
            "http://ann:s3cret@x",
            "smtp://x?tls=no",
            "smtp://ann:s3cret@mx.example",
            "smtp://ann:s3cret@mx.example:587?tls=opportunistic",
            "smtp:",
        ] {
            let refused = merged(url, None).unwrap_err();
            assert!(
                !format!("{refused} {refused:?}").contains("s3cret"),
                "{url}"
            );
        }
    }

    #[test]
    fn the_url_of_the_server_may_stand_in_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("smtp_url");
        std::fs::write(&path, "smtps://ann:s3cret@mx.example\n").unwrap();
        let options = Options {
            smtp_url_file: Some(path),
            ..Options::default()
        };
        let mail = Mail::merge(&options, MailTable::default(), "lines.example").unwrap();
        assert_eq!(mail.server().as_deref(), Some("mx.example"));
    }

    #[test]
    fn quotas_are_an_offices_unless_others_are_set() {
        let merged = |toml: &str| {
            let table = toml::from_str(toml).unwrap();
            Mail::merge(&Options::default(), table, "lines.example")
        };
        assert_eq!(merged("").unwrap().quotas.per_company, 2000);
        let quotas = merged("daily_per_company = 5\ndaily_per_user = 3")
            .unwrap()
            .quotas;
        assert_eq!((quotas.per_company, quotas.per_user), (5, 3));
        let refused = merged("daily_per_recipient = 0").unwrap_err();
        assert!(
            refused.to_string().contains("mail.daily_per_recipient"),
            "{refused}"
        );
    }

    #[test]
    fn the_sender_is_a_name_and_an_address() {
        let mail = merged("", Some("Lines & Co <mail@lines.example>")).unwrap();
        assert_eq!(
            (mail.from_name.as_str(), mail.from_address.as_str()),
            ("Lines & Co", "mail@lines.example")
        );
        for from in [
            "",
            "Lines",
            "a@b@c",
            "a b@lines.example",
            "Lines <mail@lines.example",
            "x\ny <a@b.c>",
        ] {
            assert!(merged("", Some(from)).is_err(), "{from:?}");
        }
    }
}
