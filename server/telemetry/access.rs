//! The access log: a line on standard output for each request, once its answer has left.
//!
//! Invariant: a request never waits for whoever reads the lines; those that find no room are counted, and the log says how many.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::net::IpAddr;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::Duration;

use http::{Method, StatusCode, Version};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::config::AccessLog;

/// Lines that may wait for their reader.
const ROOM: usize = 4096;

/// How long the last lines may take.
const PATIENCE: Duration = Duration::from_secs(1);

/// Like the standard output that it writes to, it belongs to the process.
static WRITER: OnceLock<Writer> = OnceLock::new();

struct Writer {
    format: AccessLog,
    lines: SyncSender<Written>,
    lost: AtomicU64,
}

enum Written {
    Line(String),
    /// All before this are out.
    Mark(SyncSender<()>),
}

/// One answered request.
#[derive(Clone, Debug)]
pub struct Access {
    /// When it came.
    pub at: Timestamp,
    /// Its client, behind trusted proxies; IPv4 as such.
    pub address: Option<IpAddr>,
    /// Its method.
    pub method: Method,
    /// Its path. Not the query, which may hold a token.
    pub path: String,
    /// The protocol it came by.
    pub version: Version,
    /// What its client calls itself.
    pub agent: Option<String>,
    /// Its id, as in the answer and in the log.
    pub request: Option<String>,
    /// How it was answered.
    pub status: StatusCode,
    /// Bytes of content that left.
    pub bytes: u64,
    /// Until the last of them.
    pub took: Duration,
}

/// Writes lines of this form from now on, until the process ends.
pub fn start(format: AccessLog) {
    if format == AccessLog::Off {
        return;
    }
    let (lines, waiting) = sync_channel(ROOM);
    let writer = Writer {
        format,
        lines,
        lost: AtomicU64::new(0),
    };
    if WRITER.set(writer).is_ok() {
        std::thread::spawn(move || write(&waiting));
    }
}

/// Whether requests are to be told.
pub fn is_on() -> bool {
    WRITER.get().is_some()
}

/// Tells a request.
pub fn tell(access: &Access) {
    let Some(writer) = WRITER.get() else { return };
    let line = match writer.format {
        AccessLog::Json => access.json(),
        AccessLog::Clf | AccessLog::Off => access.combined(),
    };
    if writer.lines.try_send(Written::Line(line)).is_err() {
        writer.lost.fetch_add(1, Ordering::Relaxed);
    }
}

/// Waits, not for long, until what was told is written.
pub fn finish() {
    let Some(writer) = WRITER.get() else { return };
    let (mark, reached) = sync_channel(1);
    if writer.lines.try_send(Written::Mark(mark)).is_ok() {
        let _ = reached.recv_timeout(PATIENCE);
    }
}

fn write(waiting: &Receiver<Written>) {
    let mut out = io::BufWriter::new(io::stdout());
    while let Ok(first) = waiting.recv() {
        let mut next = Some(first);
        while let Some(written) = next {
            match written {
                // Whoever has stopped reading is not told.
                Written::Line(line) => drop(writeln!(out, "{line}")),
                Written::Mark(mark) => {
                    drop(out.flush());
                    let _ = mark.try_send(());
                }
            }
            next = waiting.try_recv().ok();
        }
        drop(out.flush());
        let lost = WRITER
            .get()
            .map_or(0, |it| it.lost.swap(0, Ordering::Relaxed));
        if lost > 0 {
            tracing::warn!(
                lost,
                "Lines of the access log were dropped: nobody reads standard output fast enough."
            );
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Json<'a> {
    at: Timestamp,
    address: Option<IpAddr>,
    method: &'a str,
    path: &'a str,
    protocol: &'a str,
    status: u16,
    bytes: u64,
    millis: f64,
    agent: Option<&'a str>,
    request: Option<&'a str>,
}

impl Access {
    fn json(&self) -> String {
        let json = Json {
            at: self.at,
            address: self.address,
            method: self.method.as_str(),
            path: &self.path,
            protocol: protocol(self.version),
            status: self.status.as_u16(),
            bytes: self.bytes,
            millis: (self.took.as_secs_f64() * 1e6).round() / 1e3,
            agent: self.agent.as_deref(),
            request: self.request.as_deref(),
        };
        serde_json::to_string(&json).unwrap_or_default()
    }

    /// `address - - [time] "request" status bytes "-" "agent"`. The referrer is left out, as its query may hold a token.
    fn combined(&self) -> String {
        let address = self
            .address
            .map_or_else(|| "-".to_owned(), |it| it.to_string());
        let at = self
            .at
            .to_zoned(TimeZone::UTC)
            .strftime("%d/%b/%Y:%H:%M:%S %z");
        let mut line = format!("{address} - - [{at}] \"{} ", self.method);
        escape(&mut line, &self.path);
        let (protocol, status, bytes) = (protocol(self.version), self.status.as_u16(), self.bytes);
        // Writing into a string does not fail.
        let _ = write!(line, " {protocol}\" {status} {bytes} \"-\" \"");
        escape(&mut line, self.agent.as_deref().unwrap_or("-"));
        line.push('"');
        line
    }
}

fn protocol(version: Version) -> &'static str {
    match version {
        Version::HTTP_10 => "HTTP/1.0",
        Version::HTTP_2 => "HTTP/2.0",
        _ => "HTTP/1.1",
    }
}

/// As web servers write it: what would end the quotes or the line is `\xHH`.
fn escape(line: &mut String, text: &str) {
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' | ..b' ' | 0x7f.. => {
                let _ = write!(line, "\\x{byte:02X}");
            }
            _ => line.push(char::from(byte)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access() -> Access {
        Access {
            at: "2026-11-26T14:00:05.5Z".parse().unwrap(),
            address: Some("203.0.113.9".parse().unwrap()),
            method: Method::POST,
            path: "/contacts/\"a b\\".to_owned(),
            version: Version::HTTP_2,
            agent: Some("Mozilla\n/5.0 \"é\"".to_owned()),
            request: Some("01a2".to_owned()),
            status: StatusCode::CREATED,
            bytes: 1234,
            took: Duration::from_micros(1500),
        }
    }

    #[test]
    fn combined_line_has_its_quotes_for_itself() {
        assert_eq!(
            access().combined(),
            r#"203.0.113.9 - - [26/Nov/2026:14:00:05 +0000] "POST /contacts/\x22a b\x5C HTTP/2.0" 201 1234 "-" "Mozilla\x0A/5.0 \x22\xC3\xA9\x22""#
        );
        let nobody = Access {
            address: None,
            agent: None,
            ..access()
        };
        assert!(nobody.combined().starts_with("- - - ["));
        assert!(nobody.combined().ends_with(r#" "-" "-""#));
    }

    #[test]
    fn json_line_is_one_object() {
        let line = access().json();
        assert!(!line.contains('\n'));
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(
            read,
            serde_json::json!({
                "at": "2026-11-26T14:00:05.5Z", "address": "203.0.113.9", "method": "POST", "path": "/contacts/\"a b\\",
                "protocol": "HTTP/2.0", "status": 201, "bytes": 1234, "millis": 1.5,
                "agent": "Mozilla\n/5.0 \"é\"", "request": "01a2",
            })
        );
    }
}
