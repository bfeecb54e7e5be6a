//! The npm packages in `node_modules` are those of `package-lock.json`.
//!
//! npm itself leaves a copy of the lock file, `node_modules/.package-lock.json`, that lists what it installed; it
//! writes that last. So no stamp of our own is needed, an interrupted run is noticed, and packages that a developer
//! installed by hand are not installed again.

use std::collections::BTreeMap;
use std::env::consts::{ARCH, EXE_SUFFIX, OS};
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::FileError;
use crate::project::Project;

const LOCK: &str = "package-lock.json";
const INSTALLED: &str = "node_modules/.package-lock.json";

/// Why the packages are not there.
#[derive(Debug, thiserror::Error)]
pub enum NpmError {
    /// There is no usable lock file.
    #[error("package-lock.json cannot be read")]
    Lock(#[source] FileError),
    /// The lock file is not what npm writes.
    #[error("package-lock.json has an unknown shape; `npm install` writes it")]
    Shape(#[source] serde_json::Error),
    /// npm is not installed.
    #[error(
        "npm cannot be started: the browser side of Waybill is built from npm packages; install Node.js 20.19 or \
         later, which brings npm, and put it on the PATH"
    )]
    Start(#[source] io::Error),
    /// npm ended with a failure.
    #[error("`npm ci` failed, so the packages of package-lock.json are not installed:\n{output}")]
    Failed {
        /// What npm printed.
        output: String,
    },
}

/// How packages with a binary name the platform that this program runs on.
pub(crate) struct Platform {
    /// For example `linux-x64`.
    pub(crate) name: String,
    /// Suffix of a program's file name.
    pub(crate) executable: &'static str,
}

/// What [`install`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Installed {
    /// All packages were there already.
    Before,
    /// `npm ci` ran.
    Now,
}

#[derive(Debug, Deserialize)]
struct LockFile {
    packages: BTreeMap<String, Package>,
}

#[derive(Debug, Deserialize)]
struct Package {
    version: Option<String>,
    integrity: Option<String>,
    #[serde(default)]
    optional: bool,
}

pub(crate) fn platform() -> Platform {
    let system = match OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let architecture = match ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    Platform {
        name: format!("{system}-{architecture}"),
        executable: EXE_SUFFIX,
    }
}

/// Whether `path` lies in an installed package; those change with the lock file only.
pub(crate) fn is_package(path: &str) -> bool {
    path.split(['/', '\\']).any(|part| part == "node_modules")
}

/// Runs `npm ci` if a package of the lock file is missing or has another version.
///
/// Two builds at a time wait for each other here; npm would delete the packages under the other's feet.
pub fn install(project: &Project) -> Result<Installed, NpmError> {
    let root = project.root();
    let path = root.join(LOCK);
    let guard = File::open(&path)
        .and_then(|file| file.lock().map(|()| file))
        .map_err(FileError::at(&path))
        .map_err(NpmError::Lock)?;
    let text = fs::read_to_string(&path)
        .map_err(FileError::at(&path))
        .map_err(NpmError::Lock)?;
    let lock: LockFile = serde_json::from_str(&text).map_err(NpmError::Shape)?;
    let done = if is_installed(&lock, root) {
        Installed::Before
    } else {
        run(root)?;
        Installed::Now
    };
    drop(guard);
    Ok(done)
}

/// Whether npm's own record matches and every package has its folder.
///
/// An optional package may be missing: the lock file lists the binaries of every platform.
fn is_installed(lock: &LockFile, root: &Path) -> bool {
    let Ok(text) = fs::read_to_string(root.join(INSTALLED)) else {
        return false;
    };
    let Ok(installed) = serde_json::from_str::<LockFile>(&text) else {
        return false;
    };
    lock.packages
        .iter()
        .filter(|(folder, _)| folder.contains("node_modules/"))
        .all(|(folder, package)| match installed.packages.get(folder) {
            Some(found) => {
                found.version == package.version
                    && found.integrity == package.integrity
                    && root.join(folder).join("package.json").is_file()
            }
            None => package.optional,
        })
}

fn run(root: &Path) -> Result<(), NpmError> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(program)
        .args(["ci", "--no-audit", "--no-fund", "--loglevel=error"])
        .current_dir(root)
        .output()
        .map_err(NpmError::Start)?;
    if output.status.success() {
        return Ok(());
    }
    let mut text = String::from_utf8_lossy(&output.stderr).into_owned();
    text.push_str(&String::from_utf8_lossy(&output.stdout));
    Err(NpmError::Failed {
        output: text.trim().to_owned(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PACKAGES: &str = r#"{"packages":{
        "":{"version":"0.0.0"},
        "client":{"version":"0.0.0"},
        "node_modules/react":{"version":"19.3.1","integrity":"sha512-a"},
        "node_modules/@esbuild/sunos-x64":{"version":"0.28.2","integrity":"sha512-b","optional":true}}}"#;

    fn checkout(installed: Option<&str>, folders: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for folder in folders {
            fs::create_dir_all(root.path().join(folder)).unwrap();
            fs::write(root.path().join(folder).join("package.json"), "{}").unwrap();
        }
        if let Some(text) = installed {
            fs::create_dir_all(root.path().join("node_modules")).unwrap();
            fs::write(root.path().join(INSTALLED), text).unwrap();
        }
        root
    }

    #[track_caller]
    fn check(installed: Option<&str>, folders: &[&str], expected: bool) {
        let root = checkout(installed, folders);
        let lock: LockFile = serde_json::from_str(PACKAGES).unwrap();
        assert_eq!(is_installed(&lock, root.path()), expected);
    }

    const REACT: &str =
        r#"{"packages":{"node_modules/react":{"version":"19.3.1","integrity":"sha512-a"}}}"#;

    #[test]
    fn packages_of_the_lock_file_are_installed_once() {
        check(Some(REACT), &["node_modules/react"], true);
    }

    #[test]
    fn a_fresh_checkout_has_no_packages() {
        check(None, &[], false);
    }

    #[test]
    fn another_version_in_the_lock_file_is_noticed() {
        let older = REACT.replace("19.3.1", "19.3.0");
        check(Some(&older), &["node_modules/react"], false);
    }

    #[test]
    fn another_content_under_the_same_version_is_noticed() {
        let other = REACT.replace("sha512-a", "sha512-z");
        check(Some(&other), &["node_modules/react"], false);
    }

    #[test]
    fn a_folder_that_was_deleted_is_noticed() {
        check(Some(REACT), &[], false);
    }

    #[test]
    fn an_interrupted_installation_is_noticed() {
        check(Some(r#"{"packages":{}}"#), &["node_modules/react"], false);
    }
}
