//! SMTP: mails go to the server that the operator names, over connections that are kept (RFC 5321, RFC 8314).
//!
//! Invariant: a password is sent over TLS only, unless the operator's address says otherwise; it stands in no error.

use std::time::Duration;

use async_trait::async_trait;
use lettre::address::Envelope;
use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::extension::ClientId;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use super::transport::{Outgoing, Transport, TransportError};

/// How long the server may take for one answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A mail server that takes mails over SMTP.
pub struct Smtp {
    server: AsyncSmtpTransport<Tokio1Executor>,
}

impl std::fmt::Debug for Smtp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Smtp").finish_non_exhaustive()
    }
}

/// The address of a mail server cannot be used. It is not repeated, for it may hold a password.
#[derive(Debug, thiserror::Error)]
#[error("write it as smtps://user:password@host, or smtp://user:password@host:587?tls=required")]
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
        Ok(Self { server })
    }
}

impl Smtp {
    /// Connects and signs in as for a mail, and sends none.
    pub async fn greet(&self) -> Result<(), TransportError> {
        match self.server.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err(TransportError::Later("It hung up.".to_owned())),
            Err(error) => Err(TransportError::Later(sentence(&error))),
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
            Err(error) if error.is_permanent() => Err(TransportError::Refused(sentence(&error))),
            Err(error) => Err(TransportError::Later(sentence(&error))),
        }
    }
}

/// The error and what caused it. The server's words are its own; they are cut to what a list can show.
fn sentence(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        text.push_str(": ");
        text.push_str(&source.to_string());
        cause = source.source();
    }
    super::merge::one_line(&text).chars().take(500).collect()
}
