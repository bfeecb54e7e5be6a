//! What a browser sends of a form: names and texts, `application/x-www-form-urlencoded` (URL standard, section 5).
//!
//! Invariant: content that is not UTF-8 or has more names than any form of ours is refused as a whole; nothing is guessed or left out.

use std::collections::HashMap;

use http::HeaderMap;
use http::header::CONTENT_TYPE;
use percent_encoding::percent_decode_str;

use crate::http::problem::Problem;

/// The most names that are read: a group of a thousand members has two of each, besides its own fields.
const MOST_PAIRS: usize = 3000;

/// Texts by the names of their controls, in the order of the page.
#[derive(Debug, Default)]
pub(super) struct Pairs(HashMap<String, Vec<String>>);

impl Pairs {
    /// Reads the content of a request.
    pub(super) fn read(headers: &HeaderMap, content: &[u8]) -> Result<Self, Problem> {
        if !is_form(headers) {
            return Err(Problem::UNSUPPORTED_MEDIA);
        }
        let content = std::str::from_utf8(content).map_err(|_error| Problem::BAD_FORM)?;
        let mut pairs: HashMap<String, Vec<String>> = HashMap::new();
        for (count, pair) in content.split('&').filter(|it| !it.is_empty()).enumerate() {
            if count == MOST_PAIRS {
                return Err(Problem::TOO_LARGE);
            }
            let (name, text) = pair.split_once('=').unwrap_or((pair, ""));
            let texts = pairs.entry(decoded(name)?).or_default();
            // Browsers send CRLF; with script a line ends in LF.
            texts.push(decoded(text)?.replace("\r\n", "\n"));
        }
        Ok(Self(pairs))
    }

    /// The text of a control; the first of several, as in query strings.
    pub(super) fn first(&self, name: &str) -> Option<&str> {
        self.all(name).first().map(String::as_str)
    }

    /// All texts of this name.
    pub(super) fn all(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether there is a control of this name.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// All names.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

/// Whether there is one media type, that of forms, and no charset but UTF-8.
fn is_form(headers: &HeaderMap) -> bool {
    let mut values = headers.get_all(CONTENT_TYPE).iter();
    let (Some(value), None) = (values.next(), values.next()) else {
        return false;
    };
    let mut parts = value.to_str().unwrap_or_default().split(';').map(str::trim);
    let essence = parts.next().unwrap_or_default();
    essence.eq_ignore_ascii_case("application/x-www-form-urlencoded")
        && parts.all(|parameter| match parameter.split_once('=') {
            Some((name, value)) if name.eq_ignore_ascii_case("charset") => {
                value.trim_matches('"').eq_ignore_ascii_case("utf-8")
            }
            _ => true,
        })
}

fn decoded(text: &str) -> Result<String, Problem> {
    let spaced = text.replace('+', " ");
    let decoded = percent_decode_str(&spaced).decode_utf8();
    Ok(decoded.map_err(|_error| Problem::BAD_FORM)?.into_owned())
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn read(content_type: &'static str, content: &[u8]) -> Result<Pairs, Problem> {
        let mut headers = HeaderMap::new();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
        Pairs::read(&headers, content)
    }

    const FORM: &str = "application/x-www-form-urlencoded";

    #[test]
    fn pairs_are_decoded() {
        let pairs = read(FORM, b"a=1+2&b=%C3%A9%26&c&a=3&d=x%0D%0Ay&=z").unwrap();
        assert_eq!(pairs.first("a"), Some("1 2"));
        assert_eq!(pairs.all("a"), ["1 2", "3"]);
        assert_eq!(pairs.first("b"), Some("é&"));
        assert_eq!(pairs.first("c"), Some(""));
        assert_eq!(pairs.first("d"), Some("x\ny"));
        assert_eq!(pairs.first("e"), None);
        assert!(!pairs.has("e"));
    }

    #[test]
    fn pairs_of_other_media_types_are_refused() {
        for other in [
            "application/json",
            "text/plain",
            "multipart/form-data; boundary=x",
            "application/x-www-form-urlencoded; charset=iso-8859-1",
            "",
        ] {
            let refused = read(other, b"a=1").unwrap_err();
            assert_eq!(refused, Problem::UNSUPPORTED_MEDIA, "{other}");
        }
        let named = "Application/X-WWW-Form-Urlencoded; Charset=\"UTF-8\"";
        assert!(read(named, b"a=1").is_ok());
        let mut twice = HeaderMap::new();
        for value in [FORM, "application/json"] {
            twice.append(CONTENT_TYPE, HeaderValue::from_static(value));
        }
        assert!(Pairs::read(&twice, b"a=1").is_err());
    }

    #[test]
    fn pairs_not_in_utf_8_are_refused() {
        for content in [b"a=%E9".as_slice(), b"a=\xe9", b"%FF=1", b"a=%C3"] {
            assert_eq!(read(FORM, content).unwrap_err(), Problem::BAD_FORM);
        }
    }

    #[test]
    fn pairs_beyond_the_limit_are_refused() {
        let content = |count: usize| "a=1&".repeat(count);
        assert!(read(FORM, content(MOST_PAIRS).as_bytes()).is_ok());
        let refused = read(FORM, content(MOST_PAIRS + 1).as_bytes()).unwrap_err();
        assert_eq!(refused, Problem::TOO_LARGE);
    }
}
