//! Where a service is: scheme, host and port, and perhaps a path in front of its own.
//!
//! Invariant: what is not https stays on this machine.

use std::fmt;
use std::net::IpAddr;

use url::{Host, Url};

/// A checked address such as `https://api.example.com`, without a final slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    text: String,
    authority: String,
}

/// What is wrong with an address.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AddressError {
    /// No URL at all, or none with a host.
    #[error("it is not an address; use for example `https://api.example.com`")]
    NotAnAddress,
    /// Tokens would travel in the clear.
    #[error(
        "it must be https; http is for this machine alone, in digits, as in `http://127.0.0.1:8081`"
    )]
    InTheClear,
    /// More than scheme, host, port and path.
    #[error("it must hold no user, password, query or fragment")]
    TooMuch,
}

impl Address {
    /// Checks an address.
    ///
    /// # Errors
    /// See [`AddressError`].
    pub fn parse(text: &str) -> Result<Self, AddressError> {
        let url = Url::parse(text).map_err(|_error| AddressError::NotAnAddress)?;
        let host = url.host().ok_or(AddressError::NotAnAddress)?;
        match url.scheme() {
            "https" => {}
            "http" if is_this_machine(&host) => {}
            "http" => return Err(AddressError::InTheClear),
            _ => return Err(AddressError::NotAnAddress),
        }
        let is_bare = url.query().is_none()
            && url.fragment().is_none()
            && url.username().is_empty()
            && url.password().is_none();
        if !is_bare {
            return Err(AddressError::TooMuch);
        }
        Ok(Self {
            text: url.as_str().trim_end_matches('/').to_owned(),
            authority: url.authority().to_owned(),
        })
    }

    /// Scheme, host, port and path, without a final slash.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Host and port; the port is left out where it is the scheme's own.
    pub fn authority(&self) -> &str {
        &self.authority
    }

    /// The URL of a path and query there. None when its path would be read as another one.
    pub(crate) fn join(&self, path_and_query: &str) -> Option<Url> {
        let text = format!("{}{path_and_query}", self.text);
        let url = Url::parse(&text).ok()?;
        let path = text.split('?').next().unwrap_or_default();
        let is_as_written = path_and_query.starts_with('/')
            && url.fragment().is_none()
            && path.strip_suffix(url.path()) == text.strip_suffix(&text[origin_length(&text)..]);
        is_as_written.then_some(url)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The length of scheme, host and port.
fn origin_length(text: &str) -> usize {
    let host = text.find("://").map_or(0, |at| at + 3);
    text[host..].find('/').map_or(text.len(), |at| host + at)
}

/// In digits: a name would be whatever a name server says.
fn is_this_machine(host: &Host<&str>) -> bool {
    match host {
        Host::Ipv4(address) => IpAddr::from(*address).is_loopback(),
        Host::Ipv6(address) => IpAddr::from(*address).is_loopback(),
        Host::Domain(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_https_or_of_this_machine() {
        let parsed = |text| Address::parse(text).map(|it| it.as_str().to_owned());
        assert_eq!(
            parsed("HTTPS://Api.Example.com:443/").unwrap(),
            "https://api.example.com"
        );
        assert_eq!(
            parsed("http://127.0.0.1:8081").unwrap(),
            "http://127.0.0.1:8081"
        );
        assert_eq!(parsed("http://[::1]:1").unwrap(), "http://[::1]:1");
        assert_eq!(
            parsed("https://example.com/gateway/").unwrap(),
            "https://example.com/gateway"
        );
        for text in [
            "http://api.example.com",
            "http://localhost:8081",
            "http://10.0.0.1",
            "http://169.254.169.254/",
        ] {
            assert_eq!(parsed(text), Err(AddressError::InTheClear), "{text}");
        }
        for text in ["", "api.example.com", "ftp://api.example.com", "unix:/x"] {
            assert_eq!(parsed(text), Err(AddressError::NotAnAddress), "{text}");
        }
        for text in [
            "https://user@api.example.com",
            "https://api.example.com/?x",
            "https://api.example.com/#x",
        ] {
            assert_eq!(parsed(text), Err(AddressError::TooMuch), "{text}");
        }
    }

    #[test]
    fn a_path_goes_where_it_says_or_nowhere() {
        for base in ["https://api.example.com", "https://example.com/gateway"] {
            let address = Address::parse(base).unwrap();
            for path in ["/iam/api/v1/users", "/iam/api/v1/users/%C3%A9?a=b%20c&d='"] {
                let url = address.join(path).unwrap();
                assert!(url.as_str().starts_with(base), "{url}");
                assert_eq!(
                    url.path().trim_start_matches("/gateway"),
                    path.split('?').next().unwrap()
                );
            }
            for path in [
                "",
                "@evil.test/",
                ".evil.test/",
                "/../x",
                "/iam/./x",
                "/iam/%2e%2e/x",
                "/iam\\x",
                "/iam/x#y",
            ] {
                assert!(address.join(path).is_none(), "{path}");
            }
        }
    }
}
