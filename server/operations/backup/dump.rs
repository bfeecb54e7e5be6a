//! The dump of a PostgreSQL database, by the programs that belong to PostgreSQL: `pg_dump` writes it, `pg_restore` reads it.
//!
//! Invariant: the password reaches them by their environment, which other users of the machine cannot read, and never by their
//! arguments.

use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use waybill_storage::database::DatabaseUrl;

/// Name of the dump in a backup.
pub const FILE_NAME: &str = "waybill.dump";

/// Where Debian keeps the programs of each version.
const VERSIONS: &str = "/usr/lib/postgresql";

/// Row-level security holds for the owner of the tables, too: a dump has to see all companies, and would be refused otherwise.
const ALL_COMPANIES: (&str, &str) = ("PGOPTIONS", "-c waybill.company_id=*");

/// Why there is no dump, or nothing was restored from one.
#[derive(Debug, thiserror::Error)]
pub enum DumpError {
    /// The program cannot be started.
    #[error(
        "{program} cannot be started; install PostgreSQL's client programs (Debian: postgresql-client)"
    )]
    Missing {
        /// Its name.
        program: &'static str,
        /// What the system said.
        source: io::Error,
    },
    /// It said why not.
    #[error("{program} failed: {said}")]
    Failed {
        /// Its name.
        program: &'static str,
        /// In its words.
        said: String,
    },
}

/// A dump that is being written.
#[derive(Debug)]
pub struct Dump {
    program: &'static str,
    child: Child,
    /// Its bytes.
    pub output: ChildStdout,
}

impl Dump {
    /// Begins a dump of the database at `url`, as it is at this moment.
    ///
    /// # Errors
    /// [`DumpError::Missing`].
    pub fn begin(url: &DatabaseUrl) -> Result<Self, DumpError> {
        let program = "pg_dump";
        let mut command = command(program);
        command.args(["--format=custom", "--enable-row-security", "--no-password"]);
        command
            .envs(url.environment())
            .env(ALL_COMPANIES.0, ALL_COMPANIES.1);
        command.stdin(Stdio::null()).stdout(Stdio::piped());
        let missing = |source| DumpError::Missing { program, source };
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(missing)?;
        let output = child.stdout.take();
        let output = output.ok_or_else(|| missing(io::ErrorKind::BrokenPipe.into()))?;
        Ok(Self {
            program,
            child,
            output,
        })
    }

    /// Waits for the end of the program, once its output was read.
    ///
    /// # Errors
    /// [`DumpError::Failed`]; what was read is no dump then.
    pub fn finish(self) -> Result<(), DumpError> {
        drop(self.output);
        finished(self.program, self.child)
    }
}

/// Reads the whole dump, without a database.
///
/// # Errors
/// When it is damaged.
pub fn check(dump: &Path) -> Result<(), DumpError> {
    let mut command = command("pg_restore");
    command.arg("--file=/dev/null").arg(dump);
    run(command)
}

/// Restores the dump into the empty database at `url`: all of it, or nothing.
///
/// # Errors
/// See [`DumpError`].
pub fn restore(dump: &Path, url: &DatabaseUrl) -> Result<(), DumpError> {
    let environment = url.environment();
    let name = environment.iter().find(|(key, _)| *key == "PGDATABASE");
    let name = name.map_or("", |(_, name)| name.as_str());
    let mut command = command("pg_restore");
    command
        .args(["--single-transaction", "--exit-on-error", "--no-password"])
        .args(["--no-owner", "--no-privileges", "--dbname", name])
        .arg(dump)
        .envs(environment.iter().map(|(key, value)| (key, value)))
        .env(ALL_COMPANIES.0, ALL_COMPANIES.1);
    run(command)
}

fn run(mut command: Command) -> Result<(), DumpError> {
    let program = "pg_restore";
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let child = command.stderr(Stdio::piped()).spawn();
    finished(
        program,
        child.map_err(|source| DumpError::Missing { program, source })?,
    )
}

fn finished(program: &'static str, mut child: Child) -> Result<(), DumpError> {
    let mut said = String::new();
    if let Some(mut stderr) = child.stderr.take()
        && let Err(error) = stderr.read_to_string(&mut said)
    {
        said = error.to_string();
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(DumpError::Failed {
            program,
            said: in_a_line(&said),
        }),
        Err(error) => Err(DumpError::Failed {
            program,
            said: error.to_string(),
        }),
    }
}

/// What a program said, in one line: its own name is said already.
fn in_a_line(said: &str) -> String {
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    let lines: Vec<&str> = lines
        .map(|line| {
            let named = line.split_once(": ");
            let named = named.filter(|(name, _)| name.starts_with("pg_"));
            named.map_or(line, |(_, rest)| rest)
        })
        .collect();
    lines.join("; ")
}

/// The newest of the machine: an old one refuses a newer server.
fn command(program: &'static str) -> Command {
    match newest(Path::new(VERSIONS), program) {
        Some(path) => Command::new(path),
        None => Command::new(program),
    }
}

fn newest(versions: &Path, program: &str) -> Option<PathBuf> {
    let found = fs::read_dir(versions).ok()?.filter_map(|entry| {
        let entry = entry.ok()?;
        let version: u32 = entry.file_name().to_str()?.parse().ok()?;
        let path = entry.path().join("bin").join(program);
        path.is_file().then_some((version, path))
    });
    found.max().map(|(_, path)| path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        for version in ["9", "15", "17", "old"] {
            let bin = folder.path().join(version).join("bin");
            fs::create_dir_all(&bin).unwrap();
            if version != "17" {
                fs::write(bin.join("pg_dump"), "").unwrap();
            }
        }
        let expected = folder.path().join("15/bin/pg_dump");
        assert_eq!(newest(folder.path(), "pg_dump"), Some(expected));
        assert_eq!(newest(folder.path(), "pg_restore"), None);
    }

    #[test]
    fn what_a_program_said_is_one_line() {
        let said = "pg_dump: error: connection failed\n\tIs the server running?\n";
        assert_eq!(
            in_a_line(said),
            "error: connection failed; Is the server running?"
        );
    }
}
