//! The tools that tests need besides Rust and Node: found where they are installed, else installed where that is allowed.
//!
//! A test begins with [`needs!`], and ends there where a tool cannot be had: one line says why and how to get it, and the program
//! in `tests/sum.rs` repeats at the end of the run what was left out. cargo runs packages in the order of their names, so this one
//! has to have the last: a test of `server/tests/tidy.rs` holds that. With `WAYBILL_TEST_REQUIRE=all` such a test fails.
//!
//! What comes from npm and `PyPI` goes to the user's cache and needs no rights. Debian's packages need root, or `sudo` without a
//! password.
//!
//! Invariant: one process installs at a time, and an installation that was broken off is done again.

mod apt;
mod cache;
mod left_out;
mod npm;
mod path;
mod pgbouncer;
mod postgres;
mod process;
mod python;

use std::collections::BTreeMap;
use std::env;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

pub use left_out::{run, sum};
pub use path::with_system_folders;

/// What reads manifests, and all that it needs, each in one version.
const MANIFEST_SCHEMAS: &str = include_str!("../../../tests/packaging/requirements.txt");

/// The same for Schemathesis.
const SCHEMATHESIS: &str = include_str!("../../trials/tests/schemathesis/requirements.txt");

/// What a test may need.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub enum Tool {
    /// An installed one, or Debian's, unpacked.
    Caddy,
    /// The browser: `WAYBILL_CHROMIUM`; Debian's shell of Chromium, which has the same engine and no windows to draw; or an installed one.
    Chromium,
    /// `fail2ban-regex`: an installed one, or Debian's, unpacked. Its modules are in `../lib/python3/dist-packages`.
    Fail2banRegex,
    /// The folder in which `firebase-tools` of npm is installed, with its Auth emulator.
    FirebaseTools,
    /// An installed one, or Debian's.
    HaProxy,
    /// Python with the schemas of Compose and Kubernetes, in an environment of its own.
    ManifestSchemas,
    /// An installed one, or Debian's, unpacked.
    Nginx,
    /// The folder of PostgreSQL's programs, 15 or later: `WAYBILL_TEST_POSTGRES`, Debian's, or those of a package of npm.
    Postgres,
    /// The folder of Debian's packages that `packaging/ha/node.sh` installs, for a machine within this one.
    Patroni,
    /// `pg_dump`, `pg_restore` and `psql`: installed ones, or Debian's.
    PgDump,
    /// 1.21 or later: an installed one, or compiled from Debian's source.
    PgBouncer,
    /// An installed one, or Debian's.
    Podman,
    /// An installed one, or Debian's, unpacked.
    Prometheus,
    /// An installed one, or Debian's, unpacked.
    Promtool,
    /// An installed one, or Debian's.
    Redis,
    /// `st`, in an environment of Python's own.
    Schemathesis,
    /// An installed one, or Debian's.
    SystemdAnalyze,
}

/// Ends the calling test here, unless all these tools can be had: `waybill_workshop::needs!(Postgres, Redis);`.
#[macro_export]
macro_rules! needs {
    ($($tool:ident),+) => {
        if !$crate::has(&[$($crate::Tool::$tool),+]) {
            return;
        }
    };
}

/// Whether all of them can be had; notes what is left out otherwise. For a test, [`needs!`] is shorter.
///
/// # Panics
///
/// Where one of them cannot be had and `WAYBILL_TEST_REQUIRE` is `all`.
pub fn has(tools: &[Tool]) -> bool {
    tools.iter().all(|tool| match tool.find_or_install() {
        Ok(_) => true,
        Err(sentence) => {
            let is_required = env::var_os("WAYBILL_TEST_REQUIRE").is_some_and(|it| it == "all");
            assert!(!is_required, "{sentence}");
            left_out::note(*tool, &sentence);
            false
        }
    })
}

/// Where the tool is.
///
/// # Panics
///
/// Where it cannot be had, with the sentence that says why.
#[expect(clippy::panic, reason = "a test that cannot go on should stop")]
pub fn path(tool: Tool) -> PathBuf {
    tool.find_or_install()
        .unwrap_or_else(|sentence| panic!("{sentence}"))
}

