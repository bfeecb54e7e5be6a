//! Packages of npm that are kept apart from the project's own.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::{cache, process};

/// Ten times as large as all packages of the project.
const FIREBASE_TOOLS: &str = "15.34.2";

/// The folder in which they are installed; `WAYBILL_FIREBASE_TOOLS` names another than that of the cache.
pub(crate) fn firebase_tools() -> Result<PathBuf, String> {
    let folder = env::var_os("WAYBILL_FIREBASE_TOOLS")
        .map_or_else(|| cache::folder().join("firebase-tools"), PathBuf::from);
    cache::fill(&folder, FIREBASE_TOOLS, || {
        install(&folder, "firebase-tools", FIREBASE_TOOLS)
    })?;
    Ok(folder)
}

/// Installs the package into `node_modules` of the folder, without running what it brings.
pub(crate) fn install(folder: &Path, package: &str, version: &str) -> Result<(), String> {
    process::say(&format!("Installing {package} (of npm) for the tests …"));
    process::run(
        Command::new("npm")
            .args(["install", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(["--fetch-retries=1", "--prefix"])
            .arg(folder)
            .arg(format!("{package}@{version}")),
    )
}
