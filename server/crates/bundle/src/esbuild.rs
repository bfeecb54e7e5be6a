//! esbuild's own binary, run once per bundle: no Node process is started.
//!
//! Options that decide what the code means (JSX, target, loaders) stand here for both bundles, so that server and
//! browser compile the same language; no tsconfig is read, those are for the type checker and the editor.

mod message;

pub use message::{Location, Message, Messages, Severity};

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::npm::{self, Platform};

/// Names of the files that the browser loads. The hash is of the content, so a file may be cached for ever.
pub(crate) const NAME: &str = "[name]-[hash]";

/// What esbuild would otherwise look for in the nearest tsconfig.
const TSCONFIG: &str =
    r#"{"compilerOptions":{"jsx":"react-jsx","target":"ES2024","verbatimModuleSyntax":true}}"#;

/// Extensions of files that become assets of their own; an import of one yields its URL.
const FILES: &[&str] = &[
    ".avif", ".gif", ".ico", ".jpg", ".png", ".svg", ".webp", ".woff2",
];

/// Why there is no bundle.
#[derive(Debug, thiserror::Error)]
pub enum EsbuildError {
    /// The sources are at fault. The text is all messages, each as `file:line:column: what`.
    #[error("{0}")]
    Sources(Messages),
    /// esbuild ended with a failure and no message that could be read.
    #[error("esbuild failed: {0}")]
    Unexplained(String),
    /// The binary of this platform could not be started.
    #[error("{} cannot be started; `npm ci` installs it", path.display())]
    Start {
        /// Where the npm package of this platform has its binary.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// One run of esbuild: an entry point and the options beyond those common to both bundles.
pub(crate) struct Run<'a> {
    root: &'a Path,
    arguments: Vec<String>,
}

impl<'a> Run<'a> {
    /// `entry` is given from `root`, with `/`.
    pub(crate) fn new(root: &'a Path, entry: &str) -> Self {
        let mut run = Self {
            root,
            arguments: vec![entry.to_owned()],
        };
        for argument in [
            "--bundle",
            "--charset=utf8",
            "--public-path=/assets",
            "--log-level=warning",
            "--log-limit=20",
            "--color=false",
        ] {
            run = run.with(argument);
        }
        run = run.option("asset-names", NAME);
        for extension in FILES {
            run = run.option(&format!("loader:{extension}"), "file");
        }
        run.option("tsconfig-raw", TSCONFIG)
    }

    pub(crate) fn with(mut self, argument: &str) -> Self {
        self.arguments.push(argument.to_owned());
        self
    }

    pub(crate) fn option(self, name: &str, value: &str) -> Self {
        self.with(&format!("--{name}={value}"))
    }

    pub(crate) fn path(self, name: &str, value: &Path) -> Self {
        let value = value.to_string_lossy().into_owned();
        self.option(name, &value)
    }

    /// Runs esbuild to its end and gives its warnings.
    pub(crate) fn finish(self) -> Result<Messages, EsbuildError> {
        let path = binary(self.root);
        let output = Command::new(&path)
            .args(&self.arguments)
            .current_dir(self.root)
            .output()
            .map_err(|source| EsbuildError::Start { path, source })?;
        let text = String::from_utf8_lossy(&output.stderr);
        let messages = Messages::parse(&text);
        if output.status.success() {
            Ok(messages)
        } else if messages.is_empty() {
            Err(EsbuildError::Unexplained(text.trim().to_owned()))
        } else {
            Err(EsbuildError::Sources(messages))
        }
    }
}

/// The package for Windows has its binary at the top.
fn binary(root: &Path) -> PathBuf {
    let Platform { name, executable } = npm::platform();
    let folder = if cfg!(windows) { "" } else { "bin/" };
    root.join(format!(
        "node_modules/@esbuild/{name}/{folder}esbuild{executable}"
    ))
}
