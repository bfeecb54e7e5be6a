//! Returned mail: what mail servers and providers send back about a mail that left from here: that it did not arrive (RFC 3464), or
//! that its recipient reported it as spam (RFC 5965).
//!
//! Such a report brings the headers of the mail along, and with them its link for unsubscribing. The code in that says which company
//! wrote to whom, so the report is believed without asking who sent it.
//!
//! Invariant: an address is suppressed only for a company that wrote to it, and only by a report about that address.

use jiff::Timestamp;
use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders as _};
use waybill_storage::Storage;

use super::suppressions::{SuppressionReason, is_unknown_address};
use super::unsubscribe::{self, Subscription};
use crate::error::ServiceError;
use crate::source::Source;

/// The longest answer of a mail server that is kept, in characters.
const DETAIL: usize = 500;

/// What came of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Returned {
    /// The address is suppressed; it may have been before.
    Suppressed {
        /// Who gets no more mail, and from whom.
        subscription: Subscription,
        /// Why.
        reason: SuppressionReason,
    },
    /// Nothing was done, for this reason.
    Nothing(&'static str),
}

/// What a report says.
struct Report {
    reason: SuppressionReason,
    /// Whom it is about, if it says so.
    recipient: Option<String>,
    detail: String,
}

/// Takes a report, as it came by mail.
pub async fn take(
    storage: &Storage,
    message: &[u8],
    now: Timestamp,
) -> Result<Returned, ServiceError> {
    let (report, token) = match read(message) {
        Ok(found) => found,
        Err(why) => return Ok(Returned::Nothing(why)),
    };
    let Some(subscription) = unsubscribe::subscription(storage, &token).await? else {
        let why = "The mail that it is about was not sent from this installation.";
        return Ok(Returned::Nothing(why));
    };
    let is_about = |it: &String| it.eq_ignore_ascii_case(&subscription.address);
    if !report.recipient.as_ref().is_none_or(is_about) {
        let why = "It is about another address than the mail was sent to.";
        return Ok(Returned::Nothing(why));
    }
    let (reason, detail) = (report.reason, report.detail.as_str());
    let source = Source::default();
    unsubscribe::end(storage, &subscription, (reason, detail), &source, now).await?;
    Ok(Returned::Suppressed {
        subscription,
        reason,
    })
}

/// What the report says, and the token of the mail that it is about.
fn read(message: &[u8]) -> Result<(Report, String), &'static str> {
    let parsed = MessageParser::default().parse(message);
    let parsed = parsed.ok_or("It is no e-mail message.")?;
    let report = parsed.parts.iter().find_map(report);
    let report = report
        .ok_or("It is neither a delivery report (RFC 3464) nor a complaint (RFC 5965).")??;
    let token = parsed.parts.iter().find_map(token_of_original);
    let token = token.ok_or("It does not contain the headers of a mail to one recipient.")?;
    Ok((report, token))
}

/// What this part reports; none of a part of another kind.
fn report(part: &MessagePart<'_>) -> Option<Result<Report, &'static str>> {
    match type_of(part).as_str() {
        "message/delivery-status" => Some(delivery_status(part.contents())),
        "message/feedback-report" => Some(feedback(part.contents())),
        _ => None,
    }
}

fn delivery_status(content: &[u8]) -> Result<Report, &'static str> {
    let text = String::from_utf8_lossy(content).replace("\r\n", "\n");
    let failed = text.split("\n\n").find_map(|group| {
        let fields = format!("{}\n\n", group.trim_start());
        let fields = MessageParser::default().parse_headers(&fields)?;
        let is_failed =
            value(&fields, "Action").is_some_and(|it| it.eq_ignore_ascii_case("failed"));
        let status = value(&fields, "Status").filter(|it| is_failed && is_unknown_address(it))?;
        let recipient = value(&fields, "Original-Recipient");
        let recipient = recipient.or_else(|| value(&fields, "Final-Recipient"));
        Some(Report {
            reason: SuppressionReason::Bounced,
            recipient: recipient.map(|it| after_type(&it).to_owned()),
            detail: match value(&fields, "Diagnostic-Code") {
                Some(code) => after_type(&code).chars().take(DETAIL).collect(),
                None => status,
            },
        })
    });
    failed.ok_or("It does not say that the address does not exist.")
}

fn feedback(content: &[u8]) -> Result<Report, &'static str> {
    let text = String::from_utf8_lossy(content);
    let fields = format!("{}\n\n", text.trim());
    let fields = MessageParser::default().parse_headers(&fields);
    let fields = fields.ok_or("The complaint cannot be read.")?;
    match value(&fields, "Feedback-Type") {
        Some(kind) if kind.eq_ignore_ascii_case("abuse") => Ok(Report {
            reason: SuppressionReason::Complained,
            // Providers leave it out, or black it out. The link is enough.
            recipient: None,
            detail: String::new(),
        }),
        _ => Err("It is no complaint about spam."),
    }
}

/// The token of the mail that this part is, or whose headers it holds.
fn token_of_original(part: &MessagePart<'_>) -> Option<String> {
    let kind = type_of(part);
    if !matches!(
        kind.as_str(),
        "message/rfc822" | "text/rfc822-headers" | "message/rfc822-headers"
    ) {
        return None;
    }
    let mut headers = part.contents().to_vec();
    headers.extend_from_slice(b"\r\n\r\n");
    let original = MessageParser::default().parse_headers(&headers)?;
    let link = value(&original, "List-Unsubscribe")?;
    unsubscribe::token_in(&link).map(str::to_owned)
}

/// The value of a field on one line; none when it is missing.
fn value(fields: &Message<'_>, name: &'static str) -> Option<String> {
    let raw = fields.header_raw(name)?;
    Some(raw.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// What follows the type of an address or a diagnosis, as in `rfc822; joan@x.example`.
fn after_type(value: &str) -> &str {
    value.split_once(';').map_or(value, |(_, rest)| rest).trim()
}

fn type_of(part: &MessagePart<'_>) -> String {
    let Some(kind) = part.content_type() else {
        return String::new();
    };
    let subtype = kind.subtype().unwrap_or_default();
    format!("{}/{subtype}", kind.ctype()).to_ascii_lowercase()
}