impl Tool {
    const fn name(self) -> &'static str {
        match self {
            Self::Caddy => "Caddy",
            Self::Chromium => "Chromium",
            Self::Fail2banRegex => "fail2ban-regex",
            Self::FirebaseTools => "firebase-tools",
            Self::HaProxy => "HAProxy",
            Self::ManifestSchemas => "kubernetes-validate",
            Self::Nginx => "nginx",
            Self::Patroni => "Patroni",
            Self::PgBouncer => "PgBouncer",
            Self::Podman => "Podman",
            Self::Postgres => "PostgreSQL",
            Self::PgDump => "pg_dump",
            Self::Prometheus => "Prometheus",
            Self::Promtool => "promtool",
            Self::Redis => "Redis",
            Self::Schemathesis => "Schemathesis",
            Self::SystemdAnalyze => "systemd-analyze",
        }
    }

    /// How to get it by hand.
    const fn advice(self) -> &'static str {
        match self {
            Self::Caddy => "apt-get install --no-install-recommends caddy",
            Self::Chromium => "install Chromium, or set WAYBILL_CHROMIUM to its path",
            Self::Fail2banRegex => "apt-get install --no-install-recommends fail2ban",
            Self::FirebaseTools => "run the tests once with npm's registry in reach",
            Self::HaProxy => "apt-get install --no-install-recommends haproxy",
            Self::Nginx => "apt-get install --no-install-recommends nginx-light",
            Self::Postgres => {
                "apt-get install --no-install-recommends postgresql, or set WAYBILL_TEST_POSTGRES to the folder of initdb and postgres"
            }
            Self::PgDump => "apt-get install --no-install-recommends postgresql-client",
            Self::PgBouncer => {
                "install PgBouncer 1.21 or later, which is Debian 13's: apt-get install --no-install-recommends pgbouncer"
            }
            Self::Prometheus | Self::Promtool => {
                "apt-get install --no-install-recommends prometheus"
            }
            Self::Patroni => "run the tests once as root with Debian's packages in reach",
            Self::Redis => "apt-get install --no-install-recommends redis-server",
            Self::Podman => "apt-get install --no-install-recommends podman",
            Self::ManifestSchemas | Self::Schemathesis => {
                "apt-get install --no-install-recommends python3-venv, and run the tests once with PyPI in reach"
            }
            Self::SystemdAnalyze => "apt-get install --no-install-recommends systemd",
        }
    }

    /// Its path, or a sentence that says why there is none; the same answer for all tests of a process.
    fn find_or_install(self) -> Result<PathBuf, String> {
        static KNOWN: Mutex<BTreeMap<Tool, Result<PathBuf, String>>> = Mutex::new(BTreeMap::new());
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known.entry(self).or_insert_with(|| {
            let found = self.locate().map_err(|reason| {
                format!(
                    "{} is missing: {reason}. To get it: {}",
                    self.name(),
                    self.advice()
                )
            });
            if let Err(sentence) = &found {
                process::say(sentence);
            }
            found
        });
        answer.clone()
    }

    fn locate(self) -> Result<PathBuf, String> {
        match self {
            Self::Caddy => apt::unpacked("caddy", "caddy"),
            Self::Chromium => {
                if let Some(path) = env::var_os("WAYBILL_CHROMIUM") {
                    return Ok(path.into());
                }
                let shell = "chromium-headless-shell";
                let whole = [
                    "chromium",
                    "chromium-browser",
                    "google-chrome",
                    "google-chrome-stable",
                ];
                apt::program(&[shell], shell).or_else(|_| apt::program(&whole, "chromium"))
            }
            Self::Fail2banRegex => apt::unpacked("fail2ban-regex", "fail2ban"),
            Self::FirebaseTools => npm::firebase_tools(),
            Self::HaProxy => apt::program(&["haproxy"], "haproxy"),
            Self::ManifestSchemas => {
                let programs = python::environment("kubernetes-validate", MANIFEST_SCHEMAS)?;
                Ok(programs.join("python"))
            }
            Self::Nginx => apt::unpacked("nginx", "nginx"),
            Self::Patroni => apt::archives(&[
                "postgresql",
                "patroni",
                "python3-etcd",
                "etcd-server",
                "etcd-client",
            ]),
            Self::PgBouncer => pgbouncer::program(),
            Self::Podman => apt::program(&["podman"], "podman"),
            Self::Postgres => postgres::programs(),
            Self::PgDump => apt::program(&["pg_dump"], "postgresql-client"),
            Self::Prometheus => apt::unpacked("prometheus", "prometheus"),
            Self::Promtool => apt::unpacked("promtool", "prometheus"),
            Self::Redis => apt::program(&["redis-server"], "redis-server"),
            Self::Schemathesis => {
                python::environment("schemathesis", SCHEMATHESIS).map(|it| it.join("st"))
            }
            Self::SystemdAnalyze => apt::program(&["systemd-analyze"], "systemd"),
        }
    }
}
