//! Debian's packages, where the tests may install them.

use std::path::PathBuf;
use std::process::Command;

use crate::{cache, path, process};

/// A program with one of these names, which the package brings where there is none.
pub(crate) fn program(names: &[&str], package: &str) -> Result<PathBuf, String> {
    if let Some(found) = path::find(names) {
        return Ok(found);
    }
    install(package, || path::find(names).is_some())?;
    path::find(names).ok_or_else(|| format!("Debian's {package} did not bring it"))
}

/// Installs the package, unless another process has done so by the time that it is this one's turn.
pub(crate) fn install(package: &str, is_done: impl Fn() -> bool) -> Result<(), String> {
    let _alone = cache::lock()?;
    if is_done() {
        return Ok(());
    }
    if path::find(&["apt-get"]).is_none() {
        return Err("it is not installed, and there is no apt-get to install it with".to_owned());
    }
    if !process::is_root() && process::run(Command::new("sudo").args(["-n", "true"])).is_err() {
        return Err(
            "it is not installed, and installing it takes root or sudo without a password"
                .to_owned(),
        );
    }
    process::say(&format!(
        "Installing {package} (Debian's package) for the tests …"
    ));
    let arguments = ["install", "--yes", "--no-install-recommends", package];
    with_lists(|| process::run(&mut apt_get(&arguments)))
}

/// A program of the package, which is unpacked where there is none: installed, it would begin to serve this machine.
pub(crate) fn unpacked(program: &str, package: &str) -> Result<PathBuf, String> {
    if let Some(found) = path::find(&[program]) {
        return Ok(found);
    }
    let folder = cache::folder().join(package);
    cache::fill(&folder, package, || {
        process::say(&format!(
            "Unpacking {package} (Debian's package) for the tests …"
        ));
        with_lists(|| {
            process::run(
                Command::new("apt-get")
                    .args(["download", package])
                    .current_dir(&folder),
            )
        })?;
        process::run(
            Command::new("sh")
                .args(["-c", "dpkg-deb --extract *.deb ."])
                .current_dir(&folder),
        )
    })?;
    let folders = ["usr/bin", "usr/sbin"].map(|it| folder.join(it));
    let mut found = folders.iter().map(|it| it.join(program));
    let found = found.find(|it| it.is_file());
    found.ok_or_else(|| format!("Debian's {package} did not bring it"))
}

/// The folder with these packages and with those that they need, but for what this machine has: for a machine within this one, which
/// has the same and no network.
pub(crate) fn archives(packages: &[&str]) -> Result<PathBuf, String> {
    let folder = cache::folder().join("archives");
    let _alone = cache::lock()?;
    let unusable = |error| format!("{} cannot be made ({error})", folder.display());
    std::fs::create_dir_all(folder.join("partial")).map_err(unusable)?;
    let place = format!("Dir::Cache::archives={}", folder.display());
    let arguments = ["-o", &place, "install", "--yes", "--download-only"];
    let arguments = [&arguments[..], &["--no-install-recommends"], packages].concat();
    with_lists(|| process::run(&mut apt_get(&arguments)))?;
    Ok(folder)
}

/// Does it once more with the lists of the packages, which a new machine does not have yet.
fn with_lists(act: impl Fn() -> Result<(), String>) -> Result<(), String> {
    act().or_else(|_| {
        process::run(&mut apt_get(&["update"]))?;
        act()
    })
}

fn apt_get(arguments: &[&str]) -> Command {
    const QUIETLY: (&str, &str) = ("DEBIAN_FRONTEND", "noninteractive");
    let mut command = if process::is_root() {
        Command::new("apt-get")
    } else {
        let mut sudo = Command::new("sudo");
        // It hands on no variables but those that it is told.
        sudo.args(["-n", "env", &format!("{}={}", QUIETLY.0, QUIETLY.1)]);
        sudo.arg("apt-get");
        sudo
    };
    command
        .envs([QUIETLY])
        .args(["-o", "DPkg::Lock::Timeout=120"])
        .args(arguments);
    command
}
