//! esbuild's metafile: which file came from which sources and imports which others.
//!
//! Only the file name of an output is used: all outputs lie in one folder and are served under `/assets/`.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::FileError;
use crate::npm;

/// Why a metafile says nothing.
#[derive(Debug, thiserror::Error)]
pub enum MetafileError {
    /// It is not there.
    #[error("esbuild's metafile cannot be read")]
    Missing(#[source] FileError),
    /// It has another shape than that of the esbuild version this was written for.
    #[error("esbuild's metafile has an unknown shape")]
    Shape(#[source] serde_json::Error),
}

/// The part of a metafile that the build reads.
#[derive(Debug, Deserialize)]
pub(crate) struct Metafile {
    inputs: Map<String, Value>,
    outputs: BTreeMap<String, Output>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Output {
    #[serde(default)]
    imports: Vec<Import>,
    #[serde(default)]
    inputs: Map<String, Value>,
    entry_point: Option<String>,
    css_bundle: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Import {
    path: String,
    kind: String,
}

impl Metafile {
    pub(crate) fn read(path: &Path) -> Result<Self, MetafileError> {
        let text = fs::read_to_string(path)
            .map_err(FileError::at(path))
            .map_err(MetafileError::Missing)?;
        Self::parse(&text)
    }

    pub(crate) fn parse(text: &str) -> Result<Self, MetafileError> {
        serde_json::from_str(text).map_err(MetafileError::Shape)
    }

    /// Source files from the project root, without those of npm packages, which only change with the lock file.
    pub(crate) fn sources(&self, root: &Path) -> BTreeSet<PathBuf> {
        self.inputs
            .keys()
            .filter(|input| !npm::is_package(input))
            .map(|input| root.join(input))
            .filter(|path| path.is_file())
            .collect()
    }

    /// File names of all outputs, source maps left out.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.outputs
            .keys()
            .map(|path| name(path))
            .filter(|name| extension(name) != "map")
    }

    /// Output made from the module `source`, a path from the project root: its file name and the URLs it needs.
    pub(crate) fn module(&self, source: &str) -> Option<Module<'_>> {
        let (path, output) = self.outputs.iter().find(|(path, output)| {
            output.entry_point.as_deref() == Some(source) && extension(path) == "js"
        })?;
        Some(Module {
            file: name(path),
            imports: self.closure(path),
            style: output.css_bundle.as_deref().map(name),
        })
    }

    /// File name of the asset copied from `source`, if any module or style sheet refers to it.
    pub(crate) fn asset(&self, source: &str) -> Option<&str> {
        self.outputs
            .iter()
            .find(|(path, output)| {
                extension(path) == extension(source) && output.inputs.contains_key(source)
            })
            .map(|(path, _)| name(path))
    }

    /// File names that `path` imports statically, directly or not, nearest first, itself left out.
    fn closure(&self, path: &str) -> Vec<&str> {
        let mut seen = BTreeSet::from([path]);
        let mut found = Vec::new();
        let mut pending = VecDeque::from([path]);
        while let Some(next) = pending.pop_front() {
            let imports = self
                .outputs
                .get(next)
                .into_iter()
                .flat_map(|it| &it.imports);
            for import in imports.filter(|it| it.kind == "import-statement") {
                let known = self.outputs.contains_key(&import.path);
                if known && seen.insert(&import.path) {
                    found.push(name(&import.path));
                    pending.push_back(&import.path);
                }
            }
        }
        found
    }
}

/// One output that the browser loads by its own name.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Module<'a> {
    pub(crate) file: &'a str,
    /// File names it imports statically, directly or not.
    pub(crate) imports: Vec<&'a str>,
    pub(crate) style: Option<&'a str>,
}

fn name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn extension(path: &str) -> &str {
    path.rsplit('.').next().unwrap_or_default()
}
