//! The TypeScript compiler over all that goes into the two bundles; esbuild removes types without reading them.
//!
//! Its native binary is run, incrementally: what did not change since the last run is not checked again. Tests and
//! browser tests are not part of this, `npm run check` has those.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use crate::FileError;
use crate::npm::{self, Platform};
use crate::project::Project;

/// Why the types do not hold.
#[derive(Debug, thiserror::Error)]
pub enum TypesError {
    /// The sources are at fault. Each line is `file:line:column: what`, indented lines explain the one above.
    #[error("{0}")]
    Sources(String),
    /// The settings for the compiler cannot be written.
    #[error("the settings for the TypeScript compiler cannot be written")]
    Settings(#[source] FileError),
    /// The binary of this platform could not be started.
    #[error("{} cannot be started; `npm ci` installs it", path.display())]
    Start {
        /// Where the npm package of this platform has its binary.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Checks the types of both bundles; `out` is a folder where the compiler keeps what it learned.
///
/// Gives every file it read, packages of npm excepted: also those that only hold types, which are in no bundle.
pub fn check(project: &Project, out: &Path) -> Result<BTreeSet<PathBuf>, TypesError> {
    let root = project.root();
    let settings = out.join("tsconfig.json");
    fs::create_dir_all(out)
        .and_then(|()| fs::write(&settings, tsconfig(project, out).to_string()))
        .map_err(FileError::at(&settings))
        .map_err(TypesError::Settings)?;
    let path = binary(root);
    let output = Command::new(&path)
        .args(["--pretty", "false", "--listFiles", "--project"])
        .arg(&settings)
        .current_dir(root)
        .output()
        .map_err(|source| TypesError::Start { path, source })?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (files, faults): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| Path::new(line).is_absolute());
    if output.status.success() {
        let own = files.into_iter().filter(|it| !npm::is_package(it));
        Ok(own.map(PathBuf::from).chain([base(root)]).collect())
    } else {
        let faults: Vec<String> = faults.into_iter().map(readable).collect();
        Err(TypesError::Sources(faults.join("\n")))
    }
}

fn base(root: &Path) -> PathBuf {
    root.join("client/tsconfig.base.json")
}

fn tsconfig(project: &Project, out: &Path) -> serde_json::Value {
    let root = project.root();
    json!({
        "extends": base(root),
        "compilerOptions": {
            "lib": ["ES2024", "DOM", "DOM.Iterable"],
            "rootDir": root,
            "composite": false,
            "emitDeclarationOnly": false,
            "noEmit": true,
            // Untidy is not wrong; `npm run check` minds.
            "noUnusedLocals": false,
            "noUnusedParameters": false,
            "incremental": true,
            "tsBuildInfoFile": out.join("types.tsbuildinfo"),
        },
        "files": project.entries(),
        "include": [root.join("client/src/**/*.d.ts")],
    })
}

fn binary(root: &Path) -> PathBuf {
    let Platform { name, executable } = npm::platform();
    root.join(format!(
        "node_modules/@typescript/typescript-{name}/lib/tsc{executable}"
    ))
}

/// `file(line,column): error TS1: what` as `file:line:column: TS1: what`; any other line as it is.
fn readable(line: &str) -> String {
    let parse = || {
        let (place, what) = line.split_once("): error ")?;
        let (file, place) = place.rsplit_once('(')?;
        let (row, column) = place.split_once(',')?;
        Some(format!("{file}:{row}:{column}: {what}"))
    };
    parse().unwrap_or_else(|| line.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: &str) {
        assert_eq!(readable(line), expected);
    }

    #[test]
    fn a_fault_prints_with_file_line_and_column_first() {
        check(
            "client/src/a (b).ts(37,14): error TS2322: Type 'string' is not assignable to type 'number'.",
            "client/src/a (b).ts:37:14: TS2322: Type 'string' is not assignable to type 'number'.",
        );
    }

    #[test]
    fn an_explanation_stays_as_it_is() {
        check(
            "  The types of 'a.b' differ.",
            "  The types of 'a.b' differ.",
        );
        check(
            "error TS5083: Cannot read file.",
            "error TS5083: Cannot read file.",
        );
    }
}
