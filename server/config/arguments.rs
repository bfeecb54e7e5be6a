//! The command line, and the `WAYBILL_*` variable of each flag.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;

use clap::error::ErrorKind;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;
use jiff::{SignedDuration, Span, SpanRelativeTo};

use super::database::Secret;
use super::given::Given;
use super::{AccessLog, LogFormat, environment, refusal};

/// Freight and logistics for company staff, in one program.
#[derive(Debug, Parser)]
#[command(name = "waybill", version, about)]
pub struct Arguments {
    /// What to do. Without a command, the program serves.
    #[command(subcommand)]
    command: Option<Command>,
    /// Fill an empty data folder with a demonstration company and print an e-mail address and password to sign in with.
    #[arg(long)]
    demo: bool,
    /// Settings, before or after the command.
    #[command(flatten)]
    pub options: Options,
}

/// What the program can do.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Serve the application. This is the default.
    Serve,
    /// Serve, and rebuild client/ and ssr-bundle/ and reload the browser when they change.
    Dev,
    /// Fill an empty data folder with a company with this many contacts, for benchmarks, and exit.
    Seed {
        /// Number of contacts.
        #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
        rows: u32,
    },
    /// Check the configuration and exit.
    CheckConfig,
    /// Check everything that the program depends on, and say what to do about each problem.
    Doctor,
    /// Password hashes.
    Hash {
        /// What to do with them.
        #[command(subcommand)]
        action: HashAction,
    },
    /// Back up the database and the uploaded files, also while a server uses them. PostgreSQL is dumped by its own `pg_dump`.
    Backup {
        /// Folder in which a new folder for the backup is created. What an interrupted backup left there is removed.
        #[arg(value_name = "DIR")]
        into: PathBuf,
        /// Afterwards, remove backups that are older, for example 14d; the new one stays.
        #[arg(long, value_name = "AGE", value_parser = age)]
        keep: Option<SignedDuration>,
        /// Encrypt it in the age format for this public key (age1…), or those in this file. May be given several times.
        #[arg(long, value_name = "KEY")]
        encrypt_to: Vec<String>,
    },
    /// Restore a backup into the data folder, which must be empty or missing, and with PostgreSQL into an empty database.
    Restore {
        /// Folder of the backup.
        #[arg(value_name = "BACKUP")]
        from: PathBuf,
        /// Only check that the backup can be restored: read every file, examine the database, and leave nothing behind.
        #[arg(long)]
        verify: bool,
        /// Take the newest backup in the folder.
        #[arg(long)]
        latest: bool,
        /// File with the secret key of an encrypted backup, as age-keygen writes it.
        #[arg(long, value_name = "FILE")]
        identity: Option<PathBuf>,
    },
    /// Update the database schema and exit.
    Migrate {
        /// Only say what would change: the pending migrations, and reference data with the rows in use.
        #[arg(long)]
        dry_run: bool,
    },
    /// Manage the keys that sign tokens.
    Keys {
        /// What to do with them.
        #[command(subcommand)]
        action: KeysAction,
    },
    /// Companies of the installation.
    Companies {
        /// What to do with them.
        #[command(subcommand)]
        action: CompaniesAction,
    },
    /// Mail that came back.
    Mail {
        /// What to do with it.
        #[command(subcommand)]
        action: MailAction,
    },
    /// Sessions of users.
    Sessions {
        /// What to do with them.
        #[command(subcommand)]
        action: SessionsAction,
    },
    /// Access tokens of programs.
    Tokens {
        /// What to do with them.
        #[command(subcommand)]
        action: TokensAction,
    },
    /// Ask the running server whether it can serve; exit with 0 if so and 1 if not. For containers without a shell.
    Health,
    /// Print the page that a load balancer shows while no instance answers, as a response with its head (`errorfile`).
    ErrorPage {
        /// Print the page alone, as nginx and Caddy take it.
        #[arg(long)]
        html: bool,
    },
    /// Print the completion script for a shell.
    Completions {
        /// The shell.
        shell: Shell,
    },
    /// Print the manual page.
    Man,
}

/// A number of days, weeks or hours (`14d`, `2w`, `36h`).
fn age(text: &str) -> Result<SignedDuration, String> {
    let parsed = text.parse().ok().and_then(|span: Span| {
        let whole = span.to_duration(SpanRelativeTo::days_are_24_hours());
        whole.ok().filter(SignedDuration::is_positive)
    });
    parsed.ok_or_else(|| "an age is written like 14d, 2w or 36h".to_owned())
}

