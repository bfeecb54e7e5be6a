//! The path of a request, normalised once at the edge.
//!
//! A `Path` has no empty or dot segment and no escaped separator, so it means the same to every part that reads it
//! (security.md section 1; hostile inputs H16 and H17).

use std::fmt;

use percent_encoding::utf8_percent_encode;

use super::percent;

/// A normalised path: begins with `/`, escaped as browsers escape it, without query.
#[derive(Clone, Eq, PartialEq)]
pub struct Path {
    text: String,
    decoded: String,
}

/// Why a path is no [`Path`].
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PathError {
    /// It does not begin with `/`, as in `OPTIONS *`.
    #[error("the path does not begin with a slash")]
    NotAbsolute,
    /// `%2F`, `%5C` or a bare backslash: a separator for some readers, text for others.
    #[error("the path holds an escaped separator")]
    EscapedSeparator,
    /// `%00` or a bare control character or space.
    #[error("the path holds a control character")]
    ControlCharacter,
    /// Not UTF-8 once decoded.
    #[error("the path is not UTF-8")]
    NotUtf8,
    /// `//`: nothing lies there.
    #[error("the path has an empty segment")]
    EmptySegment,
    /// `.` or `..`, escaped or not: browsers resolve these before they ask.
    #[error("the path has a dot segment")]
    DotSegment,
}

impl PathError {
    /// HTTP status of the answer: 400 for what no client should send, 404 for an address where nothing lies.
    pub fn status(self) -> u16 {
        match self {
            Self::NotAbsolute | Self::EscapedSeparator | Self::ControlCharacter | Self::NotUtf8 => {
                400
            }
            Self::EmptySegment | Self::DotSegment => 404,
        }
    }
}

impl Path {
    /// Parses the path of a request target, that is what stands before the first `?`.
    ///
    /// A trailing slash stays: the matcher ignores it, as react-router does.
    ///
    /// # Errors
    ///
    /// See [`PathError`]; what deserves 400 comes before what deserves 404.
    pub fn parse(raw: &str) -> Result<Self, PathError> {
        if !raw.starts_with('/') {
            return Err(PathError::NotAbsolute);
        }
        if raw.bytes().any(|byte| byte <= b' ' || byte == 0x7f) || has_escape(raw, "00") {
            return Err(PathError::ControlCharacter);
        }
        if raw.contains('\\') || has_escape(raw, "2f") || has_escape(raw, "5c") {
            return Err(PathError::EscapedSeparator);
        }
        let lenient = percent::decode(raw).map_err(|_| PathError::NotUtf8)?;
        let mut segments = lenient[1..].split('/').peekable();
        while let Some(segment) = segments.next() {
            match segment {
                "" if segments.peek().is_some() => return Err(PathError::EmptySegment),
                "." | ".." => return Err(PathError::DotSegment),
                _ => {}
            }
        }
        let decoded = if percent::is_well_formed(raw) {
            lenient.into_owned()
        } else {
            raw.to_owned()
        };
        Ok(Self {
            text: utf8_percent_encode(raw, percent::PATH).to_string(),
            decoded,
        })
    }

    /// The path as it stands in a URL.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The path decoded once, which is what patterns are matched against. One malformed escape leaves all of it as it is.
    pub(super) fn decoded(&self) -> &str {
        &self.decoded
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

/// Whether `raw` holds `%` followed by these two hex digits, given in lower case.
fn has_escape(raw: &str, digits: &str) -> bool {
    raw.split('%').skip(1).any(|rest| {
        rest.get(..2)
            .is_some_and(|it| it.eq_ignore_ascii_case(digits))
    })
}
