//! Schemathesis of `PyPI`, in an environment of Python's own.

use std::path::PathBuf;
use std::process::Command;

use crate::{apt, cache, process};

/// It and all that it needs, each in one version.
const REQUIREMENTS: &str = include_str!("../../trials/tests/schemathesis/requirements.txt");

/// Its program.
pub(crate) fn program() -> Result<PathBuf, String> {
    let folder = cache::folder().join("schemathesis");
    let program = folder.join("bin/st");
    // Debian has what makes environments in a package of its own.
    if !program.exists() && !has_venv() {
        apt::install("python3-venv", has_venv)
            .map_err(|reason| format!("Python's `venv`: {reason}"))?;
    }
    cache::fill(&folder, REQUIREMENTS, || {
        process::say("Installing Schemathesis (of PyPI) for the tests …");
        process::run(
            Command::new("python3")
                .args(["-m", "venv", "--clear"])
                .arg(&folder),
        )?;
        let list = folder.join("requirements.txt");
        std::fs::write(&list, REQUIREMENTS).map_err(|error| error.to_string())?;
        process::run(
            Command::new(folder.join("bin/pip"))
                .args(["install", "--quiet", "--disable-pip-version-check"])
                .arg("--requirement")
                .arg(list),
        )
    })?;
    Ok(program)
}

fn has_venv() -> bool {
    process::run(Command::new("python3").args(["-c", "import ensurepip"])).is_ok()
}
