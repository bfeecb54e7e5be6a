//! Documents: `README.md` and `docs/`.
//!
//! Invariant: a link leads somewhere, a document says who it is for, and what a document names in a table or a picture exists.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{assert_none, read, relative, root, rust_files};

const README: &str = "README.md";
const VOCABULARY: &str = "docs/vocabulary.md";
const DATA_MODEL: &str = "docs/pictures/data-model.svg";

/// Lines of the README: a screen and a half.
const MAX_README_LINES: usize = 120;

/// Bytes of a picture.
const MAX_PICTURE: u64 = 150_000;

/// What comes before the target of a link or a picture.
const LINKS: [&str; 3] = ["](", "src=\"", "srcset=\""];

#[test]
fn readme_fits_and_shows_the_product() {
    let readme = read(&root().join(README));
    let lines = readme.lines().count();
    assert!(lines <= MAX_README_LINES, "{README} has {lines} lines");
    assert!(readme.contains("<picture>") && readme.contains("(prefers-color-scheme: dark)"));
    for command in ["cargo run --release", "cargo test"] {
        let is_shown = readme.contains(&format!("```sh\n{command}\n```"));
        assert!(is_shown, "{README} does not show `{command}`");
    }
    let run = read(&root().join(".ci/run"));
    let mut commands = run.lines().map(|line| line.split(" 2>&1").next());
    assert!(commands.any(|command| command == Some("cargo test")));
}

#[test]
fn documents_say_who_they_are_for() {
    let violations: Vec<String> = documents()
        .into_iter()
        .filter(|path| path.starts_with(root().join("docs")))
        .filter(|path| {
            let text = read(path);
            let mut lines = text.lines().filter(|line| !line.is_empty());
            let has_title = lines.next().is_some_and(|line| line.starts_with("# "));
            !has_title || !lines.next().is_some_and(|line| line.starts_with("For "))
        })
        .map(|path| format!("{}: begin with a title and `For …:`", relative(&path)))
        .collect();
    assert_none(&violations);
}

#[test]
fn links_between_documents_lead_somewhere() {
    let (mut count, mut violations) = (0, Vec::new());
    for document in documents() {
        let text = without_code(&read(&document));
        for target in targets(&text) {
            count += 1;
            if let Some(fault) = fault_of(&document, &target) {
                violations.push(format!("{}: {target}: {fault}", relative(&document)));
            }
        }
    }
    assert!(40 < count, "{count}");
    assert_none(&violations);
}

#[test]
fn pictures_are_small_and_used() {
    let texts: Vec<String> = documents().iter().map(|path| read(path)).collect();
    let mut violations = Vec::new();
    for entry in fs::read_dir(root().join("docs/pictures")).unwrap() {
        let entry = entry.unwrap();
        let name = entry.file_name().into_string().unwrap();
        let bytes = entry.metadata().unwrap().len();
        if MAX_PICTURE < bytes {
            violations.push(format!("{name}: {bytes} bytes"));
        }
        let is_used = |text: &String| text.contains(&format!("pictures/{name}"));
        if !texts.iter().any(is_used) {
            violations.push(format!("{name}: no document shows it"));
        }
    }
    assert_none(&violations);
}

#[test]
fn data_model_shows_the_tables_of_the_schema() {
    let picture = read(&root().join(DATA_MODEL));
    let shown: BTreeSet<&str> = between(&picture, "class=\"code table\"", "</text>")
        .filter_map(|it| it.split_once('>'))
        .map(|(_, name)| name)
        .collect();
    let files = rust_files("server/crates/storage/src/migrations");
    let schema: String = files.iter().map(|path| read(path)).collect();
    let words: String = schema.split_whitespace().collect();
    let made = between(&words, "Table::create().table(\"", "\"").chain(between(
        &words,
        "RecordTable{name:\"",
        "\"",
    ));
    let mut violations: Vec<String> = made
        .filter(|name| !name.starts_with("identity_") && !shown.contains(name))
        .map(|name| format!("{DATA_MODEL}: lacks {name}"))
        .collect();
    let unknown = shown
        .iter()
        .filter(|name| !schema.contains(&format!("\"{name}\"")));
    violations.extend(unknown.map(|name| format!("{DATA_MODEL}: there is no table {name}")));
    assert!(40 < shown.len(), "{shown:?}");
    assert_none(&violations);
}

