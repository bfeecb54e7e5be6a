//! What a run left out: a file of it in the cache, to which each test adds a line, and its sum.
//!
//! A run is known by the process that started the test programs, which is cargo, and by when that began.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::process::parent_id;
use std::path::{Path, PathBuf};
use std::{env, thread};

use crate::{Tool, cache, process};

/// The variable that tells a test program which run it belongs to, and its value here: for those that a test starts.
pub fn run() -> (&'static str, String) {
    let named = env::var_os(RUN).and_then(|it| it.into_string().ok());
    (RUN, named.unwrap_or_else(of_parent))
}

const RUN: &str = "WAYBILL_TEST_RUN";

/// What this run left out so far, by the tool that was missing, and forgets it; nothing if nothing was.
pub fn sum() -> Option<String> {
    forget_ended_runs();
    let file = file();
    let text = fs::read_to_string(&file).ok()?;
    drop(fs::remove_file(file));
    let mut tests = BTreeMap::<_, BTreeSet<_>>::new();
    for line in text.lines() {
        let (test, sentence) = line.split_once('\t')?;
        tests.entry(sentence).or_default().insert(test);
    }
    let parts = tests.iter().map(|(sentence, tests)| {
        let names: Vec<_> = tests.iter().map(|test| format!("    {test}\n")).collect();
        format!("  {sentence}\n{}", names.concat())
    });
    Some(format!(
        "Left out of this run:\n{}",
        parts.collect::<String>()
    ))
}

/// That cannot be written: then the sum lacks it, and the line that was printed remains.
pub(crate) fn note(tool: Tool, sentence: &str) {
    let thread = thread::current();
    let test = thread.name().unwrap_or("a test");
    let file = file();
    let write = || {
        fs::create_dir_all(file.parent().unwrap_or(Path::new("/")))?;
        let mut file = OpenOptions::new().create(true).append(true).open(&file)?;
        file.write_all(format!("{}: {test}\t{sentence}\n", program()).as_bytes())
    };
    if let Err(error) = write() {
        process::say(&format!("{} is not noted: {error}", tool.name()));
    }
}

/// The name of this test program, without what cargo adds.
fn program() -> String {
    let path = env::current_exe().unwrap_or_default();
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.rsplit_once('-')
        .map_or_else(|| name.to_string(), |(name, _)| name.to_owned())
}

fn file() -> PathBuf {
    folder().join(run().1)
}

fn folder() -> PathBuf {
    cache::folder().join("left-out")
}

fn of_parent() -> String {
    let parent = parent_id();
    let stat = fs::read_to_string(format!("/proc/{parent}/stat")).unwrap_or_default();
    // proc(5): the 22nd field; the second is in parentheses and may hold spaces.
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let began = fields.split_whitespace().nth(19).unwrap_or_default();
    format!("{parent}-{began}")
}

/// Runs that failed before their end have left their files.
fn forget_ended_runs() {
    for entry in fs::read_dir(folder()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let process = name.to_string_lossy().split('-').next().map(str::to_owned);
        if !Path::new("/proc")
            .join(process.unwrap_or_default())
            .exists()
        {
            drop(fs::remove_file(entry.path()));
        }
    }
}
