//! A template: a database that is made once per test process, with the tables and reference data that every test starts
//! from, and copied for each test. Making it takes seconds, a copy milliseconds.
//!
//! Invariant: nobody is connected to the template once it is made, so every copy is the same.

use std::fs;
use std::path::{Path, PathBuf};

use tokio::sync::OnceCell;

use crate::{copy_of, is_wanted, model};

/// A database to copy.
#[derive(Debug)]
pub struct Template(OnceCell<Made>);

#[derive(Debug)]
enum Made {
    Files(Files),
    /// The URL of a PostgreSQL database.
    Url(String),
}

impl Template {
    /// One that the first [`Template::copy_to`] makes.
    pub const fn new() -> Self {
        Self(OnceCell::const_new())
    }

    /// Copies the database. SQLite's files are written into `folder`; the URL of a PostgreSQL database is returned when the
    /// tests run there, and its copy goes with the calling thread, as [`crate::database`] does.
    ///
    /// `make` is called once per process: it opens the database in its folder, or at its URL, fills and closes it.
    pub async fn copy_to(
        &self,
        folder: &Path,
        make: impl AsyncFnOnce(&Path, Option<&str>),
    ) -> Option<String> {
        match self.0.get_or_init(async || Made::by(make).await).await {
            Made::Files(files) => {
                files.write_to(folder);
                None
            }
            Made::Url(url) => Some(copy_of(url)),
        }
    }
}

impl Default for Template {
    fn default() -> Self {
        Self::new()
    }
}

impl Made {
    async fn by(make: impl AsyncFnOnce(&Path, Option<&str>)) -> Self {
        let folder = tempfile::tempdir().unwrap_or_else(|error| panic!("no folder: {error}"));
        let url = is_wanted().then(model);
        make(folder.path(), url.as_deref()).await;
        url.map_or_else(|| Self::Files(Files::of(folder.path())), Self::Url)
    }
}

/// The files of a folder by their names, without what lies in folders below: SQLite's database and what lies beside it.
#[derive(Debug)]
pub struct Files(Vec<(PathBuf, Vec<u8>)>);

impl Files {
    /// Those of this folder, in which nobody writes.
    pub fn of(folder: &Path) -> Self {
        let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{error}"));
        let paths = entries.flatten().map(|entry| entry.path());
        let files = paths.filter(|path| path.is_file()).map(|path| {
            let content = fs::read(&path).unwrap_or_else(|error| panic!("{error}"));
            (
                path.file_name().map(PathBuf::from).unwrap_or_default(),
                content,
            )
        });
        Self(files.collect())
    }

    /// Writes them into another folder.
    pub fn write_to(&self, folder: &Path) {
        for (name, content) in &self.0 {
            let file = folder.join(name);
            if let Err(error) = fs::write(&file, content) {
                panic!("{} cannot be written: {error}", file.display());
            }
        }
    }
}
