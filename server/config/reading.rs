//! Reads the configuration file.
//!
//! Invariant: what is wrong with it is one sentence that names the file and, where it has them, the line and the key.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::file::File;
use super::nearest::nearest;

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// It cannot be read.
    #[error("the configuration file {} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file as it was named.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It is not TOML, has an unknown key, or a value of the wrong type.
    #[error("the configuration file {} is not valid, line {line}: {message}", path.display())]
    Mistake {
        /// The file as it was named.
        path: PathBuf,
        /// Counted from 1.
        line: usize,
        /// What is wrong there.
        message: String,
    },
}

impl File {
    /// The file, and its keys as they are written.
    pub(super) fn read(path: &Path) -> Result<(Self, toml::Table), FileError> {
        let text = std::fs::read_to_string(path).map_err(|source| FileError::Unreadable {
            path: path.to_owned(),
            source,
        })?;
        let read = toml::from_str(&text).and_then(|file| Ok((file, toml::from_str(&text)?)));
        read.map_err(|error| {
            let span = error.span().unwrap_or_default();
            FileError::Mistake {
                path: path.to_owned(),
                line: line_of(&text, span.start),
                message: mistake(&text, &span, error.message()),
            }
        })
    }
}

/// What serde calls kinds of values, and what people do.
const KINDS: [(&str, &str); 4] = [
    ("expected u64", "expected a whole number"),
    ("expected u16", "expected a whole number"),
    ("expected f64", "expected a number"),
    ("expected a sequence", "expected a list"),
];

/// What is wrong there, with the key.
fn mistake(text: &str, span: &Range<usize>, said: &str) -> String {
    let said = said.replace('\n', ", ");
    let key = DeTable::parse(text)
        .ok()
        .and_then(|table| key_at(table.get_ref(), span));
    let Some(key) = key else { return said };
    let (table, name) = key.rsplit_once('.').unwrap_or(("", &key));
    let Some(rest) = said.strip_prefix("unknown field `") else {
        let said = KINDS
            .iter()
            .fold(said, |text, (its, plain)| text.replace(its, plain));
        return format!("`{key}`: {said}");
    };
    // ``lissten`, expected one of `listen`, `data_dir``, or another end where there are none.
    let expected = rest.split_once("expected ").map_or("", |it| it.1);
    let known: Vec<&str> = expected.split('`').skip(1).step_by(2).collect();
    match nearest(name, known.iter().copied()) {
        Some(meant) if table.is_empty() => {
            format!("unknown key `{key}`; did you mean `{meant}`?")
        }
        Some(meant) => format!("unknown key `{key}`; did you mean `{table}.{meant}`?"),
        None => format!(
            "unknown key `{key}`; the keys there are {}",
            known.join(", ")
        ),
    }
}

/// The key whose name or value is at this place of the text.
fn key_at(table: &DeTable<'_>, span: &Range<usize>) -> Option<String> {
    let covers = |it: Range<usize>| it.start <= span.start && span.end <= it.end;
    table
        .iter()
        .find_map(|(name, value): (_, &Spanned<DeValue<'_>>)| {
            let inner = match value.get_ref() {
                // The span of a table is that of its heading, which its keys are outside of.
                DeValue::Table(inner) => key_at(inner, span),
                _ => None,
            };
            let own = covers(name.span()) || covers(value.span());
            match inner {
                Some(key) => Some(format!("{}.{key}", name.get_ref())),
                None => own.then(|| name.get_ref().to_string()),
            }
        })
}

fn line_of(text: &str, offset: usize) -> usize {
    1 + text
        .bytes()
        .take(offset)
        .filter(|byte| *byte == b'\n')
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_is_told_with_file_and_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("waybill.toml");
        std::fs::write(&path, "listen = \"127.0.0.1:80\"\n\n[session]\nidle = 3\n").unwrap();
        let sentence = File::read(&path).unwrap_err().to_string();
        assert!(sentence.contains("waybill.toml"), "{sentence}");
        assert!(sentence.contains("line 4"), "{sentence}");
        assert!(sentence.contains("`session.idle`"), "{sentence}");
    }

    fn said(toml: &str) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("waybill.toml");
        std::fs::write(&path, toml).unwrap();
        let sentence = File::read(&path).unwrap_err().to_string();
        let (_, said) = sentence.split_once(" is not valid, ").unwrap();
        said.to_owned()
    }

    #[test]
    fn an_unknown_key_is_refused_with_the_nearest() {
        assert_eq!(
            said("lissten = \"127.0.0.1:80\""),
            "line 1: unknown key `lissten`; did you mean `listen`?"
        );
        assert_eq!(
            said("[edge]\nmax_conections = 5"),
            "line 2: unknown key `edge.max_conections`; did you mean `edge.max_connections`?"
        );
        assert_eq!(
            said("edge = { max_conections = 5 }"),
            "line 1: unknown key `edge.max_conections`; did you mean `edge.max_connections`?"
        );
        assert_eq!(
            said("[hash]\ncolour = 5"),
            "line 2: unknown key `hash.colour`; the keys there are memory_kib, passes"
        );
        assert_eq!(
            said("[edges]\nmax_connections = 5"),
            "line 1: unknown key `edges`; did you mean `edge`?"
        );
    }

    #[test]
    fn a_value_of_another_kind_is_refused_with_its_key() {
        let sentence = said("[render]\nqueue = 1\nisolates = \"abc\"");
        assert!(
            sentence.starts_with("line 3: `render.isolates`: invalid type")
                && sentence.ends_with("expected a whole number"),
            "{sentence}"
        );
    }

    #[test]
    fn a_missing_file_is_told_with_its_name() {
        let sentence = File::read(Path::new("no/such/file.toml"))
            .unwrap_err()
            .to_string();
        assert!(sentence.contains("no/such/file.toml"), "{sentence}");
    }
}
