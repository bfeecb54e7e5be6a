//! The command line, and the `WAYBILL_*` variable of each flag.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{Args, CommandFactory, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

use super::LogFormat;
use super::database::Secret;

/// Freight and logistics for company staff, in one program.
#[derive(Debug, Parser)]
#[command(name = "waybill", version, about)]
pub struct Arguments {
    /// Command to run; `serve` if left out.
    #[command(subcommand)]
    command: Option<Command>,
    /// Fill an empty data directory with demonstration data and print how to sign in.
    #[arg(long)]
    demo: bool,
    /// Settings that stand before or after the command.
    #[command(flatten)]
    pub options: Options,
}

/// What the program can do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Start the server (the default command).
    Serve,
    /// Start the server, rebuild client/ and ssr-bundle/ on changes and reload the browser.
    Dev,
    /// Fill an empty data directory with a company with many contacts, for benchmarks, and exit.
    Seed {
        /// Number of contacts.
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rows: u32,
    },
    /// Check the configuration and exit.
    CheckConfig,
    /// Check the environment (disk, database, mail server, certificates and more) and suggest fixes.
    Doctor,
    /// Cost of password hashing.
    Hash {
        /// What to do about it.
        #[command(subcommand)]
        action: HashAction,
    },
    /// Back up the SQLite database and files, even while the server is running.
    Backup {
        /// Folder in which to create the backup folder.
        #[arg(value_name = "DIR")]
        into: PathBuf,
    },
    /// Restore a backup into the data directory, which must be empty or missing.
    Restore {
        /// Backup folder.
        #[arg(value_name = "BACKUP")]
        from: PathBuf,
        /// Only verify the backup: read every file and check the database, without restoring.
        #[arg(long)]
        verify: bool,
    },
    /// Apply pending database migrations and exit.
    Migrate {
        /// Only list pending migrations.
        #[arg(long)]
        dry_run: bool,
    },
    /// Manage the keys that sign tokens.
    Keys {
        /// What to do with them.
        #[command(subcommand)]
        action: KeysAction,
    },
    /// Manage user sessions.
    Sessions {
        /// What to do with them.
        #[command(subcommand)]
        action: SessionsAction,
    },
    /// Print a shell completion script.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
}

/// What can be done about hashes.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum HashAction {
    /// Measure this machine and print the settings for the given time per hash.
    Calibrate {
        /// Milliseconds for one hash.
        #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(10..=2_000))]
        target_ms: u64,
    },
}

/// What can be done with keys.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum KeysAction {
    /// Rotate the signing keys. No one is signed out.
    Rotate {
        /// The old keys are compromised: delete them and end all sessions.
        #[arg(long)]
        compromised: bool,
    },
}

/// What can be done with sessions.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SessionsAction {
    /// End sessions, so that their users have to sign in again.
    #[command(group = clap::ArgGroup::new("whose").required(true))]
    Revoke {
        /// Sessions of the user with this e-mail address.
        #[arg(long, value_name = "ADDRESS", group = "whose")]
        user: Option<String>,
        /// Sessions of all users.
        #[arg(long, group = "whose")]
        all: bool,
    },
}

