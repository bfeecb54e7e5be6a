//! Environments of Python's own, each with what a list of `PyPI`'s packages names.

use std::path::PathBuf;
use std::process::Command;

use crate::{apt, cache, process};

/// The folder of its programs. `requirements` has each package in one version.
pub(crate) fn environment(name: &str, requirements: &str) -> Result<PathBuf, String> {
    let folder = cache::folder().join(name);
    let programs = folder.join("bin");
    // Debian has what makes environments in a package of its own.
    if !programs.exists() && !has_venv() {
        apt::install("python3-venv", has_venv)
            .map_err(|reason| format!("Python's `venv`: {reason}"))?;
    }
    cache::fill(&folder, requirements, || {
        process::say(&format!("Installing {name} (of PyPI) for the tests …"));
        process::run(
            Command::new("python3")
                .args(["-m", "venv", "--clear"])
                .arg(&folder),
        )?;
        let list = folder.join("requirements.txt");
        std::fs::write(&list, requirements).map_err(|error| error.to_string())?;
        process::run(
            Command::new(programs.join("pip"))
                .args(["install", "--quiet", "--disable-pip-version-check"])
                .arg("--requirement")
                .arg(list),
        )
    })?;
    Ok(programs)
}

fn has_venv() -> bool {
    process::run(Command::new("python3").args(["-c", "import ensurepip"])).is_ok()
}
