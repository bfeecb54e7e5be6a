//! `redirect_uri`: where a sign-in leads, by the seven steps of security.md section 1.
//!
//! A `RedirectUri` is a path of ours that a page answers, and it stays one if somebody decodes it once more, or twice.
//! `client/src/lib/redirect-uri.ts` is the same rule for the browser; both run one table and are compared case by case.

use url::Url;

use crate::routes::{Auth, Match, Matcher, Path};

/// Longest value, in UTF-16 units as the browser counts.
const MAX_UNITS: usize = 2048;

/// Stands for the public origin where none is configured; nothing is ever sent there.
const SOME_ORIGIN: &str = "https://origin.invalid/";

/// A path, query and fragment on our own origin that a page other than sign-in and registration answers.
#[derive(Clone, Debug)]
pub struct RedirectUri {
    text: String,
    page: Match,
}

/// The public origin as configured: scheme, host and port.
#[derive(Clone, Debug)]
pub struct Origin {
    url: Url,
    text: String,
}

/// Why a text is no [`Origin`].
#[derive(Debug, thiserror::Error)]
pub enum OriginError {
    /// No URL at all.
    #[error("not a URL")]
    NotAUrl(#[source] url::ParseError),
    /// Neither http nor https.
    #[error("not an http or https URL")]
    Scheme,
    /// More than scheme, host and port.
    #[error("more than scheme, host and port")]
    NotBare,
}

impl Origin {
    /// Parses an origin such as `https://waybill.example.com`, with or without a final slash.
    ///
    /// # Errors
    ///
    /// See [`OriginError`].
    pub fn parse(text: &str) -> Result<Self, OriginError> {
        let url = Url::parse(text).map_err(OriginError::NotAUrl)?;
        if !matches!(url.scheme(), "http" | "https") {
            return Err(OriginError::Scheme);
        }
        let text = url.origin().ascii_serialization();
        if url.as_str().strip_suffix('/') != Some(text.as_str()) {
            return Err(OriginError::NotBare);
        }
        Ok(Self { url, text })
    }
}

impl RedirectUri {
    /// Checks a value of `redirect_uri`, decoded once. `None` means: the dashboard, and the value is forgotten.
    pub fn parse(value: &str, origin: Option<&Origin>, matcher: &Matcher) -> Option<Self> {
        // Step 1; a `&str` is well-formed.
        let units = value.encode_utf16().take(MAX_UNITS + 1).count();
        if units == 0 || MAX_UNITS < units {
            return None;
        }
        // Steps 2 to 5.
        let value = origin.map_or(value, |it| it.strip_from(value));
        let starts_with_one_slash = value.starts_with('/') && !value.starts_with("//");
        if value.contains(is_invisible) || value.contains('\\') || !starts_with_one_slash {
            return None;
        }
        let path = value.split(['?', '#']).next().unwrap_or_default();
        if has_risky_escape(path) || has_risky_segment(path) {
            return None;
        }
        // Step 6.
        let base = match origin {
            Some(origin) => origin.url.clone(),
            None => Url::parse(SOME_ORIGIN).ok()?,
        };
        let url = base.join(value).ok()?;
        let is_bare = url.username().is_empty() && url.password().is_none();
        if url.origin() != base.origin() || !matches!(url.scheme(), "http" | "https") || !is_bare {
            return None;
        }
        // Step 7.
        let path = Path::parse(url.path()).ok()?;
        let page = matcher.match_path(&path).filter(is_target)?;
        let mut text = path.to_string();
        for (mark, part) in [('?', url.query()), ('#', url.fragment())] {
            if let Some(part) = part.filter(|it| !it.is_empty()) {
                text.push(mark);
                text.push_str(part);
            }
        }
        Some(Self { text, page })
    }

    /// Path, query and fragment; ASCII, begins with `/` and no second one.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Where the route behind this path is redirected, if it is.
    pub fn moved_to(&self) -> Option<&Path> {
        self.page.redirect()
    }
}

impl Origin {
    /// Cuts this origin off a value that begins with it and a slash; scheme and host are compared without case.
    fn strip_from<'v>(&self, value: &'v str) -> &'v str {
        match value.split_at_checked(self.text.len()) {
            Some((start, rest)) if start.eq_ignore_ascii_case(&self.text) => {
                if rest.starts_with('/') { rest } else { value }
            }
            _ => value,
        }
    }
}

/// Whether a sign-in may lead to this page: not to a guest page, nor to the catch-all.
fn is_target(page: &Match) -> bool {
    page.auth() != Auth::Guest && !page.is_catch_all()
}

/// Control characters, and what prints as nothing or as a space: browsers strip some of it, people overlook the rest.
fn is_invisible(it: char) -> bool {
    matches!(
        it,
        '\0'..='\u{20}'
            | '\u{7f}'..='\u{a0}'
            | '\u{1680}'
            | '\u{180e}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{205f}'
            | '\u{2060}'
            | '\u{3000}'
            | '\u{feff}'
    )
}

/// Escapes that become a control character, `%`, `.`, `/` or `\` when somebody decodes once more.
fn has_risky_escape(path: &str) -> bool {
    path.split('%').skip(1).any(|rest| {
        let code = rest
            .get(..2)
            .filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()))
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        matches!(code, Some(0..=0x1f | b'%' | b'.' | b'/' | b'\\'))
    })
}

fn has_risky_segment(path: &str) -> bool {
    path.contains("//") || path.split('/').any(|it| it == "." || it == "..")
}
