//! The two bundles of a checkout: what goes in, which options, what comes out.
//!
//! Both are made at once and from the same options where it matters: an asset has the same URL in the HTML that the
//! server writes and in the module that the browser hydrates it with.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::thread;

use crate::FileError;
use crate::assets::{Asset, AssetError};
use crate::esbuild::{EsbuildError, Messages, NAME, Run};
use crate::metafile::{Metafile, MetafileError};
use crate::source_map::SourceMap;

const BROWSER_ENTRY: &str = "client/src/entry.tsx";
/// What every screen is made of, where a project says so. As every module imports it then, esbuild keeps it in one file
/// instead of one for each set of screens that share a part.
const BROWSER_BASE: &str = "client/src/base.ts";
/// What a page for guests starts with, where a project has one: alone in its file, without what every screen is made of.
const GUEST_ENTRY: &str = "client/src/guest.ts";
const SSR_ENTRY: &str = "ssr-bundle/entry.tsx";
const ICON: &str = "client/src/assets/icon.svg";

/// Fonts that the first paint of every page waits for: the Latin letters. Those of other languages come when a page has
/// such letters; told of before, they would hold up what every page needs.
const FIRST_FONTS: &[&str] =
    &["node_modules/@fontsource-variable/sofia-sans/files/sofia-sans-latin-wght-normal.woff2"];

/// Files beside the sources that decide what a bundle holds.
const CONFIGURATION: &[&str] = &[
    "package.json",
    "package-lock.json",
    "client/package.json",
    "ssr-bundle/package.json",
];

/// Every public entry of `react-dom/server` pulls in a second renderer, and some want globals that a bare isolate
/// lacks; this file is the synchronous `renderToString` alone.
const RENDERER: &str = "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js";

/// Oldest browsers for which syntax is kept as written.
const BROWSERS: &str = "chrome123,edge123,firefox121,safari17.5";

/// What the bundles are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Minified, with React's production build.
    Release,
    /// For the development loop: readable, with inline source maps and React's warnings in the browser.
    Development,
}

/// Why there are no bundles.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// esbuild refused the sources, or could not run.
    #[error(transparent)]
    Esbuild(EsbuildError),
    /// esbuild's account of what it made cannot be used.
    #[error(transparent)]
    Metafile(MetafileError),
    /// The start of the pages for guests became no script.
    #[error("{GUEST_ENTRY}: esbuild made no script from it")]
    Guest,
    /// An output cannot be served.
    #[error(transparent)]
    Asset(AssetError),
    /// The folder for the outputs, or a file in it.
    #[error("the bundles cannot be written")]
    Output(#[source] FileError),
}

/// A checkout of the sources, with its packages installed.
#[derive(Debug, Clone)]
pub struct Project {
    root: PathBuf,
}

/// What the browser loads.
#[derive(Debug)]
pub struct Browser {
    /// Every file of the bundle, sorted by path.
    pub assets: Vec<Asset>,
    pub(crate) metafile: Metafile,
    pub(crate) guest: Option<Guest>,
    pub(crate) icon: String,
    /// URLs of the fonts that every page begins with.
    pub(crate) fonts: Vec<String>,
}

/// The script that a page for guests starts with.
#[derive(Debug)]
pub(crate) struct Guest {
    pub(crate) url: String,
    metafile: Metafile,
}

/// What an isolate evaluates.
#[derive(Debug)]
pub struct Ssr {
    /// One script; it defines the functions that Rust calls, see `ssr-bundle/globals.d.ts`.
    pub script: String,
    metafile: Metafile,
    /// Where its source map is, and the root that the places in it are told from.
    map: (PathBuf, PathBuf),
}

/// Both bundles, made from the same state of the sources.
#[derive(Debug)]
pub struct Bundles {
    /// What the browser loads.
    pub browser: Browser,
    /// What an isolate evaluates.
    pub ssr: Ssr,
    /// What esbuild found doubtful; may be empty.
    pub warnings: Messages,
}

