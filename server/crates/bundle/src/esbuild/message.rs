//! What esbuild says about the sources, read from the text it prints.
//!
//! A message prints as `file:line:column: what`, the form that editors and terminals make clickable, followed by
//! the excerpt that esbuild drew.

use std::fmt;

/// How serious a message is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Severity {
    /// No bundle was made.
    Error,
    /// The bundle was made, and probably does something else than its author thinks.
    Warning,
}

/// Where in the sources: the path from the project root, the line from 1, the column in bytes from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Path from the project root, with `/`.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Byte in the line, from 0.
    pub column: u32,
}

/// One message of esbuild.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Error or warning.
    pub severity: Severity,
    /// One sentence.
    pub text: String,
    /// Absent if the message is not about a place, for example an entry point that does not exist.
    pub location: Option<Location>,
    /// Source excerpt with a marker, then notes; may be empty.
    pub excerpt: Vec<String>,
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Location { file, line, column }) = &self.location {
            write!(f, "{file}:{line}:{column}: ")?;
        }
        f.write_str(&self.text)?;
        for line in &self.excerpt {
            write!(f, "\n{line}")?;
        }
        Ok(())
    }
}

/// All messages of one run, in the order in which esbuild gave them.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Messages(pub Vec<Message>);

impl Messages {
    /// Whether esbuild had nothing to say.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads esbuild's `--color=false` output. Text before the first message is dropped.
    pub(super) fn parse(output: &str) -> Self {
        let mut messages: Vec<Message> = Vec::new();
        for line in output.lines() {
            if let Some((severity, text)) = heading(line) {
                messages.push(Message {
                    severity,
                    text: text.to_owned(),
                    location: None,
                    excerpt: Vec::new(),
                });
                continue;
            }
            let Some(message) = messages.last_mut() else {
                continue;
            };
            let fresh = message.location.is_none() && message.excerpt.is_empty();
            match location(line) {
                Some(found) if fresh => message.location = Some(found),
                _ if line.trim().is_empty() => {}
                _ => message.excerpt.push(line.to_owned()),
            }
        }
        Self(messages)
    }
}

impl fmt::Display for Messages {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, message) in self.0.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            message.fmt(f)?;
        }
        Ok(())
    }
}

/// `✘ [ERROR] text` or `▲ [WARNING] text`.
fn heading(line: &str) -> Option<(Severity, &str)> {
    let (mark, rest) = line.split_once(" [")?;
    if mark.chars().count() != 1 {
        return None;
    }
    let (kind, text) = rest.split_once("] ")?;
    match kind {
        "ERROR" => Some((Severity::Error, text)),
        "WARNING" => Some((Severity::Warning, text)),
        _ => None,
    }
}

/// `    file:line:column:`
fn location(line: &str) -> Option<Location> {
    let rest = line.strip_prefix("    ")?.strip_suffix(':')?;
    let (rest, column) = rest.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some(Location {
        file: file.to_owned(),
        line: line.parse().ok()?,
        column: column.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO_ERRORS: &str = r#"✘ [ERROR] Could not resolve "./shraed.ts"

    client/src/entry.tsx:3:23:
      3 │ import { shared } from "./shraed.ts"
        ╵                        ~~~~~~~~~~~~~

▲ [WARNING] Comparison with -0 using the "===" operator will also match 0 [equals-negative-zero]

    client/src/a b.tsx:11:10:
      11 │ x === -0
         ╵       ~~

  Floating-point equality is defined such that 0 and -0 are equal.

2 errors
"#;

    #[test]
    fn each_message_has_its_severity_place_and_excerpt() {
        let Messages(found) = Messages::parse(TWO_ERRORS);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].severity, Severity::Error);
        assert_eq!(found[1].severity, Severity::Warning);
        assert_eq!(
            found[1].location,
            Some(Location {
                file: "client/src/a b.tsx".to_owned(),
                line: 11,
                column: 10
            })
        );
        assert_eq!(found[0].excerpt.len(), 2);
    }

    #[test]
    fn a_message_prints_with_file_line_and_column_first() {
        let printed = Messages::parse(TWO_ERRORS).to_string();
        assert!(
            printed.starts_with(
                "client/src/entry.tsx:3:23: Could not resolve \"./shraed.ts\"\n      3 │ import"
            ),
            "{printed}"
        );
    }

    #[test]
    fn a_message_without_a_place_keeps_its_text() {
        let Messages(found) = Messages::parse("✘ [ERROR] Could not resolve \"nowhere.tsx\"\n\n");
        assert_eq!(found[0].to_string(), "Could not resolve \"nowhere.tsx\"");
    }
}
