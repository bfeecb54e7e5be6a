//! `PgBouncer`, which many instances share: an installed one that keeps prepared statements, else compiled from Debian's source, as the
//! package of Debian 12 is older.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{apt, cache, path, process};

/// The first that keeps prepared statements.
const REQUIRED: (u32, u32) = (1, 21);

/// Of Debian 13.
const SOURCE: &str =
    "http://deb.debian.org/debian/pool/main/p/pgbouncer/pgbouncer_1.24.1.orig.tar.gz";
const CHECKSUM: &str = "SHA256:da72a3aba13072876d055a3e58dd4aba4a5de4ed6148e73033185245598fd3e0";

/// The program.
pub(crate) fn program() -> Result<PathBuf, String> {
    if let Some(found) = path::find(&["pgbouncer"])
        && version(&found).is_some_and(|it| REQUIRED <= it)
    {
        return Ok(found);
    }
    let download = Path::new("/usr/lib/apt/apt-helper");
    if !download.exists() {
        return Err(
            "it is not installed, and there is no apt-helper to fetch its source".to_owned(),
        );
    }
    apt::program(&["make"], "make")?;
    let header = Path::new("/usr/include/event2/event.h");
    if !header.exists() {
        apt::install("libevent-dev", || header.exists())?;
    }
    let folder = cache::folder().join("pgbouncer");
    cache::fill(&folder, CHECKSUM, || {
        process::say("Compiling PgBouncer (Debian's source) for the tests …");
        process::run(
            Command::new(download)
                .args(["download-file", SOURCE, "source.tar.gz", CHECKSUM])
                .current_dir(&folder),
        )?;
        const BUILD: &str = "tar --extract --gzip --strip-components=1 --file source.tar.gz && \
                             ./configure --without-cares --without-openssl && make";
        process::run(
            Command::new("sh")
                .args(["-c", BUILD])
                .envs([("LIBEVENT_CFLAGS", " "), ("LIBEVENT_LIBS", "-levent")])
                .current_dir(&folder),
        )
    })?;
    Ok(folder.join("pgbouncer"))
}

/// `PgBouncer 1.24.1`
fn version(program: &Path) -> Option<(u32, u32)> {
    let said = Command::new(program).arg("--version").output().ok()?;
    let said = String::from_utf8(said.stdout).ok()?;
    let version = said.lines().next()?.strip_prefix("PgBouncer ")?;
    let mut parts = version.split('.').map(str::parse);
    Some((parts.next()?.ok()?, parts.next()?.ok()?))
}
