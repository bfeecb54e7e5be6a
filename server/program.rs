//! The program: arguments → config → telemetry → App → serve.
//!
//! What cannot be used is told in one sentence on standard error, with exit code 2 and nothing changed.

mod operating;
mod reloading;

use std::error::Error;
use std::io::Write;
use std::net::TcpListener;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::app::{self, App, DemoData, DemoError, LAST_MAILS, Release};
use crate::clock::Clock;
use crate::config::arguments::Refused;
use crate::config::{Arguments, Command, Config, Reload};
use crate::data_dir::Occupied;
use crate::http::{self, Listener, Site, Tls, error_page, health};
use crate::operations::doctor::{self, Level, sentence};
use crate::operations::open_storage;
use crate::service_manager;
use crate::telemetry::{self, Filter, access, said};
use clap_complete::Shell;
use tokio::signal::unix::{Signal, SignalKind, signal};

use self::reloading::Reloading;

/// A start that did not come to pass.
const UNUSABLE: u8 = 2;

/// How long closing isolates and database may take at the end.
const LAST_WORDS: Duration = Duration::from_secs(2);

/// The doctor found something with which the program cannot serve.
const ILL: u8 = 1;

/// Runs it with the arguments of the process.
pub fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(stop) => {
            let why = format!("waybill: {}", sentence(stop.as_ref()));
            write_line(std::io::stderr(), &said::line(tracing::Level::ERROR, &why));
            ExitCode::from(UNUSABLE)
        }
    }
}

type Stop = Box<dyn Error + Send + Sync>;

fn run() -> Result<ExitCode, Stop> {
    let arguments = match Arguments::read() {
        Ok(arguments) => arguments,
        Err(Refused::Text(text)) => {
            say(&text);
            return Ok(ExitCode::SUCCESS);
        }
        Err(Refused::Unusable(sentence)) => return Err(sentence.into()),
    };
    let command = arguments.command();
    match &command {
        Command::Completions { shell } => {
            print_completions(*shell);
            return Ok(ExitCode::SUCCESS);
        }
        Command::Man => return print_manual().map(|()| ExitCode::SUCCESS),
        Command::ErrorPage { html: true } => {
            say(&error_page::html(None));
            return Ok(ExitCode::SUCCESS);
        }
        Command::ErrorPage { .. } => {
            say(&error_page::http_response());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Health => return Ok(ask_health(&arguments)),
        _ => {}
    }
    // Also for why the configuration cannot be used, where it is not the file that says it.
    if let Some(format) = arguments.options.log_format {
        said::set_format(format);
    }
    let (config, settings) = Reload::begin(&arguments.options)?;
    if command == Command::CheckConfig {
        say("The configuration is valid.");
        return Ok(ExitCode::SUCCESS);
    }
    let is_filled = arguments.is_demo() || matches!(command, Command::Seed { .. });
    if is_filled && config.firebase.is_some() {
        return Err(DemoError::ExternalIdentity.into());
    }
    let telemetry = telemetry::start(&config.log, config.traces.as_ref())?;
    // Dropped at the end, once the runtime is gone: it tells of the last requests then.
    let _exporter = telemetry.exporter;
    let handed_over = match command {
        Command::Serve | Command::Dev => service_manager::socket()?,
        _ => None,
    };
    if matches!(
        command,
        Command::Serve | Command::Dev | Command::Seed { .. }
    ) {
        // V8 wants to be started before any thread that will use it.
        app::init_platform();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let outcome = runtime.block_on(async {
        match command {
            Command::Seed { rows } => seed(config, rows).await?,
            Command::Serve | Command::Dev => {
                let data = arguments.is_demo().then_some(DemoData::DEMO);
                let develops = command == Command::Dev;
                let reload = (settings, telemetry.filter);
                serve(config, handed_over, develops, data, reload).await?;
            }
            Command::Doctor => {
                let findings = doctor::examine(&config, &arguments.options, &Clock::system()).await;
                say(&findings.to_string());
                if findings.level() == Level::Fail {
                    return Ok(ExitCode::from(ILL));
                }
            }
            command => say(&operating::operate(&config, command).await?),
        }
        Ok(ExitCode::SUCCESS)
    });
    // Threads that still work on what was cut off do not hold the process.
    runtime.shutdown_background();
    access::finish();
    outcome
}

/// Says in a line whether the server can serve. A container runtime knows 0 and 1 alone, also for a configuration that cannot be used.
fn ask_health(arguments: &Arguments) -> ExitCode {
    let asked = Config::load(&arguments.options).map_err(Stop::from);
    let asked = asked.and_then(|config| {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        Ok(runtime.block_on(health::ask(&config))?)
    });
    match asked {
        Ok(line) => {
            say(&line);
            ExitCode::SUCCESS
        }
        Err(why) => {
            let why = format!("waybill: {}", sentence(why.as_ref()));
            write_line(std::io::stderr(), &why);
            ExitCode::from(ILL)
        }
    }
}

fn print_completions(shell: Shell) {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Arguments::grammar(), "waybill", &mut script);
    say(&String::from_utf8_lossy(&script));
}

fn print_manual() -> Result<(), Stop> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Arguments::grammar()).render(&mut page)?;
    say(&String::from_utf8_lossy(&page));
    Ok(())
}

/// Fills an empty data directory with so many contacts.
async fn seed(config: Config, rows: u32) -> Result<(), Stop> {
    let release = Release::embedded()?;
    let app = App::open(config, Clock::system(), release, app::embedded_source()).await?;
    let filled = app.fill(DemoData::rows(rows.try_into()?)).await;
    app.close().await;
    let person = filled?;
    say(&format!("{rows} contacts were written. {person}"));
    Ok(())
}