/// What can be done with companies.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum CompaniesAction {
    /// Make a user an active administrator of their company, for a company that nobody can administer any more.
    Adopt {
        /// The user with this e-mail address.
        #[arg(long, value_name = "ADDRESS")]
        user: String,
        /// Id of the account at Firebase with which the user signs in from now on. With the embedded identity provider it is
        /// the account with the same address.
        #[arg(long, value_name = "UID")]
        account: Option<String>,
    },
}

/// What can be done about hashes.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum HashAction {
    /// Measure this machine and print the settings with which one hash takes this long.
    Calibrate {
        /// Milliseconds for one hash.
        #[arg(long, value_name = "MS", default_value_t = 100, value_parser = clap::value_parser!(u64).range(10..=2_000))]
        target_ms: u64,
    },
}

/// What can be done with keys.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum KeysAction {
    /// Sign with new keys from now on. Nobody is signed out.
    Rotate {
        /// The old keys are known to somebody else: delete them and end all sessions.
        #[arg(long)]
        compromised: bool,
    },
}

/// What can be done with mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Subcommand)]
pub enum MailAction {
    /// Read a delivery report or a complaint from standard input, and send no more mail to its address.
    Returned,
}

/// What can be done with sessions.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum SessionsAction {
    /// End sessions; their users have to sign in again.
    #[command(group = clap::ArgGroup::new("whose").required(true))]
    Revoke {
        /// Those of the user with this e-mail address.
        #[arg(long, value_name = "ADDRESS", group = "whose")]
        user: Option<String>,
        /// Those of all users.
        #[arg(long, group = "whose")]
        all: bool,
    },
}

/// What can be done with access tokens.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum TokensAction {
    /// List access tokens, a line for each, separated by tabs. Their secrets are not stored.
    List {
        /// Only those of the user with this e-mail address.
        #[arg(long, value_name = "ADDRESS")]
        user: Option<String>,
    },
    /// Revoke access tokens; programs that use them stop working at once.
    #[command(group = clap::ArgGroup::new("whose").required(true))]
    Revoke {
        /// Those of the user with this e-mail address.
        #[arg(long, value_name = "ADDRESS", group = "whose")]
        user: Option<String>,
        /// Those of all users.
        #[arg(long, group = "whose")]
        all: bool,
        /// Those that are in the text on standard input, such as what a scanner for leaked secrets reports.
        #[arg(long, group = "whose")]
        found: bool,
    },
}

