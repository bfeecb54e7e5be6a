//! One route's own pattern, compiled to segments: what react-router builds a regular expression for.
//!
//! Only patterns whose regular expression means what it seems to mean are accepted: `?` only at the end of a segment, `*`
//! only as the last segment, no empty segment, no backslash.

use std::sync::Arc;

/// Why a pattern is refused when the table is loaded.
#[derive(Clone, Copy, Debug, Eq, PartialEq, thiserror::Error)]
pub enum PatternError {
    /// `a//b`.
    #[error("it has an empty segment")]
    EmptySegment,
    /// `a?b`, `a??` or a lone `?`.
    #[error("`?` may only end a segment")]
    Optional,
    /// `a*`, `*/a` or `*?`.
    #[error("`*` may only be the last segment")]
    Splat,
    /// `a\b`.
    #[error("it has a backslash")]
    Backslash,
}

/// How static text is compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Case {
    Sensitive,
    Insensitive,
}

/// Whether the pattern must reach the end of the path.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Reach {
    /// It is the last of its branch.
    End,
    /// Children follow.
    Prefix,
}

/// A compiled pattern, relative to its parent's.
#[derive(Debug)]
pub(super) struct Pattern {
    segments: Vec<Segment>,
    tail: Tail,
    case: Case,
}

#[derive(Debug)]
enum Segment {
    /// Text, case-folded if the pattern ignores case.
    Static(String),
    /// `:name` and the text that follows the name, folded likewise.
    Param { name: Arc<str>, suffix: String },
}

#[derive(Clone, Copy, Debug)]
enum Tail {
    End,
    Prefix,
    Splat,
}

/// A parameter's name and its text in the path.
pub(super) type Capture<'m, 'p> = (&'m Arc<str>, &'p str);

impl Pattern {
    /// Compiles a pattern without optional segments that [`check`] has accepted.
    pub(super) fn compile(relative: &str, case: Case, reach: Reach) -> Self {
        let (text, tail) = match (relative.strip_suffix('*'), reach) {
            (Some(text), _) => (text, Tail::Splat),
            (None, Reach::End) => (relative, Tail::End),
            (None, Reach::Prefix) => (relative, Tail::Prefix),
        };
        let segments = text
            .split('/')
            .filter(|it| !it.is_empty())
            .map(|segment| Segment::compile(segment, case))
            .collect();
        Self {
            segments,
            tail,
            case,
        }
    }

    /// Matches the start of `rest`, which is empty or begins with `/`, and adds what the parameters caught to `captures`.
    ///
    /// Gives what remains for the children; `None` if there is no match.
    pub(super) fn match_prefix<'m, 'p>(
        &'m self,
        rest: &'p str,
        splat: &'m Arc<str>,
        captures: &mut Vec<Capture<'m, 'p>>,
    ) -> Option<&'p str> {
        let mut rest = rest;
        for segment in &self.segments {
            let text = rest.strip_prefix('/')?;
            let end = text.find('/').unwrap_or(text.len());
            segment.match_text(&text[..end], self.case, captures)?;
            rest = &text[end..];
        }
        match self.tail {
            Tail::Prefix => {}
            Tail::End => {
                if !rest.bytes().all(|it| it == b'/') {
                    return None;
                }
            }
            Tail::Splat => {
                let caught = rest.strip_prefix('/').unwrap_or(rest);
                if caught.contains(is_line_terminator) {
                    return None;
                }
                captures.push((splat, caught));
            }
        }
        Some(rest)
    }
}

impl Segment {
    fn compile(text: &str, case: Case) -> Self {
        match split_param(text) {
            Some((name, suffix)) => Self::Param {
                name: name.into(),
                suffix: folded(suffix, case),
            },
            None => Self::Static(folded(text, case)),
        }
    }

    fn match_text<'m, 'p>(
        &'m self,
        text: &'p str,
        case: Case,
        captures: &mut Vec<Capture<'m, 'p>>,
    ) -> Option<()> {
        match self {
            Self::Static(wanted) => strip_suffix(text, wanted, case)?.is_empty().then_some(()),
            Self::Param { name, suffix } => {
                let caught = strip_suffix(text, suffix, case)?;
                if caught.is_empty() {
                    return None;
                }
                captures.push((name, caught));
                Some(())
            }
        }
    }
}

