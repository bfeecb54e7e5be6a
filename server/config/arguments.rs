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
    /// What to do; serving when absent.
    #[command(subcommand)]
    command: Option<Command>,
    /// Fill an empty data directory with a company to look at, and say how to sign in to it.
    #[arg(long)]
    demo: bool,
    /// Settings that stand before or after the command.
    #[command(flatten)]
    pub options: Options,
}

/// What the program can do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the application (what happens without a command).
    Serve,
    /// Serve, rebuild client/ and ssr-bundle/ when they change, and reload the browser.
    Dev,
    /// Fill an empty data directory with a company of so many contacts, for benchmarks, and stop.
    Seed {
        /// How many contacts.
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rows: u32,
    },
    /// Read the configuration, say whether it can be used, and stop.
    CheckConfig,
    /// Look whether everything that the program rests on is as it should be, and say what to do about what is not.
    Doctor,
    /// What a password's hash costs.
    Hash {
        /// What to do about it.
        #[command(subcommand)]
        action: HashAction,
    },
    /// Back up the SQLite database and the files beside it, also while a server runs on them.
    Backup {
        /// Folder in which the backup gets a folder of its own.
        #[arg(value_name = "DIR")]
        into: PathBuf,
    },
    /// Restore a backup into the data directory, which has to be empty or missing.
    Restore {
        /// The backup's folder.
        #[arg(value_name = "BACKUP")]
        from: PathBuf,
        /// Only prove that it can be restored: every file is read and the database examined, and nothing is left behind.
        #[arg(long)]
        verify: bool,
    },
    /// Bring the schema of the database up to date, and stop.
    Migrate {
        /// Only say what would be applied.
        #[arg(long)]
        dry_run: bool,
    },
    /// Keys that sign tokens.
    Keys {
        /// What to do with them.
        #[command(subcommand)]
        action: KeysAction,
    },
    /// Sessions of people.
    Sessions {
        /// What to do with them.
        #[command(subcommand)]
        action: SessionsAction,
    },
    /// Print the script that completes the commands and flags in a shell.
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
    /// Measure this machine, and print the settings with which one hash takes so long.
    Calibrate {
        /// Milliseconds for one hash.
        #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(10..=2_000))]
        target_ms: u64,
    },
}

/// What can be done with keys.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum KeysAction {
    /// Have new keys sign from now on; nobody is signed out.
    Rotate {
        /// Somebody else knows the old keys: delete them, and end every session.
        #[arg(long)]
        compromised: bool,
    },
}

/// What can be done with sessions.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SessionsAction {
    /// End sessions: their people have to sign in anew.
    #[command(group = clap::ArgGroup::new("whose").required(true))]
    Revoke {
        /// Those of the user with this mail address.
        #[arg(long, value_name = "ADDRESS", group = "whose")]
        user: Option<String>,
        /// Everybody's.
        #[arg(long, group = "whose")]
        all: bool,
    },
}

/// Settings by flag or environment.
#[derive(Clone, Debug, Default, Args)]
pub struct Options {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Address and port, on this machine, at which metrics and a status page are told [default: none].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_ADMIN_LISTEN")]
    pub admin_listen: Option<SocketAddr>,
    /// Certificate to meet people with, and what leads from it to a root (PEM); its file may be replaced at any time.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_CERTIFICATE")]
    pub tls_certificate: Option<PathBuf>,
    /// Its private key (PEM), readable to nobody else.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Folder of the database, created when missing [default: waybill-data].
    #[arg(long, value_name = "DIR", env = "WAYBILL_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL database instead of SQLite in the folder, as `postgres://role:password@host/database`.
    #[arg(long, value_name = "URL", env = "WAYBILL_DATABASE_URL")]
    pub database_url: Option<Secret>,
    /// File that holds the database's URL, so that other users of the machine do not see it.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DATABASE_URL_FILE")]
    pub database_url_file: Option<PathBuf>,
    /// Redis over which several instances tell each other of what open pages show, as `redis://user:password@host`.
    #[arg(long, value_name = "URL", env = "WAYBILL_REDIS_URL")]
    pub redis_url: Option<Secret>,
    /// File that holds the URL of Redis.
    #[arg(long, value_name = "FILE", env = "WAYBILL_REDIS_URL_FILE")]
    pub redis_url_file: Option<PathBuf>,
    /// Configuration file (TOML).
    #[arg(long, value_name = "FILE", env = "WAYBILL_CONFIG")]
    pub config: Option<PathBuf>,
    /// The address people type, for example `https://waybill.example.com`.
    #[arg(long, value_name = "ORIGIN", env = "WAYBILL_PUBLIC_ORIGIN")]
    pub public_origin: Option<String>,
    /// Mail addresses of the operator's own people, with commas between them; they see all companies.
    #[arg(
        long,
        value_name = "ADDRESSES",
        value_delimiter = ',',
        env = "WAYBILL_APP_ADMINS"
    )]
    pub app_admins: Option<Vec<String>>,
    /// Logs for people or for machines [default: pretty].
    #[arg(long, value_name = "FORMAT", value_enum, env = "WAYBILL_LOG_FORMAT")]
    pub log_format: Option<LogFormat>,
    /// What is logged, for example `info` or `warn,waybill=debug` [default: info].
    #[arg(long, value_name = "FILTER", env = "WAYBILL_LOG")]
    pub log: Option<String>,
    /// Isolates that render at the same time [default: one per core].
    #[arg(long, value_name = "COUNT", env = "WAYBILL_ISOLATES")]
    pub isolates: Option<u64>,
    /// Milliseconds a render may take before it is ended [default: 250].
    #[arg(long, value_name = "MS", env = "WAYBILL_RENDER_DEADLINE_MS")]
    pub render_deadline_ms: Option<u64>,
    /// Bucket for files instead of the folder, as `s3://bucket/prefix`.
    #[arg(long, value_name = "URL", env = "WAYBILL_DRIVE_URL")]
    pub drive_url: Option<String>,
    /// File that holds the id of the bucket's access key.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DRIVE_ACCESS_KEY_ID_FILE")]
    pub drive_access_key_id_file: Option<PathBuf>,
    /// File that holds the secret of the bucket's access key.
    #[arg(
        long,
        value_name = "FILE",
        env = "WAYBILL_DRIVE_SECRET_ACCESS_KEY_FILE"
    )]
    pub drive_secret_access_key_file: Option<PathBuf>,
    /// Mail server, as `smtps://user:password@host`; without it mails are kept as files.
    #[arg(long, value_name = "URL", env = "WAYBILL_SMTP_URL")]
    pub smtp_url: Option<Secret>,
    /// Who mails come from, as `Waybill <no-reply@host>`.
    #[arg(long, value_name = "MAILBOX", env = "WAYBILL_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Key of the maps script.
    #[arg(long, value_name = "KEY", env = "WAYBILL_GOOGLE_MAP_KEY")]
    pub google_map_key: Option<String>,
    /// Key of the analytics script.
    #[arg(long, value_name = "KEY", env = "WAYBILL_PENDO_KEY")]
    pub pendo_key: Option<String>,
    /// Services on other machines, as `contact=https://api.example.com`, with commas between them [default: none].
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
