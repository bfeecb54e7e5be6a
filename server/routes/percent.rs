//! Percent-decoding as browsers do it: an escape is `%` and two hex digits, any other `%` stands for itself.
//!
//! Nothing here replaces ill-formed bytes: text that is not UTF-8 after decoding has no decoded form.

use std::borrow::Cow;
use std::str::Utf8Error;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str};

/// What the URL standard escapes in a path, and `^`, on which browsers differ.
pub(super) const PATH: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'^')
    .add(b'`')
    .add(b'{')
    .add(b'}');

/// What the URL standard escapes in the query of an http URL.
pub(super) const QUERY: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'\'')
    .add(b'<')
    .add(b'>');

/// Decodes once.
///
/// # Errors
///
/// When the bytes are not UTF-8.
pub(super) fn decode(text: &str) -> Result<Cow<'_, str>, Utf8Error> {
    percent_decode_str(text).decode_utf8()
}

/// Whether every `%` of `text` begins an escape; `decodeURIComponent` throws otherwise.
pub(super) fn is_well_formed(text: &str) -> bool {
    text.split('%')
        .skip(1)
        .all(|rest| matches!(rest.as_bytes(), [a, b, ..] if a.is_ascii_hexdigit() && b.is_ascii_hexdigit()))
}