/// Settings by flag or environment variable.
#[derive(Clone, Debug, Default, Args)]
pub struct Options {
    /// Address and port to listen on [default: 127.0.0.1:8080].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_LISTEN")]
    pub listen: Option<SocketAddr>,
    /// Address and port of metrics and a status page, on this machine [default: none].
    #[arg(long, value_name = "ADDRESS", env = "WAYBILL_ADMIN_LISTEN")]
    pub admin_listen: Option<SocketAddr>,
    /// Certificate with its chain (PEM). The file may be replaced at any time.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_CERTIFICATE")]
    pub tls_certificate: Option<PathBuf>,
    /// Private key of the certificate (PEM), readable by nobody else.
    #[arg(long, value_name = "FILE", env = "WAYBILL_TLS_KEY")]
    pub tls_key: Option<PathBuf>,
    /// Folder of the database and of files, created when missing [default: waybill-data].
    #[arg(long, value_name = "DIR", env = "WAYBILL_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL database to use instead of SQLite, for example `postgres://role:password@host/database`.
    #[arg(long, value_name = "URL", env = "WAYBILL_DATABASE_URL")]
    pub database_url: Option<Secret>,
    /// File that holds the URL of the database, so that other users of the machine do not see it.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DATABASE_URL_FILE")]
    pub database_url_file: Option<PathBuf>,
    /// Replica of the PostgreSQL database to read from what may be some seconds old.
    #[arg(long, value_name = "URL", env = "WAYBILL_DATABASE_READ_URL")]
    pub database_read_url: Option<Secret>,
    /// File that holds the URL of the replica.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DATABASE_READ_URL_FILE")]
    pub database_read_url_file: Option<PathBuf>,
    /// Redis that connects several instances, as `redis://user:password@host`, `redis+sentinel://…` or `redis+cluster://…`.
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
    /// E-mail addresses of your own staff, separated by commas. They see all companies.
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
    /// Access log on standard output [default: off].
    #[arg(long, value_name = "FORMAT", value_enum, env = "WAYBILL_LOG_ACCESS")]
    pub log_access: Option<AccessLog>,
    /// V8 isolates that render at the same time [default: one per core].
    #[arg(long, value_name = "COUNT", env = "WAYBILL_ISOLATES")]
    pub isolates: Option<u64>,
    /// Milliseconds after which a render is ended [default: 250].
    #[arg(long, value_name = "MS", env = "WAYBILL_RENDER_DEADLINE_MS")]
    pub render_deadline_ms: Option<u64>,
    /// Bucket for uploaded files instead of the data folder, as `s3://bucket/prefix`.
    #[arg(long, value_name = "URL", env = "WAYBILL_DRIVE_URL")]
    pub drive_url: Option<String>,
    /// All instances keep their files in one folder, or there is only one instance.
    #[arg(
        long,
        value_name = "BOOL",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "true",
        env = "WAYBILL_DRIVE_SHARED_FOLDER"
    )]
    pub drive_shared_folder: Option<bool>,
    /// File that holds the id of the access key of the bucket.
    #[arg(long, value_name = "FILE", env = "WAYBILL_DRIVE_ACCESS_KEY_ID_FILE")]
    pub drive_access_key_id_file: Option<PathBuf>,
    /// File that holds the secret of the access key of the bucket.
    #[arg(
        long,
        value_name = "FILE",
        env = "WAYBILL_DRIVE_SECRET_ACCESS_KEY_FILE"
    )]
    pub drive_secret_access_key_file: Option<PathBuf>,
    /// Mail server, as `smtps://user:password@host`. Without it, mails are kept as files.
    #[arg(long, value_name = "URL", env = "WAYBILL_SMTP_URL")]
    pub smtp_url: Option<Secret>,
    /// File that contains the URL of the mail server.
    #[arg(long, value_name = "FILE", env = "WAYBILL_SMTP_URL_FILE")]
    pub smtp_url_file: Option<PathBuf>,
    /// Sender of mails, as `Waybill <no-reply@host>`.
    #[arg(long, value_name = "MAILBOX", env = "WAYBILL_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Google Maps API key.
    #[arg(long, value_name = "KEY", env = "WAYBILL_GOOGLE_MAP_KEY")]
    pub google_map_key: Option<String>,
    /// Pendo API key.
    #[arg(long, value_name = "KEY", env = "WAYBILL_PENDO_KEY")]
    pub pendo_key: Option<String>,
    /// Services on other machines, as `contact=https://api.example.com`, separated by commas.
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
    /// Which of them are set, and by what.
    #[arg(skip)]
    pub given: Given,
}

/// What came of reading the command line when it was not a command.
#[derive(Debug)]
pub enum Refused {
    /// Help or version was asked for: the text, for standard output.
    Text(String),
    /// The flags or variables cannot be used: one sentence, for standard error.
    Unusable(String),
}

impl Arguments {
    /// Reads the command line of this process and its environment.
    ///
    /// # Errors
    /// See [`Refused`].
    pub fn read() -> Result<Self, Refused> {
        let arguments = Self::parse_from_words(std::env::args_os())?;
        let grammar = Self::grammar();
        let known = grammar.get_arguments().filter_map(clap::Arg::get_env);
        let known: Vec<String> = known.map(|it| it.to_string_lossy().into_owned()).collect();
        match environment::refusal(std::env::vars_os(), &known) {
            Some(sentence) => Err(Refused::Unusable(sentence)),
            None => Ok(arguments),
        }
    }

    fn parse_from_words(words: impl IntoIterator<Item = OsString>) -> Result<Self, Refused> {
        let words: Vec<OsString> = words.into_iter().collect();
        let arguments = Self::parsed(&words).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Refused::Text(error.render().to_string())
            }
            _ => Refused::Unusable(refusal::sentence(&error, &Self::grammar(), &words)),
        })?;
        match arguments.command() {
            Command::Serve | Command::Dev => Ok(arguments),
            _ if arguments.demo => Err(Refused::Unusable(
                "--demo goes with serving and with nothing else".to_owned(),
            )),
            _ => Ok(arguments),
        }
    }

    fn parsed(words: &[OsString]) -> Result<Self, clap::Error> {
        let grammar = Self::grammar();
        let matches: ArgMatches = grammar.clone().try_get_matches_from(words)?;
        let mut arguments = Self::from_arg_matches(&matches)?;
        arguments.options.given = Given::of(&matches, grammar.get_arguments());
        Ok(arguments)
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
            "waybill mail",
            "waybill tokens revoke",
            "waybill tokens revoke --all --found",
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
    fn help_is_text_and_not_a_failure() {
        assert!(matches!(parse("waybill --help"), Err(Refused::Text(_))));
        assert!(matches!(parse("waybill --version"), Err(Refused::Text(_))));
    }
}
