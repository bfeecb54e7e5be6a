//! `waybill doctor`: whether everything that the program rests on is as it should be, before it is started or beside it.
//!
//! Invariant: it changes nothing but a file of its own in the data directory, which is gone when it ends; what it says holds no
//! secret; of what is wrong it says what to do next.

mod certificate;
mod clocks;
mod elsewhere;
mod machine;
mod memory;
mod parts;

use std::fmt;

use crate::clock::Clock;
use crate::config::Config;
use crate::config::arguments::Options;

/// How it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// As it should be.
    Ok,
    /// Good enough to serve, and worth a look.
    Warn,
    /// The program cannot serve like this.
    Fail,
}

/// What was found about one thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The thing.
    pub about: &'static str,
    /// How it is.
    pub level: Level,
    /// What was found.
    pub found: String,
    /// What to do next; empty where there is nothing to do.
    pub next: String,
}

/// What was found about everything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl Finding {
    fn ok(about: &'static str, found: impl Into<String>) -> Self {
        Self {
            about,
            level: Level::Ok,
            found: found.into(),
            next: String::new(),
        }
    }

    fn warn(about: &'static str, found: impl Into<String>, next: impl Into<String>) -> Self {
        Self {
            about,
            level: Level::Warn,
            found: found.into(),
            next: next.into(),
        }
    }

    fn fail(about: &'static str, found: impl Into<String>, next: impl Into<String>) -> Self {
        Self {
            level: Level::Fail,
            ..Self::warn(about, found, next)
        }
    }
}

impl Findings {
    /// The worst of them.
    pub fn level(&self) -> Level {
        let levels = self.0.iter().map(|finding| finding.level);
        levels.max().unwrap_or(Level::Ok)
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for finding in &self.0 {
            let level = match finding.level {
                Level::Ok => "ok",
                Level::Warn => "warn",
                Level::Fail => "fail",
            };
            let (about, found) = (finding.about, &finding.found);
            writeln!(f, "{level:<5} {about:<14} {found}")?;
            if !finding.next.is_empty() {
                writeln!(f, "      {:<14} → {}", "", finding.next)?;
            }
        }
        Ok(())
    }
}

/// Looks at everything.
pub async fn examine(config: &Config, options: &Options, clock: &Clock) -> Findings {
    let mut findings = vec![
        machine::data_directory(config),
        machine::disk(config),
        machine::files_with_secrets(options),
        machine::open_files(config),
        memory::examine(config),
    ];
    findings.extend(certificate::examine(config, clock.now()));
    findings.push(parts::database(config).await);
    findings.extend(parts::replica(config).await);
    findings.extend(parts::redis(config).await);
    findings.push(parts::mail(config).await);
    findings.extend(elsewhere::bucket(config).await);
    findings.extend(elsewhere::services(config).await);
    findings.push(parts::public_address(config).await);
    findings.push(clocks::agree(config, clock.now()).await);
    Findings(findings)
}

/// An error and what caused it, on one line. A cause that the error itself tells is not repeated.
pub(crate) fn sentence(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(source) = cause {
        let told = source.to_string();
        if !text.ends_with(&told) {
            text.push_str(": ");
            text.push_str(&told);
        }
        cause = source.source();
    }
    text.replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cause_is_told_once() {
        #[derive(Debug, thiserror::Error)]
        #[error("the file x cannot be read: {source}")]
        struct Whole {
            source: std::io::Error,
        }
        #[derive(Debug, thiserror::Error)]
        #[error("the address is taken")]
        struct Half(#[source] std::io::Error);

        let cause = || std::io::Error::other("no such file");
        let source = cause();
        assert_eq!(
            sentence(&Whole { source }),
            "the file x cannot be read: no such file"
        );
        assert_eq!(
            sentence(&Half(cause())),
            "the address is taken: no such file"
        );
    }

    #[test]
    fn a_finding_is_a_line_and_what_to_do_another() {
        let findings = Findings(vec![
            Finding::ok("disk", "41 GiB are free"),
            Finding::fail("database", "it is away", "start it"),
        ]);
        assert_eq!(findings.level(), Level::Fail);
        assert_eq!(
            findings.to_string(),
            "ok    disk           41 GiB are free\n\
             fail  database       it is away\n\
             \u{20}                    → start it\n"
        );
    }
}
