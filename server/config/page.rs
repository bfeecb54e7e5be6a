//! The reference of `docs/configuration.md`, written from the comments in `file.rs` and from the command line.
//!
//! Invariant: the page names every key, flag, variable and command that there is, and no other.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::Config;
use super::arguments::{Arguments, Options};
use super::file::File;
use super::given::key_of;
use super::reload::is_reloaded;

const SHAPES: &str = concat!(include_str!("file.rs"), include_str!("file/upstream.rs"));
const PAGE: &str = "docs/configuration.md";
const BEGIN: &str =
    "<!-- From here on written by `UPDATE_CONFIGURATION=1 cargo test --lib config::page`. -->\n";
const END: &str = "<!-- Up to here. -->\n";

/// Flags that have no key in the file.
const FLAGS_ALONE: [&str; 6] = [
    "config",
    "database-read-url-file",
    "database-url-file",
    "redis-url-file",
    "smtp-url-file",
    "demo",
];

/// What has to be set for some defaults to count.
const BASE: &str = "
    [traces]\nendpoint = \"http://127.0.0.1:4318/v1/traces\"
    [drive]\nurl = \"s3://bucket\"
    [scripts.analytics]\nsrc = \"https://scripts.example.com/analytics.js\"
";

/// One struct of the file.
#[derive(Default)]
struct Shape {
    /// First paragraph of its comment: the tables that have this shape.
    title: String,
    about: String,
    fields: Vec<Field>,
}

/// One field of it: a key, or a table in the table.
struct Field {
    name: String,
    kind: String,
    about: String,
    default: String,
}

impl Field {
    /// The default, where it is written as the file would have it.
    fn literal(&self) -> Option<toml::Value> {
        let text = self.default.strip_prefix('`')?.strip_suffix('`')?;
        let table: toml::Table = toml::from_str(&format!("it = {text}")).ok()?;
        table.get("it").cloned()
    }
}

/// The structs of the file by their names.
fn shapes() -> BTreeMap<String, Shape> {
    let mut shapes: BTreeMap<String, Shape> = BTreeMap::new();
    let (mut comment, mut current) = (Vec::new(), String::new());
    let text = SHAPES.replace("pub(in crate::config) ", "pub(super) ");
    for line in text.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("///") {
            comment.push(text.trim());
        } else if let Some(rest) = line.strip_prefix("pub(super) struct ") {
            current = rest.trim_end_matches(" {").to_owned();
            let text = comment.join("\n");
            let (title, about) = text.split_once("\n\n").unwrap_or((&text, ""));
            let (title, about) = (title.replace('\n', " "), about.replace('\n', " "));
            let fields = Vec::new();
            shapes.insert(
                current.clone(),
                Shape {
                    title,
                    about,
                    fields,
                },
            );
            comment.clear();
        } else if let Some((name, kind)) = field(line) {
            let text = comment.join(" ");
            let (about, default) = text.split_once(" Default: ").unwrap_or((&text, ""));
            shapes.get_mut(&current).unwrap().fields.push(Field {
                name: name.to_owned(),
                kind: kind.to_owned(),
                about: about.to_owned(),
                default: default.trim_end_matches('.').to_owned(),
            });
            comment.clear();
        }
    }
    shapes
}

/// Name and type of a field, without `Option`.
fn field(line: &str) -> Option<(&str, &str)> {
    let line = line.strip_prefix("pub(super) ")?.strip_suffix(',')?;
    let (name, kind) = line.split_once(": ")?;
    let inner = kind
        .strip_prefix("Option<")
        .and_then(|it| it.strip_suffix('>'));
    Some((name, inner.unwrap_or(kind)))
}

/// The shapes in the order in which the file's own shape leads to them, each with the paths of its tables.
fn tables(shapes: &BTreeMap<String, Shape>) -> Vec<(&Shape, Vec<String>)> {
    let mut found: Vec<(String, Vec<String>)> = Vec::new();
    follow(shapes, "File", "", &mut found);
    let of = |(name, paths): (String, Vec<String>)| (&shapes[&name], paths);
    found.into_iter().map(of).collect()
}

fn follow(
    shapes: &BTreeMap<String, Shape>,
    name: &str,
    path: &str,
    found: &mut Vec<(String, Vec<String>)>,
) {
    match found.iter_mut().find(|(it, _)| it == name) {
        Some((_, paths)) => paths.push(path.to_owned()),
        None => found.push((name.to_owned(), vec![path.to_owned()])),
    }
    for field in &shapes[name].fields {
        if shapes.contains_key(&field.kind) {
            follow(shapes, &field.kind, &key(path, &field.name), found);
        }
    }
}