/// Refuses a pattern whose regular expression in react-router would not mean what the pattern seems to say.
pub(super) fn check(pattern: &str) -> Result<(), PatternError> {
    if pattern.contains('\\') {
        return Err(PatternError::Backslash);
    }
    let inner = pattern.strip_prefix('/').unwrap_or(pattern);
    if inner.is_empty() {
        return Ok(());
    }
    let inner = inner.strip_suffix('/').unwrap_or(inner);
    let mut segments = inner.split('/').peekable();
    while let Some(segment) = segments.next() {
        if segment.is_empty() {
            return Err(PatternError::EmptySegment);
        }
        let last = segments.peek().is_none() && !pattern.ends_with('/');
        if segment.contains('*') && !(segment == "*" && last) {
            return Err(PatternError::Splat);
        }
        let required = segment.strip_suffix('?').unwrap_or(segment);
        if required.is_empty() || required.contains('?') {
            return Err(PatternError::Optional);
        }
    }
    Ok(())
}

/// All forms of a pattern with optional segments, in react-router's order; the pattern itself if it has none.
pub(super) fn explode(pattern: &str) -> Vec<String> {
    if pattern.contains('?') {
        explode_segments(pattern)
    } else {
        vec![pattern.to_owned()]
    }
}

/// Also drops a slash at the end, and the score with it: react-router does.
fn explode_segments(pattern: &str) -> Vec<String> {
    let (first, rest) = match pattern.split_once('/') {
        Some((first, rest)) => (first, Some(rest)),
        None => (pattern, None),
    };
    let required = first.strip_suffix('?');
    let text = required.unwrap_or(first);
    let Some(rest) = rest else {
        return match required {
            Some(text) => vec![text.to_owned(), String::new()],
            None => vec![text.to_owned()],
        };
    };
    let tails = explode_segments(rest);
    let mut forms: Vec<String> = tails
        .iter()
        .map(|tail| {
            if tail.is_empty() {
                text.to_owned()
            } else {
                format!("{text}/{tail}")
            }
        })
        .collect();
    if required.is_some() {
        forms.extend(tails);
    }
    if pattern.starts_with('/') {
        for form in &mut forms {
            if form.is_empty() {
                form.push('/');
            }
        }
    }
    forms
}

/// Splits `:name.suffix`; `None` for static text. A name consists of ASCII letters, digits, `_` and `-`.
pub(super) fn split_param(segment: &str) -> Option<(&str, &str)> {
    let text = segment.strip_prefix(':')?;
    let end = text
        .find(|it: char| !(it.is_ascii_alphanumeric() || it == '_' || it == '-'))
        .unwrap_or(text.len());
    (end != 0).then(|| text.split_at(end))
}

/// What stands before `suffix` in `text`; `suffix` is already folded.
fn strip_suffix<'p>(text: &'p str, suffix: &str, case: Case) -> Option<&'p str> {
    if case == Case::Sensitive {
        return text.strip_suffix(suffix);
    }
    let mut left = text.chars();
    for wanted in suffix.chars().rev() {
        if fold(left.next_back()?) != wanted {
            return None;
        }
    }
    Some(left.as_str())
}

fn folded(text: &str, case: Case) -> String {
    match case {
        Case::Sensitive => text.to_owned(),
        Case::Insensitive => text.chars().map(fold).collect(),
    }
}

/// `Canonicalize` of ECMAScript's regular expressions with the flag `i` and without `u`.
fn fold(it: char) -> char {
    if it.is_ascii() {
        return it.to_ascii_uppercase();
    }
    let mut upper = it.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) if !one.is_ascii() && it.len_utf16() == 1 && one.len_utf16() == 1 => one,
        _ => it,
    }
}

/// What `.` of a regular expression does not match.
fn is_line_terminator(it: char) -> bool {
    matches!(it, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}
