//! A mail as the bytes that are sent: MIME (RFC 2045 to 2049) with text and HTML side by side, files behind them.
//!
//! Invariant: who stands in `Bcc` is in the envelope and in no header.

use std::time::SystemTime;

use jiff::Timestamp;
use lettre::address::{AddressError, Envelope};
use lettre::message::header::{
    ContentTransferEncoding, ContentType, ContentTypeErr, Header, HeaderName, HeaderValue,
    MIME_VERSION_1_0,
};
use lettre::message::{Attachment, Body, Mailbox, MessageBuilder, MultiPart, SinglePart};
use uuid::Uuid;

use super::address::MailAddress;
use super::attachments::AttachedFile;
use super::outbox::NewMail;
use super::transport::Outgoing;
use crate::languages::Language;

/// Why a mail cannot be written out.
#[derive(Debug, thiserror::Error)]
pub enum MimeError {
    /// An address is none.
    #[error("an address cannot be used")]
    Address(#[source] AddressError),
    /// The parts do not make a mail, such as one without recipients.
    #[error("the message cannot be built")]
    Message(#[source] lettre::error::Error),
    /// A file has a media type that is none.
    #[error("a file's media type cannot be used")]
    MediaType(#[source] ContentTypeErr),
}

/// Says that a program wrote the mail, so that no out-of-office note answers it (RFC 3834).
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// Where a recipient unsubscribes (RFC 2369).
#[derive(Clone)]
struct ListUnsubscribe(String);

impl Header for ListUnsubscribe {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe")
    }

    fn parse(text: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self(text.to_owned()))
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), format!("<{}>", self.0))
    }
}

/// Says that a mail program may call that address by itself (RFC 8058), which wants https.
#[derive(Clone)]
struct ListUnsubscribePost;

impl Header for ListUnsubscribePost {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("List-Unsubscribe-Post")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "List-Unsubscribe=One-Click".to_owned())
    }
}

/// Writes the mail out, as sent by `from` at `at`.
pub fn write(
    id: Uuid,
    from: &MailAddress,
    mail: &NewMail,
    files: Vec<(AttachedFile, Vec<u8>)>,
    at: Timestamp,
) -> Result<Outgoing, MimeError> {
    let sender = mailbox(from)?;
    let domain = sender.email.domain().to_owned();
    let recipients = [&mail.to, &mail.cc, &mail.bcc].into_iter().flatten();
    let recipients = recipients
        .map(|it| it.address.parse().map_err(MimeError::Address))
        .collect::<Result<Vec<lettre::Address>, _>>()?;
    let envelope =
        Envelope::new(Some(sender.email.clone()), recipients).map_err(MimeError::Message)?;

    let mut builder = MessageBuilder::new()
        .envelope(envelope.clone())
        .message_id(Some(format!("<{id}@{domain}>")))
        .date(SystemTime::from(at))
        .from(sender)
        .subject(mail.subject.clone())
        .header(MIME_VERSION_1_0);
    for address in &mail.to {
        builder = builder.to(mailbox(address)?);
    }
    for address in &mail.cc {
        builder = builder.cc(mailbox(address)?);
    }
    if let Some(address) = &mail.reply_to {
        builder = builder.reply_to(mailbox(address)?);
    }
    if mail.is_automatic {
        builder = builder.header(AutoSubmitted);
    }
    if let Some(link) = &mail.unsubscribe {
        builder = builder.header(ListUnsubscribe(link.clone()));
        if link.starts_with("https://") {
            builder = builder.header(ListUnsubscribePost);
        }
    }
    let message = if files.is_empty() && mail.html.is_empty() {
        builder.singlepart(SinglePart::plain(encoded(&mail.text)))
    } else {
        builder.multipart(body(mail, files)?)
    };
    Ok(Outgoing {
        id,
        from: from.address.clone(),
        to: envelope.to().iter().map(ToString::to_string).collect(),
        content: message.map_err(MimeError::Message)?.formatted(),
    })
}

fn body(mail: &NewMail, files: Vec<(AttachedFile, Vec<u8>)>) -> Result<MultiPart, MimeError> {
    let text = SinglePart::plain(encoded(&mail.text));
    let said = match mail.html.is_empty() {
        true => MultiPart::alternative().singlepart(text),
        false => MultiPart::alternative()
            .singlepart(text)
            .singlepart(SinglePart::html(encoded(&page(mail)))),
    };
    if files.is_empty() {
        return Ok(said);
    }
    let mut mixed = MultiPart::mixed().multipart(said);
    for (file, content) in files {
        let media_type = ContentType::parse(&file.mime).map_err(MimeError::MediaType)?;
        mixed = mixed.singlepart(Attachment::new(file.name).body(content, media_type));
    }
    Ok(mixed)
}

/// ASCII goes as it is, so that a long link stays whole for whoever reads a mail that was kept as a file.
fn encoded(text: &str) -> Body {
    // RFC 5322 section 2.1.1.
    const LONGEST_LINE: usize = 998;

    if text.is_ascii() && text.lines().all(|line| line.len() <= LONGEST_LINE) {
        let lines: Vec<&str> = text.lines().collect();
        let content = lines.join("\r\n") + "\r\n";
        Body::dangerous_pre_encoded(content.into_bytes(), ContentTransferEncoding::SevenBit)
    } else {
        Body::new(text.to_owned())
    }
}

/// The whole page around the HTML of the mail.
fn page(mail: &NewMail) -> String {
    let direction = Language::of(&mail.language).unwrap_or_default().direction();
    format!(
        "<!DOCTYPE html>\n<html lang=\"{}\" dir=\"{direction}\"><head><meta charset=\"utf-8\"></head><body>{}</body></html>\n",
        mail.language, mail.html
    )
}

fn mailbox(address: &MailAddress) -> Result<Mailbox, MimeError> {
    let name = super::merge::one_line(&address.name);
    let email = address.address.parse().map_err(MimeError::Address)?;
    Ok(Mailbox::new((!name.is_empty()).then_some(name), email))
}