fn key(table: &str, name: &str) -> String {
    match table {
        "" => name.to_owned(),
        table => format!("{table}.{name}"),
    }
}

/// Keys with their flags, and the flags that have none.
fn flags(keys: &[String]) -> (BTreeMap<String, clap::Arg>, Vec<clap::Arg>) {
    let (mut of_keys, mut alone) = (BTreeMap::new(), Vec::new());
    let grammar = Arguments::grammar();
    for flag in grammar.get_arguments().filter(|it| !it.is_hide_set()) {
        let long = flag.get_long().unwrap();
        if FLAGS_ALONE.contains(&long) {
            alone.push(flag.clone());
            continue;
        }
        let key = key_of(long);
        assert!(keys.contains(&key), "--{long} has no key: see FLAGS_ALONE");
        assert!(of_keys.insert(key, flag.clone()).is_none(), "--{long}");
    }
    (of_keys, alone)
}

/// `--flag`, `VARIABLE`
fn names(flag: &clap::Arg) -> String {
    let long = flag.get_long().map(|it| format!("`--{it}`"));
    let variable = flag.get_env().map(OsStr::to_string_lossy);
    let variable = variable.map(|it| format!("`{it}`"));
    let names: Vec<String> = [long, variable].into_iter().flatten().collect();
    names.join(", ")
}

fn help(about: Option<&clap::builder::StyledStr>) -> String {
    let text = about.map(ToString::to_string).unwrap_or_default();
    text.trim_end_matches('.').to_owned() + "."
}

fn reference() -> String {
    let shapes = shapes();
    let tables = tables(&shapes);
    let keys = keys_of(&shapes);
    let (mut flags, alone) = flags(&keys);
    let mut page = String::new();
    for (shape, paths) in &tables {
        let leaves = shape.fields.iter();
        let mut leaves = leaves
            .filter(|it| !shapes.contains_key(&it.kind))
            .peekable();
        if leaves.peek().is_none() {
            continue;
        }
        writeln!(page, "### {}\n", shape.title.trim_end_matches('.')).unwrap();
        if !shape.about.is_empty() {
            writeln!(page, "{}\n", shape.about).unwrap();
        }
        writeln!(
            page,
            "| Key | Flag, variable | Default | Reload | Meaning |\n|---|---|---|---|---|"
        )
        .unwrap();
        for Field {
            name,
            about,
            default,
            ..
        } in leaves
        {
            // Several tables of one shape: the heading names them.
            let key = match paths.as_slice() {
                [path] => key(path, name),
                _ => name.clone(),
            };
            let flag = flags.remove(&key).as_ref().map(names);
            let flag = flag.unwrap_or_default();
            let reload = reload_cell(paths, name);
            writeln!(
                page,
                "| `{key}` | {flag} | {default} | {reload} | {about} |"
            )
            .unwrap();
        }
        page.push('\n');
    }
    assert!(flags.is_empty(), "{flags:?}");
    page.push_str("### On the command line only\n\n| Flag, variable | Meaning |\n|---|---|\n");
    for flag in alone {
        writeln!(page, "| {} | {} |", names(&flag), help(flag.get_help())).unwrap();
    }
    page.push_str("\n## Commands\n\n| Command | What it does |\n|---|---|\n");
    commands(&Arguments::grammar(), "waybill", &mut page);
    page
}

/// Whether a key takes effect at a reload, which the tables of one shape have in common.
fn reload_cell(paths: &[String], name: &str) -> &'static str {
    let mut all = paths.iter().map(|path| is_reloaded(&key(path, name)));
    let first = all.next().unwrap();
    assert!(all.all(|it| it == first), "{paths:?} {name}");
    if first { "yes" } else { "" }
}

/// The rows of a command's commands.
fn commands(parent: &clap::Command, path: &str, page: &mut String) {
    for command in parent.get_subcommands() {
        let path = format!("{path} {}", command.get_name());
        if command.has_subcommands() {
            commands(command, &path, page);
            continue;
        }
        let own = command.get_arguments().filter(|it| !it.is_global_set());
        let mut cell = help(command.get_about());
        for argument in own {
            let name = match argument.get_long() {
                Some(long) => format!("--{long}"),
                None => argument.get_value_names().map_or_else(
                    || argument.get_id().to_string().to_uppercase(),
                    |names| names.join(" "),
                ),
            };
            write!(cell, " `{name}`: {}", help(argument.get_help())).unwrap();
        }
        writeln!(page, "| `{path}` | {cell} |").unwrap();
    }
}

