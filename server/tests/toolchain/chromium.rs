//! The browser of the browser tests: an installed Chromium, else Debian's package.
//!
//! Nothing is downloaded but through a package registry, and nothing is installed where one is present.

use std::env;
use std::path::PathBuf;
use std::process::Command;

/// Names under which distributions install it.
const NAMES: &[&str] = &[
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// Path of a Chromium: `WAYBILL_CHROMIUM`, one on the `PATH`, or Debian's package, which is installed if need be.
///
/// Panics with what to do where none of the three can be had.
pub(super) fn find_or_install() -> PathBuf {
    if let Some(path) = env::var_os("WAYBILL_CHROMIUM").map(PathBuf::from) {
        return path;
    }
    if let Some(path) = on_path() {
        return path;
    }
    apt_get(&["update", "-qq"]);
    apt_get(&[
        "install",
        "-y",
        "-qq",
        "--no-install-recommends",
        "chromium",
    ]);
    on_path().unwrap_or_else(|| {
        panic!("the browser tests need Chromium: install it, or set WAYBILL_CHROMIUM to its path")
    })
}

fn on_path() -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)))
        .find(|candidate| candidate.is_file())
}

/// A failure is told by [`find_or_install`], which looks for the browser afterwards.
fn apt_get(arguments: &[&str]) {
    let outcome = Command::new("apt-get")
        .args(arguments)
        .env("DEBIAN_FRONTEND", "noninteractive")
        .output();
    if let Ok(output) = outcome
        && !output.status.success()
    {
        eprintln!("apt-get: {}", String::from_utf8_lossy(&output.stderr));
    }
}
