//! Builds what the binary embeds, in order: npm packages, bundles, snapshot, manifest, compressed assets; the types are
//! checked meanwhile.
//!
//! The steps live in `waybill-bundle` and `waybill-render`; this file says what follows what, where the results go
//! (see [`write`]) and which files make them stale. A failure becomes cargo errors, one per line, with the file and
//! line of the source at fault.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;
use std::time::Instant;

use anyhow::{Context as _, Result, anyhow, bail, ensure};
use waybill_bundle::{Bundles, Mode, Project, embed, manifest, npm, types};
use waybill_render::snapshot;

/// Functions of the SSR bundle that the snapshot calls, in this order; the names are gone afterwards.
const CALLS: [&str; 3] = ["settled", "manifest", "warmUp"];

fn main() -> ExitCode {
    match build() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            for cause in error.chain() {
                report("error", cause);
            }
            ExitCode::FAILURE
        }
    }
}

fn build() -> Result<()> {
    let project = Project::new(directory("CARGO_MANIFEST_DIR")?);
    let out = directory("OUT_DIR")?;
    link_small();
    timed("Installing the npm packages", || npm::install(&project))?;
    let (bundles, checked) = thread::scope(|scope| {
        let checked = scope.spawn(|| types::check(&project, &out.join("types")));
        let bundles = timed("Bundling and compressing the client", || {
            embed_bundles(&project, &out)
        });
        (bundles, checked.join())
    });
    let bundles = bundles?;
    let checked = checked.map_err(|_| anyhow!("the type check panicked"))??;
    for file in bundles.sources(&project).union(&checked) {
        println!("cargo::rerun-if-changed={}", file.display());
    }
    Ok(())
}

fn embed_bundles(project: &Project, out: &Path) -> Result<Bundles> {
    let bundles = waybill_bundle::build(project, Mode::Release, &out.join("bundles"))?;
    report("warning", &bundles.warnings);
    let mut made = snapshot::create(bundles.ssr.script.clone(), &CALLS)
        .map_err(|error| anyhow!("ssr-bundle: {}", bundles.ssr.explain(&error.to_string())))?;
    let routes = answers(&mut made.answers)?;
    let manifest = manifest::join(&routes, &bundles)?;
    write(out, &bundles, &manifest.json, &made.blob)?;
    Ok(bundles)
}

/// The routes, once the bundle has said that nothing of it is still loading.
fn answers(answers: &mut [String]) -> Result<String> {
    let [settled, routes, _warm] = answers else {
        bail!("the snapshot gave {} answers", answers.len());
    };
    ensure!(
        settled == "true",
        "ssr-bundle/entry.tsx: a lazy module is not loaded after all microtasks ran, settled() is {settled}"
    );
    Ok(std::mem::take(routes))
}

/// The files that the server includes: `assets.rs` and `assets/`, `manifest.json`, `snapshot.bin`; `ssr.js` is for
/// the benchmark, which runs the same bundle in Node.
fn write(out: &Path, bundles: &Bundles, manifest: &str, snapshot: &[u8]) -> Result<()> {
    embed::write(&bundles.browser.assets, out)?;
    for (name, content) in [
        ("manifest.json", manifest.as_bytes()),
        ("snapshot.bin", snapshot),
        ("ssr.js", bundles.ssr.script.as_bytes()),
    ] {
        fs::write(out.join(name), content).with_context(|| format!("{name} cannot be written"))?;
    }
    Ok(())
}

/// Lets the linker keep one of functions that came out alike: of 131 MB it leaves out five. Nothing here compares functions by
/// their address, and V8's makers link it so, too. It is asked of the linker that comes with Rust for this target alone, and
/// not for tests, which are linked to be run once.
fn link_small() {
    let is = |name, value| env::var_os(name).is_some_and(|it| it == value);
    let is_lld = is("TARGET", "x86_64-unknown-linux-gnu") && env::var_os("RUSTC_LINKER").is_none();
    if is_lld && is("PROFILE", "release") {
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    }
}

/// Tells how long a step took that somebody may have wondered about.
fn timed<T>(step: &str, work: impl FnOnce() -> T) -> T {
    let begin = Instant::now();
    let done = work();
    let seconds = begin.elapsed().as_secs();
    if 10 < seconds {
        report("warning", &format!("{step} took {seconds} seconds."));
    }
    done
}

/// One directive per line, for cargo cuts a message at the first line break.
fn report(kind: &str, message: &(impl std::fmt::Display + ?Sized)) {
    for line in message.to_string().lines() {
        println!("cargo::{kind}={line}");
    }
}

fn directory(name: &str) -> Result<PathBuf> {
    env::var_os(name)
        .map(PathBuf::from)
        .with_context(|| format!("cargo sets {name}"))
}
