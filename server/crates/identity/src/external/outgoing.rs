//! Outgoing requests: bounded in time and size, to addresses that come from the configuration alone.
//!
//! Invariant: no redirect is followed, and what is not https stays on this machine.

use std::net::IpAddr;
use std::time::Duration;

use http::header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, HeaderValue};
use reqwest::redirect::Policy;
use reqwest::{Client, Method, RequestBuilder, Url};
use serde_json::Value;

/// How long it may take until somebody answers the call at all.
const CONNECTING: Duration = Duration::from_secs(2);

/// How long a whole exchange may take.
const EXCHANGE: Duration = Duration::from_secs(6);

/// The largest answer that is read: what is asked for here has a few kilobytes.
const MAX_BYTES: usize = 256 * 1024;

/// How far requests may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// To other machines, by https.
    Internet,
    /// To this machine alone, for tests: by http too, to an address in digits.
    Loopback,
}

/// Sends requests. Copies share their connections.
#[derive(Clone, Debug)]
pub struct Outgoing {
    client: Client,
    reach: Reach,
}

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// How long it may be kept, if that was said.
    pub max_age: Option<Duration>,
    /// The body.
    pub body: Vec<u8>,
}

/// Why nothing usable came back. No address and no content is repeated: either may hold a secret.
#[derive(Debug, thiserror::Error)]
pub enum OutgoingError {
    /// The program cannot speak TLS here.
    #[error("no requests can be sent from here")]
    Unable(#[source] reqwest::Error),
    /// The address is none that is asked.
    #[error("the address is not one of https")]
    Address,
    /// Nobody answered, or not to the end, or not in time.
    #[error("it did not respond")]
    Unanswered(#[source] reqwest::Error),
    /// It answered more than any honest server does.
    #[error("its response is too large")]
    TooMuch,
}

impl Outgoing {
    /// Prepares to send requests.
    pub fn new(reach: Reach) -> Result<Self, OutgoingError> {
        let builder = Client::builder()
            .redirect(Policy::none())
            .referer(false)
            .connect_timeout(CONNECTING)
            .timeout(EXCHANGE)
            .user_agent("waybill");
        let builder = match reach {
            Reach::Internet => builder.https_only(true),
            Reach::Loopback => builder.no_proxy(),
        };
        let client = builder.build().map_err(OutgoingError::Unable)?;
        Ok(Self { client, reach })
    }

    /// `GET`.
    pub async fn get(&self, url: &str) -> Result<Answer, OutgoingError> {
        answer(self.request(Method::GET, url)?).await
    }

    /// `POST` of a form that is written already.
    pub async fn post_form(&self, url: &str, form: String) -> Result<Answer, OutgoingError> {
        const FORM: HeaderValue = HeaderValue::from_static("application/x-www-form-urlencoded");

        let request = self.request(Method::POST, url)?;
        answer(request.header(CONTENT_TYPE, FORM).body(form)).await
    }

    /// `POST` of JSON, in somebody's name or nobody's.
    pub async fn post(
        &self,
        url: &str,
        json: &Value,
        bearer: Option<&str>,
    ) -> Result<Answer, OutgoingError> {
        let request = self.request(Method::POST, url)?.json(json);
        answer(match bearer {
            Some(bearer) => authorised(request, bearer),
            None => request,
        })
        .await
    }

    /// `PUT` of JSON in somebody's name.
    pub async fn put(
        &self,
        url: &str,
        json: &Value,
        bearer: &str,
    ) -> Result<Answer, OutgoingError> {
        let request = self.request(Method::PUT, url)?.json(json);
        answer(authorised(request, bearer)).await
    }

    fn request(&self, method: Method, url: &str) -> Result<RequestBuilder, OutgoingError> {
        let url = Url::parse(url).map_err(|_| OutgoingError::Address)?;
        if self.reach == Reach::Loopback && !is_loopback(&url) {
            return Err(OutgoingError::Address);
        }
        if self.reach == Reach::Internet && url.scheme() != "https" {
            return Err(OutgoingError::Address);
        }
        Ok(self.client.request(method, url))
    }
}

/// Whether an address lies on this machine, whatever a name server says.
fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let host = host.trim_start_matches('[').trim_end_matches(']');
    host.parse::<IpAddr>().is_ok_and(|it| it.is_loopback())
}

fn authorised(request: RequestBuilder, bearer: &str) -> RequestBuilder {
    match HeaderValue::try_from(format!("Bearer {bearer}")) {
        Ok(mut value) => {
            value.set_sensitive(true);
            request.header(AUTHORIZATION, value)
        }
        // The other side refuses it then, as it would such a token.
        Err(_) => request,
    }
}

async fn answer(request: RequestBuilder) -> Result<Answer, OutgoingError> {
    let unanswered = |error: reqwest::Error| OutgoingError::Unanswered(error.without_url());
    let mut response = request.send().await.map_err(unanswered)?;
    let max_age = response.headers().get(CACHE_CONTROL).and_then(max_age);
    let status = response.status().as_u16();
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(unanswered)? {
        if MAX_BYTES < body.len() + chunk.len() {
            return Err(OutgoingError::TooMuch);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(Answer {
        status,
        max_age,
        body,
    })
}

/// RFC 9111 section 5.2.2.1.
fn max_age(header: &HeaderValue) -> Option<Duration> {
    let directives = header.to_str().ok()?.split(',');
    let seconds = directives
        .filter_map(|it| it.trim().split_once('='))
        .find(|(name, _)| name.eq_ignore_ascii_case("max-age"))?
        .1;
    let seconds = seconds.trim_matches('"').parse().ok()?;
    Some(Duration::from_secs(seconds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_says_how_long_it_may_be_kept() {
        let check = |header: &'static str, seconds: Option<u64>| {
            let found = max_age(&HeaderValue::from_static(header));
            assert_eq!(found, seconds.map(Duration::from_secs), "{header}");
        };
        check("public, max-age=19800, must-revalidate", Some(19_800));
        check("MAX-AGE=\"60\"", Some(60));
        check("s-maxage=5, no-cache", None);
        check("max-age=soon", None);
        check("max-age=-1", None);
    }

    #[tokio::test]
    async fn only_https_or_this_machine_is_asked() {
        let internet = Outgoing::new(Reach::Internet).unwrap();
        for url in ["http://127.0.0.1:1/", "ftp://x.test/", "x.test", ""] {
            let asked = internet.get(url).await;
            assert!(matches!(asked, Err(OutgoingError::Address)), "{url}");
        }
        let here = Outgoing::new(Reach::Loopback).unwrap();
        for url in [
            "https://www.googleapis.com/",
            "http://localhost:1/",
            "http://10.0.0.1/",
            "http://169.254.169.254/",
        ] {
            let asked = here.get(url).await;
            assert!(matches!(asked, Err(OutgoingError::Address)), "{url}");
        }
    }
}