/// All keys.
pub(super) fn keys() -> Vec<String> {
    keys_of(&shapes())
}

/// The keys that the comments describe.
fn keys_of(shapes: &BTreeMap<String, Shape>) -> Vec<String> {
    let tables = tables(shapes);
    let all = tables.iter().flat_map(|(shape, paths)| {
        let leaves = shape.fields.iter();
        let leaves = leaves.filter(|it| !shapes.contains_key(&it.kind));
        leaves.flat_map(|it| paths.iter().map(|path| key(path, &it.name)))
    });
    all.collect()
}

/// The keys of the table at this path, as its own refusal of another names them; none where it takes any, or is no table.
fn known(table: &str) -> Option<Vec<String>> {
    let text = match table {
        "" => "unknown-key = 1".to_owned(),
        path => format!("[{path}]\nunknown-key = 1"),
    };
    let error = toml::from_str::<File>(&text).err()?;
    let message = error
        .message()
        .strip_prefix("unknown field `unknown-key`")?;
    let (_, expected) = message.split_once("expected ")?;
    let words = expected.split('`').skip(1).step_by(2);
    Some(words.map(str::to_owned).collect())
}

fn all_known(table: &str, found: &mut Vec<String>) {
    for name in known(table).unwrap() {
        let path = key(table, &name);
        match known(&path) {
            Some(_) => all_known(&path, found),
            None => found.push(path),
        }
    }
}

#[test]
fn page_names_every_setting_and_no_other() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(PAGE);
    let page = fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let wanted = format!("{before}{BEGIN}\n{}\n{END}{after}", reference());
    if std::env::var_os("UPDATE_CONFIGURATION").is_some() {
        fs::write(&path, &wanted).unwrap();
    } else {
        assert!(
            page == wanted,
            "{PAGE} is stale: run `UPDATE_CONFIGURATION=1 cargo test --lib config::page`"
        );
    }
}

#[test]
fn comments_describe_the_keys_that_are_read() {
    let shapes = shapes();
    let (mut described, mut read) = (keys_of(&shapes), Vec::new());
    all_known("", &mut read);
    described.sort();
    read.sort();
    assert_eq!(described, read);
    for (shape, paths) in tables(&shapes).into_iter().skip(1) {
        let named: Vec<String> = paths.iter().map(|it| format!("`[{it}]`")).collect();
        assert_eq!(shape.title, named.join(", "));
        for field in &shape.fields {
            let is_table = shapes.contains_key(&field.kind);
            let is_told = !field.about.is_empty() && !field.default.is_empty();
            assert!(is_table || is_told, "{named:?} {}", field.name);
        }
    }
}

#[test]
fn stated_defaults_change_nothing() {
    let merged = |table: toml::Table| {
        let config = Config::merge(&Options::default(), table.try_into().unwrap()).unwrap();
        format!("{config:?}")
    };
    let base: toml::Table = toml::from_str(BASE).unwrap();
    let without = merged(base.clone());
    let mut count = 0;
    let shapes = shapes();
    for (shape, paths) in tables(&shapes) {
        for field in &shape.fields {
            let Some(value) = field.literal() else {
                continue;
            };
            let mut given = base.clone();
            let mut table = &mut given;
            for name in paths[0].split('.').filter(|it| !it.is_empty()) {
                let inner = table.entry(name).or_insert(toml::Table::new().into());
                table = inner.as_table_mut().unwrap();
            }
            table.insert(field.name.clone(), value);
            assert_eq!(merged(given), without, "{} {}", shape.title, field.name);
            count += 1;
        }
    }
    assert!(30 < count, "{count}");
}

#[test]
fn help_states_the_same_defaults() {
    let shapes = shapes();
    let keys = keys_of(&shapes);
    let (flags, _) = flags(&keys);
    let plain = |text: &str| text.replace(['`', '"'], "");
    for (shape, paths) in tables(&shapes) {
        for field in &shape.fields {
            let flag = flags.get(&key(&paths[0], &field.name));
            let help = flag.and_then(clap::Arg::get_help).map(ToString::to_string);
            let help = help.unwrap_or_default();
            let Some((_, stated)) = help.split_once("[default: ") else {
                continue;
            };
            let stated = stated.trim_end_matches(['.', ']']);
            let default = plain(&field.default);
            assert!(default.starts_with(stated), "{stated}, and {default}");
        }
    }
}