/// Serves at the socket that was handed over, or else at the configured address.
async fn serve(
    config: Config,
    handed_over: Option<TcpListener>,
    develops: bool,
    data: Option<DemoData>,
    (settings, filter): (Reload, Filter),
) -> Result<(), Stop> {
    access::start(config.log.access);
    let tls = config.tls.as_ref().map(Tls::load).transpose()?;
    let listener = match handed_over {
        Some(socket) => Listener::take_over(socket)?,
        None => Listener::bind(config.listen).await?,
    };
    let listener = listener.with_tls(tls.clone());
    let admin = match config.admin {
        Some(address) => Some(Listener::bind(address).await?),
        None => None,
    };
    let mut shown = config.clone();
    shown.listen = listener.address()?;
    shown.admin = admin.as_ref().map(Listener::address).transpose()?;
    let _occupied = match &shown.database {
        Some(_) => None,
        None => Some(Occupied::take(&shown.data_dir)?),
    };
    let release = Release::embedded()?;
    let storage = match open_storage(&shown).await {
        Err(error) if error.is_away() && !shown.start_wait.is_zero() => {
            let waiting = app::await_storage(&shown, error);
            listener.meanwhile(&shown.edge, waiting).await?
        }
        opened => opened?,
    };
    let source = app::embedded_source();
    let app = App::open_on(storage, shown, Clock::system(), release, source);
    let app = Box::pin(app).await?;
    let app = Arc::new(app);
    let person = match data {
        Some(data) => Some(app.fill(data).await?),
        None => None,
    };
    let reloads = if develops { Some(develop(&app)?) } else { None };
    let site = Arc::new(Site::new(Arc::clone(&app), reloads).with_tls(tls.clone()));
    let router = http::router(&site);
    let jobs = app.begin_jobs();
    // Told until the very end, so that a drain can be watched.
    let telling = admin.map(|admin| {
        let site = Arc::clone(&site);
        tokio::spawn(async move { admin.serve_admin(&site).await })
    });
    let signals = Signals::listen()?;
    let asked = signal(SignalKind::hangup())?;
    let renewing = tls.clone();
    let renewing = renewing.map(|tls| tokio::spawn(tls.keep_current()));
    let living = tokio::spawn({
        let app = Arc::clone(&app);
        service_manager::stay_alive(move || app.pool.is_healthy())
    });
    let line = started(&app.config());
    service_manager::ready(&line);
    let reloading = Reloading {
        settings,
        filter,
        app: Arc::clone(&app),
        tls,
        line: line.clone(),
    };
    let reloading = tokio::spawn(reloading.at_each(asked));
    say(&said::line(tracing::Level::INFO, &line));
    if let Some(person) = person {
        say(&said::line(tracing::Level::INFO, &person.to_string()));
    }
    let patience = || {
        let edge = &app.config().edge;
        edge.drain_delay + edge.drain + LAST_MAILS + LAST_WORDS
    };
    listener.serve(&site, router, signals.first(patience)).await;
    reloading.abort();
    jobs.end().await;
    if let Some(telling) = telling {
        telling.abort();
    }
    app.close().await;
    living.abort();
    if let Some(renewing) = renewing {
        renewing.abort();
    }
    Ok(())
}

/// Rebuilds the client's parts when they change, and hands each build to the application.
fn develop(app: &Arc<App>) -> Result<crate::dev::Reloads, Stop> {
    let app = Arc::clone(app);
    let folder = std::env::current_dir()?;
    let reloads = crate::dev::start(&folder, move |build| {
        let files = build.assets.into_iter();
        let files = files.map(|asset| (asset.path, asset.content_type, asset.bytes));
        let release = Release::uncompressed(&build.manifest, files)?;
        app.replace_release(release, build.script);
        Ok(())
    })?;
    Ok(reloads)
}

/// The line that tells the operator what runs where.
fn started(config: &Config) -> String {
    let admin = config.admin.map_or_else(String::new, |address| {
        format!(" Its state is told at http://{address}.")
    });
    let (url, parts) = (config.url(), config.parts());
    format!("Waybill serves {url} with {parts}.{admin}")
}

/// The signals that end the process.
struct Signals {
    terminate: Signal,
    interrupt: Signal,
}

impl Signals {
    fn listen() -> std::io::Result<Self> {
        Ok(Self {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Ready at the first signal; the second ends the process where it stands, and so does the end of its patience.
    async fn first(mut self, patience: impl FnOnce() -> Duration) {
        self.next().await;
        service_manager::stopping();
        let patience = patience();
        tokio::spawn(async move {
            if tokio::time::timeout(patience, self.next()).await.is_err() {
                tracing::error!("The shutdown took too long; remaining work is abandoned.");
            }
            abandon();
        });
    }

    async fn next(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// Leaves at once. What was acknowledged is on the disk; what was not is lost, as asked for.
#[expect(
    clippy::exit,
    reason = "the operator asked twice, or waited long enough"
)]
fn abandon() {
    std::process::exit(1);
}

/// Says what the operator asked for.
fn say(text: &str) {
    write_line(std::io::stdout(), text);
}

/// Writes to somebody who may have stopped reading, as `head` does after its lines. Then there is nobody left to tell, and
/// the exit code says the rest.
fn write_line(mut stream: impl Write, text: &str) {
    if writeln!(stream, "{}", text.trim_end()).is_err() {
        tracing::debug!("A line of output could not be written.");
    }
}
