//! SMTP: mails go to the server that the operator names, over connections that are kept (RFC 5321, RFC 8314).
//!
//! Invariant: a password is sent over TLS only, unless the operator's address says otherwise; it stands in no
//! error, though the server repeat it.

use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use percent_encoding::percent_decode_str;
use url::Url;

use super::suppressions::is_unknown_address;
use super::transport::{Outgoing, Transport, TransportError};

/// How long the server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mail server that takes mails over SMTP.
pub struct Smtp {
    server: AsyncSmtpTransport<Tokio1Executor>,
    /// What no text repeats, whatever the server says: the password, and the forms that SMTP gives it.
    hidden: Vec<String>,
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Smtp").finish_non_exhaustive()
    }
}

/// The address of a mail server cannot be used. It is not repeated, for it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error("use smtps://user:password@host, or smtp://user:password@host:587?tls=required")]
pub struct SmtpUrlError;

impl Smtp {
    /// The server at `url`: `smtps://` for TLS from the start, `smtp://…?tls=required` for STARTTLS,
    /// `smtp://…?tls=opportunistic` for STARTTLS where it is offered, bare `smtp://` for none. It is greeted as
    /// `own_name`. No connection is made yet. Call it on a tokio runtime.
    pub fn new(url: &str, own_name: &str) -> Result<Self, SmtpUrlError> {
        let server = AsyncSmtpTransport::<Tokio1Executor>::from_url(url)
            .map_err(|_| SmtpUrlError)?
            .hello_name(ClientId::Domain(own_name.to_owned()))
            .timeout(Some(PATIENCE))
            .pool_config(PoolConfig::new().max_size(4))
            .build();
        let hidden = hidden(url);
        Ok(Self { server, hidden })
    }

    /// The error and what caused it. The server's words are its own; they are cut to what a list can show.
    fn sentence(&self, error: &dyn std::error::Error) -> String {
        let mut text = error.to_string();
        let mut cause = error.source();
        while let Some(source) = cause {
            text.push_str(": ");
            text.push_str(&source.to_string());
            cause = source.source();
        }
        for secret in &self.hidden {
            text = text.replace(secret, "···");
        }
        super::merge::one_line(&text).chars().take(500).collect()
    }
}

/// Whether the server refuses not the mail but who brings it (RFC 4954 section 6): that is the operator's to mend, and the mail waits.
fn is_about_us(error: &lettre::transport::smtp::Error) -> bool {
    let code = error.status().map(|code| code.to_string());
    code.is_some_and(|code| code.starts_with("53"))
}

/// The recipient that the server does not know, by what it says (RFC 3463 section 3.2). Of several recipients it is the one that
/// the answer names, as nothing else tells which command was refused.
fn unknown_address(to: &[String], error: &lettre::transport::smtp::Error) -> Option<String> {
    let code = error.status()?.to_string();
    let answer = std::error::Error::source(error)?.to_string();
    unknown(to, &code, &answer)
}

fn unknown(to: &[String], code: &str, answer: &str) -> Option<String> {
    let mut words = answer.split(|it: char| it.is_whitespace() || it == '(' || it == ')');
    let is_unknown = matches!(code, "550" | "551" | "553" | "556") && words.any(is_unknown_address);
    if !is_unknown {
        return None;
    }
    if let [only] = to {
        return Some(only.clone());
    }
    let answer = answer.to_ascii_lowercase();
    let mut named = to
        .iter()
        .filter(|it| answer.contains(&format!("<{}>", it.to_ascii_lowercase())));
    let first = named.next();
    first.filter(|_| named.next().is_none()).cloned()
}

/// The password of the address, and what AUTH PLAIN and AUTH LOGIN make of it (RFC 4616).
fn hidden(url: &str) -> Vec<String> {
    let Ok(url) = Url::parse(url) else {
        return Vec::new();
    };
    let clear = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let password = url.password().map(clear).unwrap_or_default();
    if password.is_empty() {
        return Vec::new();
    }
    let plain = format!("\0{}\0{password}", clear(url.username()));
    let encoded = [plain, password.clone()].map(|it| STANDARD.encode(it));
    [password].into_iter().chain(encoded).collect()
}

impl Smtp {
    /// Connects and signs in as for a mail, and sends none.
    pub async fn greet(&self) -> Result<(), TransportError> {
        match self.server.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(TransportError::Later("It hung up.".to_owned())),
            Err(error) => Err(TransportError::Later(self.sentence(&error))),
        }
    }
}

#[async_trait]
impl Transport for Smtp {
    async fn deliver(&self, mail: &Outgoing) -> Result<(), TransportError> {
        let address = |text: &String| {
            text.parse::<lettre::Address>()
                .map_err(|_| TransportError::Refused("An address cannot be used.".to_owned()))
        };
        let to = mail.to.iter().map(address).collect::<Result<_, _>>()?;
        let envelope = Envelope::new(Some(address(&mail.from)?), to)
            .map_err(|_| TransportError::Refused("There is no recipient.".to_owned()))?;
        match self.server.send_raw(&envelope, &mail.content).await {
            Ok(_) => Ok(()),
            Err(error) if error.is_permanent() && !is_about_us(&error) => {
                let answer = self.sentence(&error);
                Err(match unknown_address(&mail.to, &error) {
                    Some(address) => TransportError::UnknownAddress { address, answer },
                    None => TransportError::Refused(answer),
                })
            }
            Err(error) => Err(TransportError::Later(self.sentence(&error))),
        }
    }
}
