//! The development loop: a saved file is on screen within a second, with no cargo build.
//!
//! `waybill dev` starts it beside the server. On its own thread it watches the sources, makes both bundles with esbuild,
//! asks the new one for its routes and hands everything over at once. What a release build embeds and what is handed
//! over here have the same shape, so the server serves both alike.
//!
//! Invariant: sources that do not build change nothing but [`News`]; the last good build is served on.

mod news;

pub use news::{Events, News, Reloads};

use std::error::Error;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use notify::{EventKind, RecursiveMode, Watcher as _};
use waybill_bundle::{Asset, Bundles, Mode, Project, manifest, npm};

/// Path of the event stream that [`CLIENT`] listens to; served in development only.
pub const RELOAD_PATH: &str = "/__dev/reload";

/// Script for every document in development: it reloads the page after a build and shows a failed one.
///
/// It compares the stream's version with `<html data-release>`, which is therefore the manifest's `version`.
pub const CLIENT: &str = include_str!("dev/client.js");

/// Editors write a file in several steps; a build starts after this long without another one.
const QUIET: Duration = Duration::from_millis(15);

/// Functions of the SSR bundle that are called to learn its routes.
const CALLS: [&str; 2] = ["settled", "manifest"];

/// A state of the sources that built. The parts belong together: take all or none.
#[derive(Debug)]
pub struct Build {
    /// The manifest as JSON, with the version of this build.
    pub manifest: String,
    /// Every file under `/assets/`, uncompressed, sorted by path.
    pub assets: Vec<Asset>,
    /// The SSR bundle, for every isolate.
    pub script: Arc<str>,
}

/// Why the loop did not start.
#[derive(Debug, thiserror::Error)]
pub enum DevError {
    /// There are no sources to watch.
    #[error("{} is not in a checkout of Waybill's sources, which `waybill dev` watches", folder.display())]
    NoCheckout {
        /// Where they were looked for, and in every folder above.
        folder: PathBuf,
    },
    /// The npm packages could not be installed.
    #[error(transparent)]
    Npm(npm::NpmError),
    /// The system does not report changes.
    #[error("the sources cannot be watched for changes")]
    Watch(#[source] notify::Error),
    /// The thread could not be started.
    #[error("the development loop cannot start its thread")]
    Thread(#[source] io::Error),
}

/// What went wrong with one build, in the words of whoever noticed.
type Failure = Box<dyn Error + Send + Sync>;

/// Starts the loop for the checkout around `folder` and returns at once; the first build follows immediately.
///
/// `hand_over` is called on the loop's thread after each build that differs from the one before. If it refuses a build,
/// that is shown like any other failure. V8's platform must have been initialised. The loop lasts as long as the process.
pub fn start(
    folder: &Path,
    hand_over: impl FnMut(Build) -> Result<(), Failure> + Send + 'static,
) -> Result<Reloads, DevError> {
    let project = Project::around(folder).ok_or_else(|| DevError::NoCheckout {
        folder: folder.to_owned(),
    })?;
    npm::install(&project).map_err(DevError::Npm)?;
    // Sender: the watcher's thread. Receiver: the loop. Unbounded, but it only ever holds what one save causes.
    let (changed, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if event.is_ok_and(|it| is_change(it.kind)) {
            // The loop ends with the process only.
            let _ = changed.send(());
        }
    })
    .map_err(DevError::Watch)?;
    for folder in project.source_folders() {
        watcher
            .watch(&folder, RecursiveMode::Recursive)
            .map_err(DevError::Watch)?;
    }
    let reloads = Reloads::new();
    let told = reloads.clone();
    thread::Builder::new()
        .name("dev-loop".to_owned())
        .spawn(move || {
            let _watcher = watcher;
            Loop {
                out: project.root().join("target/dev-loop"),
                project,
                version: None,
                hand_over,
                reloads: told,
            }
            .run(&changes);
        })
        .map_err(DevError::Thread)?;
    Ok(reloads)
}

/// esbuild's own reading of the sources is no change.
fn is_change(kind: EventKind) -> bool {
    matches!(
        kind,
        EventKind::Any | EventKind::Create(_) | EventKind::Modify(_) | EventKind::Remove(_)
    )
}

struct Loop<F> {
    project: Project,
    out: PathBuf,
    /// Version of the last build that was handed over.
    version: Option<String>,
    hand_over: F,
    reloads: Reloads,
}

impl<F: FnMut(Build) -> Result<(), Failure>> Loop<F> {
    fn run(mut self, changes: &mpsc::Receiver<()>) {
        loop {
            self.build();
            if changes.recv().is_err() {
                return;
            }
            while changes.recv_timeout(QUIET).is_ok() {}
        }
    }

    fn build(&mut self) {
        let start = Instant::now();
        let news = match self.try_build() {
            Ok(version) => {
                let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
                tracing::info!(version, millis, "Sources built.");
                News::Built { version }
            }
            Err(error) => {
                let message = chain(error.as_ref());
                tracing::error!(
                    "The sources do not build; the last good build is served.\n{message}"
                );
                News::Failed { message }
            }
        };
        self.reloads.tell(news);
    }

    /// Builds, hands over if anything changed, and gives the version.
    fn try_build(&mut self) -> Result<String, Failure> {
        let bundles = waybill_bundle::build(&self.project, Mode::Development, &self.out)?;
        if !bundles.warnings.is_empty() {
            tracing::warn!("esbuild warns.\n{}", bundles.warnings);
        }
        let manifest = manifest::join(&routes(&bundles)?, &bundles)?;
        if self.version.as_ref() == Some(&manifest.version) {
            return Ok(manifest.version);
        }
        (self.hand_over)(Build {
            manifest: manifest.json,
            assets: bundles.browser.assets,
            script: bundles.ssr.script.into(),
        })?;
        self.version = Some(manifest.version.clone());
        Ok(manifest.version)
    }
}

/// The routes of a bundle, which is thereby shown to evaluate.
fn routes(bundles: &Bundles) -> Result<String, Failure> {
    let answers = waybill_render::evaluate(bundles.ssr.script.clone(), &CALLS)
        .map_err(|error| bundles.ssr.explain(&error.to_string()))?;
    match answers.as_slice() {
        [settled, routes] if settled == "true" => Ok(routes.clone()),
        _ => Err("a route's module is not loaded after all microtasks ran".into()),
    }
}

/// The messages of an error and its causes, one per line.
fn chain(error: &(dyn Error + 'static)) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        message.push('\n');
        message.push_str(&cause.to_string());
        source = cause.source();
    }
    message
}
