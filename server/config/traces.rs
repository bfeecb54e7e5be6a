//! Whether, and to whom, traces are told.

use url::Url;

use super::ConfigError;
use super::file::TracesTable;

/// Where traces go: `[traces]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Traces {
    /// A collector that takes OTLP as protobuf over HTTP, with the path, as `http://127.0.0.1:4318/v1/traces`.
    pub endpoint: Url,
    /// Of all requests that begin here, how many are traced, 0 to 1. Default 1.
    pub share: f64,
}

impl Traces {
    /// None where no collector is named.
    pub(super) fn merge(file: &TracesTable) -> Result<Option<Self>, ConfigError> {
        let Some(text) = &file.endpoint else {
            return Ok(None);
        };
        let refused = || ConfigError::TracesEndpoint(text.clone());
        let endpoint: Url = text.parse().map_err(|_not_one| refused())?;
        let is_usable = matches!(endpoint.scheme(), "http" | "https")
            && endpoint.username().is_empty()
            && endpoint.password().is_none();
        if !is_usable {
            return Err(refused());
        }
        let share = file.share.unwrap_or(1.0);
        if !(0.0..=1.0).contains(&share) {
            return Err(ConfigError::TracesShare(share));
        }
        Ok(Some(Self { endpoint, share }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(endpoint: &str, share: Option<f64>) -> Result<Option<Traces>, ConfigError> {
        Traces::merge(&TracesTable {
            endpoint: Some(endpoint.to_owned()),
            share,
        })
    }

    #[test]
    fn without_a_collector_there_are_none() {
        assert_eq!(Traces::merge(&TracesTable::default()).unwrap(), None);
    }

    #[test]
    fn all_requests_are_traced_unless_a_share_is_named() {
        let endpoint = "http://127.0.0.1:4318/v1/traces";
        for (given, share) in [(None, 1.0), (Some(0.1), 0.1)] {
            let traces = Traces {
                endpoint: endpoint.parse().unwrap(),
                share,
            };
            assert_eq!(merged(endpoint, given).unwrap(), Some(traces));
        }
    }

    #[test]
    fn what_is_no_address_or_no_share_is_refused() {
        for endpoint in [
            "collector:4318",
            "ftp://collector",
            "http://ann:pw@collector",
            "",
        ] {
            assert!(merged(endpoint, None).is_err(), "{endpoint}");
        }
        for share in [-0.1, 1.1, f64::NAN] {
            assert!(
                merged("http://collector/v1/traces", Some(share)).is_err(),
                "{share}"
            );
        }
    }
}
