//! The site under test: a pool over `fixture/bundle.js`, and how a test speaks to it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use waybill_render::{Counters, Failure, Pool, PoolConfig, Source, init_platform_for_tests};

pub(crate) const BUNDLE: &str = include_str!("fixture/bundle.js");

pub(crate) struct Site {
    pub(crate) pool: Pool,
}

impl Site {
    /// One isolate from the snapshot with a small heap.
    pub(crate) fn start() -> Self {
        Self::with(config())
    }

    pub(crate) fn with(config: PoolConfig) -> Self {
        Self::from(config, Source::Snapshot(blob()))
    }

    pub(crate) fn from(config: PoolConfig, source: Source) -> Self {
        start_v8();
        Self {
            pool: Pool::start(config, source).unwrap(),
        }
    }

    /// Renders a page of the bundle that takes nothing but its name.
    pub(crate) async fn page(&self, page: &str) -> Result<String, Failure> {
        self.ask(json!({ "page": page })).await
    }

    pub(crate) async fn ask(&self, input: Value) -> Result<String, Failure> {
        let rendered = self.pool.render(input.to_string()).await?;
        Ok(rendered.html)
    }

    /// Checks that an ordinary page still comes out right.
    #[track_caller]
    pub(crate) fn serves(&self) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            let html = self
                .ask(json!({ "page": "table", "rows": 1, "company": "Kühne & Söhne €" }))
                .await;
            let expected = "<table><tr><td>Kühne &#38; Söhne €</td><td>shipment 0</td><td>DE</td>\
                            <td>NL</td><td>ready</td></tr></table>";
            assert_eq!(html.as_deref(), Ok(expected), "at {caller}");
        }
    }

    pub(crate) fn counters(&self) -> Counters {
        self.pool.counters()
    }

    /// Waits until the counters satisfy `wanted`, for half a minute at most.
    #[track_caller]
    pub(crate) fn counts(&self, wanted: impl Fn(&Counters) -> bool) -> impl Future<Output = ()> {
        let caller = std::panic::Location::caller();
        async move {
            for _ in 0..3000 {
                if wanted(&self.counters()) {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
            panic!("at {caller}: the counters stay at {:?}", self.counters());
        }
    }
}

/// Starts V8 with the fixture's snapshot under all isolates, whichever test comes first.
pub(crate) fn start_v8() {
    init_platform_for_tests();
    Source::Snapshot(blob()).adopt().unwrap();
}

/// One isolate with a small heap, and deadlines that an ordinary page never comes near even on a busy machine.
pub(crate) fn config() -> PoolConfig {
    PoolConfig {
        isolates: 1,
        queue: 64,
        queue_wait: Duration::from_secs(20),
        deadline: Duration::from_secs(1),
        // A thread may also be late because the machine is busy with other tests.
        kill_grace: Duration::from_secs(20),
        heap_limit_bytes: 64 << 20,
        young_generation_bytes: 6 << 20,
        ..PoolConfig::default()
    }
}

/// The snapshot of the fixture bundle, made once.
pub(crate) fn blob() -> &'static [u8] {
    static BLOB: OnceLock<&'static [u8]> = OnceLock::new();
    BLOB.get_or_init(|| {
        let made = make_snapshot(BUNDLE, &["settled", "manifest", "warmUp"]);
        Vec::leak(made.unwrap().blob)
    })
}

pub(crate) struct MadeSnapshot {
    pub(crate) blob: Vec<u8>,
    pub(crate) answers: Vec<String>,
}

/// Makes a snapshot in a process of its own; the error is what that process said.
pub(crate) fn make_snapshot(bundle: &str, calls: &[&str]) -> Result<MadeSnapshot, String> {
    let (script, blob) = (scratch("js"), scratch("bin"));
    std::fs::write(&script.0, bundle).unwrap();
    let output = workbench(&["snapshot", script.text(), blob.text()], calls);
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(MadeSnapshot {
        blob: std::fs::read(&blob.0).unwrap(),
        answers: String::from_utf8(output.stdout)
            .unwrap()
            .lines()
            .map(str::to_owned)
            .collect(),
    })
}

/// Runs `examples/workbench.rs`, which `cargo test` builds beside the tests.
pub(crate) fn workbench(arguments: &[&str], more: &[&str]) -> Output {
    let test = std::env::current_exe().unwrap();
    let profile = test.parent().and_then(Path::parent).unwrap();
    Command::new(profile.join("examples").join("workbench"))
        .args(arguments)
        .args(more)
        .output()
        .expect(
            "the example `workbench` is built by a `cargo test` that is not limited to one target",
        )
}

/// A file that goes when the test does.
pub(crate) struct Scratch(pub(crate) PathBuf);

impl Scratch {
    pub(crate) fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_file(&self.0));
    }
}

pub(crate) fn scratch(extension: &str) -> Scratch {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("waybill-render-{}-{count}.{extension}", std::process::id());
    Scratch(std::env::temp_dir().join(name))
}