/// Settings by flag or environment variable.
#[derive(Clone, Debug, Default, Args)]
pub struct Options {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Local address and port of the metrics and the status page [default: none].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_ADMIN_LISTEN")]
    pub admin_listen: Option<SocketAddr>,
    /// TLS certificate with its chain (PEM file). Reloaded when the file changes.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_CERTIFICATE")]
    pub tls_certificate: Option<PathBuf>,
    /// Private key of the certificate (PEM file), readable by its owner only.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Data directory, created if missing [default: waybill-data].
    #[arg(long, value_name = "DIR", env = "WAYBILL_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL database to use instead of SQLite, for example `postgres://role:password@host/database`.
    #[arg(long, value_name = "URL", env = "WAYBILL_DATABASE_URL")]
    pub database_url: Option<Secret>,
    /// File that contains the database URL, to keep it from other users of the machine.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DATABASE_URL_FILE")]
    pub database_url_file: Option<PathBuf>,
    /// Redis server that connects several instances, for example `redis://user:password@host`.
    #[arg(long, value_name = "URL", env = "WAYBILL_REDIS_URL")]
    pub redis_url: Option<Secret>,
    /// File that contains the Redis URL.
    #[arg(long, value_name = "FILE", env = "WAYBILL_REDIS_URL_FILE")]
    pub redis_url_file: Option<PathBuf>,
    /// Configuration file (TOML).
    #[arg(long, value_name = "FILE", env = "WAYBILL_CONFIG")]
    pub config: Option<PathBuf>,
    /// Public address of the application, for example `https://waybill.example.com`.
    #[arg(long, value_name = "ORIGIN", env = "WAYBILL_PUBLIC_ORIGIN")]
    pub public_origin: Option<String>,
    /// E-mail addresses of the operator's staff, separated by commas. They see all companies.
    #[arg(
        long,
        value_name = "ADDRESSES",
        value_delimiter = ',',
        env = "WAYBILL_APP_ADMINS"
    )]
    pub app_admins: Option<Vec<String>>,
    /// Log format [default: pretty].
    #[arg(long, value_name = "FORMAT", value_enum, env = "WAYBILL_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
    /// Log filter, for example `info` or `warn,waybill=debug` [default: info].
    #[arg(long, value_name = "FILTER", env = "WAYBILL_LOG")]
    pub log: Option<String>,
    /// Number of V8 isolates that render in parallel [default: one per core].
    #[arg(long, value_name = "COUNT", env = "WAYBILL_ISOLATES")]
    pub isolates: Option<u64>,
    /// Time limit for one render in milliseconds [default: 250].
    #[arg(long, value_name = "MS", env = "WAYBILL_RENDER_DEADLINE_MS")]
    pub render_deadline_ms: Option<u64>,
    /// S3 bucket for files, for example `s3://bucket/prefix`, instead of the data directory.
    #[arg(long, value_name = "URL", env = "WAYBILL_DRIVE_URL")]
    pub drive_url: Option<String>,
    /// File that contains the access key id of the bucket.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DRIVE_ACCESS_KEY_ID_FILE")]
    pub drive_access_key_id_file: Option<PathBuf>,
    /// File that contains the secret access key of the bucket.
    #[arg(
        long,
        value_name = "FILE",
        env = "WAYBILL_DRIVE_SECRET_ACCESS_KEY_FILE"
    )]
    pub drive_secret_access_key_file: Option<PathBuf>,
    /// Mail server, for example `smtps://user:password@host`. Without one, messages are written to files.
    #[arg(long, value_name = "URL", env = "WAYBILL_SMTP_URL")]
    pub smtp_url: Option<Secret>,
    /// Sender of messages, for example `Waybill <no-reply@host>`.
    #[arg(long, value_name = "MAILBOX", env = "WAYBILL_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Google Maps API key.
    #[arg(long, value_name = "KEY", env = "WAYBILL_GOOGLE_MAP_KEY")]
    pub google_map_key: Option<String>,
    /// Pendo API key.
    #[arg(long, value_name = "KEY", env = "WAYBILL_PENDO_KEY")]
    pub pendo_key: Option<String>,
    /// Services on other machines, for example `contact=https://api.example.com`, separated by commas [default: none].
    #[arg(
        long,
        value_name = "SERVICES",
        value_delimiter = ',',
        env = "WAYBILL_UPSTREAM"
    )]
    pub upstream: Option<Vec<String>>,
    /// Takes the unsigned tokens of an Auth emulator at this origin, which must be on this machine. For tests.
    #[arg(long, value_name = "ORIGIN", hide = true)]
    pub trust_auth_emulator: Option<String>,
}

/// What came of reading the command line when it was not a command.
#[derive(Debug)]
pub enum Refused {
    /// Help or version was asked for: the text, for standard output.
    Text(String),
    /// The flags cannot be used: one sentence, for standard error.
    Unusable(String),
}

impl Arguments {
    /// Reads the command line of this process and its environment.
    ///
    /// # Errors
    /// See [`Refused`].
    pub fn read() -> Result<Self, Refused> {
        Self::parse_from_words(std::env::args_os())
    }

    fn parse_from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, Refused> {
        let arguments = Self::parsed(words).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Refused::Text(error.render().to_string())
            }
            _ => Refused::Unusable(first_sentence(&error.render().to_string())),
        })?;
        match arguments.command() {
            Command::Serve | Command::Dev => Ok(arguments),
            _ if arguments.demo => Err(Refused::Unusable(
                "--demo goes with serving and with nothing else".to_owned(),
            )),
            _ => Ok(arguments),
        }
    }

    fn parsed(words: impl IntoIterator<Item = OsString>) -> Result<Self, clap::Error> {
        Self::from_arg_matches(&Self::grammar().try_get_matches_from(words)?)
    }

    /// Every flag may stand before or after the command, and help tells no value of the environment, which may be a secret.
    pub fn grammar() -> clap::Command {
        let command = <Self as CommandFactory>::command();
        command.mut_args(|flag| flag.global(true).hide_env_values(true))
    }

    /// Whether a company to look at is wanted.
    pub fn is_demo(&self) -> bool {
        self.demo
    }

    /// What to do.
    pub fn command(&self) -> Command {
        self.command.clone().unwrap_or(Command::Serve)
    }
}