impl Project {
    /// The checkout whose root folder (that of `package-lock.json`) is `root`.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The checkout around `folder`, which may be any folder in it.
    pub fn around(folder: &Path) -> Option<Self> {
        folder
            .ancestors()
            .find(|it| it.join(BROWSER_ENTRY).is_file() && it.join(SSR_ENTRY).is_file())
            .map(Self::new)
    }

    /// Root folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The modules that the two bundles start from.
    pub(crate) fn entries(&self) -> [PathBuf; 2] {
        [BROWSER_ENTRY, SSR_ENTRY].map(|entry| self.root.join(entry))
    }

    /// Folders with all sources of the bundles.
    pub fn source_folders(&self) -> [PathBuf; 2] {
        [self.root.join("client/src"), self.root.join("ssr-bundle")]
    }

    /// Files beside the sources that decide what a bundle holds.
    pub fn configuration(&self) -> impl Iterator<Item = PathBuf> {
        CONFIGURATION.iter().map(|file| self.root.join(file))
    }
}

impl Ssr {
    /// A message of V8 with its places in `ssr.js` replaced by places in the sources, from the project root.
    ///
    /// Reads the source map, which lies in the output folder until the next build.
    pub fn explain(&self, message: &str) -> String {
        let (map, root) = &self.map;
        match SourceMap::read(map, root) {
            Some(map) => map.explain(message, "ssr.js"),
            None => message.to_owned(),
        }
    }
}

impl Bundles {
    /// Every file whose change makes these bundles stale, packages of npm excepted (the lock file stands for them).
    pub fn sources(&self, project: &Project) -> BTreeSet<PathBuf> {
        let mut found = self.browser.metafile.sources(&project.root);
        found.extend(self.ssr.metafile.sources(&project.root));
        if let Some(guest) = &self.browser.guest {
            found.extend(guest.metafile.sources(&project.root));
        }
        found.insert(project.root.join(ICON));
        found.extend(project.configuration());
        found
    }
}

/// Makes both bundles; `out` is a folder of its own, emptied first, where the source maps remain.
pub fn build(project: &Project, mode: Mode, out: &Path) -> Result<Bundles, BuildError> {
    clear(out).map_err(BuildError::Output)?;
    let (browser, ssr) = thread::scope(|scope| {
        let ssr = scope.spawn(|| build_ssr(project, out));
        let browser = build_browser(project, mode, out);
        (browser, ssr.join())
    });
    let ssr = match ssr {
        Ok(ssr) => ssr,
        Err(payload) => std::panic::resume_unwind(payload),
    };
    // A slip in shared code appears in both runs: the browser's account of it is enough.
    let (browser, mut warnings) = browser?;
    let (ssr, more) = ssr?;
    warnings.0.extend(more.0);
    let mut seen = Vec::new();
    warnings.0.retain(|it| {
        let fresh = !seen.contains(it);
        if fresh {
            seen.push(it.clone());
        }
        fresh
    });
    Ok(Bundles {
        browser,
        ssr,
        warnings,
    })
}

fn build_browser(
    project: &Project,
    mode: Mode,
    out: &Path,
) -> Result<(Browser, Messages), BuildError> {
    let (folder, metafile) = (out.join("browser"), out.join("browser.json"));
    let run = browser_run(project, mode, BROWSER_ENTRY, &folder)
        .with("--splitting")
        .option("chunk-names", NAME)
        .path("metafile", &metafile);
    let run = if project.root.join(BROWSER_BASE).is_file() {
        run.with(&format!("--inject:{BROWSER_BASE}"))
    } else {
        run
    };
    let mut warnings = run.finish().map_err(BuildError::Esbuild)?;
    let metafile = Metafile::read(&metafile).map_err(BuildError::Metafile)?;
    let mut assets = metafile
        .files()
        .map(|name| Asset::read(&folder, name))
        .collect::<Result<Vec<_>, _>>()
        .map_err(BuildError::Asset)?;
    let guest = if project.root.join(GUEST_ENTRY).is_file() {
        let (guest, asset, more) = build_guest(project, mode, out)?;
        assets.push(asset);
        warnings.0.extend(more.0);
        Some(guest)
    } else {
        None
    };
    let icon = if let Some(name) = metafile.asset(ICON) {
        crate::assets::url(name)
    } else {
        // The document links it, so it is served even if no module shows it.
        let icon = icon(project).map_err(BuildError::Asset)?;
        let path = icon.path.clone();
        assets.push(icon);
        path
    };
    assets.sort_by(|a, b| a.path.cmp(&b.path));
    let fonts = FIRST_FONTS.iter().filter_map(|font| metafile.asset(font));
    let browser = Browser {
        assets,
        guest,
        icon,
        fonts: fonts.map(crate::assets::url).collect(),
        metafile,
    };
    Ok((browser, warnings))
}

