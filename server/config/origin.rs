//! The public origin: scheme, host and port under which people reach the server.

use url::Url;

use super::ConfigError;

/// A checked origin such as `https://waybill.example.com`, in the form browsers send: host in lower case or punycode,
/// no default port, no final slash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicOrigin {
    text: String,
    https: bool,
    host: String,
}

/// What is wrong with an origin.
#[derive(Debug, thiserror::Error)]
pub enum OriginError {
    /// No URL at all.
    #[error("it is not a URL ({0})")]
    NotAUrl(url::ParseError),
    /// Neither http nor https.
    #[error("its scheme must be http or https")]
    Scheme,
    /// More than scheme, host and port.
    #[error("it must be scheme, host and port only, as in https://waybill.example.com")]
    TooMuch,
}

impl PublicOrigin {
    pub(super) fn parse(value: String) -> Result<Self, ConfigError> {
        match Self::of(&value) {
            Ok(origin) => Ok(origin),
            Err(source) => Err(ConfigError::PublicOrigin { value, source }),
        }
    }

    fn of(value: &str) -> Result<Self, OriginError> {
        let url = Url::parse(value).map_err(OriginError::NotAUrl)?;
        let https = match url.scheme() {
            "https" => true,
            "http" => false,
            _ => return Err(OriginError::Scheme),
        };
        let bare = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
        if !bare || !url.username().is_empty() || url.password().is_some() {
            return Err(OriginError::TooMuch);
        }
        Ok(Self {
            text: url.origin().ascii_serialization(),
            https,
            host: url.host_str().unwrap_or_default().to_owned(),
        })
    }

    /// Scheme, host and port, without a final slash.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the scheme is https.
    pub fn is_https(&self) -> bool {
        self.https
    }

    /// The host without the port.
    pub fn host(&self) -> &str {
        &self.host
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_takes_the_form_browsers_send() {
        let origin = PublicOrigin::of("HTTPS://Waybill.Example.com:443/").unwrap();
        assert_eq!(origin.as_str(), "https://waybill.example.com");
        assert_eq!(origin.host(), "waybill.example.com");
        assert!(origin.is_https());
        let plain = PublicOrigin::of("http://localhost:8080").unwrap();
        assert_eq!(plain.as_str(), "http://localhost:8080");
        assert!(!plain.is_https());
    }

    #[test]
    fn what_is_more_than_an_origin_is_refused() {
        for value in [
            "waybill.example.com",
            "ftp://waybill.example.com",
            "https://waybill.example.com/app",
            "https://waybill.example.com/?x",
            "https://user@waybill.example.com",
            "",
        ] {
            assert!(PublicOrigin::of(value).is_err(), "{value}");
        }
    }
}