/// The first paragraph of clap's text on one line, without its `error:`.
fn first_sentence(text: &str) -> String {
    let paragraph = text.split("\n\n").next().unwrap_or_default();
    let words: Vec<&str> = paragraph.split_whitespace().collect();
    let sentence = words.join(" ");
    sentence
        .strip_prefix("error: ")
        .unwrap_or(&sentence)
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, Refused> {
        Arguments::parse_from_words(line.split(' ').map(OsString::from))
    }

    #[test]
    fn serving_is_what_happens_without_a_command() {
        assert_eq!(parse("waybill").unwrap().command(), Command::Serve);
        assert_eq!(parse("waybill dev").unwrap().command(), Command::Dev);
    }

    #[test]
    fn a_company_to_look_at_is_asked_for_before_or_after_the_command() {
        for line in [
            "waybill --demo",
            "waybill serve --demo",
            "waybill --demo dev",
        ] {
            assert!(parse(line).unwrap().is_demo(), "{line}");
        }
        assert!(!parse("waybill").unwrap().is_demo());
        let seed = parse("waybill seed --rows 100000").unwrap();
        assert_eq!(seed.command(), Command::Seed { rows: 100_000 });
    }

    #[test]
    fn flags_stand_before_or_after_the_command() {
        let before = parse("waybill --listen 127.0.0.1:1 serve").unwrap();
        let after = parse("waybill serve --listen 127.0.0.1:1").unwrap();
        assert_eq!(before.options.listen, after.options.listen);
        assert!(before.options.listen.is_some());
    }

    #[test]
    fn an_unusable_flag_is_one_sentence() {
        for line in [
            "waybill --listen everywhere",
            "waybill --lissten 127.0.0.1:1",
            "waybill walk",
            "waybill --listen",
            "waybill seed",
            "waybill seed --rows 0",
            "waybill seed --rows 1000001",
            "waybill seed --rows 10 --demo",
            "waybill check-config --demo",
            "waybill backup",
            "waybill backup there --demo",
            "waybill sessions revoke",
            "waybill sessions revoke --all --user ann@lines.example",
            "waybill completions tcsh",
            "waybill hash",
            "waybill hash calibrate --target-ms 1",
        ] {
            let Err(Refused::Unusable(sentence)) = parse(line) else {
                unreachable!("{line} was accepted");
            };
            assert!(
                !sentence.contains('\n') && !sentence.is_empty(),
                "{sentence}"
            );
            assert!(!sentence.starts_with("error"), "{sentence}");
        }
    }

    #[test]
    fn every_flag_and_variable_is_in_the_readme() {
        let readme = include_str!("../../README.md");
        let grammar = Arguments::grammar();
        let shown = grammar.get_arguments().filter(|flag| !flag.is_hide_set());
        let mut names = Vec::new();
        for flag in shown {
            names.extend(flag.get_long().map(|long| format!("`--{long}`")));
            let variable = flag.get_env().map(std::ffi::OsStr::to_string_lossy);
            names.extend(variable.map(|name| format!("`{name}`")));
        }
        assert!(30 < names.len(), "{names:?}");
        names.retain(|name| !readme.contains(name));
        // Said in a sentence, with what it does.
        names.retain(|name| name != "`--demo`");
        assert!(names.is_empty(), "{names:?}");
    }

    #[test]
    fn every_command_is_in_the_readme() {
        let readme = include_str!("../../README.md");
        let grammar = Arguments::grammar();
        let missing: Vec<&str> = grammar
            .get_subcommands()
            .map(clap::Command::get_name)
            // Serving is what happens without a word.
            .filter(|name| *name != "serve" && !readme.contains(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }

    #[test]
    fn help_is_text_and_not_a_failure() {
        assert!(matches!(parse("waybill --help"), Err(Refused::Text(_))));
        assert!(matches!(parse("waybill --version"), Err(Refused::Text(_))));
    }
}