fn build_guest(
    project: &Project,
    mode: Mode,
    out: &Path,
) -> Result<(Guest, Asset, Messages), BuildError> {
    let (folder, metafile) = (out.join("browser"), out.join("guest.json"));
    let warnings = browser_run(project, mode, GUEST_ENTRY, &folder)
        .path("metafile", &metafile)
        .finish()
        .map_err(BuildError::Esbuild)?;
    let metafile = Metafile::read(&metafile).map_err(BuildError::Metafile)?;
    let script = metafile.module(GUEST_ENTRY).map(|it| it.file.to_owned());
    let name = script.ok_or(BuildError::Guest)?;
    let asset = Asset::read(&folder, &name).map_err(BuildError::Asset)?;
    let url = asset.path.clone();
    Ok((Guest { url, metafile }, asset, warnings))
}

/// One run for the browser, without what is to become of several entries.
fn browser_run<'a>(project: &'a Project, mode: Mode, entry: &str, folder: &Path) -> Run<'a> {
    let run = Run::new(&project.root, entry)
        .with("--format=esm")
        .option("target", BROWSERS)
        .option("entry-names", NAME)
        .path("outdir", folder);
    match mode {
        Mode::Release => run
            .with("--minify")
            .with("--sourcemap=external")
            .with(r#"--define:process.env.NODE_ENV="production""#),
        Mode::Development => run
            .with("--sourcemap=inline")
            .with(r#"--define:process.env.NODE_ENV="development""#),
    }
}

fn build_ssr(project: &Project, out: &Path) -> Result<(Ssr, Messages), BuildError> {
    let (script, metafile) = (out.join("ssr/ssr.js"), out.join("ssr.json"));
    let warnings = Run::new(&project.root, SSR_ENTRY)
        .with("--format=iife")
        .with("--platform=neutral")
        .with("--main-fields=module,main")
        .with("--conditions=module")
        .with("--target=esnext")
        // Names are kept, for they are what the log shows when a render throws.
        .with("--minify-syntax")
        .with("--minify-whitespace")
        .with("--sourcemap=external")
        .with("--loader:.css=empty")
        .with(r#"--define:process.env.NODE_ENV="production""#)
        .option("alias:react-dom/server", RENDERER)
        .path("outfile", &script)
        .path("metafile", &metafile)
        .finish()
        .map_err(BuildError::Esbuild)?;
    let text = fs::read_to_string(&script)
        .map_err(FileError::at(&script))
        .map_err(BuildError::Output)?;
    let ssr = Ssr {
        script: text,
        metafile: Metafile::read(&metafile).map_err(BuildError::Metafile)?,
        map: (out.join("ssr/ssr.js.map"), project.root.clone()),
    };
    Ok((ssr, warnings))
}

fn icon(project: &Project) -> Result<Asset, AssetError> {
    let path = project.root.join(ICON);
    let bytes = fs::read(&path)
        .map_err(FileError::at(&path))
        .map_err(AssetError::File)?;
    let name = format!("icon-{}.svg", crate::digest([bytes.as_slice()]));
    Asset::new(&name, bytes).map_err(AssetError::Type)
}

fn clear(folder: &Path) -> Result<(), FileError> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir_all(folder),
    }
    .map_err(FileError::at(folder))
}