#[test]
fn vocabulary_has_the_words_of_the_screens() {
    let catalogue = |language: &str| -> BTreeMap<String, Value> {
        let path = root().join(format!("client/src/words/{language}.json"));
        serde_json::from_str(&read(&path)).unwrap()
    };
    let (spanish, arabic) = (catalogue("es"), catalogue("ar"));
    let contract = read(&root().join("server/openapi.json"));
    let sources = |folder: &str| -> String {
        let files = rust_files(folder);
        files.iter().map(|path| read(path)).collect()
    };
    let storage = sources("server/crates/storage/src");
    let code = sources("server/crates/services/src");
    let (mut count, mut violations) = (0, Vec::new());
    for line in read(&root().join(VOCABULARY)).lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [english, in_spanish, in_arabic, _, wire, table, name] = cells[..] else {
            continue;
        };
        if english == "English" || english.starts_with("--") {
            continue;
        }
        count += 1;
        for (word, words) in [(in_spanish, &spanish), (in_arabic, &arabic)] {
            if words.get(english).and_then(Value::as_str) != Some(word) {
                violations.push(format!("{english}: the catalogue does not say {word}"));
            }
        }
        let bare = |cell: &str| cell.trim_matches('`').to_owned();
        if !contract.contains(&bare(wire)) {
            violations.push(format!("{english}: {wire} is not on the wire"));
        }
        if !table.is_empty() && !storage.contains(&format!("\"{}\"", bare(table))) {
            violations.push(format!("{english}: there is no table {table}"));
        }
        if !code.contains(&bare(name)) && !storage.contains(&bare(name)) {
            violations.push(format!("{english}: {name} is not in the code"));
        }
    }
    assert!(30 < count, "{count}");
    assert_none(&violations);
}

/// The documents, the README first.
fn documents() -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(root().join("docs"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|it| it == "md"))
        .collect();
    paths.sort();
    paths.insert(0, root().join(README));
    paths
}

/// The text without its blocks of code, in which brackets mean something else.
fn without_code(text: &str) -> String {
    let parts = text.split("\n```").enumerate();
    let prose = parts.filter(|(number, _)| number % 2 == 0);
    prose.map(|(_, part)| part.to_owned() + "\n").collect()
}

/// What the links and pictures of a text lead to in this repository.
fn targets(text: &str) -> Vec<String> {
    let all = LINKS.iter().flat_map(|mark| text.split(mark).skip(1));
    all.filter_map(|rest| rest.split([')', '"', ' ']).next())
        .filter(|target| !target.contains("://"))
        .map(str::to_owned)
        .collect()
}

/// Why a link of this document leads nowhere.
fn fault_of(document: &Path, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = match file {
        "" => document.to_owned(),
        file => document.parent()?.join(file),
    };
    if !path.exists() {
        return Some("there is no such file".to_owned());
    }
    if anchor.is_empty() {
        return None;
    }
    let anchors = anchors(&without_code(&read(&path)));
    (!anchors.contains(anchor)).then(|| format!("there is no heading for #{anchor}"))
}

/// The anchors of the headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let headings = text.lines().filter(|line| line.starts_with('#'));
    headings
        .map(|line| {
            let heading = line.trim_start_matches('#').trim().to_lowercase();
            let kept = heading
                .chars()
                .filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
            kept.map(|it| if it == ' ' { '-' } else { it }).collect()
        })
        .collect()
}

/// What stands between each `start` and the next `end`.
fn between<'t>(text: &'t str, start: &str, end: &str) -> impl Iterator<Item = &'t str> {
    let rests: Vec<&str> = text.split(start).skip(1).collect();
    let end = end.to_owned();
    rests
        .into_iter()
        .filter_map(move |rest| rest.split_once(&end).map(|(it, _)| it))
}
